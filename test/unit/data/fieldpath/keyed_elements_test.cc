// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/keyed_elements.h"

#include "absl/strings/str_join.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

std::string Texts(const absl::StatusOr<std::vector<Path>>& paths) {
  if (!paths.ok()) return std::string(paths.status().message());
  return absl::StrJoin(*paths, " ", [](std::string* out, const Path& path) {
    out->append(path.text());
  });
}

TEST(KeyedElements, AreFoundOrMade) {
  struct {
    const char* reason;
    const char* object;
    const char* path;
    const char* found;
    const char* made;
    const char* after;
  } tests[] = {
      {"The element that has the key.", R"({"t":[{"k":"a"},{"k":"b"}]})",
       "t[k=b].v", "t[1].v", "t[1].v", R"({"t":[{"k":"a"},{"k":"b"}]})"},
      {"Each of two.", R"({"t":[{"k":"a"},{"k":"a"}]})", "t[k=a].v",
       "t[0].v t[1].v", "t[0].v t[1].v", R"({"t":[{"k":"a"},{"k":"a"}]})"},
      {"A missing one is added behind the others.", R"({"t":[1,{"k":"a"}]})",
       "t[k=b].v", "", "t[2].v", R"({"t":[1,{"k":"a"},{"k":"b"}]})"},
      {"So is the list.", "{}", "s.t[k=b]", "", "s.t[0]",
       R"({"s":{"t":[{"k":"b"}]}})"},
      {"A list that is null counts as missing.", R"({"t":null})", "t[k=b]", "",
       "t[0]", R"({"t":[{"k":"b"}]})"},
      {"A map has an ordinary key.", R"({"t":{"k=b":1}})", "t[k=b]", "t.k=b",
       "t.k=b", R"({"t":{"k=b":1}})"},
      {"A number is compared by its text.", R"({"t":[{"k":80}]})", "t[k=80]",
       "t[0]", "t[0]", R"({"t":[{"k":80}]})"},
      {"A value may have a dot.", "{}", "t[k=a.b/c].v", "", "t[0].v",
       R"({"t":[{"k":"a.b/c"}]})"},
      {"A list in an element.", R"({"t":[{"k":"a"}]})", "t[k=a].u[n=x].v", "",
       "t[0].u[0].v", R"({"t":[{"k":"a","u":[{"n":"x"}]}]})"},
      {"Without a key the path is itself.", R"({"t":[]})", "t[0].v", "t[0].v",
       "t[0].v", R"({"t":[]})"},
      {"A text is no list.", R"({"t":"x"})", "t[k=a]",
       "t: expected a list, got a string", "t: expected a list, got a string",
       R"({"t":"x"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value object = *ParseJson(test.object, &pool);
    const Path path = *Path::Parse(test.path);
    EXPECT_EQ(Texts(FindElements(object, path, &pool)), test.found);
    EXPECT_EQ(Texts(MakeElements(object, path, &pool)), test.made);
    EXPECT_EQ(*CompactJson(object), test.after);
  }
}

}  // namespace
}  // namespace loom
