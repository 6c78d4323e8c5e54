// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/shared_condition.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
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

TEST(Remarks, HaveTheLocationsThatTheEventShows) {
  std::vector<Remark> remarks;
  for (const char* text : {"d", "a", "c", "b"}) {
    remarks.push_back({.type = "T",
                       .status = kFalse,
                       .reason = "Waits",
                       .text = text,
                       .place = absl::StrCat("list[", text, "]")});
  }
  remarks[3].place.clear();
  const std::optional<Condition> condition = ConditionOf(remarks, std::nullopt);
  ASSERT_TRUE(condition.has_value());
  EXPECT_EQ(condition->event, "a; b; c; and 1 more");
  EXPECT_THAT(condition->places, ::testing::ElementsAre("list[a]", "list[c]"));
}

// A later step may desire the resource in each call.
TEST(Remarks, GiveNoEventOfWhatALaterStepMayEnd) {
  const std::optional<Condition> condition = ConditionOf(
      {{.type = "T",
        .status = kFalse,
        .reason = "Kept",
        .text = "a stays",
        .is_news = false},
       {.type = "T", .status = kFalse, .reason = "Kept", .text = "b stays"}},
      std::nullopt);
  ASSERT_TRUE(condition.has_value());
  EXPECT_EQ(condition->message, "a stays; b stays");
  EXPECT_EQ(condition->event, "b stays");
  EXPECT_TRUE(condition->is_news);
}

TEST(Remarks, JoinsEntries) {
  EXPECT_EQ(JoinedEntries({}), "");
  EXPECT_EQ(JoinedEntries({"b", "a"}), "a; b");
  EXPECT_EQ(JoinedEntries({"c", "b", "a"}), "a; b; c");
  EXPECT_EQ(JoinedEntries({"d", "c", "b", "e", "a"}), "a; b; c; and 2 more");
}

// What the step reports, if earlier steps have left that.
TEST(Remarks, JoinThoseOfEarlierSteps) {
  const Remark done{.type = "T", .reason = "Resolved"};
  const Remark idle{.type = "T", .reason = "NoReferences", .idle = true};
  auto waits = [](const char* text) {
    return Remark{
        .type = "T", .status = kUnknown, .reason = "Own", .text = text};
  };
  auto fails = [](const char* text) {
    return Remark{.type = "T", .status = kFalse, .reason = "Bad", .text = text};
  };
  Remark quiet = waits("q");
  quiet.is_news = false;
  const Condition told_b{"T", kUnknown, "Before", "b"};
  const EarlierRemarks none;
  const EarlierRemarks earlier{kUnknown, "Early", {"b"}};
  const struct {
    const char* reason;
    EarlierRemarks earlier;
    std::vector<Remark> remarks;
    std::optional<Condition> before;
    const char* want;
    bool news;
  } tests[] = {
      {"An idle step changes nothing.", earlier, {idle}, told_b, "none", false},
      {"A step that is done repeats what earlier steps wait for.",
       earlier,
       {done},
       told_b,
       "T Unknown Early b",
       false},
      {"The reason is that of the earlier step, with the same status.",
       earlier,
       {waits("a")},
       told_b,
       "T Unknown Early a; b",
       true},
      {"A worse status has its own reason.",
       earlier,
       {fails("a")},
       told_b,
       "T False Bad a; b",
       true},
      {"The entries that an earlier step has left out count.",
       {kUnknown, "Early", {"b", "c", "d"}, 2},
       {waits("a")},
       std::nullopt,
       "T Unknown Early a; b; c; and 3 more",
       true},
      {"An entry that the message does not show is no news.",
       {kUnknown, "Early", {"b", "c", "d"}, 2},
       {waits("e")},
       std::nullopt,
       "T Unknown Early b; c; d; and 3 more",
       false},
      {"Nor is one that the composite has.",
       none,
       {waits("b")},
       Condition{"T", kUnknown, "Own", "a; b; c"},
       "T Unknown Own b",
       false},
      {"Nor one that the composite may have.",
       none,
       {waits("e")},
       Condition{"T", kUnknown, "Own", "a; b; c; and 1 more"},
       "T Unknown Own e",
       false},
      {"But one that it would show.",
       none,
       {waits("bb")},
       Condition{"T", kUnknown, "Own", "a; b; c; and 1 more"},
       "T Unknown Own bb",
       true},
      {"An entry is not a part of another one.",
       none,
       {waits("b")},
       Condition{"T", kUnknown, "Own", "a: b; bc"},
       "T Unknown Own b",
       true},
      {"The condition was True.",
       none,
       {waits("b")},
       Condition{"T", kTrue, "Own", "b"},
       "T Unknown Own b",
       true},
      {"The same message with another status is news.",
       none,
       {fails("b")},
       told_b,
       "T False Bad b",
       true},
      {"A quiet remark is no news.",
       none,
       {quiet},
       std::nullopt,
       "T Unknown Own q",
       false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const auto condition = ConditionOf(test.remarks, test.before, test.earlier);
    EXPECT_EQ(TextRemark(condition), test.want);
    if (!condition.has_value()) continue;
    EXPECT_EQ(condition->is_news, test.news);
  }
}

TEST(Remarks, AreLeftToLaterSteps) {
  EarlierRemarks earlier;
  Remark again{.type = "T", .status = kFalse, .reason = "Kept", .text = "k"};
  again.is_made_again = true;
  earlier.Add({{.type = "T", .reason = "Resolved"}, again});
  EXPECT_EQ(earlier.status, kTrue) << "nothing is left";
  auto remark = [](ConditionStatus status, const char* text) {
    return Remark{.type = "T", .status = status, .reason = text, .text = text};
  };
  earlier.Add({remark(kUnknown, "d"), remark(kUnknown, "c")});
  earlier.Add({remark(kFalse, "e"), remark(kUnknown, "a")});
  EXPECT_EQ(earlier.status, kFalse);
  EXPECT_EQ(earlier.reason, "e");
  EXPECT_EQ(earlier.texts, (std::vector<std::string>{"a", "c", "d"}));
  EXPECT_EQ(earlier.more, 1u);
}

}  // namespace
}  // namespace loom
