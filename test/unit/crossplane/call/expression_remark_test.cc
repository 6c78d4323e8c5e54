// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"

namespace loom {
namespace {

TEST(PendingExpression, SaysWhoWaitsForWhat) {
  const absl::Status why = Harmless(
      absl::NotFoundError("condition: 1:9: no such key: \"a\""), "missing");
  const struct {
    const char* reason;
    const char* subject;
    bool redacted;
    const char* want;
  } tests[] = {
      {"A resource.", "db", false, "db: condition: 1:9: no such key: \"a\""},
      {"The composite as a whole.", "", false,
       "condition: 1:9: no such key: \"a\""},
      {"A call that has read a Secret names no key.", "db", true,
       "db: missing"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const Remark remark = PendingExpression(test.subject, why, test.redacted);
    EXPECT_EQ(remark.text, test.want);
    EXPECT_EQ(remark.type, "ExpressionsResolved");
    EXPECT_EQ(remark.reason, "FieldMissing");
    EXPECT_EQ(remark.status, ConditionStatus::kUnknown);
  }
}

TEST(ExpressionsResolved, IsTrue) {
  EXPECT_EQ(ExpressionsResolved().status, ConditionStatus::kTrue);
  EXPECT_EQ(ExpressionsResolved().reason, "Resolved");
}

}  // namespace
}  // namespace loom
