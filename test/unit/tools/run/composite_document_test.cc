// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "test/testing/manifests.h"
#include "tools/run/documents.h"

namespace loom {
namespace {

using testing::HasSubstr;

class CompositeDocumentTest : public testing::Test {
 protected:
  CompositeDocumentTest()
      : composite_(std::move((*ReadYaml("xr.yaml", kXr, &pool_))[0])) {}

  void Desire(const char* json) {
    *outcome_.desired.mutable_composite()->mutable_resource() =
        ToStruct(*ParseJson(json, &pool_));
  }
  void DesireComposed(const std::string& name, fn::Ready ready) {
    (*outcome_.desired.mutable_resources())[name].set_ready(ready);
  }
  Value Document(bool full = false) {
    return *CompositeDocument(composite_, outcome_, full, &pool_);
  }
  std::string Conditions() {
    return *CompactJson(Document()["status"]["conditions"]);
  }

  Pool pool_;
  YamlDocument composite_;
  PipelineOutcome outcome_;
};

TEST_F(CompositeDocumentTest, HasItsOwnNameAndTheDesiredStatus) {
  Desire(R"({"apiVersion":"x","metadata":{"name":"y","namespace":"n",)"
         R"("labels":{"l":"1"}},"status":{"a":1}})");
  Value document = Document();
  EXPECT_EQ(*CompactJson(document["metadata"]),
            R"({"labels":{"l":"1"},"name":"shop"})");
  EXPECT_EQ(*CompactJson(document["apiVersion"]), "\"demo.example.org/v1\"");
  EXPECT_EQ(*CompactJson(document["status"]["a"]), "1");
  EXPECT_FALSE(document.HasMember("spec"));
  EXPECT_TRUE(Document(/*full=*/true).HasMember("spec"));
}

TEST_F(CompositeDocumentTest, FullNeedsWhatItPrints) {
  composite_ = std::move((*ReadYaml("xr.yaml", "{kind: X}", &pool_))[0]);
  absl::Status status =
      CompositeDocument(composite_, outcome_, true, &pool_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("the XR has no spec"));
}

TEST_F(CompositeDocumentTest, IsReadyWhenAllIs) {
  DesireComposed("a", fn::READY_TRUE);
  EXPECT_EQ(Conditions(),
            R"([{"lastTransitionTime":"2024-01-01T00:00:00Z",)"
            R"("reason":"Available","status":"True","type":"Ready"}])");
}

TEST_F(CompositeDocumentTest, SaysWhatIsNotReady) {
  struct Case {
    int count;
    const char* want;
  };
  for (const Case& c :
       {Case{1, "Unready resources: r1\""},
        Case{2, "Unready resources: r1, r2\""},
        Case{3, "Unready resources: r1, r2, and r3\""},
        Case{5, "Unready resources: r1, r2, r3, and 2 more\""}}) {
    outcome_.desired.clear_resources();
    for (int i = c.count; i > 0; --i) {
      DesireComposed("r" + std::to_string(i), fn::READY_UNSPECIFIED);
    }
    EXPECT_THAT(Conditions(), HasSubstr(c.want));
  }
  outcome_.desired.mutable_composite()->set_ready(fn::READY_FALSE);
  EXPECT_THAT(Conditions(),
              HasSubstr(R"("reason":"Creating","status":"False")"));
  EXPECT_THAT(Conditions(), testing::Not(HasSubstr("Unready")));
  outcome_.desired.mutable_composite()->set_ready(fn::READY_TRUE);
  EXPECT_THAT(Conditions(), HasSubstr("Available"));
}

TEST_F(CompositeDocumentTest, FunctionsSetConditionsButNotTheSystemsOwn) {
  auto add = [this](const char* type, fn::Status status, const char* reason) {
    fn::Condition condition;
    condition.set_type(type);
    condition.set_status(status);
    condition.set_reason(reason);
    outcome_.conditions.push_back(condition);
  };
  add("Ready", fn::STATUS_CONDITION_FALSE, "Mine");
  add("Synced", fn::STATUS_CONDITION_FALSE, "Mine");
  add("Custom", fn::STATUS_CONDITION_FALSE, "First");
  add("Custom", fn::STATUS_CONDITION_UNSPECIFIED, "Second");
  EXPECT_EQ(Conditions(),
            R"([{"lastTransitionTime":"2024-01-01T00:00:00Z",)"
            R"("reason":"Available","status":"True","type":"Ready"},)"
            R"({"lastTransitionTime":"2024-01-01T00:00:00Z",)"
            R"("reason":"Second","status":"Unknown","type":"Custom"}])");
}

TEST_F(CompositeDocumentTest, ConditionsOfTheDesiredStatusStay) {
  Desire(R"({"status":{"conditions":[{"type":"Ready","status":"True",)"
         R"("reason":"Available","lastTransitionTime":)"
         R"("2023-05-06T07:08:09+02:00"},{"type":"Mine","x":1}]}})");
  EXPECT_EQ(Conditions(),
            R"([{"lastTransitionTime":"2023-05-06T05:08:09Z",)"
            R"("reason":"Available","status":"True","type":"Ready"},)"
            R"({"lastTransitionTime":null,"reason":"","status":"",)"
            R"("type":"Mine"}])");
}

TEST_F(CompositeDocumentTest, AStatusThatIsNoObjectHasNoConditions) {
  Desire(R"({"status":"x"})");
  EXPECT_EQ(*CompactJson(Document()["status"]), "\"x\"");
}

}  // namespace
}  // namespace loom
