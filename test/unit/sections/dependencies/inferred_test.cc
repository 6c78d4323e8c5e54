// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/inferred.h"

#include <gtest/gtest.h>

#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "language/input/fields.h"
#include "test/testing/json.h"

namespace loom {
namespace {

// The entries that an input has, as `a -> b, c`, joined by "; ", and behind it the notes.
std::string Entries(absl::string_view input) {
  const Value value = Json(input);
  Problems problems;
  const Input root(value, Dialect::kNative, &problems);
  Fields fields(root);
  std::vector<Dependency> list;
  for (const Input& entry : fields.List("dependencies")) {
    list.push_back(Dependency::Parse(entry));
  }
  const OwnTemplates templates = OwnTemplates::Parse(root);
  std::vector<std::string> lines;
  for (const Dependency& each :
       WithInferred(std::move(list), templates, root)) {
    std::vector<std::string> names;
    names.reserve(each.depends_on.size());
    for (const Prerequisite& one : each.depends_on) {
      names.push_back(
          absl::StrCat(one.resource->text(), one.has_usage ? " (Usage)" : ""));
    }
    lines.push_back(
        absl::StrCat(each.resource.text(), " -> ", absl::StrJoin(names, ", ")));
  }
  for (const Problem& note : problems.notes()) lines.push_back(note.text());
  for (const Problem& each : problems.problems()) lines.push_back(each.text());
  return absl::StrJoin(lines, "; ");
}

TEST(WithInferred, FindsWhatTemplatesRead) {
  const struct {
    const char* reason;
    const char* members;
    const char* want;
  } tests[] = {
      {"A text of a template.",
       R"j("resources": [{"name": "a"}, {"name": "b", "template":
            {"x": ["to ${observed.resources.a.resource.status.id}"]}}])j",
       "b -> a"},
      {"A patch, a transform, a detail, a condition and a list.",
       R"j("resources": [{"name": "a"},
            {"name": "b", "patches": [{"type": "FromExpression",
               "expression": "observed.resources['a'].resource.x"}]},
            {"name": "c", "patches": [{"transforms": [{"type": "expression",
               "expression": "observed.resources.a.resource.x"}]}]},
            {"name": "d", "connectionDetails": [{"expression":
               "observed.resources.a.connection_details.x"}]},
            {"name": "e", "condition": "has(observed.resources.a)"},
            {"name": "f", "forEach": {"items":
               "observed.resources.a.resource.status.ids"}}])j",
       "b -> a; c -> a; d -> a; e -> a; f -> a"},
      {"A patch set, and one with parameters.",
       R"j("patchSets": [{"name": "s", "parameters": {"of": "a"}, "patches":
            [{"expression": "observed.resources['${params.of}'].resource.x"}]}],
          "resources": [{"name": "a"}, {"name": "b"},
            {"name": "c", "patches": [{"type": "PatchSet", "patchSetName": "s"}]},
            {"name": "d", "patches": [{"type": "PatchSet", "patchSetName": "s",
                                       "parameters": {"of": "b"}}]}])j",
       "c -> a; d -> b"},
      {"An item by its name, and by one that is computed.",
       R"j("resources": [{"name": "net", "forEach": {"items": "[1]"}},
            {"name": "a", "template":
               {"x": "${observed.resources['net-1'].resource.x}"}},
            {"name": "b", "template":
               {"x": "${observed.resources['net-' + composite.k].resource.x}"}}])j",
       "a -> net; b -> net"},
      {"A reference.",
       R"j("resources": [{"name": "a"}, {"name": "b"}],
          "references": [{"name": "r", "target": {"resource": "b"},
            "from": [{"fromResource": {"name": "a", "fieldPath": "x"}}]}])j",
       "b -> a"},
      {"Itself, the base and the composite do not count.",
       R"j("resources": [{"name": "a", "template":
            {"x": "${observed.resources.a.resource.x + composite.a}"}},
            {"name": "b", "base": {"x": "${observed.resources.a.resource.x}"}}])j",
       "dependencies[0].inferred: no resource that it matches reads another "
       "resource"},
      {"A resource of another step does not.",
       R"j("resources": [{"name": "b", "template":
            {"x": "${observed.resources.a.resource.x}"}}])j",
       "dependencies[0].inferred: no resource that it matches reads another "
       "resource"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(
        Entries(absl::StrCat(
            "{", test.members,
            R"j(, "dependencies": [{"resource": ".*", "inferred": true}]})j")),
        test.want);
  }
}

TEST(WithInferred, LeavesPairsToEntriesThatAreWritten) {
  constexpr char kInput[] =
      R"j({"resources": [{"name": "a"}, {"name": "b"}, {"name": "c", "template":
            {"x": "${observed.resources.a.resource.x}",
             "y": "${observed.resources.b.resource.x}"}}],
          "dependencies": [
            {"resource": "c", "dependsOn": [{"resource": "a"}]},
            {"resource": "[a-c]", "inferred": true, "deletion": "Usage"},
            {"resource": ".*", "inferred": true}]})j";
  EXPECT_EQ(Entries(kInput), "c -> a; c -> b (Usage)");
}

TEST(WithInferred, ReportsMistakes) {
  EXPECT_EQ(
      Entries(R"j({"dependencies": [{"resource": "a", "inferred": true,
                        "dependsOn": [{"resource": "b"}]}]})j"),
      "dependencies[0].inferred: no resource that it matches reads another "
      "resource; dependencies[0]: dependsOn and inferred cannot be combined");
  EXPECT_EQ(
      Entries(R"j({"dependencies": [{"resource": "a", "inferred": false}]})j"),
      "a -> ; dependencies[0].dependsOn: Required value: dependsOn is "
      "required");
}

}  // namespace
}  // namespace loom
