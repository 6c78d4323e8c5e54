// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/composite_document.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "tools/pipeline/metadata.h"
#include "tools/pipeline/struct_message.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

constexpr char kNow[] = "2024-01-01T00:00:00Z";
constexpr size_t kNamesShown = 3;

struct CompositeCondition {
  std::string type;
  std::string status;
  std::string reason;
  std::string message;
  std::string since = kNow;
  int64_t observed_generation = 0;
};

// "a, b", "a, b, and c", "a, b, c, and 2 more".
std::string Listed(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  if (names.size() < kNamesShown) return absl::StrJoin(names, ", ");
  bool all = names.size() == kNamesShown;
  size_t shown = all ? kNamesShown - 1 : kNamesShown;
  return absl::StrCat(
      absl::StrJoin(names.begin(), names.begin() + shown, ", "), ", and ",
      all ? names.back() : absl::StrCat(names.size() - kNamesShown, " more"));
}

CompositeCondition ReadyCondition(const fn::State& desired) {
  std::vector<std::string> unready;
  for (const auto& [name, resource] : desired.resources()) {
    if (resource.ready() != fn::READY_TRUE) unready.push_back(name);
  }
  fn::Ready said = desired.composite().ready();
  if (said == fn::READY_FALSE) return {"Ready", "False", "Creating", ""};
  if (said == fn::READY_UNSPECIFIED && !unready.empty()) {
    return {"Ready", "False", "Creating",
            absl::StrCat("Unready resources: ", Listed(std::move(unready)))};
  }
  return {"Ready", "True", "Available", ""};
}

// Kubernetes writes times in UTC.
std::string InUtc(std::string time) {
  absl::Time parsed;
  if (!absl::ParseTime(absl::RFC3339_full, time, &parsed, nullptr)) return time;
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", parsed, absl::UTCTimeZone());
}

// The conditions in the desired status.
std::vector<CompositeCondition> ConditionsOf(const Value& composite) {
  std::vector<CompositeCondition> conditions;
  const Value* list = Dig(composite, {"status", "conditions"});
  if (list == nullptr || !list->IsArray()) return conditions;
  for (const Value& item : list->GetArray()) {
    if (!item.IsObject()) continue;
    auto text = [&item](const char* name) {
      return ScalarText(Find(item, name));
    };
    const Value* generation = Find(item, "observedGeneration");
    conditions.push_back(
        {text("type"), text("status"), text("reason"), text("message"),
         InUtc(text("lastTransitionTime")),
         generation == nullptr ? 0 : AsInteger(*generation).value_or(0)});
  }
  return conditions;
}

CompositeCondition FromFunction(const fn::Condition& condition) {
  absl::string_view status =
      condition.status() == fn::STATUS_CONDITION_TRUE    ? "True"
      : condition.status() == fn::STATUS_CONDITION_FALSE ? "False"
                                                         : "Unknown";
  return {condition.type(), std::string(status), condition.reason(),
          condition.message()};
}

// A condition that does not change keeps its time.
void SetCondition(CompositeCondition condition,
                  std::vector<CompositeCondition>* conditions) {
  auto same_type = std::find_if(
      conditions->begin(), conditions->end(),
      [&](const CompositeCondition& c) { return c.type == condition.type; });
  if (same_type == conditions->end()) {
    conditions->push_back(std::move(condition));
  } else if (same_type->status != condition.status ||
             same_type->reason != condition.reason ||
             same_type->message != condition.message) {
    *same_type = std::move(condition);
  }
}

bool IsSystemCondition(absl::string_view type) {
  return type == "Ready" || type == "Synced" || type == "Healthy";
}

Value ToValue(const CompositeCondition& condition, Pool* pool) {
  Value value = Object();
  Set(value, "type", Text(condition.type, pool), pool);
  Set(value, "status", Text(condition.status, pool), pool);
  Set(value, "reason", Text(condition.reason, pool), pool);
  Set(value, "lastTransitionTime",
      condition.since.empty() ? Value() : Text(condition.since, pool), pool);
  if (!condition.message.empty()) {
    Set(value, "message", Text(condition.message, pool), pool);
  }
  if (condition.observed_generation != 0) {
    Set(value, "observedGeneration", Integer(condition.observed_generation),
        pool);
  }
  return value;
}

// A status that is no object stays as it is.
void WriteConditions(const std::vector<CompositeCondition>& conditions,
                     Value* composite, Pool* pool) {
  Value& status = FindOrAdd(*composite, "status", pool);
  if (status.IsNull()) status = Object();
  if (!status.IsObject()) return;
  Value list = Array();
  for (const CompositeCondition& condition : conditions) {
    list.PushBack(ToValue(condition, pool), pool->allocator());
  }
  Set(status, "conditions", std::move(list), pool);
}

absl::Status CopyMember(const YamlDocument& from, absl::string_view name,
                        Value* to, Pool* pool) {
  const Value* member = Find(from.root, name);
  if (member == nullptr) {
    return absl::FailedPreconditionError(
        absl::StrCat(from.Place({}), ": the XR has no ", name,
                     ", and --include-full-xr wants it printed"));
  }
  Set(*to, name, Copy(*member, pool), pool);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Value> CompositeDocument(const YamlDocument& composite,
                                        const PipelineOutcome& outcome,
                                        bool full, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(Value document,
                        ToTree(outcome.desired.composite().resource(), pool));
  const Value& given = composite.root;
  Set(document, "apiVersion", Borrow(ApiVersion(given)), pool);
  Set(document, "kind", Borrow(Kind(given)), pool);
  SetMetadata(document, "name", Name(given), pool);
  SetMetadata(document, "namespace", Namespace(given), pool);

  std::vector<CompositeCondition> conditions = ConditionsOf(document);
  SetCondition(ReadyCondition(outcome.desired), &conditions);
  for (const fn::Condition& condition : outcome.conditions) {
    if (IsSystemCondition(condition.type())) continue;
    SetCondition(FromFunction(condition), &conditions);
  }
  WriteConditions(conditions, &document, pool);

  if (full) {
    LOOM_RETURN_IF_ERROR(CopyMember(composite, "spec", &document, pool));
    LOOM_RETURN_IF_ERROR(CopyMember(composite, "metadata", &document, pool));
  }
  return document;
}

}  // namespace loom
