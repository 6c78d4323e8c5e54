// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/testing/brief.h"
#include "test/unit/tools/explain/sample.h"

namespace loom {
namespace {

using testing::HasSubstr;

Explanation At(std::vector<std::string> at) {
  absl::StatusOr<Explanation> cut = Narrowed(Sample(), {.at = std::move(at)});
  EXPECT_TRUE(cut.ok()) << cut.status();
  return cut.ok() ? *std::move(cut) : Explanation();
}

TEST(Narrowed, IsTheWholeIfNothingIsNamed) {
  EXPECT_EQ(JsonView(At({})), JsonView(Sample()));
}

TEST(Narrowed, KeepsWhatAFieldComesFrom) {
  Explanation cut = At({"bucket.spec.forProvider.tags"});
  ASSERT_EQ(cut.fields.size(), 2u) << "the field, and that of the environment";
  EXPECT_EQ(cut.fields[0].path, "stage");
  EXPECT_EQ(cut.fields[1].path, "spec.forProvider.tags.stage");
  ASSERT_EQ(cut.sources.size(), 2u) << "what counted, and what it overrides";
  ASSERT_EQ(cut.steps.size(), 3u);
  EXPECT_EQ(cut.steps[2].from[0].id, 0u) << "ids begin at 0 again";
  EXPECT_EQ(cut.fields[0].by, 1u);
  EXPECT_EQ(cut.fields[0].was[0].by, 0u);
  EXPECT_EQ(JsonView(ReadSample(JsonView(cut))), JsonView(cut));
}

TEST(Narrowed, KeepsTheReasonOfAWithheldResource) {
  Explanation cut = At({"policy"});
  ASSERT_EQ(cut.because.size(), 1u);
  EXPECT_EQ(cut.steps[*cut.because[0].would_be_written_by].owner, "bucket");
  ASSERT_EQ(cut.resources.size(), 1u);
}

TEST(Narrowed, TakesSeveral) {
  Explanation cut = At({"env.account", "bucket.spec.forProvider.region"});
  EXPECT_EQ(cut.fields.size(), 2u);
  EXPECT_EQ(cut.steps.size(), 2u);
}

TEST(Narrowed, SaysWhatIsNotThere) {
  absl::Status status = Narrowed(Sample(), {.at = {"buckt"}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Brief(status.message()), HasSubstr("(bucket?)"));
}

}  // namespace
}  // namespace loom
