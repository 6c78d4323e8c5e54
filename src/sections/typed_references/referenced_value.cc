// SPDX-License-Identifier: Apache-2.0
#include "sections/typed_references/referenced_value.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "crossplane/call/field.h"
#include "crossplane/call/observer.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "crossplane/objects/status.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "sections/typed_references/typed_reference.h"

namespace loom {
namespace {

// The steps of a name, and of looking for its object.
constexpr uint64_t kWrapperSteps = 200;

Failure Faulty(std::string cause) {
  return {.reason = reasons::kInvalid, .cause = std::move(cause)};
}

// Returns a field that is a string; "" if it is missing or something else.
std::string TextAt(const Value& object, absl::string_view name, Pool* pool) {
  const Value* text = Find(object, name, pool);
  return text != nullptr && text->IsString() ? std::string(View(*text)) : "";
}

// Adds the name in one wrapper; nothing if it has no `from`.
void ReadWrapper(const Value& wrapper, absl::string_view ref_field, Pool* pool,
                 Wrappers* read) {
  if (!wrapper.IsObject()) {
    read->failure =
        Faulty(absl::StrCat(ref_field, ": want an object with from.name"));
    return;
  }
  const Value* from = Find(wrapper, "from", pool);
  if (from == nullptr || from->IsNull()) return;
  ObjectName name;
  if (from->IsObject()) {
    name = {.name = TextAt(*from, "name", pool),
            .ns = TextAt(*from, "namespace", pool)};
  }
  if (name.name.empty()) {
    read->failure = Faulty(absl::StrCat(
        "provided resource reference is nil or empty: ", ref_field));
    return;
  }
  read->names.push_back(std::move(name));
}

}  // namespace

absl::StatusOr<Wrappers> ReadWrappers(const Value* value, bool list,
                                      absl::string_view ref_field, Pool* pool) {
  Wrappers read;
  if (value == nullptr || value->IsNull()) return read;
  if (!list) {
    ReadWrapper(*value, ref_field, pool, &read);
    return read;
  }
  if (!value->IsArray()) {
    read.failure = Faulty(absl::StrCat(ref_field, ": want a list"));
    return read;
  }
  if (value->Size() > limits::kRequirements) {
    read.failure = Faulty(absl::StrCat(ref_field, ": more than ",
                                       limits::kRequirements, " references"));
    return read;
  }
  LOOM_RETURN_IF_ERROR(Spend(kWrapperSteps * value->Size(), pool));
  for (const Value& wrapper : value->GetArray()) {
    if (!read.failure.cause.empty()) break;
    ReadWrapper(wrapper, ref_field, pool, &read);
  }
  return read;
}

namespace {

// Names an object as ACK does at the end of its errors.
std::string Named(const Found& object) {
  return absl::StrCat("resource:", object.kind, ", namespace:", object.ns,
                      ", name:", object.name);
}

}  // namespace

absl::StatusOr<Resolution> ReferencedValue::Read(
    const std::vector<ObjectName>& names, Outcome* outcome) const {
  Resolution whole = Resolution::Of(Array());
  bool pending = false;
  for (const ObjectName& name : names) {
    LOOM_ASSIGN_OR_RETURN(Resolution one, ReadOne(name, outcome));
    pending |= one.state == Resolution::State::kPending;
    if (whole.state == Resolution::State::kFailed) continue;
    if (one.state == Resolution::State::kFailed || !reference_.list) {
      whole = std::move(one);
    } else if (one.state == Resolution::State::kValue) {
      whole.value.PushBack(one.value, call_.pool->allocator());
    }
  }
  return pending ? Resolution() : std::move(whole);
}

absl::StatusOr<std::string> ReferencedValue::Refusal(
    const ObjectName& name) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  const absl::string_view own = Namespace(*composite);
  if (name.ns.empty() || name.ns == own || reference_.may_cross_namespaces) {
    return std::string();
  }
  const bool redacted = call_.pool->redacted();
  return absl::StrCat(
      "cross-namespace resource reference is not allowed. Set "
      "--enable-cross-namespace=true to allow it. sourceNamespace:",
      own, ", targetNamespace:", redacted ? "?" : name.ns,
      ", name:", redacted ? "?" : name.name);
}

