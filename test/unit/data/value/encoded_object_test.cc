// SPDX-License-Identifier: Apache-2.0
#include "data/value/encoded_object.h"

#include <gtest/gtest.h>

#include <random>

#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "data/value/struct_codec.h"
#include "test/testing/json.h"

namespace loom {
namespace {

constexpr char kObject[] = R"({"apiVersion": "v1", "kind": "Bucket",
    "metadata": {"labels": {"a": "1", "b": "2"}, "name": "x"},
    "spec": {"list": [1, {"deep": [true, null, "t"]}, [], {}], "n": 1.5,
             "empty": {}, "text": ""}})";

std::string Plainly(const Value& value) {
  WireWriter out;
  EncodeStruct(value, &out);
  return std::string(std::move(out).Finish().view());
}

std::string Beside(const EncodedObject& object, const Value& copy) {
  WireWriter out(1);
  object.Encode(copy, &out);
  return std::string(std::move(out).Finish().view());
}

TEST(EncodedObject, EncodesACopyAsIfItWereNone) {
  const struct {
    const char* reason;
    void (*change)(Value& copy, Pool* pool);
  } tests[] = {
      {"It is the same.", [](Value&, Pool*) {}},
      {"A scalar at the root.",
       [](Value& copy, Pool* pool) {
         Set(copy, "kind", Text("Other", pool), pool);
       }},
      {"An equal text that stands elsewhere.",
       [](Value& copy, Pool* pool) {
         Set(copy, "kind", Text("Bucket", pool), pool);
       }},
      {"A new member, behind the others.",
       [](Value& copy, Pool* pool) {
         Set(copy["metadata"], "namespace", Text("ns", pool), pool);
       }},
      {"The first member is gone, so that the others have moved.",
       [](Value& copy, Pool* pool) {
         Erase(copy["metadata"], "labels", pool);
       }},
      {"The last member is gone.",
       [](Value& copy, Pool* pool) { Erase(copy["spec"], "text", pool); }},
      {"A member deep in a list.",
       [](Value& copy, Pool*) { copy["spec"]["list"][1]["deep"][2] = 7; }},
      {"A longer list.",
       [](Value& copy, Pool* pool) {
         copy["spec"]["list"].PushBack(Value(1), pool->allocator());
       }},
      {"A shorter one.",
       [](Value& copy, Pool*) { copy["spec"]["list"].PopBack(); }},
      {"A list in the place of an object, and the other way round.",
       [](Value& copy, Pool*) {
         copy["metadata"]["labels"] = Array();
         copy["spec"]["list"] = Object();
       }},
      {"A scalar in the place of an object.",
       [](Value& copy, Pool*) { copy["spec"] = Value(true); }},
      {"An integer in the place of a number.",
       [](Value& copy, Pool*) { copy["spec"]["n"] = Value(int64_t{3}); }},
      {"Nothing is left.", [](Value& copy, Pool*) { copy = Object(); }},
  };
  Pool plan;
  const Value object = Json(kObject);
  const EncodedObject encoded(object);
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value copy = Copy(object, &pool);
    test.change(copy, &pool);
    EXPECT_EQ(Beside(encoded, copy), Plainly(copy));
  }
}

TEST(EncodedObject, EncodesWhatIsNoCopy) {
  const Value object = Json(kObject);
  const Value other = Json(R"({"kind": {"a": 1}, "spec": []})");
  EXPECT_EQ(Beside(EncodedObject(object), other), Plainly(other));
  EXPECT_EQ(Beside(EncodedObject(other), object), Plainly(object));
  const Value empty = Object();
  EXPECT_EQ(Beside(EncodedObject(empty), object), Plainly(object));
}

// Changes a random place of the tree.
void ChangeSomething(Value& value, std::mt19937* random, Pool* pool) {
  const uint32_t choice = (*random)();
  if (value.IsObject() && !value.ObjectEmpty() && choice % 8 != 0) {
    Member& member = value.MemberBegin()[(*random)() % value.MemberCount()];
    if (choice % 16 == 1) return Erase(value, View(member.name), pool);
    return ChangeSomething(member.value, random, pool);
  }
  if (value.IsArray() && !value.Empty() && choice % 8 != 0) {
    return ChangeSomething(value[(*random)() % value.Size()], random, pool);
  }
  if (value.IsObject()) {
    return Set(value, pool->Keep(absl::StrCat("m", choice % 3)),
               Value(double(choice)), pool);
  }
  value = choice % 2 == 0 ? Text("changed", pool) : Array();
}

TEST(EncodedObject, EncodesRandomlyChangedCopies) {
  std::mt19937 random(1);
  const Value object = Json(kObject);
  const EncodedObject encoded(object);
  for (int i = 0; i < 2000; ++i) {
    Pool pool;
    Value copy = Copy(object, &pool);
    for (int changes = i % 5; changes >= 0; --changes) {
      ChangeSomething(copy, &random, &pool);
    }
    if (!copy.IsObject()) continue;
    ASSERT_EQ(Beside(encoded, copy), Plainly(copy)) << ToJson(copy);
  }
}

}  // namespace
}  // namespace loom
