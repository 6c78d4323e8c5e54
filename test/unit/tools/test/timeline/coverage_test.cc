// SPDX-License-Identifier: Apache-2.0
#include "tools/test/timeline/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "test/testing/temp_folder.h"
#include "tools/test/coverage_report.h"
#include "tools/test/test_command.h"

namespace loom {
namespace {

using testing::HasSubstr;

constexpr char kHead[] =
    "apiVersion: apiextensions.crossplane.io/v1\n"
    "kind: Composition\n"
    "metadata: {name: shop}\n"
    "spec:\n"
    "  compositeTypeRef: {apiVersion: example.org/v1, kind: Shop}\n"
    "  mode: Pipeline\n"
    "  pipeline:\n";

// The heads of steps; the fields of their inputs follow.
constexpr char kPatchInput[] =
    "  - step: patch\n"
    "    functionRef: {name: function-patch-and-transform}\n"
    "    input:\n"
    "      apiVersion: pt.fn.crossplane.io/v1beta1\n"
    "      kind: Resources\n";
constexpr char kNativeInput[] =
    "  - step: weave\n"
    "    functionRef: {name: function-loom}\n"
    "    input:\n"
    "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
    "      kind: Input\n";
constexpr char kSequencerInput[] =
    "  - step: sequence\n"
    "    functionRef: {name: function-sequencer}\n"
    "    input:\n"
    "      apiVersion: sequencer.fn.crossplane.io/v1beta1\n"
    "      kind: Input\n";
constexpr char kConfigsInput[] =
    "  - step: environment\n"
    "    functionRef: {name: function-environment-configs}\n"
    "    input:\n"
    "      apiVersion: environmentconfigs.fn.crossplane.io/v1beta1\n"
    "      kind: Input\n";

// Two resources without conditions.
constexpr char kTwo[] =
    "      resources:\n"
    "      - {name: a, base: {apiVersion: example.org/v1, kind: A}}\n"
    "      - {name: b, base: {apiVersion: example.org/v1, kind: B}}\n";

class CoverageRun {
 public:
  // `steps` are those of the test, in flow style.
  CoverageRun(const std::string& pipeline, const std::string& steps) {
    folder_.Write("composition.yaml", absl::StrCat(kHead, pipeline));
    folder_.Write(
        "a.test.yaml",
        absl::StrCat(
            "apiVersion: loom.fn.crossplane.io/v1beta1\n"
            "kind: CompositionTest\n"
            "metadata: {name: shop}\n"
            "spec:\n"
            "  composition: composition.yaml\n"
            "  composite: {apiVersion: example.org/v1, kind: Shop, metadata: "
            "{name: corner, namespace: a}, spec: {size: 1, class: s}}\n"
            "  objects:\n"
            "  - {apiVersion: apiextensions.crossplane.io/v1beta1, kind: "
            "EnvironmentConfig, metadata: {name: base}, data: {x: y}}\n"
            "  steps: ",
            steps, "\n"));
  }

  std::string Path(const std::string& name) const {
    return folder_.path() + "/" + name;
  }

  std::string Run(std::vector<std::string> flags) {
    flags.push_back(Path("a.test.yaml"));
    std::istringstream in;
    std::ostringstream out, err;
    code = RunTest(flags, in, out, err);
    return out.str() + err.str();
  }

  // What never took part: the path of each part, and its outcomes.
  std::vector<std::string> Uncovered() {
    std::vector<std::string> found;
    const std::string text = Run({"--coverage"});
    EXPECT_THAT(text, HasSubstr("all passed")) << text;
    for (absl::string_view line : absl::StrSplit(text, '\n')) {
      if (!absl::StartsWith(line, "  ")) continue;
      const std::vector<std::string> parts =
          absl::StrSplit(line, absl::MaxSplits(": ", 1));
      found.push_back(parts.back());
    }
    return found;
  }

  int code = 0;

