// SPDX-License-Identifier: Apache-2.0
#include "data/value/struct_codec.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "gtest/gtest.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

// {"a": {"a": … }} or [[…]] of `depth` levels, as a Value.
std::string Nested(int depth, bool lists) {
  std::string wire = lists ? ListWire({}) : StructWire("");
  for (int i = 1; i < depth; ++i) {
    wire = lists ? ListWire({wire}) : StructWire(EntryWire("a", wire));
  }
  return wire;
}

TEST(StructCodec, ReadsAndWritesEveryKind) {
  struct {
    const char* reason;
    std::string wire;
    const char* want;
  } tests[] = {
      {"Nothing is an empty object.", "", "{}"},
      {"Scalars, in the order of the wire.",
       EntryWire("z", NullWire()) + EntryWire("y", BoolWire(true)) +
           EntryWire("x", BoolWire(false)) + EntryWire("w", NumberWire(-1.5)) +
           EntryWire("v", TextWire("ä\n")),
       R"({"v":"ä\n","w":-1.5,"x":false,"y":true,"z":null})"},
      {"Lists and objects in each other.",
       EntryWire("l", ListWire({StructWire(EntryWire("a", ListWire({}))),
                                StructWire("")})),
       R"({"l":[{"a":[]},{}]})"},
      {"Empty texts and names.", EntryWire("", TextWire("")), R"({"":""})"},
      {"Numbers are doubles, however large.",
       EntryWire("a", NumberWire(1e21)) +
           EntryWire("b", NumberWire(9007199254740993.0)),
       R"({"a":1e+21,"b":9007199254740992})"},
      {"A zero byte is a character.",
       EntryWire("a", TextWire(std::string("\0", 1))), R"({"a":"\u0000"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto object = DecodeStruct(test.wire, &pool);
    ASSERT_TRUE(object.ok()) << object.status();
    EXPECT_EQ(CompactJson(*object).value(), test.want);
    WireWriter out(1);
    EncodeStruct(*object, &out);
    EXPECT_EQ(std::string(std::move(out).Finish().view()), test.wire);
  }
}

TEST(StructCodec, ReadsWireThatIsUnusual) {
  struct {
    const char* reason;
    std::string wire;
    const char* want;
  } tests[] = {
      {"A Value without a kind is null.", EntryWire("a", ""), R"({"a":null})"},
      {"An entry without a value as well.", FieldWire(1, FieldWire(1, "a")),
       R"({"a":null})"},
      {"An entry without a key has the empty one.",
       FieldWire(1, FieldWire(2, BoolWire(true))), R"({"":true})"},
      {"The value may stand before the key.",
       FieldWire(1, FieldWire(2, BoolWire(true)) + FieldWire(1, "a")),
       R"({"a":true})"},
      {"Unknown fields are passed over, wherever they stand.",
       VarintFieldWire(9, 1) +
           FieldWire(1, FieldWire(8, "x") + FieldWire(1, "a") +
                            FieldWire(2, FieldWire(7, "y") + BoolWire(true))),
       R"({"a":true})"},
      {"So is a known number of another wire type.",
       EntryWire("a", VarintFieldWire(3, 1)), R"({"a":null})"},
      {"It may stand before a kind, or behind it.",
       EntryWire("a", VarintFieldWire(3, 1) + TextWire("x")) +
           EntryWire("b", TextWire("x") + VarintFieldWire(3, 1)),
       R"({"a":"x","b":"x"})"},
      {"It may have the number of another kind, or of the same.",
       EntryWire("a", NumberWire(1) + FieldWire(2, "x")) +
           EntryWire("b",
                     BoolWire(true) + FieldWire(4, "") + FixedFieldWire(1, 0)),
       R"({"a":1,"b":true})"},
      {"Any number but 0 is true.", EntryWire("a", VarintFieldWire(4, 300)),
       R"({"a":true})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto object = DecodeStruct(test.wire, &pool);
    ASSERT_TRUE(object.ok()) << object.status();
    EXPECT_EQ(CompactJson(*object).value(), test.want);
  }
}

TEST(StructCodec, RefusesWhatIsGivenTwice) {
  std::string large, larger;
  for (int i = 0; i < 40; ++i) {
    large += EntryWire(absl::StrCat("key-", i), NullWire());
  }
  for (int i = 0; i < 400; ++i) {
    larger += EntryWire(absl::StrCat("key-", i), NullWire());
  }
  struct {
    const char* reason;
    std::string wire;
    const char* want;
  } tests[] = {
      {"A key.", EntryWire("a", NullWire()) + EntryWire("a", NullWire()),
       "the key \"a\" occurs twice"},
      {"The empty key.", EntryWire("", NullWire()) + EntryWire("", NullWire()),
       "the key \"\" occurs twice"},
      {"A key, far apart.", large + EntryWire("key-0", NullWire()),
       "the key \"key-0\" occurs twice"},
      {"The same in a large object.", larger + EntryWire("key-0", NullWire()),
       "the key \"key-0\" occurs twice"},
      {"The last of a large object.", larger + EntryWire("key-399", NullWire()),
       "the key \"key-399\" occurs twice"},
      {"A key in an object of a list.",
       EntryWire("l", ListWire({StructWire(EntryWire("a", NullWire()) +
                                           EntryWire("a", NullWire()))})),
       "the key \"a\" occurs twice"},
      {"A Value of two kinds.", EntryWire("a", NullWire() + BoolWire(true)),
       "the kind of a Value occurs twice"},
      {"A Value of one kind, though another field stands between.",
       EntryWire("a", TextWire("x") + FieldWire(2, "y") + TextWire("z")),
       "the kind of a Value occurs twice"},
      {"A second kind that is broken.",
       EntryWire("a", TextWire("x") + StructWire("\x0a\x05")),
       "the kind of a Value occurs twice"},
      {"An entry with two keys.",
       FieldWire(1, FieldWire(1, "a") + FieldWire(1, "b")),
       "the key of a map entry occurs twice"},
      {"An entry with two values.",
       FieldWire(1, FieldWire(2, NullWire()) + FieldWire(2, NullWire())),
       "the value of a map entry occurs twice"},
      {"Many keys are given once.", larger, ""},
      {"So are keys that look alike.",
       EntryWire("abcba", NullWire()) + EntryWire("abxba", NullWire()) +
           EntryWire("abbba", NullWire()),
       ""},
      {"So is one key in two objects.",
       EntryWire("a", StructWire(EntryWire("a", NullWire()))), ""},
      {"A field that nobody knows, before a Value's kind or behind it.",
       EntryWire("a", FieldWire(9, "?") + TextWire("x")) +
           EntryWire("b", TextWire("x") + FieldWire(9, "?")),
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    EXPECT_EQ(DecodeStruct(test.wire, &pool).status(),
              *test.want == '\0' ? absl::OkStatus()
                                 : absl::InvalidArgumentError(test.want));
  }
}

TEST(StructCodec, RefusesWhatIsBroken) {
  std::string whole =
      EntryWire("a", StructWire(EntryWire("b", ListWire({TextWire("c")}))));
  struct {
    const char* reason;
    std::string wire;
    const char* want;
  } tests[] = {
      {"Cut off in the entry.", whole.substr(0, whole.size() - 1),
       "a Struct is truncated"},
      {"A value that is longer than its entry.",
       FieldWire(1, FieldWire(1, "a") + "\x12\x05"),
       "a map entry is truncated"},
      {"A text that is longer than its value.", EntryWire("a", "\x1a\x05x"),
       "a Value is truncated"},
      {"An element that is longer than its list.",
       EntryWire("a", FieldWire(6, "\x0a\x05x")), "a ListValue is truncated"},
      {"A number cut off.", EntryWire("a", "\x11\x01\x02"),
       "a Value is truncated"},
      {"A bool cut off: on arm64 its byte was taken for one that is positive.",
       EntryWire("a", "\x20\x80"), "a Value is truncated"},
      {"A group, which Structs do not have.", "\x0b\x0c",
       "a Struct is truncated"},
      {"Garbage.", "\xff\xff\xff", "a Struct is truncated"},
      {"A text that is not UTF-8.", EntryWire("a", TextWire("\xc3\x28")),
       "a string is not valid UTF-8"},
      {"A name that is not UTF-8.", EntryWire("\xff", NullWire()),
       "a string is not valid UTF-8"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto object = DecodeStruct(test.wire, &pool);
    EXPECT_EQ(object.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(object.status().message(), test.want);
  }
}

TEST(StructCodec, NeverReadsBeyondTheEnd) {
  std::string whole =
      EntryWire("a", StructWire(EntryWire("b", ListWire({TextWire("c")})) +
                                EntryWire("n", NumberWire(1))));
  for (size_t size = 1; size < whole.size(); ++size) {
    // A block of its own, so that a sanitizer sees where it ends.
    std::vector<char> cut(whole.begin(), whole.begin() + size);
    Pool pool;
    EXPECT_FALSE(DecodeStruct({cut.data(), cut.size()}, &pool).ok()) << size;
  }
}

TEST(StructCodec, BoundsTheDepth) {
  for (bool lists : {false, true}) {
    SCOPED_TRACE(lists ? "lists" : "objects");
    Pool pool;
    std::string wire = Nested(kMaxDepth, lists);
    auto deepest = DecodeValue(wire, &pool);
    ASSERT_TRUE(deepest.ok()) << deepest.status();
    WireWriter out;
    EncodeValue(*deepest, &out);
    EXPECT_EQ(std::string(std::move(out).Finish().view()), wire);
    auto deeper = DecodeValue(Nested(kMaxDepth + 1, lists), &pool);
    EXPECT_EQ(deeper.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(deeper.status().message(),
              lists ? "a list is nested too deeply"
                    : "an object is nested too deeply");
  }
}

TEST(StructCodec, ReadsValues) {
  Pool pool;
  EXPECT_EQ(CompactJson(*DecodeValue(TextWire("x"), &pool)).value(), R"("x")");
  EXPECT_EQ(CompactJson(*DecodeValue("", &pool)).value(), "null");
  EXPECT_EQ(
      CompactJson(*DecodeValue(ListWire({"", NumberWire(2)}), &pool)).value(),
      "[null,2]");
}

TEST(StructCodec, WritesNumbersOfBothKinds) {
  Pool pool;
  Value list = Array();
  list.PushBack(Integer(3), pool.allocator());
  list.PushBack(Real(3), pool.allocator());
  list.PushBack(Integer(std::numeric_limits<int64_t>::min()), pool.allocator());
  WireWriter out;
  EncodeValue(list, &out);
  EXPECT_EQ(std::string(std::move(out).Finish().view()),
            ListWire({NumberWire(3), NumberWire(3),
                      NumberWire(-9223372036854775808.0)}));
}

}  // namespace
}  // namespace loom
