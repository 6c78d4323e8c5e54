// SPDX-License-Identifier: Apache-2.0
#include "tools/render/render_notes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "test/testing/brief.h"
#include "test/testing/render_fixture.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

class RenderNotesTest : public RenderFixture {
 protected:
  // All notes of a run, a line each; DIR stands for the folder.
  std::string Notes() {
    absl::StatusOr<PipelineInputs> inputs = Load();
    EXPECT_TRUE(inputs.ok()) << inputs.status();
    Corpus corpus;
    AddInputs(*inputs, &corpus);
    Diagnostics notes = NotesBefore(*inputs, corpus, options_);
    PipelineOutcome outcome =
        RunPipeline(*inputs, absl::Now() + absl::Seconds(20));
    EXPECT_TRUE(outcome.status.ok()) << outcome.status;
    AddNotesAfter(*inputs, corpus, outcome, options_, &notes);
    return absl::StrReplaceAll(
        absl::StrJoin(notes, "\n",
                      [](std::string* out, const Diagnostic& each) {
                        absl::StrAppend(out, TextOf(each));
                      }),
        {{folder_.path(), "DIR"}});
  }
};

TEST_F(RenderNotesTest, NothingIsReadOrPlannedAgain) {
  options_.required = {folder_.Write(
      "e.yaml",
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n"
      "---\n"
      "{apiVersion: apiextensions.crossplane.io/v1beta1,\n"
      " kind: EnvironmentConfig, metadata: {name: e}, data: {}}\n")};
  absl::StatusOr<PipelineInputs> inputs = Load();
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  const PipelineStep& step = inputs->composition.steps[0];
  Corpus corpus;
  AddInputs(*inputs, &corpus);
  const std::shared_ptr<const PlannedInput> planned = step.planned;
  ASSERT_NE(planned, nullptr);

  // The documents are those of the inputs, and not others of the same text.
  std::set<const YamlDocument*> read = {&inputs->composition.document};
  for (const YamlDocument& each : inputs->given.resources.documents()) {
    read.insert(&each);
  }
  std::set<const YamlDocument*> checked;
  for (const auto& each : corpus.documents()) checked.insert(&each->yaml);
  EXPECT_EQ(checked, read);
  ASSERT_EQ(corpus.inputs().size(), 1u);
  EXPECT_EQ(corpus.inputs()[0]->planned, planned);

  Diagnostics notes = NotesBefore(*inputs, corpus, options_);
  const PipelineOutcome outcome =
      RunPipeline(*inputs, absl::Now() + absl::Seconds(20));
  AddNotesAfter(*inputs, corpus, outcome, options_, &notes);
  FindInputMistakes(inputs->composition, step, DiagnosticSeverity::kWarning);
  EXPECT_EQ(step.planned, planned);
}

TEST_F(RenderNotesTest, NothingToTell) { EXPECT_EQ(Notes(), ""); }

TEST_F(RenderNotesTest, WhatIsGivenInVain) {
  options_.required = {folder_.Write(
      "e.yaml",
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: ns}}\n"
      "---\n"
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: "
      "ns}}\n")};
  EXPECT_EQ(Notes(),
            "DIR/e.yaml:3:1: duplicate ConfigMap \"a\" in namespace ns; "
            "the one at DIR/e.yaml:1:1 is used\nDIR/e.yaml:1:1: ConfigMap "
            "\"a\" in namespace ns was passed, but no function requests it");
}

TEST_F(RenderNotesTest, ManyThatAreGivenInVainAreCounted) {
  std::string all;
  for (int i = 0; i < 12; ++i) {
    absl::StrAppend(&all, "---\n{apiVersion: v1, kind: K, metadata: {name: a",
                    i, "}}\n");
  }
  options_.required = {folder_.Write("e.yaml", all)};
  std::string notes = Notes();
  EXPECT_EQ(std::count(notes.begin(), notes.end(), '\n'), 10) << notes;
  EXPECT_TRUE(absl::EndsWith(
      notes, "\n2 more objects were passed, but no function requests them"))
      << notes;
}

TEST_F(RenderNotesTest, WhatNoStepDesires) {
  options_.observed = {folder_.Write(
      "o.yaml",
      "{apiVersion: s3.example.org/v1, kind: Bucket, metadata: {name: b,\n"
      " annotations: {crossplane.io/composition-resource-name: bucket}}}\n"
      "---\n"
      "{apiVersion: s3.example.org/v1, kind: Bucket, metadata: {name: o,\n"
      " annotations: {crossplane.io/composition-resource-name: old}}}\n")};
  EXPECT_EQ(
      Notes(),
      "DIR/o.yaml:4:1: no step desires the resource old; Crossplane would "
      "delete it");
}

