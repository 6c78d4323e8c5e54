// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/transition.h"

#include "absl/strings/str_cat.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {
namespace {

ConditionStatus StatusOf(absl::string_view text) {
  if (text == "True") return ConditionStatus::kTrue;
  if (text == "False") return ConditionStatus::kFalse;
  return ConditionStatus::kUnknown;
}

bool IsSilent(const Condition& condition) {
  return condition.reason == "Pending" ||
         ConditionTypeOf(condition.type).silent;
}

// Returns the part of a message before its last ": ".
absl::string_view SubjectOf(absl::string_view message) {
  return message.substr(0, message.rfind(": "));
}

bool HasOtherSubject(const Condition& before, const Condition& now) {
  return ConditionTypeOf(now.type).has_subject && before.reason == now.reason &&
         SubjectOf(before.message) != SubjectOf(now.message);
}

}  // namespace

std::optional<Condition> ObservedCondition(const Value& composite,
                                           absl::string_view type) {
  for (const Value& condition : ItemsAt(composite, {"status", "conditions"})) {
    if (TextAt(condition, {"type"}) != type) continue;
    return Condition{std::string(type), StatusOf(TextAt(condition, {"status"})),
                     std::string(TextAt(condition, {"reason"})),
                     std::string(TextAt(condition, {"message"}))};
  }
  return std::nullopt;
}

std::optional<Result> Transition(const std::optional<Condition>& before,
                                 const Condition& now) {
  if (IsSilent(now) || !now.is_news) return std::nullopt;
  if (now.status == ConditionStatus::kTrue) {
    bool news = before && (before->status != ConditionStatus::kTrue ||
                           HasOtherSubject(*before, now));
    if (!news) return std::nullopt;
    return ResultOf(now, Severity::kNormal);
  }
  bool same = before && before->status == now.status &&
              before->reason == now.reason && before->message == now.message;
  if (same) return std::nullopt;
  return ResultOf(now, Severity::kWarning);
}

Result ResultOf(const Condition& condition, Severity severity) {
  const std::string& message =
      condition.event.empty() ? condition.message : condition.event;
  const std::string& text = message.empty() ? condition.reason : message;
  return {.severity = severity,
          .message = absl::StrCat(condition.type, ": ", text),
          .reason = condition.reason,
          .places = condition.places};
}

std::optional<Condition> NothingToDo(const std::optional<Condition>& before,
                                     absl::string_view reason) {
  if (!before) return std::nullopt;
  return Condition{before->type, ConditionStatus::kTrue, std::string(reason),
                   ""};
}

}  // namespace loom