absl::StatusOr<Resolution> ReferencedValue::ReadOne(const ObjectName& name,
                                                    Outcome* outcome) const {
  if (IsOfKubernetes(wanted_.name.group)) {
    return Resolution::Failed(
        reasons::kInvalid,
        absl::StrCat(
            "a typed reference cannot read a kind of Kubernetes itself: ",
            wanted_.name.ApiVersion(), " ", wanted_.name.kind),
        "");
  }
  const std::string api_version = wanted_.name.ApiVersion();
  LOOM_ASSIGN_OR_RETURN(std::string refusal, Refusal(name));
  if (!refusal.empty()) {
    const bool redacted = call_.pool->redacted();
    const Found shown{.kind = wanted_.name.kind,
                      .ns = redacted ? "?" : name.ns,
                      .name = redacted ? "?" : name.name};
    return Resolution::Failed(reasons::kNotAllowed, std::move(refusal),
                              shown.Where(api_version, reference_.path.text()));
  }
  LOOM_ASSIGN_OR_RETURN(
      Found found, FindNamedObject(wanted_, name, policies_, call_, outcome));
  std::string where = found.Where(api_version, reference_.path.text());
  if (found.state == Found::State::kPending) return Resolution();
  if (found.state == Found::State::kFailed) {
    found.failure.where = std::move(where);
    return Resolution{.state = Resolution::State::kFailed,
                      .failure = std::move(found.failure)};
  }
  LOOM_ASSIGN_OR_RETURN(Resolution read, ReadObject(found));
  if (read.state == Resolution::State::kFailed) {
    read.failure.where = std::move(where);
  }
  return read;
}

// Checks the account after each condition, because there may be many.
absl::StatusOr<bool> ReferencedValue::Has(const Value& object,
                                          const std::string& condition) const {
  const bool has = ConditionOf(object, condition, call_.pool) == "True";
  LOOM_RETURN_IF_ERROR(SpendNoted(call_.pool));
  return has;
}

absl::StatusOr<Resolution> ReferencedValue::ReadObject(
    const Found& found) const {
  auto failed = [&](absl::string_view reason, std::string cause) {
    return Resolution::Failed(reason, std::move(cause), "");
  };
  if (reference_.checks_state) {
    LOOM_RETURN_IF_ERROR(
        Spend(Finding(synced_.size() + terminal_.size()), call_.pool));
    for (const std::string& condition : terminal_) {
      LOOM_ASSIGN_OR_RETURN(bool has, Has(found.object(), condition));
      if (!has) continue;
      return failed(reasons::kTerminal,
                    absl::StrCat("the referenced resource has '", condition,
                                 "' condition 'True'. Cannot be referenced. ",
                                 Named(found)));
    }
    for (const std::string& condition : synced_) {
      LOOM_ASSIGN_OR_RETURN(bool has, Has(found.object(), condition));
      if (has) continue;
      return failed(reasons::kNotReady,
                    absl::StrCat("the referenced resource is not synced yet. ",
                                 Named(found)));
    }
  }
  absl::StatusOr<const Value*> value =
      FindByGoPath(found.object(), reference_.path, call_.pool);
  if (EndsCall(value.status())) return value.status();
  if (call_.observer != nullptr) {
    call_.observer->Read({.holder = FieldUse::Holder::kRequired,
                          .object = &found.object(),
                          .path = reference_.path.segments(),
                          .value = value.ok() ? *value : nullptr});
  }
  if (!value.ok() && !absl::IsNotFound(value.status())) {
    return failed(reasons::kInvalid,
                  MessageOf(value.status(), call_.pool->redacted()));
  }
  if (!value.ok() || !IsSet(**value)) {
    return failed(
        reasons::kFieldMissing,
        absl::StrCat("the referenced resource is missing the target field. ",
                     Named(found), ", targetField:", reference_.path.text()));
  }
  if (!(*value)->IsString()) {
    return failed(reasons::kInvalid, "the target field is not a string");
  }
  return Resolution::Of(Copy(**value, call_.pool));
}

}  // namespace loom
