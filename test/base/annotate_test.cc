// SPDX-License-Identifier: Apache-2.0
#include "base/annotate.h"

#include <gtest/gtest.h>

#include "test/testing/plain_status.h"

namespace loom {
namespace {

TEST(Annotate, KeepsTheCode) {
  absl::Status status = Annotate(absl::NotFoundError("gone"), "patches[2]");
  EXPECT_EQ(Plain(status), absl::NotFoundError("patches[2]: gone"));
}

TEST(Annotate, LeavesOkAlone) {
  EXPECT_EQ(Annotate(absl::OkStatus(), "patches[2]"), absl::OkStatus());
}

}  // namespace
}  // namespace loom
