// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/testing/render_fixture.h"
#include "tools/render/render_notes.h"

namespace loom {
namespace {

class TimingsTest : public RenderFixture {};

TEST_F(TimingsTest, AreATable) {
  options_.composition =
      folder_.Write("composition.yaml",
                    CompositionOf(std::string(kBucketStep) + kForeignStep));
  options_.runtimes.skip = {"foreign"};
  absl::StatusOr<PipelineInputs> inputs = Load();
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  EXPECT_EQ(TimingsText(*inputs,
                        {{.step = 0,
                          .calls = 2,
                          .resources = 1,
                          .time = absl::Microseconds(1234),
                          .asked = {}}},
                        {absl::Milliseconds(2), absl::Microseconds(500),
                         absl::Milliseconds(5)}),
            "step     where       calls  resources       ms\n"
            "patch    in process      2          1     1.23\n"
            "foreign  left out\n"
            "read 2.00  write 0.50  total 5.00\n");
}

TEST_F(TimingsTest, ARunMeasuresEachStep) {
  absl::StatusOr<PipelineOutcome> outcome = Run();
  ASSERT_TRUE(outcome.ok()) << outcome.status();
  ASSERT_EQ(outcome->steps.size(), 1u);
  EXPECT_EQ(outcome->steps[0].calls, 1);
  EXPECT_EQ(outcome->steps[0].resources, 1u);
  EXPECT_GT(outcome->steps[0].time, absl::ZeroDuration());
}

}  // namespace
}  // namespace loom
