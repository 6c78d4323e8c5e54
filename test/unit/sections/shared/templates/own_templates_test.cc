// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/templates/own_templates.h"

#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "test/testing/json.h"

namespace loom {
namespace {

TEST(OwnTemplates, AreReadWhateverIsWrongWithThem) {
  const struct {
    const char* reason;
    const char* input;
    const char* names;
    bool checks;  // of the resource a
  } tests[] = {
      {"No templates.", "{}", "", false},
      {"No list.", R"({"resources": {"name": "a"}})", "", false},
      {"No input.", "[]", "", false},
      {"Names, sorted.", R"({"resources": [{"name": "b"}, {"name": "a"}]})",
       "a b", false},
      {"What has no name is no template.",
       R"({"resources": [5, {}, {"name": 5}, {"name": "a"}]})", "a", false},
      {"Checks.", R"({"resources": [{"name": "a",
          "readinessChecks": [{"type": "None"}]}]})",
       "a", true},
      {"An empty list of checks is none.",
       R"({"resources": [{"name": "a", "readinessChecks": []}]})", "a", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const AuthorInput input(test.input, Dialect::kNative);
    const OwnTemplates templates = OwnTemplates::Parse(input.root());
    EXPECT_EQ(absl::StrJoin(templates.names(), " "), test.names);
    EXPECT_EQ(templates.HasChecks("a"), test.checks);
  }
}

TEST(OwnTemplates, SayWhatATemplateHas) {
  const AuthorInput input(
      R"({"resources": [{"name": "a", "base": {}}, {"name": "b", "base": null},
          {"name": "c", "readinessChecks": [{"type": "None"}],
           "forEach": {"items": "composite.spec.zones"}},
          {"name": "e", "template": {}},
          {"name": "${composite.spec.team}-x", "id": "f", "base": {}}]})",
      Dialect::kNative);
  const OwnTemplates templates = OwnTemplates::Parse(input.root());
  ASSERT_NE(templates.Find("a"), nullptr);
  EXPECT_TRUE(templates.Find("a")->makes_object);
  EXPECT_FALSE(templates.Find("b")->makes_object) << "null is absent";
  EXPECT_FALSE(templates.Find("c")->makes_object);
  EXPECT_TRUE(templates.Find("e")->makes_object) << "as with a base";
  EXPECT_TRUE(templates.Find("c")->has_checks);
  EXPECT_TRUE(templates.Find("c")->has_loop);
  EXPECT_FALSE(templates.Find("a")->has_loop);
  EXPECT_EQ(templates.Find("d"), nullptr);
  ASSERT_NE(templates.Find("f"), nullptr) << "it is called by its id";
  EXPECT_TRUE(templates.Find("f")->has_computed_name);
  EXPECT_FALSE(templates.Find("a")->has_computed_name);
}

TEST(OwnTemplates, SayWhatTheyMakeInACall) {
  const AuthorInput input(
      R"({"resources": [{"name": "a", "forEach": null},
          {"name": "b", "forEach": {"items": "[]"}},
          {"name": "c", "forEach": {"items": "[]"}}, {"name": "d"}]})",
      Dialect::kNative);
  const OwnTemplates templates = OwnTemplates::Parse(input.root());
  Expansions expansions;
  expansions.Set("b", {"b-1", "b-2"});
  expansions.Set("d", {});
  EXPECT_EQ(absl::StrJoin(templates.Resources(expansions), " "), "a b-1 b-2 c");
  EXPECT_EQ(absl::StrJoin(templates.PendingLoops(expansions), " "), "c");
  for (absl::string_view name : {"b", "b-1", "b-x-y", "c-1"}) {
    EXPECT_TRUE(templates.IsOfLoop(name)) << name;
  }
  for (absl::string_view name : {"a", "a-1", "bc", "d-1", ""}) {
    EXPECT_FALSE(templates.IsOfLoop(name)) << name;
  }
}

TEST(OwnTemplates, SayWhoMakesAComputedName) {
  const AuthorInput input(
      R"({"resources": [
          {"name": "${composite.spec.team}", "id": "a", "base": {}},
          {"name": "${item}", "id": "b", "forEach": {"items": "[]"}},
          {"name": "c"}]})",
      Dialect::kNative);
  const OwnTemplates templates = OwnTemplates::Parse(input.root());
  Expansions expansions;
  expansions.Set("a", {"blue"});
  expansions.SetId("blue", "a");
  expansions.Set("b", {"x1"});
  expansions.SetId("x1", "b", "x");
  EXPECT_EQ(templates.MadeBy("blue", expansions), "resources[0]");
  EXPECT_EQ(templates.MadeBy("blue", expansions, 0), "") << "it is its own";
  EXPECT_EQ(templates.MadeBy("x1", expansions), "an item of resources[1]");
  EXPECT_EQ(templates.MadeBy("c", expansions), "resources[2]");
  EXPECT_EQ(templates.MadeBy("y", expansions), "");
  EXPECT_EQ(expansions.IdOf("x1"), "b");
  EXPECT_EQ(expansions.KeyOf("b", "x1"), "x");
  EXPECT_EQ(expansions.KeyOf("net", "net-a"), "a") << "behind the name";
  EXPECT_EQ(expansions.IdOf("c"), "");
  EXPECT_TRUE(templates.IsOfLoop("anything")) << "names are not known yet";
}

}  // namespace
}  // namespace loom
