// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sections/shared/readiness_checks/kind_check.h"
#include "test/testing/json.h"

namespace loom {
namespace {

class KindFields : public testing::Test {
 protected:
  Pool pool_;
  Value object_ = Json(R"({
      "spec": {"replicas": 3},
      "status": {"phase": "Bound", "one": 1, "also": 1, "half": 0.5, "no": null,
                 "at": "2026-01-02T03:04:05Z",
                 "conditions": [{"type": "A", "status": "False", "reason": "R"},
                                7, {"type": "B", "status": "True"}]}})");
};

TEST_F(KindFields, Texts) {
  EXPECT_EQ(TextAt(object_, {"status", "phase"}, &pool_), "Bound");
  EXPECT_EQ(TextAt(object_, {"status", "one"}, &pool_), "") << "no text";
  EXPECT_EQ(TextAt(object_, {"status", "phase", "x"}, &pool_), "");
  EXPECT_EQ(At(object_, {"nothing"}, &pool_), nullptr);
}

TEST_F(KindFields, Counts) {
  EXPECT_EQ(CountAt(object_, {"status", "one"}, &pool_), 1);
  EXPECT_EQ(CountAt(object_, {"status", "none"}, &pool_), 0);
  EXPECT_EQ(CountAt(object_, {"status", "no"}, &pool_, 7), 7);
  EXPECT_EQ(CountAt(object_, {"status", "half"}, &pool_), std::nullopt);
  EXPECT_EQ(CountAt(object_, {"status", "phase"}, &pool_), std::nullopt);
  EXPECT_EQ(Replicas(object_, &pool_), 3);
  EXPECT_EQ(Replicas(Json("{}"), &pool_), 1);
  EXPECT_TRUE(CountsAre(1, object_, {"one", "also"}, &pool_));
  EXPECT_FALSE(CountsAre(1, object_, {"one", "none"}, &pool_));
  EXPECT_FALSE(CountsAre(std::nullopt, object_, {}, &pool_));
}

TEST_F(KindFields, Times) {
  EXPECT_TRUE(TimeAt(object_, {"status", "at"}, &pool_).has_value());
  EXPECT_FALSE(TimeAt(object_, {"status", "phase"}, &pool_).has_value());
}

TEST_F(KindFields, Conditions) {
  EXPECT_TRUE(*AnyIsTrue(object_, {"A", "B"}, &pool_));
  EXPECT_FALSE(*AnyIsTrue(object_, {"A"}, &pool_)) << "it is False";
  EXPECT_TRUE(*HasCondition(object_, "reason", {"R"}, "", &pool_));
  EXPECT_FALSE(*HasCondition(object_, "reason", {"R"}, "True", &pool_));
  EXPECT_FALSE(*AnyIsTrue(Json("{}"), {"A"}, &pool_));
}

}  // namespace
}  // namespace loom
