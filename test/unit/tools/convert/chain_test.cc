// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/yaml/trees.h"

namespace loom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ChainTest : public testing::Test {
 protected:
  // `first+count:name` of each run.
  std::string Runs(const std::vector<std::string>& steps) {
    document_ = Tree(Pipeline(steps), &pool_);
    chain_ = ReadChain(document_, "loom");
    std::string text;
    for (const loom::Run& run : chain_.runs) {
      absl::StrAppend(&text, text.empty() ? "" : " ", run.first, "+", run.count,
                      ":", run.name);
    }
    return text;
  }

  std::string env_ = Step("env", "environmentconfigs", "spec: {}");
  std::string pt_ = Step("pt", "pt", "resources: [{name: a}]");
  std::string pt2_ = Step("pt2", "pt", "resources: [{name: b}]");
  std::string kcl_ = "- {step: kcl, functionRef: {name: function-kcl}}\n";
  std::string ready_ =
      "- {step: r, functionRef: {name: function-auto-ready}}\n";
  std::string seq_ =
      Step("seq", "sequencer",
           "rules: [{sequence: [a, b]}], resetCompositeReadiness: true");
  Pool pool_;
  Value document_;
  Chain chain_;
};

TEST_F(ChainTest, NeighboursBecomeOne) {
  EXPECT_EQ(Runs({env_, pt_, pt2_}), "0+3:loom");
  EXPECT_THAT(chain_.remarks.notes, IsEmpty());
  EXPECT_THAT(chain_.remarks.refusals, IsEmpty());
}

TEST_F(ChainTest, AForeignStepBetweenIsRefused) {
  EXPECT_EQ(Runs({env_, kcl_, pt_}), "0+1:loom 2+1:loom-2");
  EXPECT_THAT(chain_.remarks.notes, IsEmpty());
  EXPECT_THAT(Texts(chain_.remarks.refusals),
              ElementsAre(HasSubstr("spec.pipeline.1: step \"kcl\" is between "
                                    "steps that become native")));
}

TEST_F(ChainTest, AForeignStepElsewhereIsNoted) {
  EXPECT_EQ(Runs({kcl_, pt_}), "1+1:loom");
  EXPECT_THAT(chain_.remarks.refusals, IsEmpty());
  EXPECT_THAT(Texts(chain_.remarks.notes),
              ElementsAre(HasSubstr("\"kcl\" is kept as it is")));
}

TEST_F(ChainTest, ReadinessJoinsItsNeighbours) {
  EXPECT_EQ(Runs({pt_, ready_, seq_}), "0+3:loom");
  EXPECT_EQ(Runs({kcl_, ready_, seq_, ready_}), "1+3:loom");
  // Alone it stays, so a foreign step before it is not in between.
  EXPECT_EQ(Runs({pt_, kcl_, ready_}), "0+1:loom");
  EXPECT_THAT(chain_.remarks.refusals, IsEmpty());
  EXPECT_THAT(
      Texts(chain_.remarks.notes),
      ElementsAre(
          HasSubstr("\"kcl\" is kept as it is"),
          HasSubstr(
              "\"r\" is kept as it is: no adjacent step becomes native")));
  EXPECT_EQ(Runs({ready_, pt_}), "1+1:loom");
}

TEST_F(ChainTest, WhatCannotBeSaidStays) {
  const std::string from =
      Step("r", "autoready", "celHealthCheckCustomizationFrom: a");
  const std::string both =
      Step("s", "sequencer",
           "rules: [{sequence: [a, b], createOnly: true, deleteOnly: true}]");
  EXPECT_EQ(Runs({pt_, from, both}), "0+1:loom");
  EXPECT_THAT(
      Texts(chain_.remarks.notes),
      ElementsAre(HasSubstr("spec.pipeline.1.input."
                            "celHealthCheckCustomizationFrom: step \"r\" is "
                            "kept as it is: the rules that it takes"),
                  HasSubstr("spec.pipeline.2.input.rules.0: step \"s\" is "
                            "kept as it is: its rule 1 has both")));
}

TEST_F(ChainTest, TellsWhatBecomesDifferent) {
  Runs({pt_, seq_, ready_});
  EXPECT_THAT(Texts(chain_.remarks.notes),
              ElementsAre(HasSubstr("a resource is ready as soon as")));
  Runs({pt_, ready_, seq_});
  EXPECT_THAT(chain_.remarks.notes, IsEmpty());
  Runs({pt_, Step("r", "autoready", "ttl: 5m")});
  EXPECT_THAT(Texts(chain_.remarks.notes),
              ElementsAre(HasSubstr("5m is left out")));
}

TEST_F(ChainTest, WhatCannotBecomeOneIsConvertedApart) {
  EXPECT_EQ(Runs({pt_, env_, pt2_}), "0+1:loom 1+2:loom-2");
  EXPECT_THAT(
      Texts(chain_.remarks.refusals),
      ElementsAre(HasSubstr("step \"env\" is not merged with step \"pt\": ")));
}

TEST_F(ChainTest, ANativeStepStays) {
  EXPECT_EQ(Runs({Step("loom", "loom", ""), pt_}), "1+1:loom-2");
  EXPECT_THAT(chain_.remarks.notes, IsEmpty());
}

TEST_F(ChainTest, EntriesOfExtraResourcesGetPolicyAndKey) {
  Runs({Step("x", "extra-resources",
             "spec: {extraResources: [{into: a}], policy: {resolution: "
             "Optional}, context: {key: 'yes'}}")});
  ASSERT_EQ(chain_.fills.size(), 2);
  EXPECT_EQ(chain_.fills[0].value, "{resolution: Optional}");
  EXPECT_EQ(chain_.fills[1].name, "contextKey");
  EXPECT_EQ(chain_.fills[1].value, "\"yes\"");
}

TEST_F(ChainTest, NoPipeline) {
  Value document = Tree("spec: {pipeline: 5}", &pool_);
  EXPECT_THAT(ReadChain(document, "loom").runs, IsEmpty());
}

}  // namespace
}  // namespace loom
