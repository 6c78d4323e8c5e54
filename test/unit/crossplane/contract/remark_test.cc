// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "crossplane/contract/outcome.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr ConditionStatus kTrue = ConditionStatus::kTrue;
constexpr ConditionStatus kFalse = ConditionStatus::kFalse;
constexpr ConditionStatus kUnknown = ConditionStatus::kUnknown;

std::string TextRemark(const std::optional<Condition>& condition) {
  if (!condition.has_value()) return "none";
  const char* status = condition->status == kTrue    ? "True "
                       : condition->status == kFalse ? "False "
                                                     : "Unknown ";
  return absl::StrCat(condition->type, " ", status, condition->reason, " ",
                      condition->message);
}

TEST(Remarks, BecomeOneCondition) {
  const Condition before{"T", kFalse, "Missing", "a"};
  const Remark done{.type = "T", .reason = "Resolved"};
  const Remark idle{.type = "T", .reason = "NoReferences", .idle = true};
  const struct {
    const char* reason;
    std::vector<Remark> remarks;
    std::optional<Condition> before;
    const char* want;
  } tests[] = {
      {"All is well.", {done}, std::nullopt, "T True Resolved "},
      {"Nothing to do.", {idle}, std::nullopt, "none"},
      {"Nothing to do any more.", {idle}, before, "T True NoReferences "},
      {"One of two had something to do.",
       {idle, done},
       before,
       "T True Resolved "},
      {"False goes before Unknown, and its first reason in the input counts.",
       {Remark{"T", kUnknown, "Waits", "a: waits", "", 0},
        Remark{"T", kFalse, "Denied", "c: denied", "", 2},
        Remark{"T", kFalse, "Wrong", "d: wrong", "", 1}, done},
       std::nullopt,
       "T False Wrong a: waits; c: denied; d: wrong"},
      {"Three are reported, the others counted.",
       {Remark{"T", kUnknown, "Waits", "d: waits", "", 0},
        Remark{"T", kUnknown, "Waits", "a: waits", "", 1},
        Remark{"T", kUnknown, "Waits", "c: waits", "", 2},
        Remark{"T", kUnknown, "Waits", "b: waits", "", 3}},
       std::nullopt,
       "T Unknown Waits a: waits; b: waits; c: waits; and 1 more"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(TextRemark(ConditionOf(test.remarks, test.before)), test.want);
  }
}

TEST(Remarks, HaveDetailsThatOnlyTheEventTells) {
  const std::optional<Condition> condition =
      ConditionOf({{.type = "T",
                    .status = kFalse,
                    .reason = "Wrong",
                    .text = "a: wrong",
                    .detail = "the second segment"}},
                  std::nullopt);
  ASSERT_TRUE(condition.has_value());
  EXPECT_EQ(condition->message, "a: wrong");
  EXPECT_EQ(condition->event, "a: wrong: the second segment");
}

}  // namespace
}  // namespace loom
