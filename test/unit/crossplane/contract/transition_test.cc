// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/transition.h"

#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr ConditionStatus kTrueTransition = ConditionStatus::kTrue;
constexpr ConditionStatus kFalseTransition = ConditionStatus::kFalse;
constexpr ConditionStatus kUnknownTransition = ConditionStatus::kUnknown;

std::string TextTransition(const std::optional<Result>& result) {
  if (!result) return "none";
  std::string severity =
      result->severity == Severity::kWarning ? "Warning " : "Normal ";
  return severity + result->reason + " " + result->message;
}

TEST(Transition, TellsOfChangesOnly) {
  struct {
    const char* reason;
    std::optional<Condition> before;
    Condition now;
    const char* want;
  } tests[] = {
      {"A first fault is reported.",
       std::nullopt,
       {"T", kFalseTransition, "Missing", "a is missing"},
       "Warning Missing T: a is missing"},
      {"A condition that is Unknown is reported as well.",
       std::nullopt,
       {"T", kUnknownTransition, "Waiting", "a is not ready"},
       "Warning Waiting T: a is not ready"},
      {"Another message is reported.",
       Condition{"T", kFalseTransition, "Missing", "a is missing"},
       {"T", kFalseTransition, "Missing", "b is missing"},
       "Warning Missing T: b is missing"},
      {"Another reason is reported; without a message it stands for it.",
       Condition{"T", kFalseTransition, "Missing", ""},
       {"T", kFalseTransition, "Denied", ""},
       "Warning Denied T: Denied"},
      {"Another status is reported.",
       Condition{"T", kUnknownTransition, "Missing", "a"},
       {"T", kFalseTransition, "Missing", "a"},
       "Warning Missing T: a"},
      {"The end of a fault is reported.",
       Condition{"T", kFalseTransition, "Missing", "a is missing"},
       {"T", kTrueTransition, "Found", ""},
       "Normal Found T: Found"},
      {"The same fault is not reported again.",
       Condition{"T", kFalseTransition, "Missing", "a is missing"},
       {"T", kFalseTransition, "Missing", "a is missing"},
       "none"},
      {"Good from the start needs no word.",
       std::nullopt,
       {"T", kTrueTransition, "Found", ""},
       "none"},
      {"Nor does good that stays, whatever the message.",
       Condition{"T", kTrueTransition, "Found", "1"},
       {"T", kTrueTransition, "Found", "2"},
       "none"},
      {"Pending is part of every start.",
       std::nullopt,
       {"T", kUnknownTransition, "Pending", "a"},
       "none"},
      {"So are connection details that are not there yet.",
       std::nullopt,
       {"ConnectionDetailsReady", kFalseTransition, "KeysMissing", "a"},
       "none"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(TextTransition(Transition(test.before, test.now)), test.want);
  }
}

TEST(Transition, ReadsTheObservedCondition) {
  struct {
    const char* reason;
    const char* composite;
    std::optional<Condition> want;
  } tests[] = {
      {"All members are read.",
       R"({"status": {"conditions": [{"type": "A", "status": "True"},
           {"type": "T", "status": "False", "reason": "R", "message": "M"}]}})",
       Condition{"T", kFalseTransition, "R", "M"}},
      {"Members that are missing or no text are empty.",
       R"({"status": {"conditions": [{"type": "T", "reason": 1}]}})",
       Condition{"T", kUnknownTransition, "", ""}},
      {"Entries that are no conditions are passed over.",
       R"({"status": {"conditions": [null, 1, {"type": "T",
           "status": "True"}]}})",
       Condition{"T", kTrueTransition, "", ""}},
      {"There is no such condition.",
       R"({"status": {"conditions": [{"type": "A", "status": "True"}]}})",
       std::nullopt},
      {"Conditions are no list.", R"({"status": {"conditions": {}}})",
       std::nullopt},
      {"There is no status.", "{}", std::nullopt},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto composite = ParseJson(test.composite, &pool);
    ASSERT_TRUE(composite.ok());
    auto got = ObservedCondition(*composite, "T");
    ASSERT_EQ(got.has_value(), test.want.has_value());
    if (!got) continue;
    EXPECT_EQ(got->type, test.want->type);
    EXPECT_EQ(got->status, test.want->status);
    EXPECT_EQ(got->reason, test.want->reason);
    EXPECT_EQ(got->message, test.want->message);
  }
}

TEST(Transition, NothingToDoReplacesWhatCannotBeTakenAway) {
  EXPECT_FALSE(NothingToDo(std::nullopt, "NotRequested").has_value());
  auto condition = NothingToDo(Condition{"T", kFalseTransition, "Missing", "a"},
                               "NotRequested");
  ASSERT_TRUE(condition.has_value());
  EXPECT_EQ(condition->type, "T");
  EXPECT_EQ(condition->status, kTrueTransition);
  EXPECT_EQ(condition->reason, "NotRequested");
  EXPECT_EQ(condition->message, "");
}

}  // namespace
}  // namespace loom
