// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

// A Composition whose spec, from line 4 on, has these members.
std::string CompositionCompositionCheck(const std::string& spec) {
  return "apiVersion: apiextensions.crossplane.io/v1\nkind: "
         "Composition\n"
         "spec:\n" +
         spec;
}

constexpr char kTypeRef[] =
    "  compositeTypeRef: {apiVersion: example.org/v1, kind: XDatabase}\n";
constexpr char kPatchStep[] = R"(  - step: patch
    functionRef: {name: function-patch-and-transform}
    input:
      apiVersion: pt.fn.crossplane.io/v1beta1
      resources:
      - name: a
        base: {apiVersion: example.org/v1, kind: B}
        patches: [{type: FromEnvironmentFieldPath, fromFieldPath: spec.a}]
)";
constexpr char kSelectStep[] = R"(  - step: select
    functionRef: {name: function-environment-configs}
    input:
      apiVersion: environmentconfigs.fn.crossplane.io/v1beta1
      spec: {environmentConfigs: [{type: Reference, ref: {name: a}}]}
)";
constexpr char kXrdCompositionCheck[] =
    R"(apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
spec:
  group: example.org
  names: {kind: XApp}
  versions: [{name: v1, served: true}, {name: v2, served: false}]
)";

TEST(CheckCompositions, LooksAtTheFrame) {
  const std::string pipeline =
      absl::StrCat(kTypeRef, "  mode: Pipeline\n  pipeline:\n");
  const std::string a = "  - {step: a, functionRef: {name: f}}\n";
  const struct {
    const char* reason;
    std::string text;
    const char* want;
  } tests[] = {
      {"Nothing wrong.", CompositionCompositionCheck(pipeline + a), ""},
      {"No mode.", CompositionCompositionCheck("  resources: []\n"),
       "4:3 composition/mode spec.mode"},
      {"Another mode.", CompositionCompositionCheck("  mode: Resources\n"),
       "4:9 composition/mode spec.mode"},
      {"A section that is ignored.",
       CompositionCompositionCheck("  patchSets: []\n" + pipeline + a),
       "4:3 composition/ignored-section spec.patchSets"},
      {"A step without a name.",
       CompositionCompositionCheck(pipeline +
                                   "  - {input: {}, functionRef: {name: f}}\n"),
       "7:5 composition/step-name spec.pipeline[0]"},
      {"A name twice.", CompositionCompositionCheck(pipeline + a + a),
       "8:12 composition/step-name spec.pipeline[1].step"},
      {"The environment is selected before it is read.",
       CompositionCompositionCheck(pipeline + kSelectStep + kPatchStep), ""},
      {"And after it.",
       CompositionCompositionCheck(pipeline + kPatchStep + kSelectStep),
       "15:5 composition/step-order spec.pipeline[1]"},
      {"A step of another function may set it.",
       CompositionCompositionCheck(pipeline + a + kPatchStep + kSelectStep),
       ""},
      {"No function.", CompositionCompositionCheck(pipeline + "  - step: a\n"),
       "7:5 composition/frame spec.pipeline[0].functionRef.name"},
      {"A misspelt member, which is reported once.",
       CompositionCompositionCheck(pipeline +
                                   "  - {stpe: a, functionRef: {name: f}}\n"),
       "7:6 composition/frame spec.pipeline[0]"},
      {"A member of a step that nobody knows.",
       CompositionCompositionCheck(
           pipeline + "  - {step: a, functionRef: {name: f}, when: always}\n"),
       "7:39 composition/frame spec.pipeline[0]"},
      {"No steps.",
       CompositionCompositionCheck(
           absl::StrCat(kTypeRef, "  mode: Pipeline\n")),
       "4:3 composition/frame spec.pipeline"},
      {"A misspelt mode.", CompositionCompositionCheck("  moed: Pipeline\n"),
       "4:3 composition/frame spec"},
      {"Another mode needs no pipeline, but has no other members either.",
       CompositionCompositionCheck("  mode: Resources\n  patchsets: []\n"),
       "4:9 composition/mode spec.mode\n5:3 composition/frame spec"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({test.text}), test.want);
  }
}

TEST(CheckCompositions, LooksAtWhatIsGivenBesides) {
  auto of = [](const std::string& version, const std::string& kind) {
    return CompositionCompositionCheck(
        "  mode: Pipeline\n  compositeTypeRef: {apiVersion: " + version +
        ", kind: " + kind +
        "}\n  pipeline: [{step: a, functionRef: {name: f}}]\n");
  };
  EXPECT_EQ(Linted({of("example.org/v1", "XApp"), kXrdCompositionCheck}), "");
  EXPECT_EQ(Linted({of("example.org/v2", "XApp"), kXrdCompositionCheck}),
            "5:34 composition/type-ref spec.compositeTypeRef.apiVersion");
  EXPECT_EQ(Linted({of("example.org/v1", "XAp"), kXrdCompositionCheck}),
            "5:56 composition/type-ref spec.compositeTypeRef.kind");
  // Not all definitions have to be given.
  EXPECT_EQ(Linted({of("example.org/v1", "XDatabase"), kXrdCompositionCheck}),
            "");
  EXPECT_EQ(Linted({of("other.example.org/v1", "XApp"), kXrdCompositionCheck}),
            "");

  const std::string composition = CompositionCompositionCheck(
      "  mode: Pipeline\n  pipeline:\n  - step: a\n"
      "    functionRef: {name: function-lom}\n" +
      std::string(kTypeRef));
  EXPECT_EQ(Linted({composition}),
            "7:25 composition/function-unknown "
            "spec.pipeline[0].functionRef.name")
      << "A slip in the name of this function is certain without Functions.";
  EXPECT_EQ(Linted({composition,
                    "apiVersion: pkg.crossplane.io/v1\nkind: Function\n"
                    "metadata: {name: function-loom}\n"}),
            "7:25 composition/function-unknown "
            "spec.pipeline[0].functionRef.name");
}

// Examples side by side have definitions of one kind.
TEST(CheckCompositions, ComparesWithTheDefinitionOfItsProject) {
  const std::string composition = CompositionCompositionCheck(
      "  compositeTypeRef: {apiVersion: example.org/v3, kind: XApp}\n"
      "  mode: Pipeline\n  pipeline:\n"
      "  - {step: a, functionRef: {name: f}}\n");
  const struct {
    const char* reason;
    const char* definition;
    const char* composition;
    DiagnosticSeverity want;
  } tests[] = {
      {"In one directory.", "a/xrd.yaml", "a/c.yaml",
       DiagnosticSeverity::kError},
      {"Above.", "xrd.yaml", "a/c.yaml", DiagnosticSeverity::kError},
      {"Below.", "a/b/xrd.yaml", "a/c.yaml", DiagnosticSeverity::kError},
      {"Beside.", "a/xrd.yaml", "ab/c.yaml", DiagnosticSeverity::kWarning},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Corpus corpus;
    corpus.AddText(test.definition, kXrdCompositionCheck);
    corpus.AddText(test.composition, composition);
    corpus.Sort();
    const LintReport report = Lint(corpus, {});
    const auto found =
        absl::c_find_if(report.findings, [](const Diagnostic& each) {
          return each.rule == "composition/type-ref";
        });
    ASSERT_NE(found, report.findings.end());
    EXPECT_EQ(found->severity, test.want);
    EXPECT_EQ(absl::StrContains(found->message, test.definition),
              test.want == DiagnosticSeverity::kWarning);
  }
}

}  // namespace
}  // namespace loom