 private:
  TempFolder folder_;
};

struct CoverageRow {
  const char* reason;
  std::string pipeline;
  const char* steps;
  std::vector<std::string> uncovered;
};

std::string PatchesOf(const std::string& patches) {
  return absl::StrCat(kPatchInput,
                      "      resources:\n"
                      "      - name: a\n"
                      "        base: {apiVersion: example.org/v1, kind: A}\n"
                      "        patches:\n",
                      patches);
}

constexpr char kBig[] =
    "[{}, {edit: {spec: {size: 3}}, expect: {deleted: [a]}}]";

TEST(Coverage, KnowsWhatTakesPart) {
  const std::string copy =
      "{type: FromCompositeFieldPath, fromFieldPath: spec.size, toFieldPath: "
      "spec.size}";
  const std::string class_by =
      "        - {type: FromCompositeFieldPath, fromFieldPath: spec.class, "
      "toFieldPath: spec.class, transforms: [{type: ";
  const std::string templated =
      "      - name: a\n"
      "        template: {apiVersion: example.org/v1, kind: A, spec: ";
  const std::string loop = absl::StrCat(
      kNativeInput,
      "      resources:\n"
      "      - name: a\n"
      "        forEach: {items: \"composite.spec.?list.orValue([])\"}\n"
      "        template: {apiVersion: example.org/v1, kind: A}\n");
  const std::string checks = absl::StrCat(
      kPatchInput,
      "      resources:\n"
      "      - name: b\n"
      "        base: {apiVersion: example.org/v1, kind: B}\n"
      "        readinessChecks:\n"
      "        - {type: NonEmpty, fieldPath: status.id}\n"
      "        - {type: MatchString, fieldPath: status.phase, matchString: "
      "Up}\n"
      "        - {type: None}\n");
  const std::string depends = absl::StrCat(
      kNativeInput, kTwo,
      "      dependencies: [{resource: b, dependsOn: [{resource: a}]}]\n");
  const std::string reference = absl::StrCat(
      kNativeInput, kTwo,
      "      references:\n"
      "      - {target: {resource: a}, fromObject: {apiVersion: v1, kind: "
      "ConfigMap, name: c, fieldPath: data.x}, toFieldPath: spec.x}\n");
  const std::string identity = absl::StrCat(
      kNativeInput, kTwo,
      "      identities:\n"
      "      - {resource: a, formats: [{template: \"as/{id}\"}], from: {}, "
      "serverGenerated: true, externalRefPaths: [status.id], publishTo: "
      "status.id}\n");
  const CoverageRow kRows[] = {
      {"a patch",
       PatchesOf(absl::StrCat("        - ", copy, "\n")),
       "[{}]",
       {}},
      {"a patch without a source",
       PatchesOf("        - {type: FromCompositeFieldPath, fromFieldPath: "
                 "spec.none, toFieldPath: spec.size}\n"),
       "[{}]",
       {"resources[a].patches[0]: never applied"}},
      {"a patch from a resource that is not observed in the only reconcile",
       PatchesOf("        - {type: ToCompositeFieldPath, fromFieldPath: "
                 "metadata.name, toFieldPath: status.name}\n"),
       "[{reconciles: 1}]",
       {"resources[a].patches[0]: never applied"}},
      {"the patches of a set, and of one that nothing uses",
       absl::StrCat(
           kPatchInput,
           "      patchSets:\n"
           "      - {name: used, patches: [",
           copy,
           "]}\n"
           "      - {name: other, patches: [",
           copy,
           "]}\n"
           "      resources:\n"
           "      - {name: a, base: {apiVersion: example.org/v1, kind: "
           "A}, patches: [{type: PatchSet, patchSetName: used}]}\n"),
       "[{}]",
       {"patchSets[other].patches[0]: never applied"}},
      {"a row of a map",
       PatchesOf(class_by + "map, map: {s: small, l.x: large}}]}\n"),
       "[{}]",
       {"resources[a].patches[0].transforms[0].map.l.x: never used"}},
      {"both rows of a map",
       PatchesOf(class_by + "map, map: {s: small, l.x: large}}]}\n"),
       "[{}, {edit: {spec: {class: l.x}}}]",
       {}},
      {"rows of a match, of which the fallback is one",
       PatchesOf(
           class_by +
           "match, match: {patterns: [{type: literal, literal: s, result: "
           "1}, {type: regexp, regexp: ^l, result: 2}], fallbackValue: "
           "3}}]}\n"),
       "[{edit: {spec: {class: x}}}]",
       {"resources[a].patches[0].transforms[0].match.patterns[0]: never used",
        "resources[a].patches[0].transforms[0].match.patterns[1]: never used"}},
      {"a fallback to the input",
       PatchesOf(
           class_by +
           "match, match: {patterns: [{type: literal, literal: s, result: "
           "1}], fallbackTo: Input}}]}\n"),
       "[{}]",
       {"resources[a].patches[0].transforms[0].match.fallbackTo: never used"}},
      {"an expression, and one of a resource that is not made",
       absl::StrCat(kNativeInput, "      resources:\n", templated,
                    "{x: \"${composite.spec.size}\", y: \"$${no}\"}}\n",
                    "        condition: composite.spec.size > 5\n"),
       "[{}]",
       {"resources[a].template.spec.x: never evaluated",
        "resources[a].condition: never true"}},
      {"a condition with both outcomes",
       absl::StrCat(kNativeInput, "      resources:\n", templated, "{}}\n",
                    "        condition: composite.spec.size < 2\n"),
       kBig,
       {}},
      {"the condition of an input",
       absl::StrCat(kNativeInput, "      condition: composite.spec.size < 2\n",
                    kTwo),
       "[{}]",
       {"condition: never false"}},
      {"a list without items",
       loop,
       "[{}]",
       {"resources[a].forEach: never with one item, never with several items"}},
      {"lists of each length",
       loop,
       "[{}, {edit: {spec: {list: [x]}}}, {edit: {spec: {list: [x, y]}}}]",
       {}},
      {"readiness checks that are not met, and one behind them",
       checks,
       "[{}]",
       {"resources[b].readinessChecks[0]: never met",
        "resources[b].readinessChecks[1]: never met, never not met",
        "resources[b].readinessChecks[2]: never met"}},
      {"readiness checks with all outcomes",
       checks,
       "[{}, {set: {b: {status: {id: x}}}}, {set: {b: {status: {phase: Up}}}}]",
       {}},
      {"a dependency that is only waited for",
       depends,
       "[{}]",
       {"dependencies[0].dependsOn[0]: never met"}},
      {"a dependency that is met later", depends, "[{}, {become: ready}]", {}},
      {"an inferred dependency",
       absl::StrCat(
           kNativeInput,
           "      resources:\n"
           "      - {name: b, base: {apiVersion: example.org/v1, kind: "
           "B}}\n",
           templated, "{x: \"${observed.resources.b.resource.kind}\"}}\n",
           "      dependencies: [{resource: .*, inferred: true}]\n"),
       "[{}]",
       {"dependencies[0]: never met"}},
      {"a sequence",
       absl::StrCat(kPatchInput, kTwo, kSequencerInput,
                    "      rules: [{sequence: [a, b]}]\n"),
       "[{}]",
       {"rules[0].sequence[1]: never met"}},
      {"an EnvironmentConfig of the native input",
       absl::StrCat(kNativeInput,
                    "      environment: {configs: [{ref: {name: base}}]}\n",
                    kTwo),
       "[{}]",
       {}},
      {"one that is found, and a selector that finds nothing",
       absl::StrCat(kConfigsInput,
                    "      spec:\n"
                    "        environmentConfigs:\n"
                    "        - {type: Reference, ref: {name: base}}\n"
                    "        - {type: Selector, selector: {mode: Multiple, "
                    "matchLabels: [{key: a, type: Value, value: b}]}}\n",
                    kPatchInput, kTwo),
       "[{}]",
       {"spec.environmentConfigs[1]: never selected"}},
      {"overlays",
       absl::StrCat(kNativeInput, kTwo,
                    "      overlays:\n"
                    "      - {match: [{kind: A}], merge: {spec: {x: "
                    "\"${composite.spec.size}\"}}}\n"
                    "      - {match: [{kind: C}], patches: [",
                    copy, "]}\n"),
       "[{}]",
       {"overlays[1]: never applied", "overlays[1].patches[0]: never applied"}},
      {"a reference to an object that does not exist",
       reference,
       "[{}]",
       {"references[0]: never resolved"}},
      {"one that is found later",
       reference,
       "[{}, {objects: [{apiVersion: v1, kind: ConfigMap, metadata: {name: c, "
       "namespace: a}, data: {x: y}}]}]",
       {}},
      {"a reference to a field of the composite, which waits for nothing",
       absl::StrCat(
           kNativeInput, kTwo,
           "      references:\n"
           "      - {target: {resource: a}, fromComposite: {fieldPath: "
           "spec.size}, toFieldPath: spec.size}\n"),
       "[{}]",
       {}},
      {"an identity that is pending",
       identity,
       "[{}]",
       {"identities[0]: never established"}},
      {"one that is established",
       identity,
       "[{}, {set: {a: {status: {id: as/1}}}}]",
       {}},
      {"an extra resource, and one that does not exist",
       absl::StrCat(
           kNativeInput, kTwo,
           "      extraResources:\n"
           "      - {into: base, apiVersion: "
           "apiextensions.crossplane.io/v1beta1, "
           "kind: EnvironmentConfig, type: Reference, ref: {name: base}}\n"
           "      - {into: other, apiVersion: "
           "apiextensions.crossplane.io/v1beta1, "
           "kind: EnvironmentConfig, type: Reference, ref: {name: none}, "
           "policy: {resolution: Optional}}\n"),
       "[{}]",
       {"extraResources[1]: never found"}},
      {"a readiness rule",
       absl::StrCat(kNativeInput, kTwo,
                    "      readiness: {rules: [{resource: a, readyWhen: "
                    "\"has(object.status.id)\"}, {resource: b, ready: "
                    "Exists}]}\n"),
       "[{}]",
       {"readiness.rules[0]: never met"}},
  };
  for (const CoverageRow& row : kRows) {
    EXPECT_EQ(
        absl::StrJoin(CoverageRun(row.pipeline, row.steps).Uncovered(), "\n"),
        absl::StrJoin(row.uncovered, "\n"))
        << row.reason;
  }
}

TEST(Coverage, FailsBelowTheMinimum) {
  const struct {
    const char* reason;
    const char* minimum;
    int code;
  } kRows[] = {
      {"less than it is", "49", 0}, {"exactly", "50", 0}, {"more", "51", 1}};
  for (const auto& row : kRows) {
    CoverageRun run(
        absl::StrCat(kNativeInput, "      condition: composite.spec.size < 2\n",
                     kTwo),
        "[{}]");
    const std::string text = run.Run({"--min-coverage", row.minimum});
    EXPECT_EQ(run.code, row.code) << row.reason << ": " << text;
    EXPECT_EQ(absl::StrContains(text, "the coverage is 50.0 %, less than 51 %"),
              row.code == 1)
        << text;
  }
}

TEST(Coverage, IsWrittenForLcov) {
  CoverageRun run(
      absl::StrCat(kNativeInput, "      condition: composite.spec.size < 2\n",
                   kTwo),
      "[{reconciles: 2}]");
  const std::string file = run.Path("out.info");
  run.Run({"--coverage-output", file});
  std::ifstream written(file);
  const std::string text{std::istreambuf_iterator<char>(written), {}};
  EXPECT_EQ(text, absl::StrCat("TN:\nSF:", run.Path("composition.yaml"),
                               "\nBRDA:13,0,0,2\nBRDA:13,0,1,0\nBRF:2\nBRH:1\n"
                               "DA:13,2\nLF:1\nLH:1\nend_of_record\n"));
  EXPECT_THAT(run.Run({"--coverage-output", run.Path("none/out.info")}),
              HasSubstr("cannot write "));
  EXPECT_EQ(run.code, 2);
}

TEST(PercentText, IsRoundedDown) {
  EXPECT_EQ(PercentText({2, 3}), "66.6 %");
  EXPECT_EQ(PercentText({9999, 10000}), "99.9 %");
  EXPECT_EQ(PercentText({0, 0}), "100.0 %");
}

}  // namespace
}  // namespace loom
