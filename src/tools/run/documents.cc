// SPDX-License-Identifier: Apache-2.0
#include "tools/run/documents.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/value/struct_codec.h"
#include "data/yaml/scalar.h"
#include "function/protobuf.h"

namespace loom {
namespace {

// For SetMetadata and SetController.

// The member, which is added if it is absent; nullptr if it is no object.
Value* MemberObject(Value& object, absl::string_view name, Pool* pool) {
  Value* member = Find(object, name);
  if (member == nullptr) {
    Set(object, name, Object(), pool);
    member = Find(object, name);
  }
  return member->IsObject() ? member : nullptr;
}

// Go reads null as an empty text.
bool IsMapOfTexts(const Value& map) {
  if (!map.IsObject()) return false;
  for (const Member& member : Members(map)) {
    if (!member.value.IsString() && !member.value.IsNull()) return false;
  }
  return true;
}

// The members of an owner reference that Kubernetes knows.
Value Normalized(const Value& reference, Pool* pool) {
  Value normalized = Object();
  for (const char* name : {"apiVersion", "kind", "name", "uid"}) {
    Set(normalized, name, Borrow(TextAt(reference, {name})), pool);
  }
  for (const char* name : {"controller", "blockOwnerDeletion"}) {
    const Value* flag = Find(reference, name);
    if (flag != nullptr && flag->IsBool()) {
      Set(normalized, name, Value(flag->GetBool()), pool);
    }
  }
  return normalized;
}

Value ControllerReference(const Value& owner, absl::string_view uid,
                          Pool* pool) {
  Value reference = Object();
  Set(reference, "apiVersion", Borrow(ApiVersion(owner)), pool);
  Set(reference, "kind", Borrow(Kind(owner)), pool);
  Set(reference, "name", Borrow(Name(owner)), pool);
  Set(reference, "uid", Borrow(uid), pool);
  Set(reference, "controller", Value(true), pool);
  Set(reference, "blockOwnerDeletion", Value(true), pool);
  return reference;
}

// The owner references; none at all if one of them is no object.
Value ReferencesOf(const Value& metadata, Pool* pool) {
  Value references = Array();
  for (const Value& item : ItemsAt(metadata, {"ownerReferences"})) {
    if (!item.IsObject()) return Array();
    references.PushBack(Normalized(item, pool), pool->allocator());
  }
  return references;
}

// For CompositeDocument.

constexpr size_t kNamesShown = 3;

struct CompositeCondition {
  std::string type;
  std::string status;
  std::string reason;
  std::string message;
  std::string since = kRenderTime;
  int64_t observed_generation = 0;
};

CompositeCondition ReadyCondition(const fn::State& desired) {
  const ReadyVerdict ready = ReadyOf(desired);
  return {"Ready", ready.is_ready ? "True" : "False",
          ready.is_ready ? "Available" : "Creating", ready.message};
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
  for (const Value& item : ItemsAt(composite, {"status", "conditions"})) {
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
                     ", which --include-full-xr prints"));
  }
  Set(*to, name, Copy(*member, pool), pool);
  return absl::OkStatus();
}

// For ComposedDocuments.

// The first part of the names of composed resources. It is the name of the
// composite or, if that is itself composed, of the composite at the root.
std::string Prefix(const Value& composite) {
  absl::string_view root = Label(composite, kCompositeLabel).value_or("");
  return std::string(root.empty() ? Name(composite) : root);
}

void SetName(const Value& composite, Value* composed, Pool* pool) {
  if (TextAt(*composed, {"metadata", "name"}).empty() &&
      TextAt(*composed, {"metadata", "generateName"}).empty()) {
    SetMetadata(*composed, "generateName", absl::StrCat(Prefix(composite), "-"),
                pool);
  }
  if (!Namespace(composite).empty()) {
    SetMetadata(*composed, "namespace", Namespace(composite), pool);
  }
}

void SetLabels(const Value& composite, Value* composed, Pool* pool) {
  std::map<std::string, std::string> labels{
      {kCompositeLabel, Prefix(composite)}};
  std::string name(Label(composite, kClaimNameLabel).value_or(""));
  std::string ns(Label(composite, kClaimNamespaceLabel).value_or(""));
  if (!name.empty() && !ns.empty()) {
    labels[kClaimNameLabel] = name;
    labels[kClaimNamespaceLabel] = ns;
  }
  AddToMetadata(*composed, "labels", labels, pool);
}

// Names the resource as it is named in the cluster.
void KeepNames(const YamlDocument& observed, Value* composed, Pool* pool) {
  for (const char* name : {"namespace", "name", "generateName"}) {
    SetMetadata(*composed, name, TextAt(observed.root, {"metadata", name}),
                pool);
  }
}

absl::StatusOr<Value> ComposedDocument(const PipelineInputs& inputs,
                                       const std::string& name,
                                       const fn::Resource& resource,
                                       Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(Value composed, ToTree(resource.resource(), pool));
  auto observed = inputs.observed.find(name);
  if (observed != inputs.observed.end()) {
    KeepNames(observed->second, &composed, pool);
  }
  const Value& composite = inputs.composite.root;
  SetName(composite, &composed, pool);
  AddToMetadata(composed, "annotations", {{kResourceNameAnnotation, name}},
                pool);
  SetLabels(composite, &composed, pool);
  std::string other = SetController(composed, composite, pool);
  if (!other.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("composed resource \"", name, "\" is controlled by ",
                     other, " already, so ", Kind(composite), " ",
                     Name(composite), " cannot control it"));
  }
  return composed;
}

}  // namespace

