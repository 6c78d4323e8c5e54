// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/kind_reason.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "base/strings.h"
#include "crossplane/objects/status.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "sections/shared/readiness_checks/kind_check.h"

namespace loom {
namespace {

// Statuses, reasons and phases are short words; longer ones are cut.
constexpr size_t kWord = 64;
// What is quoted of the message of a condition.
constexpr size_t kSentence = 200;

constexpr char kUnseen[] = "its latest change is not observed yet";

std::string PhaseText(const Value& object, absl::string_view redacted,
                      Pool* pool) {
  const absl::string_view phase = TextAt(object, {"status", "phase"}, pool);
  if (pool->redacted() || phase.empty()) return std::string(redacted);
  return absl::StrCat("phase is ", Cut(phase, kWord));
}

// Returns "2 of 3 ready"; nullopt if the count is the wanted one.
std::optional<std::string> CountText(std::optional<int64_t> want,
                                     const Value& object,
                                     absl::string_view count,
                                     absl::string_view word, Pool* pool) {
  const std::optional<int64_t> have = CountAt(object, {"status", count}, pool);
  if (want.has_value() && have == want) return std::nullopt;
  if (pool->redacted() || !want.has_value() || !have.has_value()) {
    return absl::StrCat("not all ", word);
  }
  return absl::StrCat(*have, " of ", *want, " ", word);
}

// Reports whether a condition of the type is True. The check has already
// reported any error of the account.
bool IsTrue(const Value& object, absl::string_view type, Pool* pool) {
  return AnyIsTrue(object, {type}, pool).value_or(false);
}

}  // namespace

std::string WhyAbsent(const Value&, Pool*) { return "not observed yet"; }

std::string WhyNoAddress(const Value&, Pool*) { return "no address"; }

std::string WhyNotBound(const Value& object, Pool* pool) {
  return PhaseText(object, "not bound", pool);
}

std::string WhyPod(const Value& object, Pool* pool) {
  if (TextAt(object, {"status", "phase"}, pool) != "Running") {
    return PhaseText(object, "not running", pool);
  }
  if (TextAt(object, {"spec", "restartPolicy"}, pool) != "Always") {
    return "not done yet";
  }
  return ConditionText(object, "Ready", pool);
}

std::string WhyDeployment(const Value& object, Pool* pool) {
  if (!IsUpToDate(object, pool)) return kUnseen;
  const std::optional<int64_t> want = Replicas(object, pool);
  if (auto text = CountText(want, object, "updatedReplicas", "updated", pool)) {
    return *text;
  }
  if (auto text =
          CountText(want, object, "availableReplicas", "available", pool)) {
    return *text;
  }
  return ConditionText(object, "Available", pool);
}

std::string WhyStatefulSet(const Value& object, Pool* pool) {
  if (!IsUpToDate(object, pool)) return kUnseen;
  const std::optional<int64_t> want = Replicas(object, pool);
  if (auto text = CountText(want, object, "readyReplicas", "ready", pool)) {
    return *text;
  }
  if (auto text = CountText(want, object, "currentReplicas", "current", pool)) {
    return *text;
  }
  return "a newer revision is rolling out";
}

std::string WhyDaemonSet(const Value& object, Pool* pool) {
  if (!IsUpToDate(object, pool)) return kUnseen;
  const std::optional<int64_t> want =
      CountAt(object, {"status", "desiredNumberScheduled"}, pool);
  if (auto text =
          CountText(want, object, "updatedNumberScheduled", "updated", pool)) {
    return *text;
  }
  if (auto text = CountText(want, object, "numberReady", "ready", pool)) {
    return *text;
  }
  return CountText(want, object, "numberAvailable", "available", pool)
      .value_or("not all available");
}

std::string WhyReplicaSet(const Value& object, Pool* pool) {
  if (!IsUpToDate(object, pool)) return kUnseen;
  if (IsTrue(object, "ReplicaFailure", pool)) return "ReplicaFailure is True";
  return CountText(Replicas(object, pool), object, "availableReplicas",
                   "available", pool)
      .value_or("not all available");
}

std::string WhyJob(const Value& object, Pool* pool) {
  if (IsTrue(object, "Failed", pool)) return "failed";
  if (IsTrue(object, "Suspended", pool)) return "suspended";
  return "not complete";
}

std::string WhyCronJob(const Value&, Pool*) {
  return "its last run has not succeeded";
}

std::string WhyHorizontalPodAutoscaler(const Value& object, Pool* pool) {
  const bool can = IsTrue(object, "ScalingActive", pool) ||
                   IsTrue(object, "ScalingLimited", pool);
  return can ? "it cannot scale" : "scaling is not active";
}

std::string ConditionText(const Value& object, absl::string_view type,
                          Pool* pool) {
  const Value* conditions = At(object, {"status", "conditions"}, pool);
  const Value* found = nullptr;
  if (conditions != nullptr && conditions->IsArray()) {
    for (const Value& condition : Items(*conditions, pool)) {
      if (TextAt(condition, {"type"}, pool) != type) continue;
      found = &condition;
      break;
    }
  }
  if (found == nullptr) return absl::StrCat("no ", type, " condition");
  const absl::string_view status = TextAt(*found, {"status"}, pool);
  if (pool->redacted() || status.empty()) {
    return absl::StrCat(type, " is not True");
  }
  const absl::string_view reason = TextAt(*found, {"reason"}, pool);
  const absl::string_view message = TextAt(*found, {"message"}, pool);
  return absl::StrCat(type, " is ", Cut(status, kWord),
                      reason.empty() ? "" : ": ", Cut(reason, kWord),
                      message.empty() ? "" : ": ", Cut(message, kSentence));
}

std::string WhyConditions(const Value& object, Pool* pool) {
  std::string text = ConditionText(object, "Ready", pool);
  if (StatusOfCondition(object, "Synced", pool) == "False") {
    absl::StrAppend(&text, ", ", ConditionText(object, "Synced", pool));
  }
  return text;
}

}  // namespace loom
