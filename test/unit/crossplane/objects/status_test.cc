// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/status.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/json.h"

namespace loom {
namespace {

constexpr char kUnreadable[] = "unreadable";

std::string ReadyOf(const Value& object) {
  Pool pool;
  std::optional<absl::string_view> status = ConditionOf(object, "Ready", &pool);
  return std::string(status.value_or(kUnreadable));
}

TEST(ConditionOf, IsTheTextOfTheStatus) {
  const struct {
    const char* reason;
    const char* status;
    const char* want;
  } tests[] = {
      {"The condition is there.",
       R"({"conditions": [{"type": "Synced", "status": "False"},
                          {"type": "Ready", "status": "True"}]})",
       "True"},
      {"The first of type counts.",
       R"({"conditions": [{"type": "Ready", "status": "False"},
                          {"type": "Ready", "status": "True"}]})",
       "False"},
      {"Any text is a status.",
       R"({"conditions": [{"type": "Ready", "status": "maybe"}]})", "maybe"},
      {"Without a status it is the empty text.",
       R"({"conditions": [{"type": "Ready"}]})", ""},
      {"A condition with all its members.",
       R"({"conditions": [{"type": "Ready", "status": "True", "reason": "Up",
           "message": "", "lastTransitionTime": "2024-02-29T12:00:00Z",
           "observedGeneration": 4}]})",
       "True"},
      {"Nulls are absent members, and an absent entry.",
       R"({"conditions": [null, {"type": "Ready", "status": "True",
           "reason": null, "lastTransitionTime": null,
           "observedGeneration": null}]})",
       "True"},
      {"Members that nobody knows do no harm.",
       R"({"conditions": [{"type": "Ready", "status": "True", "x": []}]})",
       "True"},

      {"Another type.", R"({"conditions": [{"type": "ready"}]})", "Unknown"},
      {"No conditions.", R"({"conditions": []})", "Unknown"},
      {"No list of conditions.", "{}", "Unknown"},
      {"A null list.", R"({"conditions": null})", "Unknown"},
      {"A null status.", "null", "Unknown"},

      {"The status is no object.", R"("Ready")", kUnreadable},
      {"The conditions are no list.", R"({"conditions": {}})", kUnreadable},
      {"An entry is no object.", R"({"conditions": ["Ready"]})", kUnreadable},
      {"A status that is no text, though of another condition.",
       R"({"conditions": [{"type": "Ready", "status": "True"},
                          {"type": "Synced", "status": true}]})",
       kUnreadable},
      {"A message that is no text.",
       R"({"conditions": [{"type": "Ready", "message": {}}]})", kUnreadable},
      {"A time that is none.",
       R"({"conditions": [{"type": "Ready", "lastTransitionTime": "now"}]})",
       kUnreadable},
      {"A time that is a number.",
       R"({"conditions": [{"type": "Ready", "lastTransitionTime": 0}]})",
       kUnreadable},
      {"A generation with a fraction.",
       R"({"conditions": [{"type": "Ready", "observedGeneration": 1.5}]})",
       kUnreadable},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ReadyOf(Json(absl::StrCat(R"({"status": )", test.status, "}"))),
              test.want);
  }
}

TEST(StatusOfCondition, ReadsOnlyTheFirstOfItsType) {
  const struct {
    const char* reason;
    const char* status;
    const char* want;
  } tests[] = {
      {"The condition is there.",
       R"({"conditions": [{"type": "Synced", "status": "False"},
                          {"type": "Ready", "status": "True"}]})",
       "True"},
      {"The first of type counts.",
       R"({"conditions": [{"type": "Ready", "status": "False"},
                          {"type": "Ready", "status": "True"}]})",
       "False"},
      {"Any text is a status.",
       R"({"conditions": [{"type": "Ready", "status": ""}]})", ""},
      {"Other entries may be anything.",
       R"({"conditions": [null, "Ready", {"type": 5}, {"type": "Synced",
           "status": true}, {"type": "Ready", "status": "True"}]})",
       "True"},
      {"So may other members of its own.",
       R"({"conditions": [{"type": "Ready", "status": "True",
           "lastTransitionTime": "now", "message": {}}]})",
       "True"},

      {"A status that is no text, though a second one is.",
       R"({"conditions": [{"type": "Ready", "status": true},
                          {"type": "Ready", "status": "True"}]})",
       "absent"},
      {"Without a status.", R"({"conditions": [{"type": "Ready"}]})", "absent"},
      {"Another type.",
       R"({"conditions": [{"type": "ready", "status": "True"}]})", "absent"},
      {"No conditions.", R"({"conditions": []})", "absent"},
      {"No list of conditions.", R"({"conditions": {}})", "absent"},
      {"A null status.", "null", "absent"},
      {"The status is no object.", R"("Ready")", "absent"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Value object = Json(absl::StrCat(R"({"status": )", test.status, "}"));
    Pool pool;
    EXPECT_EQ(StatusOfCondition(object, "Ready", &pool).value_or("absent"),
              test.want);
  }
}

TEST(ConditionOf, IsUnreadableWithoutAStatus) {
  EXPECT_EQ(ReadyOf(Json("{}")), kUnreadable);
  EXPECT_EQ(ReadyOf(Json("[]")), kUnreadable);
}

}  // namespace
}  // namespace loom