google::protobuf::Struct ToStruct(const Value& object) {
  WireWriter out;
  EncodeStruct(object, &out);
  Bytes bytes = std::move(out).Finish();
  google::protobuf::Struct message;
  Parse(bytes.view(), &message);
  return message;
}

absl::StatusOr<Value> ToTree(const google::protobuf::Struct& message,
                             Pool* pool) {
  return DecodeStruct(pool->Keep(Serialize(message)), pool);
}

void SetMetadata(Value& object, absl::string_view name, absl::string_view text,
                 Pool* pool) {
  if (text.empty()) {
    Value* metadata = Find(object, "metadata");
    if (metadata != nullptr && metadata->IsObject()) {
      Erase(*metadata, name, pool);
    }
    return;
  }
  if (Value* metadata = MemberObject(object, "metadata", pool)) {
    Set(*metadata, name, Text(text, pool), pool);
  }
}

void AddToMetadata(Value& object, absl::string_view map,
                   const std::map<std::string, std::string>& entries,
                   Pool* pool) {
  Value* metadata = MemberObject(object, "metadata", pool);
  if (metadata == nullptr) return;
  Value& members = FindOrAdd(*metadata, map, pool);
  if (!IsMapOfTexts(members)) members = Object();
  for (Member& member : Members(members)) {
    if (member.value.IsNull()) member.value = Borrow("");
  }
  for (const auto& [key, value] : entries) {
    Set(members, pool->Keep(key), Text(value, pool), pool);
  }
}

std::string SetController(Value& object, const Value& owner, Pool* pool) {
  Value* metadata = MemberObject(object, "metadata", pool);
  if (metadata == nullptr) return "";
  const absl::string_view uid = TextAt(owner, {"metadata", "uid"});
  Value references = ReferencesOf(*metadata, pool);
  Value own = ControllerReference(owner, uid, pool);
  Value* same = nullptr;
  for (Value& reference : Items(references)) {
    absl::string_view other = TextAt(reference, {"uid"});
    if (IsTrue(Find(reference, "controller")) && other != uid) {
      return absl::StrCat(TextAt(reference, {"kind"}), " ",
                          TextAt(reference, {"name"}), " (UID ", other, ")");
    }
    if (other == uid && same == nullptr) same = &reference;
  }
  if (same != nullptr) {
    *same = std::move(own);
  } else {
    references.PushBack(own, pool->allocator());
  }
  Set(*metadata, "ownerReferences", std::move(references), pool);
  return "";
}

// "a, b", "a, b, and c", "a, b, c, and 2 more".
std::string ListedNames(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  if (names.size() < kNamesShown) return absl::StrJoin(names, ", ");
  bool all = names.size() == kNamesShown;
  size_t shown = all ? kNamesShown - 1 : kNamesShown;
  return absl::StrCat(
      absl::StrJoin(names.begin(), names.begin() + shown, ", "), ", and ",
      all ? names.back() : absl::StrCat(names.size() - kNamesShown, " more"));
}

ReadyVerdict ReadyOf(const fn::State& desired) {
  std::vector<std::string> unready;
  for (const auto& [name, resource] : desired.resources()) {
    if (resource.ready() != fn::READY_TRUE) unready.push_back(name);
  }
  const fn::Ready said = desired.composite().ready();
  if (said == fn::READY_FALSE) return {.is_ready = false};
  if (said == fn::READY_UNSPECIFIED && !unready.empty()) {
    return {.is_ready = false,
            .message = absl::StrCat("Unready resources: ",
                                    ListedNames(std::move(unready)))};
  }
  return {.is_ready = true};
}

absl::StatusOr<Value> CompositeDocument(const YamlDocument& composite,
                                        const PipelineOutcome& outcome,
                                        bool full, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(Value document,
                        ToTree(outcome.desired.composite().resource(), pool));
  const Value& given = composite.root;
  Set(document, "apiVersion", Borrow(ApiVersion(given)), pool);
  Set(document, "kind", Borrow(Kind(given)), pool);
  const std::string base(TextAt(given, {"metadata", "generateName"}));
  if (base.empty()) {
    SetMetadata(document, "name", Name(given), pool);
  } else {
    SetMetadata(document, "generateName", base, pool);
  }
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

absl::StatusOr<std::vector<Value>> ComposedDocuments(
    const PipelineInputs& inputs, const PipelineOutcome& outcome, Pool* pool) {
  const auto& resources = outcome.desired.resources();
  std::map<std::string, const fn::Resource*> by_name;
  for (const auto& [name, resource] : resources) by_name[name] = &resource;
  std::vector<Value> documents;
  for (const auto& [name, resource] : by_name) {
    LOOM_ASSIGN_OR_RETURN(Value document,
                          ComposedDocument(inputs, name, *resource, pool));
    documents.push_back(std::move(document));
  }
  return documents;
}

}  // namespace loom
