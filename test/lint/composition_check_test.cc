// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lint/checks.h"
#include "test/lint/linted.h"

namespace loom {
namespace {

// A Composition whose spec, from line 4 on, has these members.
std::string Composition(const std::string& spec) {
  return "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n"
         "spec:\n" +
         spec;
}

constexpr char kPatchStep[] = R"(  - step: patch
    input:
      apiVersion: pt.fn.crossplane.io/v1beta1
      resources:
      - name: a
        base: {apiVersion: example.org/v1, kind: B}
        patches: [{type: FromEnvironmentFieldPath, fromFieldPath: spec.a}]
)";
constexpr char kSelectStep[] = R"(  - step: select
    input:
      apiVersion: environmentconfigs.fn.crossplane.io/v1beta1
      spec: {environmentConfigs: [{type: Reference, ref: {name: a}}]}
)";
constexpr char kXrd[] = R"(apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
spec:
  group: example.org
  names: {kind: XApp}
  versions: [{name: v1, served: true}, {name: v2, served: false}]
)";

TEST(CheckCompositions, LooksAtTheFrame) {
  const std::string pipeline = "  mode: Pipeline\n  pipeline:\n";
  const struct {
    const char* reason;
    std::string text;
    const char* want;
  } tests[] = {
      {"Nothing wrong.", Composition(pipeline + "  - step: a\n"), ""},
      {"No mode.", Composition("  resources: []\n"),
       "4:3 composition/mode spec.mode"},
      {"Another mode.", Composition("  mode: Resources\n"),
       "4:9 composition/mode spec.mode"},
      {"A section that is ignored.",
       Composition("  patchSets: []\n" + pipeline),
       "4:3 composition/ignored-section spec.patchSets"},
      {"A step without a name.", Composition(pipeline + "  - input: {}\n"),
       "6:5 composition/step-name spec.pipeline[0]"},
      {"A name twice.", Composition(pipeline + "  - step: a\n  - step: a\n"),
       "7:11 composition/step-name spec.pipeline[1].step"},
      {"The environment is selected before it is read.",
       Composition(pipeline + kSelectStep + kPatchStep), ""},
      {"And after it.", Composition(pipeline + kPatchStep + kSelectStep),
       "13:5 composition/step-order spec.pipeline[1]"},
      {"A step of another function may set it.",
       Composition(pipeline + "  - step: other\n" + kPatchStep + kSelectStep),
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({test.text}), test.want);
  }
}

TEST(CheckCompositions, LooksAtWhatIsGivenBesides) {
  auto of = [](const std::string& version, const std::string& kind) {
    return Composition("  mode: Pipeline\n  compositeTypeRef: {apiVersion: " +
                       version + ", kind: " + kind + "}\n");
  };
  EXPECT_EQ(Linted({of("example.org/v1", "XApp"), kXrd}), "");
  EXPECT_EQ(Linted({of("example.org/v2", "XApp"), kXrd}),
            "5:34 composition/type-ref spec.compositeTypeRef.apiVersion");
  EXPECT_EQ(Linted({of("example.org/v1", "XAp"), kXrd}),
            "5:56 composition/type-ref spec.compositeTypeRef.kind");
  // Not all definitions have to be given.
  EXPECT_EQ(Linted({of("example.org/v1", "XDatabase"), kXrd}), "");
  EXPECT_EQ(Linted({of("other.example.org/v1", "XApp"), kXrd}), "");

  const std::string composition = Composition(
      "  mode: Pipeline\n  pipeline:\n  - step: a\n"
      "    functionRef: {name: function-lom}\n");
  EXPECT_EQ(Linted({composition}), "");
  EXPECT_EQ(Linted({composition,
                    "apiVersion: pkg.crossplane.io/v1\nkind: Function\n"
                    "metadata: {name: function-loom}\n"}),
            "7:25 composition/function-unknown "
            "spec.pipeline[0].functionRef.name");
}

}  // namespace
}  // namespace loom
