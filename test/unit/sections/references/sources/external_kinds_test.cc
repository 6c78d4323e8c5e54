// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "sections/references/sources/external.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

std::string EntryOfKind(absl::string_view target, absl::string_view field,
                        absl::string_view kind) {
  return absl::StrCat(R"({"target": {)", target, R"(, "field": ")", field,
                      R"("}, "kind": {"apiVersion": "example.org/v1",
                      "kind": ")",
                      kind, R"("}, "formats": [{"template": "s/{name}"}]})");
}

std::string InputOf(const std::vector<std::string>& entries) {
  return absl::StrCat(R"({"externalReferences": [)",
                      absl::StrJoin(entries, ","), "]}");
}

std::string ManyKinds() {
  std::vector<std::string> entries;
  for (int i = 10; i < 22; ++i) {
    entries.push_back(
        EntryOfKind(R"("resource": "a")", "spec.ref", absl::StrCat("K", i)));
  }
  return InputOf(entries);
}

// The reference is one to a Folder, in spec.ref of the resource a of the kind A.
TEST(ExternalKinds, OfOneFieldOfAResourceCountTogether) {
  constexpr char kName[] = R"("resource": "a")";
  constexpr char kThis[] = R"("resourceSelector": {"kind": "A"})";
  constexpr char kOther[] = R"("resourceSelector": {"kind": "B"})";
  constexpr char kUnknown[] =
      "FALSE InvalidReference a spec.ref: kind \\\"Folder\\\" is not one of: ";
  const std::string project = EntryOfKind(kName, "spec.ref", "Project");
  const struct {
    const char* reason;
    std::string entries;
    std::string condition;
  } tests[] = {
      {"An entry of the same target.",
       InputOf({project, EntryOfKind(kName, "spec.ref", "Folder")}),
       "TRUE Resolved"},
      {"One that selects the resource.",
       InputOf({project, EntryOfKind(kThis, "spec.ref", "Folder")}),
       "TRUE Resolved"},
      {"Two that select it.",
       InputOf({EntryOfKind(kThis, "spec.ref", "Project"),
                EntryOfKind(R"("resourceSelector": {"resource": "^a$"})",
                            "spec.ref", "Folder")}),
       "TRUE Resolved"},
      {"One that selects another resource.",
       InputOf({EntryOfKind(kThis, "spec.ref", "Project"),
                EntryOfKind(kOther, "spec.ref", "Folder")}),
       absl::StrCat(kUnknown, "Project")},
      {"One of another field.",
       InputOf({project, EntryOfKind(kName, "spec.other", "Folder")}),
       absl::StrCat(kUnknown, "Project")},
      {"Every kind is named once, in the order of the input.",
       InputOf(
           {project, EntryOfKind(kThis, "spec.ref", "Organization"), project}),
       absl::StrCat(kUnknown, "Project, Organization")},
      {"A message does not name many.", ManyKinds(),
       absl::StrCat(kUnknown,
                    "K10, K11, K12, K13, K14, K15, K16, K17, K18, K19 and 2 "
                    "more")},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.desired = R"({"a": {"resource": {"apiVersion": "example.org/v1",
             "kind": "A", "spec": {"ref": {"kind": "Folder",
             "external": "/s/f1"}}}}, "b": {"resource": {"apiVersion":
             "example.org/v1", "kind": "B"}}})",
         .more = test.entries});
    EXPECT_EQ(call.Condition(), test.condition);
    EXPECT_EQ(call.Spec(),
              test.condition == "TRUE Resolved"
                  ? R"({"ref":{"external":"s/f1","kind":"Folder"}})"
                  : "absent");
  }
}

}  // namespace
}  // namespace loom
