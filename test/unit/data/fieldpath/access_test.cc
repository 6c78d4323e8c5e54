// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/access.h"

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr absl::StatusCode kMissingAccess = absl::StatusCode::kNotFound;
constexpr absl::StatusCode kUnfitAccess = absl::StatusCode::kFailedPrecondition;

constexpr char kObject[] = R"({
    "spec": {"name": "a", "on": true, "n": 3, "null": null,
             "ports": [{"port": 80}, {"port": 443}],
             "matrix": [[1, 2], [3, 4]]},
    "data": {"app.conf": "x", "0": "zero", "*": "star"}})";

TEST(Access, ReadsWhatIsThere) {
  struct {
    const char* reason;
    const char* path;
    const char* want;
  } tests[] = {
      {"A member.", "spec.name", R"("a")"},
      {"A boolean.", "spec.on", "true"},
      {"A number.", "spec.n", "3"},
      {"A whole object.", "spec.ports[1]", R"({"port":443})"},
      {"A member of an element.", "spec.ports[0].port", "80"},
      {"An element of an element.", "spec.matrix[1][0]", "3"},
      {"A null that is there is found.", "spec.null", "null"},
      {"A key with a dot.", "data[app.conf]", R"("x")"},
      {"A key that is a number.", "data['0']", R"("zero")"},
      {"A star is a key like any other.", "data[*]", R"("star")"},
      {"The empty path reads null.", "", "null"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto root = ParseJson(kObject, &pool);
    auto value = Get(*root, *Path::Parse(test.path), &pool);
    ASSERT_TRUE(value.ok()) << value.status();
    EXPECT_EQ(CompactJson(**value).value(), test.want);
  }
}

TEST(Access, TellsMissingFromUnfit) {
  struct {
    const char* reason;
    const char* path;
    absl::StatusCode code;
    const char* want;
  } tests[] = {
      {"A member is missing.", "spec.size", kMissingAccess,
       "spec.size: no such field"},
      {"One on the way is missing; the message ends there.", "spec.a.b",
       kMissingAccess, "spec.a: no such field"},
      {"An element is missing.", "spec.ports[2].port", kMissingAccess,
       "spec.ports[2]: no such element"},
      {"A member of null.", "spec.null.a", kMissingAccess,
       "spec.null: expected map, got nil"},
      {"An element of null is another matter.", "spec.null[0]", kUnfitAccess,
       "spec.null: not an array"},
      {"An element of an object.", "spec[0]", kUnfitAccess,
       "spec: not an array"},
      {"An element of a text.", "spec.name[0]", kUnfitAccess,
       "spec.name: not an array"},
      {"An element of the root, which has no name.", "[0]", kUnfitAccess,
       ": not an array"},
      {"A member of a list.", "spec.ports.port", kUnfitAccess,
       "spec.ports: not an object"},
      {"A member of a text.", "spec.name.first", kUnfitAccess,
       "spec.name: not an object"},
      {"A star does not stand for elements here.", "spec.ports[*]",
       kUnfitAccess, "spec.ports: not an object"},
      {"A signed number is a field.", "spec.ports[-1]", kUnfitAccess,
       "spec.ports: not an object"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto root = ParseJson(kObject, &pool);
    auto value = Get(*root, *Path::Parse(test.path), &pool);
    EXPECT_EQ(value.status().code(), test.code);
    EXPECT_EQ(value.status().message(), test.want);
  }
}

TEST(Access, WritesAndMakesWhatIsMissing) {
  struct {
    const char* reason;
    const char* object;
    const char* path;
    const char* want;
  } tests[] = {
      {"A member is replaced.", R"({"a": {"b": 1, "c": 2}})", "a.b",
       R"({"a":{"b":"x","c":2}})"},
      {"By a value of another type.", R"({"a": {"b": [1]}})", "a.b",
       R"({"a":{"b":"x"}})"},
      {"Objects are made on the way.", "{}", "a.b.c",
       R"({"a":{"b":{"c":"x"}}})"},
      {"So are lists, where an index follows.", "{}", "a[0].b",
       R"({"a":[{"b":"x"}]})"},
      {"Also in lists.", "{}", "a[0][0]", R"({"a":[["x"]]})"},
      {"An element is replaced.", R"({"a": [1, 2]})", "a[0]",
       R"({"a":["x",2]})"},
      {"A list grows by one.", R"({"a": [1]})", "a[1]", R"({"a":[1,"x"]})"},
      {"What lies between becomes null.", R"({"a": [1]})", "a[3]",
       R"({"a":[1,null,null,"x"]})"},
      {"Elements that were filled in get what follows.", "{}", "a[1].b",
       R"({"a":[null,{"b":"x"}]})"},
      {"A null element is replaced on the way.", R"({"a": [null]})", "a[0].b",
       R"({"a":[{"b":"x"}]})"},
      {"By a list as well.", R"({"a": [null]})", "a[0][0]", R"({"a":[["x"]]})"},
      {"A null at the end is replaced.", R"({"a": null})", "a", R"({"a":"x"})"},
      {"A key with a dot.", "{}", "a[b.c]", R"({"a":{"b.c":"x"}})"},
      {"The empty path writes nothing.", R"({"a": 1})", "", R"({"a":1})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto root = ParseJson(test.object, &pool);
    absl::Status status =
        Put(*root, *Path::Parse(test.path), Borrow("x"), &pool);
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_EQ(CompactJson(*root).value(), test.want);
  }
}

TEST(Access, WritesNothingWhereThePathDoesNotFit) {
  struct {
    const char* reason;
    const char* object;
    const char* path;
    const char* want;
  } tests[] = {
      {"An element of an object.", R"({"a": {}})", "a[0]", "a is not an array"},
      {"A member of a list.", R"({"a": []})", "a.b", "a is not an object"},
      {"A member of a text.", R"({"a": {"b": "y"}})", "a.b.c",
       "a.b is not an object"},
      {"A null member on the way stays.", R"({"a": null})", "a.b",
       "a is not an object"},
      {"Also before an index.", R"({"a": null})", "a[0]", "a is not an array"},
      {"The root is an object.", R"({"a": 1})", "[0]", " is not an array"},
      {"An index above the limit.", "{}", "a[1025]",
       "index 1025 is greater than max allowed index 1024"},
      {"Wherever it stands, before anything is made.", R"({"b": 1})",
       "a.c[1025].d", "index 1025 is greater than max allowed index 1024"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto root = ParseJson(test.object, &pool);
    std::string before = CompactJson(*root).value();
    absl::Status status =
        Put(*root, *Path::Parse(test.path), Borrow("x"), &pool);
    EXPECT_EQ(status.code(), kUnfitAccess);
    EXPECT_EQ(status.message(), test.want);
    EXPECT_EQ(CompactJson(*root).value(), before);
  }
}

TEST(Access, WritesTheLargestIndex) {
  Pool pool;
  Value root = Object();
  ASSERT_TRUE(Put(root, *Path::Parse("a[1024]"), Borrow("x"), &pool).ok());
  EXPECT_EQ(root["a"].Size(), 1025u);
  EXPECT_TRUE(root["a"][1023].IsNull());
}

TEST(Access, ReadsALargeObject) {
  Pool pool;
  Value root = Object();
  for (int i = 0; i < 1000; ++i) {
    std::string key = absl::StrCat("k", i);
    ASSERT_TRUE(Put(root, *Path::Parse(key), Value(i), &pool).ok());
  }
  for (int i = 0; i < 1000; ++i) {
    auto value = Get(root, *Path::Parse(absl::StrCat("k", i)), &pool);
    ASSERT_TRUE(value.ok());
    EXPECT_EQ((*value)->GetInt(), i);
  }
}

// A path of six kilobytes would make sixteen megabytes of nulls.
TEST(Access, MakesABoundedNumberOfNulls) {
  std::string text = "a";
  for (int i = 0; i < 999; ++i) text += "[1024]";
  Path path = *Path::Parse(text);
  Pool pool;
  int written = 0;
  absl::Status status;
  while (status.ok() && written < 100) {
    Value root = Object();
    status = Put(root, path, Value(1), &pool);
    if (status.ok()) ++written;
  }
  EXPECT_EQ(status.message(),
            "patches make more than 33554432 bytes in this call");
  EXPECT_EQ(written, 2);
}

}  // namespace
}  // namespace loom
