// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/patch_set.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"

namespace loom {
namespace {

// What the patches of `patches` make of an object; or what was reported.
std::string Patched(absl::string_view sets, absl::string_view patches,
                    Dialect dialect) {
  AuthorInput input(
      absl::StrCat(R"({"patchSets": )", sets, R"(, "patches": )", patches, "}"),
      dialect);
  PatchSets known = PatchSets::Parse(input.List("patchSets"));
  Patches resolved = known.Resolve(input.List("patches"));
  if (!input.problems().empty()) return input.problems();
  Value from = Json(R"({"a": 1, "b": 2, "c": 3})");
  Value to = Json(R"({"kind": "Bucket"})");
  for (const auto& patch : resolved) {
    absl::Status status = patch->Apply(from, to, nullptr, TestPool());
    if (!status.ok()) return Plain(status).ToString();
  }
  return absl::StrCat(resolved.size(), " ", ToJson(to));
}

TEST(PatchSets, StandForTheirPatches) {
  constexpr char kSets[] = R"([
      {"name": "ab", "patches": [{"fromFieldPath": "a", "toFieldPath": "x"},
                                 {"fromFieldPath": "b"}]},
      {"name": "c", "patches": [{"fromFieldPath": "c", "toFieldPath": "x"}]},
      {"name": "none"}])";
  const struct {
    const char* reason;
    const char* sets;
    const char* patches;
    const char* want;
  } tests[] = {
      {"Where a reference stands, the set's patches stand.", kSets,
       R"([{"type": "PatchSet", "patchSetName": "ab"}])",
       R"(2 {"b":2,"kind":"Bucket","x":1})"},
      {"Order counts: what stands later writes over it.", kSets,
       R"([{"type": "PatchSet", "patchSetName": "ab"},
           {"type": "PatchSet", "patchSetName": "c"}])",
       R"(3 {"b":2,"kind":"Bucket","x":3})"},
      {"… the other way around.", kSets,
       R"([{"type": "PatchSet", "patchSetName": "c"},
           {"type": "PatchSet", "patchSetName": "ab"}])",
       R"(3 {"b":2,"kind":"Bucket","x":1})"},
      {"A set may be used many times, between other patches.", kSets,
       R"([{"type": "PatchSet", "patchSetName": "c"},
           {"fromFieldPath": "a", "toFieldPath": "x"},
           {"type": "PatchSet", "patchSetName": "c"}])",
       R"(3 {"kind":"Bucket","x":3})"},
      {"A set without patches is one.", kSets,
       R"([{"type": "PatchSet", "patchSetName": "none"}])",
       R"(0 {"kind":"Bucket"})"},
      {"A set that nobody uses does nothing.", kSets, "[]",
       R"(0 {"kind":"Bucket"})"},
      {"What else a reference says has no effect.", kSets,
       R"([{"type": "PatchSet", "patchSetName": "c", "fromFieldPath": "a",
            "toFieldPath": "y", "policy": {"fromFieldPath": "Required"}}])",
       R"(1 {"kind":"Bucket","x":3})"},
      {"Of two sets with one name the last counts.",
       R"([{"name": "s", "patches": [{"fromFieldPath": "a"}]},
           {"name": "s", "patches": [{"fromFieldPath": "b"}]}])",
       R"([{"type": "PatchSet", "patchSetName": "s"}])",
       R"(1 {"b":2,"kind":"Bucket"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Patched(test.sets, test.patches, Dialect::kPatchAndTransform),
              test.want);
  }
}

TEST(PatchSets, ReportMistakes) {
  const struct {
    const char* reason;
    Dialect dialect;
    const char* sets;
    const char* patches;
    const char* want;
  } tests[] = {
      {"A set that does not exist.", Dialect::kPatchAndTransform, "[]",
       R"([{"type": "PatchSet", "patchSetName": "labels"}])",
       "patches[0].patchSetName: cannot find PatchSet by name labels"},
      {"A reference without a name.", Dialect::kPatchAndTransform, "[]",
       R"([{"type": "PatchSet"}])",
       "patches[0].patchSetName: Required value: patchSetName is required"},
      {"A set without a name.", Dialect::kPatchAndTransform,
       R"([{"patches": []}])", "[]",
       "patchSets[0].name: Required value: name is required"},
      {"A set has no room for a reference.", Dialect::kPatchAndTransform,
       R"([{"name": "s", "patches": [{"type": "PatchSet",
                                      "fromFieldPath": "a"}]}])",
       "[]",
       "patchSets[0].patches[0].type: Invalid value: \"PatchSet\": expected "
       "one of "
       "FromCompositeFieldPath, ToCompositeFieldPath, "
       "FromEnvironmentFieldPath, ToEnvironmentFieldPath, "
       "CombineFromComposite, CombineToComposite, CombineFromEnvironment, "
       "CombineToEnvironment"},
      {"The mistakes of a set that nobody uses are reported.",
       Dialect::kPatchAndTransform, R"([{"name": "s", "patches": [{}]}])", "[]",
       "patchSets[0].patches[0].fromFieldPath: Required value: fromFieldPath "
       "is required"},
      {"The mistakes of a reference are reported, though it has no such "
       "effect.",
       Dialect::kPatchAndTransform, R"([{"name": "s"}])",
       R"([{"type": "PatchSet", "patchSetName": "s",
            "policy": {"fromFieldPath": "Never"}}])",
       "patches[0].policy.fromFieldPath: Invalid value: \"Never\": expected "
       "one of "
       "Optional, Required"},
      {"A patch of another type may name a set, too.",
       Dialect::kPatchAndTransform, "[]",
       R"([{"fromFieldPath": "a", "patchSetName": "s"}])",
       R"(1 {"a":1,"kind":"Bucket"})"},
      {"… but not in a set.", Dialect::kPatchAndTransform,
       R"([{"name": "s", "patches": [{"fromFieldPath": "a",
                                      "patchSetName": "s"}]}])",
       "[]", "patchSets[0].patches[0]: unknown patchSetName"},
      {"Two sets with one name, in a native input.", Dialect::kNative,
       R"([{"name": "s"}, {"name": "s"}])", "[]",
       "patchSets[1].name: Invalid value: duplicate name \"s\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(Patched(test.sets, test.patches, test.dialect)), test.want);
  }
}

}  // namespace
}  // namespace loom
