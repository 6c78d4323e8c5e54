// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "sections/shared/patches/patch_policy.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

TEST(PatchPolicy, IsReadFromThePatch) {
  const struct {
    const char* reason;
    const char* patch;
    bool required;
    bool merges;
    bool keeps;
    bool appends;
    bool says_optional = false;
  } tests[] = {
      {"Without a policy a value is optional and replaces.", "{}", false, false,
       false, false},
      {"So it is with an empty one.", R"({"policy": {}})", false, false, false,
       false},
      {"The defaults, spelt out.",
       R"({"policy": {"fromFieldPath": "Optional",
                      "toFieldPath": "Replace"}})",
       false, false, false, false, true},
      {"Required.", R"({"policy": {"fromFieldPath": "Required"}})", true, false,
       false, false},
      {"Members are added, present ones kept.",
       R"({"policy": {"toFieldPath": "MergeObjects"}})", false, true, true,
       false},
      {"Its older name.", R"({"policy": {"toFieldPath": "MergeObject"}})",
       false, true, true, false},
      {"… and lists are appended to.",
       R"({"policy": {"toFieldPath": "MergeObjectsAppendArrays"}})", false,
       true, true, true},
      {"Members are added, present ones replaced.",
       R"({"policy": {"toFieldPath": "ForceMergeObjects"}})", false, true,
       false, false},
      {"… and lists are appended to.",
       R"({"policy": {"toFieldPath": "ForceMergeObjectsAppendArrays"}})", false,
       true, false, true},
      {"Its older name.", R"({"policy": {"toFieldPath": "AppendArray"}})",
       false, true, false, true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.patch, Dialect::kPatchAndTransform);
    Fields fields(input.root());
    PatchPolicy policy = PatchPolicy::Parse(fields);
    EXPECT_EQ(input.problems(), "");
    EXPECT_EQ(policy.required, test.required);
    EXPECT_EQ(policy.says_optional, test.says_optional);
    EXPECT_EQ(policy.to->merges, test.merges);
    EXPECT_EQ(policy.to->combine.keep_values, test.keeps);
    EXPECT_EQ(policy.to->combine.append_arrays, test.appends);
  }
}

TEST(PatchPolicy, ReportsMistakes) {
  const struct {
    const char* reason;
    const char* patch;
    const char* want;
  } tests[] = {
      {"Policies are spelt exactly, and all mistakes are reported.",
       R"({"policy": {"fromFieldPath": "required",
                      "toFieldPath": "Merge"}})",
       "policy.fromFieldPath: Invalid value: \"required\": expected one of "
       "Optional, Required (Required?); policy.toFieldPath: Invalid value: "
       "\"Merge\": expected one of Replace, MergeObjects, MergeObject, "
       "MergeObjectsAppendArrays, ForceMergeObjects, "
       "ForceMergeObjectsAppendArrays, AppendArray"},
      {"An empty one is not an absent one.",
       R"({"policy": {"fromFieldPath": ""}})",
       "policy.fromFieldPath: Invalid value: \"\": expected one of Optional, "
       "Required"},
      {"What older versions had is unknown.",
       R"({"policy": {"mergeOptions": {}}})", "policy: unknown mergeOptions"},
      {"A policy is an object.", R"({"policy": "Required"})",
       "policy: Invalid value: expected an object, got a string"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.patch, Dialect::kPatchAndTransform);
    Fields fields(input.root());
    EXPECT_NE(PatchPolicy::Parse(fields).to, nullptr);
    EXPECT_EQ(Brief(input.problems()), test.want);
  }
}

TEST(PatchPolicy, OfACombinePatchIsReadLate) {
  const struct {
    const char* reason;
    const char* policy;
    // Whether the source is required where an unknown policy says so, and elsewhere.
    bool required[2];
    absl::StatusCode mistakes;
  } tests[] = {
      {"Nothing is wrong.",
       R"({"fromFieldPath": "Required"})",
       {true, true},
       absl::StatusCode::kOk},
      {"P&T does not read an unknown fromFieldPath.",
       R"({"fromFieldPath": "Require"})",
       {true, false},
       absl::StatusCode::kOk},
      {"It reads toFieldPath when the patch writes.",
       R"({"toFieldPath": "Merge"})",
       {false, false},
       absl::StatusCode::kInvalidArgument},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    for (const bool if_unknown : {true, false}) {
      AuthorInput input(absl::StrCat(R"({"policy": )", test.policy, "}"),
                        Dialect::kPatchAndTransform);
      Fields fields(input.root());
      const auto policy = PatchPolicy::ParseOfCombine(fields, if_unknown);
      EXPECT_EQ(policy.required, test.required[if_unknown ? 0 : 1]);
      EXPECT_EQ(policy.mistakes.code(), test.mistakes);
      EXPECT_EQ(input.problems(), "");
    }
  }
}

}  // namespace
}  // namespace loom
