// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/access.h"
#include "data/fieldpath/path.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

using ::testing::ElementsAreArray;

std::vector<std::string> Texts(const std::vector<Path>& paths) {
  std::vector<std::string> texts;
  texts.reserve(paths.size());
  for (const Path& path : paths) texts.push_back(path.text());
  return texts;
}

TEST(Wildcard, StandsForWhatIsThere) {
  struct {
    const char* reason;
    const char* object;
    const char* path;
    std::vector<std::string> want;
  } tests[] = {
      {"Without a wildcard a path that exists is itself.",
       R"({"a": {"b": 1}})",
       "a.b",
       {"a.b"}},
      {"One that does not is none.", R"({"a": {"b": 1}})", "a.c", {}},
      {"Every element of a list.",
       R"({"a": [1, null, 3]})",
       "a[*]",
       {"a[0]", "a[1]", "a[2]"}},
      {"Every member of an object, by name.",
       R"({"a": {"y": 1, "x": 2}})",
       "a[*]",
       {"a.x", "a.y"}},
      {"A key with a dot is put in brackets.",
       R"({"a": {"b.c/d": 1, "e": 2}})",
       "a[*]",
       {"a[b.c/d]", "a.e"}},
      {"A key in brackets is read as a path, and so is another place.",
       R"({"a": {"b[c]": 1}})",
       "a[*]",
       {"a.b[c]"}},
      {"What stands behind it has to exist.",
       R"({"a": [{"b": 1}, {"c": 1}, {"b": null}]})",
       "a[*].b",
       {"a[0].b", "a[2].b"}},
      {"An index behind it as well.",
       R"({"a": [[1, 2], [1]]})",
       "a[*][1]",
       {"a[0][1]"}},
      {"Wildcards multiply.",
       R"({"a": [{"y": 1, "x": 2}, {"z": 3}]})",
       "a[*][*]",
       {"a[0].x", "a[0].y", "a[1].z"}},
      {"Once there is one, a bare star is another.",
       R"({"a": [{"b": 1}]})",
       "a[*].*",
       {"a[0].b"}},
      {"An empty list is none.", R"({"a": []})", "a[*].b", {}},
      {"What is missing is none.", "{}", "a[*].b", {}},
      {"A key that is a star is an ordinary one.",
       R"({"a": {"*": {"b": 1}, "c": {"b": 2}}})",
       "a[*].b",
       {"a[*].b", "a.c.b"}},
      {"Quotes around a key are lost, as in Crossplane.",
       R"({"a": {"'q'": 1}})",
       "a[*]",
       {"a.'q'"}},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto root = ParseJson(test.object, &pool);
    auto paths = Expand(*root, *Path::Parse(test.path), {}, &pool);
    ASSERT_TRUE(paths.ok()) << paths.status();
    EXPECT_THAT(Texts(*paths), ElementsAreArray(test.want));
  }
}

TEST(Wildcard, CreatesTheLastMemberOnDemand) {
  struct {
    const char* reason;
    const char* object;
    const char* path;
    std::vector<std::string> want;
  } tests[] = {
      {"It may be missing.",
       R"({"a": [{"b": 1}, {}]})",
       "a[*].b",
       {"a[0].b", "a[1].b"}},
      {"Only the last one.",
       R"({"a": [{"b": {}}, {}]})",
       "a[*].b.c",
       {"a[0].b.c"}},
      {"An element may not.", R"({"a": [[1], []]})", "a[*][0]", {"a[0][0]"}},
      {"There is nothing to create it in.", R"({"a": []})", "a[*].b", {}},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto root = ParseJson(test.object, &pool);
    auto paths =
        Expand(*root, *Path::Parse(test.path), {.create_last = true}, &pool);
    ASSERT_TRUE(paths.ok()) << paths.status();
    EXPECT_THAT(Texts(*paths), ElementsAreArray(test.want));
  }
}

TEST(Wildcard, NeedsAListOrAnObject) {
  constexpr absl::StatusCode kMissing = absl::StatusCode::kNotFound;
  constexpr absl::StatusCode kUnfit = absl::StatusCode::kFailedPrecondition;
  constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
  struct {
    const char* reason;
    const char* object;
    const char* path;
    absl::StatusCode code;
    const char* want;
  } tests[] = {
      {"Null has no elements.", R"({"a": null})", "a[*].b", kMissing,
       R"(cannot expand wildcards of "a[*].b": wildcard field "a" is not )"
       "found"},
      {"A text has none.", R"({"a": "x"})", "a[*]", kUnfit,
       R"(cannot expand wildcards of "a[*]": "a": unexpected wildcard usage)"},
      {"A branch of another shape.", R"({"a": [{"b": 1}, 2]})", "a[*].b",
       kUnfit, R"(cannot expand wildcards of "a[*].b": a[1]: not an object)"},
      {"A branch that is no list.", R"({"a": [[1], {}]})", "a[*][0]", kUnfit,
       R"(cannot expand wildcards of "a[*][0]": a[1]: not an array)"},
      {"A key with a bracket cannot be named.", R"({"a": {"b]": 1}})", "a[*]",
       kInvalid,
       R"(cannot expand wildcards of "a[*]": cannot parse path "a.b]": )"
       "unexpected ']' at position 3"},
      {"Nor can an empty one.", R"({"a": {"": 1}})", "a[*]", kInvalid,
       R"(cannot expand wildcards of "a[*]": cannot parse path "a.": )"
       "unexpected '.' at position 1"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto root = ParseJson(test.object, &pool);
    auto paths = Expand(*root, *Path::Parse(test.path), {}, &pool);
    EXPECT_EQ(paths.status().code(), test.code);
    EXPECT_EQ(paths.status().message(), test.want);
  }
}

TEST(Wildcard, HasALimit) {
  Pool pool;
  Value list = Array();
  for (int i = 0; i < 101; ++i) {
    Value inner = Array();
    for (int k = 0; k < 100; ++k) inner.PushBack(k, pool.allocator());
    list.PushBack(inner, pool.allocator());
  }
  Value root = Object();
  ASSERT_TRUE(
      Put(root, *Path::Parse("a"), Value(list, pool.allocator()), &pool).ok());
  auto paths = Expand(root, *Path::Parse("a[*][*]"), {}, &pool);
  EXPECT_EQ(paths.status().code(), absl::StatusCode::kFailedPrecondition);
  root["a"].PopBack();
  paths = Expand(root, *Path::Parse("a[*][*]"), {}, &pool);
  ASSERT_TRUE(paths.ok());
  EXPECT_EQ(paths->size(), kMaxFanOut);
}

// Ten thousand places behind one long key are ten thousand long paths.
TEST(Wildcard, PathsAreOfABoundedLength) {
  Pool pool;
  Value list = Array();
  for (int i = 0; i < 10000; ++i) list.PushBack(i, pool.allocator());
  Value members = Object();
  Set(members, pool.Keep(std::string(100000, 'k')), std::move(list), &pool);
  Value root = Object();
  Set(root, "a", std::move(members), &pool);
  EXPECT_EQ(Expand(root, *Path::Parse("a[*][*]"), {}, &pool).status().message(),
            "cannot expand wildcards of \"a[*][*]\": patches make more than "
            "33554432 bytes in this call");
}

}  // namespace
}  // namespace loom
