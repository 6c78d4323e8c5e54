// SPDX-License-Identifier: Apache-2.0
#include "sections/connection_details/object_details.h"

#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/kinds/provider_object.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "sections/connection_details/detail.h"

namespace loom {
namespace {

constexpr absl::string_view kDetails = "connectionDetails";
constexpr absl::string_view kSecretRef = "writeConnectionSecretToRef";
constexpr absl::string_view kKey = "toConnectionSecretKey";

absl::string_view KeyOf(const Value& detail) { return TextAt(detail, {kKey}); }

// Returns the detail with that key; nullptr if there is none.
Value* FindDetail(Value& list, absl::string_view key, Pool* pool) {
  for (Value& detail : Items(list, pool)) {
    if (KeyOf(detail) == key) return &detail;
  }
  return nullptr;
}

}  // namespace

absl::Status ObjectDetailsWriter::Write() {
  LOOM_ASSIGN_OR_RETURN(const Value* desired, call_.composed.Desired(name_));
  if (desired == nullptr) return absl::OkStatus();
  if (!IsProviderObject(*desired)) {
    Say("it is not an Object of provider-kubernetes");
    return absl::OkStatus();
  }
  const Value* before = Dig(*desired, {"spec"});
  if (before != nullptr && !before->IsObject() && !before->IsNull()) {
    Say("spec is not an object");
    return absl::OkStatus();
  }
  const Value* list = Dig(*desired, {"spec", kDetails});
  if (list != nullptr && !list->IsArray() && !list->IsNull()) {
    Say("spec.connectionDetails is not a list");
    return absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(Value * object, call_.composed.Change(name_));
  Value& spec = FindOrAdd(*object, "spec", call_.pool);
  if (spec.IsNull()) spec.SetObject();
  LOOM_RETURN_IF_ERROR(WriteDetails(spec));
  return WriteSecretRef(*object, spec);
}

absl::Status ObjectDetailsWriter::WriteDetails(Value& spec) {
  Value& list = FindOrAdd(spec, kDetails, call_.pool);
  if (list.IsNull()) list.SetArray();
  for (const ObjectDetail& detail : wanted_.details) {
    LOOM_RETURN_IF_ERROR(WriteDetail(detail, list));
  }
  return absl::OkStatus();
}

absl::Status ObjectDetailsWriter::WriteDetail(const ObjectDetail& detail,
                                              Value& list) {
  LOOM_ASSIGN_OR_RETURN(const auto ns, Read(detail.ns, detail.key));
  LOOM_ASSIGN_OR_RETURN(const auto name, Read(detail.name, detail.key));
  if (!ns.has_value() || !name.has_value()) {
    return KeepObserved(detail.key, list);
  }
  Pool* pool = call_.pool;
  Value value = Object();
  Set(value, "apiVersion", Borrow(detail.api_version), pool);
  Set(value, "kind", Borrow(detail.kind), pool);
  if (!ns->empty()) Set(value, "namespace", MakeText(*ns, pool), pool);
  Set(value, "name", MakeText(*name, pool), pool);
  Set(value, "fieldPath", Borrow(detail.field_path), pool);
  Set(value, kKey, Borrow(detail.key), pool);
  Put(std::move(value), detail.key, list);
  return absl::OkStatus();
}

void ObjectDetailsWriter::Put(Value detail, absl::string_view key,
                              Value& list) {
  if (Value* before = FindDetail(list, key, call_.pool)) {
    *before = std::move(detail);
  } else {
    list.PushBack(detail, call_.pool->allocator());
  }
}

// Keeps the field of the Object while its new value is not known.
absl::Status ObjectDetailsWriter::KeepObserved(const std::string& key,
                                               Value& list) {
  LOOM_ASSIGN_OR_RETURN(const Value* observed, call_.composed.Observed(name_));
  const Value* before =
      observed == nullptr ? nullptr : Dig(*observed, {"spec", kDetails});
  if (before == nullptr || !before->IsArray()) return absl::OkStatus();
  for (const Value& detail : Items(*before, call_.pool)) {
    if (KeyOf(detail) != key) continue;
    Put(MakeCopy(detail, call_.pool), key, list);
    break;
  }
  return absl::OkStatus();
}

absl::Status ObjectDetailsWriter::WriteSecretRef(Value& object, Value& spec) {
  if (!wanted_.secret_name.given()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(const auto name, Read(wanted_.secret_name, kSecretRef));
  LOOM_ASSIGN_OR_RETURN(const auto ns, Read(wanted_.secret_ns, kSecretRef));
  Pool* pool = call_.pool;
  if (!name.has_value() || !ns.has_value()) {
    LOOM_ASSIGN_OR_RETURN(const Value* observed,
                          call_.composed.Observed(name_));
    const Value* before =
        observed == nullptr ? nullptr : Dig(*observed, {"spec", kSecretRef});
    if (before == nullptr) return absl::OkStatus();
    Set(spec, kSecretRef, MakeCopy(*before, pool), pool);
    return absl::OkStatus();
  }
  Value reference = Object();
  Set(reference, "name", MakeText(*name, pool), pool);
  if (!ns->empty() && !IsNamespacedObjectGroup(ApiVersion(object))) {
    Set(reference, "namespace", MakeText(*ns, pool), pool);
  }
  Set(spec, kSecretRef, std::move(reference), pool);
  return absl::OkStatus();
}

absl::StatusOr<std::optional<std::string>> ObjectDetailsWriter::Read(
    const TextOrField& text, absl::string_view what) {
  if (text.is_fixed()) return std::optional<std::string>(text.text);
  absl::StatusOr<std::string> read = text.Read(call_);
  if (EndsCall(read.status())) return read.status();
  if (read.ok()) return std::optional<std::string>(*std::move(read));
  Say(absl::StrCat(what, ": ",
                   MessageOf(read.status(), call_.pool->redacted())));
  return std::optional<std::string>();
}

void ObjectDetailsWriter::Say(absl::string_view cause) {
  outcome_.Add(Remark{.type = "ConnectionDetailsReady",
                      .status = ConditionStatus::kFalse,
                      .reason = "KeysMissing",
                      .text = absl::StrCat(wanted_.resource, ": ", cause)});
}

namespace {

ObjectDetail ParseDetail(const Input& entry) {
  Fields fields(entry);
  ObjectDetail detail;
  detail.api_version = std::string(fields.Required("apiVersion"));
  detail.kind = std::string(fields.Required("kind"));
  detail.name = TextOrField::Parse(fields, "name", "nameFrom");
  if (!detail.name.given()) entry.Missing("name");
  detail.ns = TextOrField::Parse(fields, "namespace", "namespaceFrom");
  detail.field_path = std::string(fields.Required("fieldPath"));
  if (!detail.field_path.empty()) {
    entry.ParsePath("fieldPath", detail.field_path).IgnoreError();
  }
  detail.key = std::string(fields.Required("toConnectionSecretKey"));
  CheckSecretKey(entry, "toConnectionSecretKey", detail.key);
  fields.Done();
  return detail;
}

ObjectDetailsOf ParseEntry(const Input& entry) {
  Fields fields(entry);
  ObjectDetailsOf object;
  object.resource = std::string(fields.Required("resource"));
  if (auto secret = fields.Object("writeConnectionSecretToRef")) {
    Fields members(*secret);
    object.secret_name = TextOrField::Parse(members, "name", "nameFrom");
    if (!object.secret_name.given()) secret->Missing("name");
    object.secret_ns =
        TextOrField::Parse(members, "namespace", "namespaceFrom");
    members.Done();
  }
  const std::vector<Input> details = fields.List("details");
  if (details.empty()) entry.Missing("details");
  std::set<std::string> keys;
  for (const Input& detail : details) {
    object.details.push_back(ParseDetail(detail));
    const std::string& key = object.details.back().key;
    if (!key.empty() && !keys.insert(key).second) {
      detail.Invalid("toConnectionSecretKey",
                     absl::StrCat("duplicate key \"", key, "\""),
                     ProblemKind::kDuplicate);
    }
  }
  fields.Done();
  return object;
}

}  // namespace

std::unique_ptr<const Section> ObjectDetails::Parse(Fields& input) {
  std::vector<ObjectDetailsOf> list;
  std::set<std::string> resources;
  for (const Input& entry : input.ListSection("objectConnectionDetails")) {
    list.push_back(ParseEntry(entry));
    const std::string& resource = list.back().resource;
    if (!resource.empty() && !resources.insert(resource).second) {
      entry.Invalid("resource",
                    absl::StrCat("duplicate resource \"", resource, "\""),
                    ProblemKind::kDuplicate);
    }
  }
  if (list.empty()) return nullptr;
  return std::make_unique<const ObjectDetails>(std::move(list));
}

absl::Status ObjectDetails::Run(Call& call, Outcome* outcome) const {
  for (const ObjectDetailsOf& object : list_) {
    LOOM_RETURN_IF_ERROR(ObjectDetailsWriter(object, call, outcome).Write());
  }
  outcome->Add(Remark{
      .type = "ConnectionDetailsReady", .reason = "Complete", .idle = true});
  return absl::OkStatus();
}

}  // namespace loom
