// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "test/testing/plain_status.h"

namespace loom {
namespace {

TEST(Annotate, KeepsTheCode) {
  absl::Status status = Annotate(absl::NotFoundError("gone"), "patches[2]");
  EXPECT_EQ(Plain(status), absl::NotFoundError("patches[2]: gone"));
}

// Each payload means something to the code that set it, at any number of levels
// below: the reason of a FATAL result was lost.
TEST(Annotate, KeepsThePayloads) {
  absl::Status status = absl::FailedPreconditionError("not allowed");
  status.SetPayload("loom/reason", absl::Cord("ReferenceNotAllowed"));
  status.SetPayload("loom/pending", absl::Cord());
  status = Annotate(Annotate(status, "patches[2]"), "resources[0]");
  EXPECT_EQ(status.GetPayload("loom/reason"), "ReferenceNotAllowed");
  EXPECT_EQ(status.GetPayload("loom/pending"), "");
  EXPECT_EQ(status.message(), "resources[0]: patches[2]: not allowed");
}

TEST(Annotate, LeavesOkAlone) {
  EXPECT_EQ(Annotate(absl::OkStatus(), "patches[2]"), absl::OkStatus());
}

// A text of 1 MB that 5,000 warnings quote must not be kept 5,000 times.
TEST(Annotate, KeepsTheBeginningOfALongText) {
  const std::string begin(limits::kError, 'x');
  absl::Status status =
      Annotate(Harmless(absl::NotFoundError(std::string(1 << 20, 'x'))), "p");
  EXPECT_EQ(Plain(status), absl::NotFoundError("p: " + begin + "…"));
  EXPECT_EQ(RedactedMessage(status), "p: " + begin + "…");
  status = Annotate(absl::NotFoundError("gone"), std::string(1 << 20, 'x'));
  EXPECT_EQ(Plain(status), absl::NotFoundError(begin + "…: gone"));
}

TEST(WithPlace, TheInnermostPlaceStays) {
  absl::Status status = absl::FailedPreconditionError("no number");
  EXPECT_EQ(FactOf(status, Fact::kPlace), "");
  status = WithPlace(status, "");
  EXPECT_EQ(FactOf(status, Fact::kPlace), "")
      << "a whole input is no member of it";
  status = WithPlace(status, "resources[0].patches[1].transforms[0]");
  status = WithPlace(Annotate(status, "bucket"), "resources[0].patches[1]");
  EXPECT_EQ(FactOf(status, Fact::kPlace),
            "resources[0].patches[1].transforms[0]");
  EXPECT_EQ(status.message(), "bucket: no number") << "only Annotate says it";
  EXPECT_EQ(WithPlace(absl::OkStatus(), "resources[0]"), absl::OkStatus());
}

TEST(AnnotatePlace, SaysThePlaceInTheMessageAsWell) {
  const absl::Status status =
      AnnotatePlace(absl::NotFoundError("gone"), "resources[0].forEach");
  EXPECT_EQ(status.message(), "resources[0].forEach: gone");
  EXPECT_EQ(FactOf(status, Fact::kPlace), "resources[0].forEach");
}

}  // namespace
}  // namespace loom
