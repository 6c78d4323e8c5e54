// SPDX-License-Identifier: Apache-2.0
#include "data/value/deferred.h"

#include <functional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/value/struct_codec.h"
#include "gtest/gtest.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

// An object and everything that its values refer to.
struct Read {
  explicit Read(std::string wire) : bytes(std::move(wire)) {
    value = ReadStruct(bytes, origin);
  }
  // The value at a path such as `a.0.b`; nullptr: there is none.
  const Value* At(absl::string_view path) {
    const Value* at = &*value;
    for (absl::string_view part :
         absl::StrSplit(path, '.', absl::SkipEmpty())) {
      uint32_t index = 0;
      if (at->IsArray() && absl::SimpleAtoi(part, &index)) {
        at = index < at->Size() ? &ItemAt(*at, index) : nullptr;
      } else {
        at = at->IsObject() ? Find(*at, part, &pool) : nullptr;
      }
      if (at == nullptr) return nullptr;
    }
    return at;
  }
  absl::Status ended() { return pool.account().ended(); }

  const std::string bytes;
  Pool pool;
  const ObjectOrigin origin = {&pool, "observed resource", "db"};
  absl::StatusOr<Value> value = Value();
};

const std::string& Broken() {
  static const auto& broken = *new std::string("\x0a\x05m");
  return broken;
}

TEST(Deferred, IsDecodedWhereSomebodyLooks) {
  const std::string object =
      StructWire(EntryWire("x", TextWire("1")) + EntryWire("a", NullWire()));
  const std::string secret = StructWire(EntryWire("kind", TextWire("Secret")));
  const struct {
    const char* reason;
    std::string wire;
    const char* path;
    const char* want;  // "": nothing
    bool redacted = false;
  } tests[] = {
      {"A scalar.", EntryWire("a", TextWire("t")), "a", "\"t\""},
      {"An object.", EntryWire("a", object), "a", R"({"a":null,"x":"1"})"},
      {"A field in an object.", EntryWire("a", object), "a.x", "\"1\""},
      {"An item of a list.", EntryWire("a", ListWire({NullWire(), object})),
       "a.1.x", "\"1\""},
      {"A list with one object, which has one field.",
       EntryWire("a", ListWire({StructWire(EntryWire("b", NumberWire(1)))})),
       "a.0.b", "1"},
      {"Lists in lists.", EntryWire("a", ListWire({ListWire({ListWire({})})})),
       "a.0.0", "[]"},
      {"Empty objects and lists.",
       EntryWire("a", StructWire("")) + EntryWire("b", ListWire({})), "",
       R"({"a":{},"b":[]})"},
      {"No such field.", EntryWire("a", object), "a.y", ""},
      {"What nobody looks at may be anything.",
       EntryWire("a", object) + EntryWire("b", StructWire(Broken())) +
           EntryWire("c", FieldWire(6, Broken())),
       "a.x", "\"1\""},
      {"A Secret at which nobody looks.",
       EntryWire("a", object) + EntryWire("b", secret), "a.x", "\"1\""},
      {"A Secret of which only the kind is there.", EntryWire("b", secret),
       "b.data", "", /*redacted=*/true},
      {"The object itself is a Secret.",
       EntryWire("kind", TextWire("Secret")) + EntryWire("b", object), "", "",
       /*redacted=*/true},
      {"A Secret in a list whose other items are looked at.",
       EntryWire("a", ListWire({secret, object})), "a.1.x", "\"1\""},
      {"A value in front of its key.",
       FieldWire(1, FieldWire(2, object) + FieldWire(1, "m")), "m.x", "\"1\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Read read(test.wire);
    ASSERT_TRUE(read.value.ok()) << read.value.status();
    const Value* found = read.At(test.path);
    if (*test.want != '\0') {
      ASSERT_NE(found, nullptr);
      EXPECT_EQ(CompactJson(Copy(*found, &read.pool)).value(), test.want);
      EXPECT_EQ(CompactJson(*found).value(), test.want) << "twice the same";
    }
    EXPECT_EQ(read.pool.redacted(), test.redacted);
    EXPECT_TRUE(read.ended().ok()) << read.ended();
  }
}

TEST(Deferred, EndsTheCallIfItIsBroken) {
  const std::string one = EntryWire("x", NullWire());
  std::string deep = StructWire("");
  for (int i = 0; i < kMaxDepth; ++i) deep = StructWire(EntryWire("a", deep));
  const struct {
    const char* reason;
    std::string wire;  // of the field `a`
    const char* want;
    const char* left;
  } tests[] = {
      {"A Struct that is cut.", StructWire(Broken()), "a Struct is truncated",
       "{}"},
      {"A list that is cut.", FieldWire(6, Broken()),
       "a ListValue is truncated", "[]"},
      {"A string that is not UTF-8.",
       StructWire(EntryWire("b", TextWire("\xff"))),
       "a string is not valid UTF-8", "{}"},
      {"A key that is given twice.", StructWire(one + one),
       "the key \"x\" occurs twice", "{}"},
      {"Nested too deeply.", deep, "an object is nested too deeply", nullptr},
  };
  using Look = std::function<void(const Value&, Pool*)>;
  const std::pair<const char*, Look> looks[] = {
      {"Find", [](const Value& value, Pool*) { Find(value, "a"); }},
      {"Copy", [](const Value& value, Pool* pool) { Copy(value, pool); }},
      {"Members", [](const Value& value, Pool*) { Members(value); }},
  };
  for (const auto& test : tests) {
    for (const auto& [how, look] : looks) {
      SCOPED_TRACE(absl::StrCat(test.reason, " ", how));
      Read read(EntryWire("a", test.wire));
      ASSERT_TRUE(read.value.ok()) << read.value.status();
      EXPECT_TRUE(read.ended().ok());
      look(*read.value, &read.pool);
      if (test.left == nullptr) Copy(*read.value, &read.pool);
      EXPECT_TRUE(absl::IsInvalidArgument(read.ended()));
      EXPECT_EQ(read.ended().message(),
                absl::StrCat("observed resource \"db\": ", test.want));
      if (test.left != nullptr) {
        EXPECT_EQ(CompactJson(*Find(*read.value, "a")).value(), test.left);
      }
    }
  }
}

TEST(Deferred, StaysWhereItIs) {
  Read read(EntryWire("a", StructWire(EntryWire("b", StructWire("")))));
  const Value* a = read.At("a");
  const Value* b = read.At("a.b");
  EXPECT_EQ(read.At("a"), a);
  EXPECT_EQ(read.At("a.b"), b);
  Members(*read.value);
  EXPECT_EQ(read.At("a.b"), b);
}

TEST(Deferred, IsNotMistakenForAnOrdinaryValue) {
  Pool pool;
  Value object = Object();
  Set(object, "", Text("x", &pool), &pool);
  EXPECT_FALSE(IsDeferred(object));
  Value list = Array();
  EXPECT_FALSE(IsDeferred(list));
  list.PushBack(object, pool.allocator());
  EXPECT_FALSE(IsDeferred(list));
  EXPECT_FALSE(IsDeferred(Value()));
}

}  // namespace
}  // namespace loom
