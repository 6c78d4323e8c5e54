// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/quick_ready.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/status.h"
#include "data/value/struct_codec.h"
#include "test/unit/sections/shared/readiness_checks/kind_rows.h"

namespace loom {
namespace {

std::string BytesOf(absl::string_view json) {
  WireWriter out;
  EncodeStruct(Json(json), &out);
  const Bytes bytes = std::move(out).Finish();
  return std::string(bytes.view());
}

std::string AnswerQuickReady(absl::string_view bytes,
                             KindRules rules = KindRules::kOurs) {
  Pool pool;
  const std::optional<bool> ready = QuickReady(bytes, rules, &pool);
  return !ready.has_value() ? "decode" : *ready ? "ready" : "not ready";
}

std::string ShopQuickReady(absl::string_view status) {
  return absl::StrCat(
      R"({"apiVersion": "example.org/v1", "kind": "Shop", "spec": {"a": [1]},
          "status": )",
      status, "}");
}

std::string ConditionsQuickReady(absl::string_view list) {
  return ShopQuickReady(
      absl::StrCat(R"({"phase": "Up", "conditions": )", list, "}"));
}

struct QuickRow {
  const char* reason;
  std::string object;
  const char* want;
};

const QuickRow kRowsQuickReady[] = {
    {"The condition is True.",
     ConditionsQuickReady(
         R"([{"type": "Synced", "status": "False"}, {"type": "Ready",
         "status": "True", "reason": "Available", "message": "x",
         "lastTransitionTime": "2026-01-02T03:04:05Z",
         "observedGeneration": 3, "more": [1]}])"),
     "ready"},
    {"It is False.",
     ConditionsQuickReady(R"([{"type": "Ready", "status": "False"}])"),
     "not ready"},
    {"The first of two counts.",
     ConditionsQuickReady(R"([{"type": "Ready", "status": "False"},
                    {"type": "Ready", "status": "True"}])"),
     "not ready"},
    {"It has no status.", ConditionsQuickReady(R"([{"type": "Ready"}])"),
     "not ready"},
    {"Members that are null.",
     ConditionsQuickReady(
         R"([{"type": "Ready", "status": "True", "reason": null,
         "lastTransitionTime": null, "observedGeneration": null}])"),
     "ready"},
    {"There is none of the type.",
     ConditionsQuickReady(R"([{"type": "Synced", "status": "True"}])"),
     "not ready"},
    {"There are none.", ConditionsQuickReady("[]"), "not ready"},
    {"There is no list.", ShopQuickReady("{}"), "not ready"},
    {"There is no status.", R"({"apiVersion": "example.org/v1",
                                "kind": "Shop"})",
     "not ready"},
    {"Nothing is there.", "{}", "not ready"},
    {"The list is none.", ConditionsQuickReady(R"({"type": "Ready"})"),
     "decode"},
    {"The list is null.", ConditionsQuickReady("null"), "decode"},
    {"The status is none.", ShopQuickReady("[]"), "decode"},
    {"An element is none.", ConditionsQuickReady("[1]"), "decode"},
    {"An element is null.", ConditionsQuickReady("[null]"), "decode"},
    {"A reason is a number.",
     ConditionsQuickReady(
         R"([{"type": "Ready", "status": "True", "reason": 1}])"),
     "decode"},
    {"A time is none.",
     ConditionsQuickReady(R"([{"type": "Ready", "status": "True",
                     "lastTransitionTime": "today"}])"),
     "decode"},
    {"A generation is a fraction.",
     ConditionsQuickReady(R"([{"type": "Ready", "status": "True",
                     "observedGeneration": 1.5}])"),
     "decode"},
    {"A kind is none.", R"({"kind": 5})", "decode"},
    {"A kind of Kubernetes is ready once it is observed.",
     R"({"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "b"}})",
     "ready"},
    {"It is that kind in its own group only.",
     R"({"apiVersion": "example.org/v1", "kind": "ConfigMap"})", "not ready"},
    {"A kind of Kubernetes has a check of its own.",
     R"({"apiVersion": "v1", "kind": "Pod"})", "decode"},
};

// Where it answers, the answer is that of the decoded object.
TEST(QuickReady, SaysWhatTheDecodedObjectSays) {
  for (const QuickRow& row : kRowsQuickReady) {
    SCOPED_TRACE(row.reason);
    const std::string quick = AnswerQuickReady(BytesOf(row.object));
    EXPECT_EQ(quick, row.want);
    if (quick == "decode") continue;
    const Value object = Json(row.object);
    Pool pool;
    const std::optional<bool> by_kind = *CheckKind(object, &pool);
    EXPECT_EQ(
        by_kind.value_or(StatusOfCondition(object, "Ready", &pool) == "True"),
        quick == "ready");
    EXPECT_EQ(by_kind.value_or(ConditionOf(object, "Ready", &pool) == "True"),
              quick == "ready");
  }
}

TEST(QuickReady, KnowsTheKindsOfBothRules) {
  const std::string pod = BytesOf(R"({"apiVersion": "/v1", "kind": "Pod"})");
  EXPECT_EQ(AnswerQuickReady(pod, KindRules::kAutoReady), "decode");
  EXPECT_EQ(AnswerQuickReady(pod, KindRules::kOurs), "not ready");
}

TEST(QuickReady, LeavesUnusualWireToTheDecoder) {
  const std::string usual =
      BytesOf(ConditionsQuickReady(R"([{"type": "Ready", "status": "True"}])"));
  EXPECT_EQ(AnswerQuickReady(usual), "ready");
  EXPECT_EQ(
      AnswerQuickReady(absl::StrCat(usual, BytesOf(R"({"kind": "Pod"})"))),
      "decode")
      << "a member is there twice, and the last one counts";
  EXPECT_EQ(AnswerQuickReady(absl::StrCat(usual, BytesOf(R"({"more": 1})"))),
            "ready")
      << "another member";
  for (size_t size = 1; size < usual.size(); ++size) {
    const std::string answer = AnswerQuickReady(usual.substr(0, size));
    EXPECT_TRUE(answer == "decode" || answer == "not ready") << size;
  }
  const std::string field_of_nobody("\x10\x01", 2);
  EXPECT_EQ(AnswerQuickReady(absl::StrCat(usual, field_of_nobody)), "decode");
}

}  // namespace
}  // namespace loom
