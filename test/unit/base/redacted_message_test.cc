// SPDX-License-Identifier: Apache-2.0
#include "base/redacted_message.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "base/errors.h"

namespace loom {
namespace {

TEST(RedactedMessage, HidesWhatWasNotDeclaredHarmless) {
  const absl::Status quoting =
      absl::FailedPreconditionError("\"s3cret\" is no number");
  const struct {
    const char* reason;
    absl::Status status;
    std::string want;
  } tests[] = {
      {"An error that nobody thought of is hidden.", quoting,
       std::string(kHidden)},
      {"Where it happened is reported.", Annotate(quoting, "transforms[0]"),
       absl::StrCat("transforms[0]: ", kHidden)},
      {"… and all of the way to there.",
       Annotate(Annotate(quoting, "transforms[0]"), "patches[2]"),
       absl::StrCat("patches[2]: transforms[0]: ", kHidden)},
      {"What is harmless is reported whole.",
       Annotate(Harmless(absl::NotFoundError("spec.x: no such field")), "p"),
       "p: spec.x: no such field"},
      {"A part that is harmless is reported in place of the rest.",
       Annotate(Harmless(quoting, "expected a number"), "p"),
       "p: expected a number"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(RedactedMessage(test.status), test.want);
    EXPECT_EQ(MessageOf(test.status, true), test.want);
    EXPECT_EQ(MessageOf(test.status, false), test.status.message());
  }
}

TEST(Harmless, LeavesCodeAndMessage) {
  absl::Status status = Harmless(absl::NotFoundError("gone"), "reported");
  EXPECT_TRUE(absl::IsNotFound(status));
  EXPECT_EQ(status.message(), "gone");
}

TEST(Harmless, LeavesOkAlone) {
  EXPECT_TRUE(Harmless(absl::OkStatus()).ok());
  EXPECT_TRUE(Annotate(absl::OkStatus(), "p").ok());
}

}  // namespace
}  // namespace loom
