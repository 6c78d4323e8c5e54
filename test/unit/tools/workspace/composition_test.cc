// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/composition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/testing/brief.h"
#include "test/testing/manifests.h"
#include "test/testing/temp_folder.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class CompositionTest : public testing::Test {
 protected:
  absl::StatusOr<Composition> Load(const std::string& text) {
    absl::StatusOr<YamlDocument> document =
        files_.ReadOne(folder_.Write("composition.yaml", text));
    if (!document.ok()) return document.status();
    return TakeComposition(*std::move(document));
  }
  YamlDocument Read(const std::string& text) {
    return *files_.ReadOne(folder_.Write("xr.yaml", text));
  }

  Pool pool_;
  std::istringstream in_;
  Files files_{in_, &pool_};
  TempFolder folder_;
};

TEST_F(CompositionTest, StepsKnowTheirPlace) {
  absl::StatusOr<Composition> composition = Load(CompositionOf(absl::StrCat(
      kBucketStep,
      "  - step: 2\n"
      "    functionRef: {name: function-other}\n"
      "    input: null\n"
      "    credentials:\n"
      "    - {name: c, source: Secret, secretRef: {namespace: ns, name: s}}\n"
      "    - {name: d, source: None}\n"
      "    requirements:\n"
      "      requiredResources:\n"
      "      - {requirementName: a, apiVersion: v1, kind: K, name: x}\n"
      "      - requirementName: b\n"
      "        apiVersion: v1\n"
      "        kind: K\n"
      "        namespace: ns\n"
      "        matchLabels: {l: yes}\n"
      "      - {requirementName: c, apiVersion: v1, kind: K, name: null,\n"
      "         namespace: null, matchLabels: {}}\n"
      "      requiredSchemas:\n"
      "      - {requirementName: s, apiVersion: v1, kind: K}\n")));
  ASSERT_TRUE(composition.ok()) << composition.status();
  ASSERT_EQ(composition->steps.size(), 2u);
  const PipelineStep& first = composition->steps[0];
  EXPECT_EQ(first.name, "patch");
  EXPECT_EQ(first.function, "function-patch-and-transform");
  EXPECT_THAT(first.place, EndsWith("composition.yaml:8:5"));
  ASSERT_NE(first.input, nullptr);
  const PipelineStep& second = composition->steps[1];
  EXPECT_EQ(second.index, 1u);
  EXPECT_EQ(second.name, "2");
  EXPECT_EQ(second.input, nullptr);
  ASSERT_EQ(second.credentials.size(), 1u);
  EXPECT_EQ(second.credentials[0].secret_namespace, "ns");
  ASSERT_EQ(second.required_resources.size(), 3u);
  EXPECT_EQ(second.required_resources[0].first, "a");
  EXPECT_EQ(second.required_resources[0].second.match_name(), "x");
  const fn::ResourceSelector& labels = second.required_resources[1].second;
  EXPECT_EQ(labels.namespace_(), "ns");
  EXPECT_EQ(labels.match_labels().labels().at("l"), "true");
  const fn::ResourceSelector& all = second.required_resources[2].second;
  EXPECT_FALSE(all.has_match_name()) << "null is as if it were absent";
  EXPECT_FALSE(all.has_namespace_());
  ASSERT_EQ(second.required_schemas.size(), 1u);
  EXPECT_EQ(second.required_schemas[0].first, "s");
  EXPECT_EQ(second.required_schemas[0].second.api_version(), "v1");
  EXPECT_EQ(second.required_schemas[0].second.kind(), "K");
}

TEST_F(CompositionTest, RefusesWhatCannotBeRendered) {
  struct Case {
    const char* reason;
    std::string text;
    absl::StatusCode code;
    const char* want;
  };
  std::string good = CompositionOf(kBucketStep);
  const Case kCases[] = {
      {"another kind", kXr, absl::StatusCode::kInvalidArgument,
       "composition.yaml:2:7: this is not a Composition, but "
       "demo.example.org/v1 XApp\n  the arguments are XR COMPOSITION"},
      {"no pipeline", absl::StrReplaceAll(good, {{"Pipeline", "Resources"}}),
       absl::StatusCode::kFailedPrecondition,
       "composition.yaml:6:9: only a Composition with spec.mode: Pipeline"},
      {"a misspelt mode is no other mode",
       absl::StrReplaceAll(good, {{"mode:", "moed:"}}),
       absl::StatusCode::kFailedPrecondition,
       "composition.yaml:6:3: spec: unknown moed"},
      {"a misspelt spec", absl::StrReplaceAll(good, {{"spec:\n", "sepc:\n"}}),
       absl::StatusCode::kFailedPrecondition,
       "composition.yaml:4:1: unknown sepc"},
      {"a step that is none", CompositionOf("  - patch\n"),
       absl::StatusCode::kInvalidArgument,
       "composition.yaml:8:5: spec.pipeline[0] is not an object"},
      {"an input that is none", CompositionOf("  - {step: s, input: x}\n"),
       absl::StatusCode::kInvalidArgument,
       "composition.yaml:8:5: the input of step \"s\" is not an object"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    absl::Status status = Load(c.text).status();
    EXPECT_EQ(status.code(), c.code);
    EXPECT_THAT(Brief(status.message()), HasSubstr(c.want));
  }
}

TEST_F(CompositionTest, FitsItsKindOnly) {
  Composition composition = *Load(CompositionOf(kBucketStep));
  EXPECT_TRUE(CheckFits(Read(kXr), composition).ok());

  absl::Status kind = CheckFits(
      Read("apiVersion: demo.example.org/v1\nkind: YApp\n"), composition);
  EXPECT_EQ(kind.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(kind.message()),
              HasSubstr("composition.yaml:5:61: compositeTypeRef.kind is XApp, "
                        "but "));
  EXPECT_THAT(std::string(kind.message()),
              EndsWith("xr.yaml:2:7 is a YApp\n  if it is a claim, pass its "
                       "definition with --xrd FILE"));

  Composition other = *Load(
      absl::StrReplaceAll(CompositionOf(kBucketStep), {{", kind: XApp", ""}}));
  EXPECT_THAT(std::string(CheckFits(Read(kXr), other).message()),
              HasSubstr("composition.yaml:5:21: compositeTypeRef.kind is not "
                        "set, but "));

  absl::Status version = CheckFits(
      Read("apiVersion: demo.example.org/v2\nkind: XApp\n"), composition);
  EXPECT_THAT(std::string(version.message()),
              EndsWith("xr.yaml:1:13 is demo.example.org/v2"));
}

TEST_F(CompositionTest, FitsTheLabelsThatTheCompositeSelectsBy) {
  Composition composition = *Load(CompositionOf(kBucketStep));
  auto selecting = [this](const char* channel) {
    return Read(absl::StrCat(kXr,
                             "  crossplane:\n"
                             "    compositionSelector:\n"
                             "      matchLabels: {channel: ",
                             channel, "}\n"));
  };
  EXPECT_TRUE(CheckFits(selecting("stable"), composition).ok());
  EXPECT_THAT(
      std::string(CheckFits(selecting("edge"), composition).message()),
      HasSubstr("the Composition has no label channel: edge, by which"));
}

}  // namespace
}  // namespace loom