TEST_F(RenderNotesTest, WhatSeemsToBeRenamed) {
  options_.observed = {folder_.Write(
      "o.yaml",
      "{apiVersion: s3.example.org/v1, kind: Bucket, metadata: {name: o,\n"
      " annotations: {crossplane.io/composition-resource-name: old}}}\n")};
  EXPECT_EQ(
      Notes(),
      "DIR/o.yaml:1:1: no step desires the resource old; Crossplane would "
      "delete it and create bucket, which is new; if old was renamed, keep its "
      "name, or in the native input add it to the aliases of bucket");
}

TEST_F(RenderNotesTest, WarningsUnlessTheyArePrinted) {
  folder_.Write(
      "composition.yaml",
      CompositionOf(absl::StrReplaceAll(
          kBucketStep, {{"fromFieldPath: spec.region,",
                         "fromFieldPath: spec.size, policy: {fromFieldPath: "
                         "Required},"}})));
  EXPECT_EQ(Notes(),
            "DIR/composition.yaml:17:11: step \"patch\": not adding new "
            "composed resource \"bucket\" to "
            "desired state because \"FromCompositeFieldPath\" patch at index 0 "
            "has 'policy.fromFieldPath: Required': spec.size: no such field");
  options_.results = true;
  EXPECT_EQ(Notes(), "");
}

TEST_F(RenderNotesTest, EachWarningHasTheLocationOfItsPatch) {
  folder_.Write(
      "composition.yaml",
      CompositionOf(absl::StrCat(
          absl::StrReplaceAll(kBucketStep, {{"fromFieldPath: spec.region,",
                                             "fromFieldPath: spec.a, policy: "
                                             "{fromFieldPath: Required},"}}),
          "        - {fromFieldPath: spec.b.c, toFieldPath: spec.c,\n"
          "           policy: {fromFieldPath: Required}}\n")));
  options_.observed = {folder_.Write(
      "o.yaml",
      "{apiVersion: s3.example.org/v1, kind: Bucket, metadata: {name: b,\n"
      " annotations: {crossplane.io/composition-resource-name: bucket}}}\n")};
  const std::string notes = Notes();
  for (const char* want :
       {"DIR/composition.yaml:17:11: step \"patch\": cannot render composed "
        "resource \"bucket\" \"FromCompositeFieldPath\" patch at index 0",
        "DIR/composition.yaml:18:11: step \"patch\": cannot render composed "
        "resource \"bucket\" \"FromCompositeFieldPath\" patch at index 1",
        "spec.b: no such field; spec.b.c is missing"}) {
    EXPECT_TRUE(absl::StrContains(notes, want)) << notes;
  }
}

TEST_F(RenderNotesTest, WhatHasNoEffectHere) {
  options_.without_effect = {"--cache-dir", "--max-concurrency"};
  EXPECT_EQ(Notes(),
            "flags without effect: --cache-dir, --max-concurrency; nothing is "
            "downloaded or started here");
}

TEST_F(RenderNotesTest, WhatSilentlyDoesNothing) {
  folder_.Write(
      "composition.yaml",
      CompositionOf(
          "  - step: weave\n"
          "    functionRef: {name: function-loom}\n"
          "    input:\n"
          "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
          "      kind: Input\n"
          "      environment: {configs: [{ref: {name: base}}]}\n"
          "      resources:\n"
          "      - name: settings\n"
          "        base: {apiVersion: v1, kind: ConfigMap}\n"
          "        patches:\n"
          "        - {type: FromEnvironmentFieldPath, fromFieldPath: regoin,\n"
          "           toFieldPath: data.region}\n"
          "        - {type: ToCompositeFieldPath, fromFieldPath: data.a,\n"
          "           toFieldPath: spec.a}\n"));
  options_.required = {
      folder_.Write("e.yaml",
                    "apiVersion: apiextensions.crossplane.io/v1beta1\n"
                    "kind: EnvironmentConfig\n"
                    "metadata: {name: base}\n"
                    "data: {region: eu}\n")};
  const std::string notes = Brief(Notes());
  for (const char* want : {"DIR/composition.yaml:16:38: "
                           "spec.pipeline[0].input.resources[0].base.kind: ",
                           "nothing sets regoin in the environment; (region?)",
                           "so nothing is written to spec.a; "}) {
    EXPECT_TRUE(absl::StrContains(notes, want)) << notes;
  }
}

}  // namespace
}  // namespace loom
