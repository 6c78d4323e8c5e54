// SPDX-License-Identifier: Apache-2.0
#include "tools/simulation/usages.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/run/documents.h"
#include "tools/simulation/object_edits.h"

namespace loom {
namespace {

constexpr absl::string_view kUsageFinalizer =
    "usage.apiextensions.crossplane.io";
constexpr absl::string_view kInUse = "crossplane.io/in-use";
constexpr char kAttempt[] = "usage.crossplane.io/deletion-attempt-with-policy";
constexpr char kDetails[] = "crossplane.io/usage-details";

bool IsUsage(const Value& object) {
  const absl::string_view group = GroupOf(ApiVersion(object));
  const absl::string_view kind = Kind(object);
  return (group == "protection.crossplane.io" &&
          (kind == "Usage" || kind == "ClusterUsage")) ||
         (group == "apiextensions.crossplane.io" && kind == "Usage");
}

// The object at spec.of or spec.by. nullopt: there is none, or its name is not known.
std::optional<ObjectKey> EndOf(const Value& usage, absl::string_view end) {
  const absl::string_view name =
      TextAt(usage, {"spec", end, "resourceRef", "name"});
  if (name.empty()) return std::nullopt;
  absl::string_view ns =
      TextAt(usage, {"spec", end, "resourceRef", "namespace"});
  if (ns.empty() || end == "by") ns = Namespace(usage);
  return ObjectKey{
      std::string(GroupOf(TextAt(usage, {"spec", end, "apiVersion"}))),
      std::string(TextAt(usage, {"spec", end, "kind"})), std::string(ns),
      std::string(name)};
}

bool IsSelected(const Value& object, const Value& selector,
                const Value& usage) {
  if (IsTrue(Find(selector, "matchControllerRef")) &&
      ControllerOf(object) != ControllerOf(usage)) {
    return false;
  }
  const Value* labels = Find(selector, "matchLabels");
  if (labels == nullptr || !labels->IsObject()) return true;
  return absl::c_all_of(Members(*labels), [&](const Member& label) {
    return label.value.IsString() &&
           Label(object, View(label.name)) == View(label.value);
  });
}

// Writes the name of the first object that a selector of a Usage selects.
void Resolve(const ApiServer& api, absl::string_view end, Value* usage,
             Pool* pool) {
  const Value* selector = Dig(*usage, {"spec", end, "resourceSelector"});
  if (selector == nullptr || !selector->IsObject() ||
      EndOf(*usage, end).has_value()) {
    return;
  }
  absl::string_view ns = TextAt(*selector, {"namespace"});
  if (ns.empty()) ns = Namespace(*usage);
  const absl::string_view group =
      GroupOf(TextAt(*usage, {"spec", end, "apiVersion"}));
  for (const Value* object : api.All()) {
    if (GroupOf(ApiVersion(*object)) != group ||
        Kind(*object) != TextAt(*usage, {"spec", end, "kind"}) ||
        Namespace(*object) != ns || !IsSelected(*object, *selector, *usage)) {
      continue;
    }
    Value& at = ObjectAt(ObjectAt(*usage, "spec", pool), end, pool);
    Set(ObjectAt(at, "resourceRef", pool), "name", Text(Name(*object), pool),
        pool);
    return;
  }
}

std::vector<const Value*> UsagesOf(const ApiServer& api, const Value& object) {
  std::vector<const Value*> usages;
  for (const Value* each : api.All()) {
    if (IsUsage(*each) && EndOf(*each, "of") == ObjectKey::Of(object)) {
      usages.push_back(each);
    }
  }
  return usages;
}

std::string ReasonOf(const Value& usage) {
  const absl::string_view reason = TextAt(usage, {"spec", "reason"});
  if (!reason.empty()) return std::string(reason);
  const auto of = EndOf(usage, "of"), by = EndOf(usage, "by");
  if (!by.has_value() || !of.has_value()) return "undefined";
  const absl::string_view ns =
      TextAt(usage, {"spec", "of", "resourceRef", "namespace"});
  return absl::StrCat(by->kind, "/", by->name, " uses ", of->kind, "/",
                      of->name,
                      ns.empty() ? "" : absl::StrCat(" in namespace ", ns));
}

// `This resource is in-use by 1 usage(s), including …`
std::string WhyRefused(const std::vector<const Value*>& usages) {
  const Value& first = *usages.front();
  const auto by = EndOf(first, "by");
  return absl::StrCat(
      "This resource is in-use by ", usages.size(), " usage(s), including the ",
      Kind(first), " \"", Name(first), "\"",
      Namespace(first).empty()
          ? ""
          : absl::StrCat(" (in namespace \"", Namespace(first), "\")"),
      by.has_value() ? absl::StrCat(" by resource ", by->kind, "/", by->name)
                     : absl::StrCat(" with reason: \"", ReasonOf(first), "\""),
      ".");
}

void AddOwner(const Value& owner, Value* usage, Pool* pool) {
  const absl::string_view uid = TextAt(owner, {"metadata", "uid"});
  Value& owners =
      FindOrAdd(ObjectAt(*usage, "metadata", pool), "ownerReferences", pool);
  if (!owners.IsArray()) owners = Array();
  for (const Value& each : Items(owners)) {
    if (TextAt(each, {"uid"}) == uid) return;
  }
  Value reference = Object();
  Set(reference, "apiVersion", Text(ApiVersion(owner), pool), pool);
  Set(reference, "kind", Text(Kind(owner), pool), pool);
  Set(reference, "name", Text(Name(owner), pool), pool);
  Set(reference, "uid", Text(uid, pool), pool);
  owners.PushBack(std::move(reference), pool->allocator());
}

}  // namespace

SimulatedUsages::SimulatedUsages(ApiServer* api) : api_(api) {
  api_->OnDelete([this](const Value& object, Propagation propagation) {
    return Refuse(object, propagation);
  });
}

absl::Status SimulatedUsages::Refuse(const Value& object,
                                     Propagation propagation) {
  // The API server asks the webhook about no other object.
  if (Label(object, kInUse) != "true") return absl::OkStatus();
  const std::vector<const Value*> usages = UsagesOf(*api_, object);
  if (usages.empty()) return absl::OkStatus();
  const std::string why = WhyRefused(usages);
  const char* policy =
      propagation == Propagation::kForeground ? "Foreground" : "Background";
  Pool pool;
  Value changed = Copy(object, &pool);
  AddToMetadata(changed, "annotations", {{kAttempt, policy}}, &pool);
  api_->Replace(std::move(changed), kCrossplaneManager).IgnoreError();
  return absl::AbortedError(
      absl::StrCat("admission webhook \"nousages.protection.crossplane.io\" "
                   "denied the request: ",
                   why));
}

bool SimulatedUsages::Reconcile() {
  std::vector<ObjectKey> keys;
  for (const Value* object : api_->All()) {
    if (IsUsage(*object)) keys.push_back(ObjectKey::Of(*object));
  }
  bool any = false;
  for (const ObjectKey& key : keys) {
    const Value* usage = api_->Find(key);
    if (usage == nullptr) continue;
    any |= IsBeingDeleted(*usage) ? FinishDeletion(key) : ReconcileOne(key);
  }
  return any;
}

bool SimulatedUsages::ReconcileOne(const ObjectKey& key) {
  Pool pool;
  Value usage = Copy(*api_->Find(key), &pool);
  Resolve(*api_, "of", &usage, &pool);
  Resolve(*api_, "by", &usage, &pool);
  AddFinalizer(kUsageFinalizer, &usage, &pool);
  AddToMetadata(usage, "annotations", {{kDetails, ReasonOf(usage)}}, &pool);
  const auto of = EndOf(usage, "of"), by = EndOf(usage, "by");
  bool any = false;
  const Value* used = of.has_value() ? api_->Find(*of) : nullptr;
  if (used != nullptr && Label(*used, kInUse) != "true") {
    Value labeled = Copy(*used, &pool);
    AddToMetadata(labeled, "labels", {{std::string(kInUse), "true"}}, &pool);
    any |=
        api_->Replace(std::move(labeled), kCrossplaneManager).value_or(false);
  }
  const Value* using_it = by.has_value() ? api_->Find(*by) : nullptr;
  if (using_it != nullptr) AddOwner(*using_it, &usage, &pool);
  // Until both exist, the controller tries again.
  if (used != nullptr && (!by.has_value() || using_it != nullptr)) {
    SetCondition({"Ready", "True", "Available"}, api_->now(), &usage, &pool);
  }
  any |= api_->Replace(std::move(usage), kCrossplaneManager).value_or(false);
  return any;
}

bool SimulatedUsages::FinishDeletion(const ObjectKey& key) {
  Pool pool;
  Value usage = Copy(*api_->Find(key), &pool);
  const auto of = EndOf(usage, "of"), by = EndOf(usage, "by");
  const bool is_composed = Label(usage, kCompositeLabel).value_or("") != "";
  if (by.has_value() && is_composed && api_->Find(*by) != nullptr) return false;
  const Value* used = of.has_value() ? api_->Find(*of) : nullptr;
  bool replays = false;
  if (used != nullptr) {
    replays = IsTrue(Dig(usage, {"spec", "replayDeletion"})) &&
              Annotation(*used, kAttempt).has_value();
    if (UsagesOf(*api_, *used).size() < 2) {
      Value changed = Copy(*used, &pool);
      Value& metadata = ObjectAt(changed, "metadata", &pool);
      Erase(ObjectAt(metadata, "labels", &pool), kInUse, &pool);
      api_->Replace(std::move(changed), kCrossplaneManager).IgnoreError();
    }
  }
  RemoveFinalizer(kUsageFinalizer, &usage, &pool);
  bool any =
      api_->Replace(std::move(usage), kCrossplaneManager).value_or(false);
  if (replays) any |= api_->Delete(*of).value_or(false);
  return any;
}

}  // namespace loom
