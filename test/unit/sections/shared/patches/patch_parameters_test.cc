// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/patch_parameters.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

// A call of a set with these parameters and patches, which two resources use.
NativeCall Use(absl::string_view parameters, absl::string_view patches,
               absl::string_view a, absl::string_view b = "{}") {
  NativeCall call;
  call.spec = R"({"n": 3})";
  call.more = absl::StrCat(R"("patchSets": [{"name": "set", "parameters": )",
                           parameters, R"(, "patches": )", patches, "}]");
  auto resource = [](absl::string_view name, absl::string_view values) {
    return absl::StrCat(R"({"name": ")", name,
                        R"(", "base": {"apiVersion": "e/v1", "kind": "A"},
            "patches": [{"type": "PatchSet", "patchSetName": "set",
                         "parameters": )",
                        values, "}]}");
  };
  call.resources =
      absl::StrCat("[", resource("a", a), ", ", resource("b", b), "]");
  return call;
}

TEST(PatchParameters, StandInEveryText) {
  const struct {
    const char* reason;
    const char* parameters;
    const char* patches;
    const char* a;
    const char* want;  // spec of a
  } tests[] = {
      {"In a path, and in an expression.", R"({"p": null, "f": "x"})",
       R"([{"type": "FromExpression", "expression": "params.p + 1",
            "toFieldPath": "spec.${params.f}"}])",
       R"({"p": 4})", R"({"x":5})"},
      {"A text that is nothing else has the value with its type.",
       R"({"p": 7})",
       R"([{"fromFieldPath": "spec.n", "toFieldPath": "spec.n", "transforms":
            [{"type": "math", "math": {"type": "Multiply",
                                       "multiply": "${params.p}"}}]}])",
       "{}", R"({"n":21})"},
      {"A whole map of a transform.", R"({"m": {"3": "three"}})",
       R"([{"fromFieldPath": "spec.n", "toFieldPath": "spec.n", "transforms":
            [{"type": "convert", "convert": {"toType": "string"}},
             {"type": "map", "map": "${params.m}"}]}])",
       "{}", R"({"n":"three"})"},
      {"A list and an object in an expression.", R"({"l": [1, 2], "o": {}})",
       R"([{"type": "FromExpression", "toFieldPath": "spec.x",
            "expression": "params.l.size() + params.o.k"}])",
       R"({"o": {"k": 5}})", R"({"x":7})"},
      {"In an expression of a transform, and in the text of one.",
       R"({"p": "s", "f": "n"})",
       R"([{"fromFieldPath": "spec.n", "toFieldPath": "spec.x", "transforms":
            [{"type": "expression",
              "expression": "params.p + string(value) + '${params.f}'"}]}])",
       "{}", R"({"x":"s3n"})"},
      {"Escaped, and what only looks alike.", R"({"p": "s"})",
       R"([{"fromFieldPath": "spec.n", "toFieldPath": "spec.x", "transforms":
            [{"type": "string", "string": {"type": "Format",
              "fmt": "%d $${params.p} ${params.p} ${other} ${params.p"}}]}])",
       "{}", R"({"x":"3 ${params.p} s ${other} ${params.p"})"},
      {"Null is none.", R"({"p": "default"})",
       R"([{"type": "FromExpression", "expression": "params.p",
            "toFieldPath": "spec.x"}])",
       R"({"p": null})", R"({"x":"default"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call = Use(test.parameters, test.patches, test.a, test.a);
    EXPECT_EQ(call.At("desired.resources.a.resource.spec"), test.want)
        << call.Made();
  }
}

TEST(PatchParameters, AreThoseOfEachUse) {
  NativeCall call = Use(R"({"p": "x"})",
                        R"([{"type": "FromExpression", "expression": "params.p",
                             "toFieldPath": "spec.${params.p}"}])",
                        R"({"p": "y"})");
  EXPECT_EQ(call.At("desired.resources.a.resource.spec"), R"({"y":"y"})");
  EXPECT_EQ(call.At("desired.resources.b.resource.spec"), R"({"x":"x"})");
}

TEST(PatchParameters, ReportMistakes) {
  constexpr char kPatches[] =
      R"([{"type": "FromExpression", "expression": "params.prefix",
           "toFieldPath": "spec.${params.field}"}])";
  const struct {
    const char* reason;
    const char* parameters;
    const char* patches;
    const char* a;
    const char* want;
  } tests[] = {
      {"One has to be given.", R"({"prefix": null, "field": "x"})", kPatches,
       "{}",
       "resources[0].patches[0].parameters: Required value: the patch set "
       "\"set\" needs prefix; resources[1].patches[0].parameters"},
      {"There is none of that name.", R"({"prefix": "p", "field": "x"})",
       kPatches, R"({"prefx": "q"})",
       "resources[0].patches[0].parameters.prefx: Invalid value: the patch set "
       "\"set\" has no such parameter (prefix?)"},
      {"Nor in a text.", R"({"prefix": "p", "feld": "x"})", kPatches, "{}",
       "patchSets[set].patches[0].toFieldPath: Invalid value: unknown "
       "parameter \"field\" (feld?)"},
      {"Nor in an expression.", R"({"prefx": "p", "field": "x"})", kPatches,
       "{}",
       "patchSets[set].patches[0].expression: Invalid value: 1:7: unknown "
       "parameter \"prefix\" (prefx?)"},
      {"A list is no part of a text.", R"({"prefix": "p", "field": ["x"]})",
       kPatches, "{}",
       "patchSets[set].patches[0].toFieldPath: Invalid value: the parameter "
       "\"field\" is a list, which cannot be part of a string"},
      {"A name that expressions cannot have.", R"({"a-b": "p"})", "[]", "{}",
       "patchSets[0].parameters.a-b: Invalid value: expected a name of "
       "letters, "
       "digits and underscores"},
      {"A value that does not fit.", R"({"prefix": "p", "field": "x["})",
       kPatches, "{}", "patchSets[set].patches[0].toFieldPath: Invalid value:"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string made =
        Brief(Use(test.parameters, test.patches, test.a).Made());
    EXPECT_TRUE(absl::StrContains(made, test.want)) << made;
  }
  NativeCall call;
  call.resources =
      R"([{"name": "a", "base": {"apiVersion": "e/v1", "kind": "A"},
      "patches": [{"type": "FromExpression", "expression": "params.x",
                   "toFieldPath": "spec.x"}]}])";
  EXPECT_TRUE(absl::StrContains(
      call.Made(),
      "\"params\" is available only in a patch set with parameters"));
}

TEST(PatchParameters, OfASetThatNobodyUsesAreChecked) {
  NativeCall call;
  call.more = R"("patchSets": [{"name": "set", "parameters": {"p": "x"},
      "patches": [{"type": "FromExpression", "expression": "params.q",
                   "toFieldPath": "spec.x"}]}])";
  EXPECT_TRUE(absl::StrContains(call.Made(), "unknown parameter \"q\""));
}

}  // namespace
}  // namespace loom
