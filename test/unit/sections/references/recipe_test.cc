// SPDX-License-Identifier: Apache-2.0
#include "sections/references/recipe.h"

#include "gtest/gtest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

TEST(Recipe, MakesOneValue) {
  const struct {
    const char* reason;
    const char* members;
    const char* spec;
    const char* condition;
  } tests[] = {
      {"A format.",
       R"("combine": {"variables": [{"fromComposite": {"fieldPath":
          "spec.text"}}, {"fromComposite": {"fieldPath": "spec.number"}}],
          "fmt": "%[2]d-%[1]s-%%"})",
       R"({"x":"5-t-%"})", "TRUE Resolved"},
      {"A verb for a value of another type.",
       R"("combine": {"variables": [{"fromComposite": {"fieldPath":
          "spec.text"}}], "fmt": "n-%d"})",
       "absent",
       "FALSE InvalidReference a spec.x: \\\"%d\\\" in the format does not fit "
       "a "
       "string; %v fits every value"},
      {"A template.",
       R"("variables": [{"name": "t", "fromComposite": {"fieldPath":
          "spec.text"}}, {"name": "n", "fromComposite": {"fieldPath":
          "spec.number"}}], "template": "{{.t}}{{ .n }}-{{ .t }}{}")",
       R"({"x":"t5-t{}"})", "TRUE Resolved"},
      {"A transform behind it.",
       R"("variables": [{"name": "t", "fromComposite": {"fieldPath":
          "spec.text"}}], "template": "a{{.t}}", "transforms": [{"type":
          "string", "string": {"type": "Convert", "convert": "ToUpper"}}])",
       R"({"x":"AT"})", "TRUE Resolved"},
      {"A transform that fails.",
       R"("fromComposite": {"fieldPath": "spec.text"}, "transforms":
          [{"type": "convert", "convert": {"toType": "int64"}}])",
       "absent",
       "FALSE InvalidReference a spec.x: transforms[0] (convert): expected a "
       "64-bit decimal integer, got \\\"t\\\": invalid syntax"},
      {"One of two is missing, and named.",
       R"("combine": {"variables": [{"fromComposite": {"fieldPath":
          "spec.text"}}, {"fromComposite": {"fieldPath": "spec.nope"}}],
          "fmt": "%s-%s"})",
       "absent",
       "UNKNOWN FieldMissing a spec.x: spec.nope: no such field (composite "
       "spec.nope)"},
      {"An object in a text.",
       R"("variables": [{"name": "o", "fromComposite": {"fieldPath":
          "spec.object"}}], "template": "a{{.o}}")",
       "absent",
       "FALSE InvalidReference a spec.x: a list or an object cannot be part of "
       "a string"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call({.entries = EntryTo(test.members)});
    EXPECT_EQ(call.Spec(), test.spec);
    EXPECT_EQ(call.Condition(), test.condition);
  }
}

}  // namespace
}  // namespace loom
