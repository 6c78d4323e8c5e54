// SPDX-License-Identifier: Apache-2.0
#include "tools/simulation/claim_controller.h"

#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/inputs/claim.h"
#include "tools/inputs/render_sources.h"
#include "tools/run/documents.h"
#include "tools/simulation/object_edits.h"

namespace loom {
namespace {

constexpr absl::string_view kClaimFinalizer =
    "finalizer.apiextensions.crossplane.io";
constexpr absl::string_view kClaimManager = "apiextensions.crossplane.io/claim";
constexpr absl::string_view kExternalName = "crossplane.io/external-name";
constexpr char kConnectionType[] = "connection.crossplane.io/v1alpha1";

// What Crossplane itself writes to the status of a composite.
constexpr absl::string_view kOwnStatus[] = {"conditions", "connectionDetails",
                                            "claimConditionTypes"};

absl::Status Because(absl::string_view what, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat(what, ": ", status.message()));
}

const Value* ConditionOf(const Value& object, absl::string_view type) {
  for (const Value& each : ItemsAt(object, {"status", "conditions"})) {
    if (TextAt(each, {"type"}) == type) return &each;
  }
  return nullptr;
}

bool IsTheSame(const Value& reference, const Value& claim) {
  return TextAt(reference, {"apiVersion"}) == ApiVersion(claim) &&
         TextAt(reference, {"kind"}) == Kind(claim) &&
         TextAt(reference, {"namespace"}) == Namespace(claim) &&
         TextAt(reference, {"name"}) == Name(claim);
}

void SetAnnotation(absl::string_view key, absl::string_view value,
                   Value* object, Pool* pool) {
  Value& metadata = ObjectAt(*object, "metadata", pool);
  Set(ObjectAt(metadata, "annotations", pool), key, Text(value, pool), pool);
}

// Copies a field of spec, if the composite has it.
void TakeField(const Value* composite, absl::string_view field, Value* claim,
               Pool* pool) {
  const Value* there =
      composite == nullptr ? nullptr : Dig(*composite, {"spec", field});
  if (there == nullptr) return;
  Set(ObjectAt(*claim, "spec", pool), field, DeepCopy(*there, pool), pool);
}

// The status without what Crossplane writes, but with what it wrote to the claim.
Value StatusFor(const Value& claim, const Value& composite, Pool* pool) {
  Value status = Object();
  for (const Member& member : Members(*Find(composite, "status"))) {
    const absl::string_view name = View(member.name);
    if (absl::c_linear_search(kOwnStatus, name)) continue;
    Set(status, name, DeepCopy(member.value, pool), pool);
  }
  for (const absl::string_view name : {kOwnStatus[0], kOwnStatus[1]}) {
    const Value* kept = Dig(claim, {"status", name});
    if (kept != nullptr) Set(status, name, DeepCopy(*kept, pool), pool);
  }
  return status;
}

}  // namespace

ClaimController::ClaimController(ApiServer* api, YamlDocument claim,
                                 const Value& definition)
    : api_(api),
      document_(std::move(claim)),
      definition_(definition),
      key_(ObjectKey::Of(document_.root)) {}

absl::Status ClaimController::Begin() {
  return api_->Create(document_.root, "kubectl").status();
}

template <typename Change>
absl::Status ClaimController::Update(const Change& change) {
  Pool pool;
  Value changed = DeepCopy(*claim(), &pool);
  change(&changed, &pool);
  return api_->Replace(std::move(changed), kCrossplaneManager).status();
}

bool ClaimController::Reconcile() {
  const uint64_t version = api_->version();
  if (claim() == nullptr) return false;
  Pool pool;
  error_ = IsBeingDeleted(*claim()) ? Delete() : Sync(&pool);
  if (!error_.ok() && claim() != nullptr) {
    Update([this](Value* changed, Pool* memory) {
      SetCondition(
          {"Synced", "False", "ReconcileError", std::string(error_.message())},
          api_->now(), changed, memory);
    }).IgnoreError();
  }
  return api_->version() != version;
}

ObjectKey ClaimController::CompositeKey() const {
  Pool pool;
  YamlDocument made = document_.Part({}, Copy(*claim(), &pool));
  MakeComposite(definition_, &made, &pool);
  return ObjectKey::Of(made.root);
}

absl::Status ClaimController::Sync(Pool* pool) {
  const Value* composite = api_->Find(CompositeKey());
  const Value* reference =
      composite == nullptr ? nullptr : Dig(*composite, {"spec", "claimRef"});
  if (reference != nullptr && !IsTheSame(*reference, *claim())) {
    return absl::FailedPreconditionError(absl::StrCat(
        "refusing to operate on composite resource \"", Name(*composite),
        "\" that is not bound to this claim: bound to claim \"",
        TextAt(*reference, {"name"}), "\""));
  }
  YamlDocument made = document_.Part({}, DeepCopy(*claim(), pool));
  MakeComposite(definition_, &made, pool);
  Value& wanted = made.root;
  Erase(wanted, "status", pool);
  for (const absl::string_view field :
       {"compositionRef", "compositionRevisionRef"}) {
    Erase(ObjectAt(wanted, "spec", pool), field, pool);
  }
  if (composite != nullptr) {
    const auto external = Annotation(*composite, kExternalName);
    if (external.has_value()) {
      SetAnnotation(kExternalName, *external, &wanted, pool);
    }
  }
  absl::Status synced = Bind(wanted, composite);
  if (!synced.ok()) synced = Because("cannot update claim", synced);
  if (synced.ok()) {
    synced = api_->Apply(wanted, kClaimManager, ObjectPart::kMain).status();
    if (!synced.ok())
      synced = Because("cannot apply composite resource", synced);
  }
  if (!synced.ok()) {
    return Because("cannot bind and sync claim with composite resource",
                   synced);
  }
  return WriteStatus(*api_->Find(ObjectKey::Of(wanted)), pool);
}

// The claim refers to the composite before it exists.
absl::Status ClaimController::Bind(const Value& wanted,
                                   const Value* composite) {
  return Update([&](Value* changed, Pool* pool) {
    AddFinalizer(kClaimFinalizer, changed, pool);
    Value& spec = ObjectAt(*changed, "spec", pool);
    Value reference = Object();
    Set(reference, "apiVersion", Text(ApiVersion(wanted), pool), pool);
    Set(reference, "kind", Text(Kind(wanted), pool), pool);
    Set(reference, "name", Text(Name(wanted), pool), pool);
    Set(spec, "resourceRef", std::move(reference), pool);
    const auto external = Annotation(wanted, kExternalName);
    if (composite != nullptr && external.has_value()) {
      SetAnnotation(kExternalName, *external, changed, pool);
    }
    TakeField(composite, "compositionRef", changed, pool);
    if (Find(spec, "compositionRevisionSelector") == nullptr) {
      TakeField(composite, "compositionRevisionSelector", changed, pool);
    }
    if (composite != nullptr &&
        TextAt(*composite, {"spec", "compositionUpdatePolicy"}) ==
            "Automatic") {
      TakeField(composite, "compositionRevisionRef", changed, pool);
    }
  });
}

absl::Status ClaimController::WriteStatus(const Value& composite, Pool* pool) {
  const Value* ready = ConditionOf(composite, "Ready");
  const bool is_ready =
      ready != nullptr && TextAt(*ready, {"status"}) == "True";
  absl::StatusOr<bool> published = false;
  if (is_ready) published = Propagate(composite, pool);
  const absl::Status written = Update([&](Value* changed, Pool* memory) {
    if (Find(composite, "status") != nullptr) {
      Set(*changed, "status", StatusFor(*changed, composite, memory), memory);
    }
    if (!published.ok()) return;
    SetCondition({"Synced", "True", "ReconcileSuccess"}, api_->now(), changed,
                 pool);
    for (const Value& type :
         ItemsAt(composite, {"status", "claimConditionTypes"})) {
      const Value* each = ConditionOf(composite, View(type));
      if (each == nullptr) continue;
      absl::Time since = api_->now();
      std::string error;
      absl::ParseTime(absl::RFC3339_full, TextAt(*each, {"lastTransitionTime"}),
                      &since, &error);
      SetCondition({.type = std::string(View(type)),
                    .status = std::string(TextAt(*each, {"status"})),
                    .reason = std::string(TextAt(*each, {"reason"})),
                    .message = std::string(TextAt(*each, {"message"}))},
                   since, changed, memory);
    }
    if (!is_ready) {
      SetCondition({"Ready", "False", "Waiting",
                    "Claim is waiting for composite resource to become Ready"},
                   api_->now(), changed, memory);
      return;
    }
    if (*published) {
      Value& status = ObjectAt(*changed, "status", memory);
      Set(ObjectAt(status, "connectionDetails", memory), "lastPublishedTime",
          Text(TimeText(api_->now()), memory), memory);
    }
    SetCondition({"Ready", "True", "Available"}, api_->now(), changed, memory);
  });
  if (!published.ok()) {
    return Because(
        "cannot propagate connection details from composite resource",
        published.status());
  }
  return written.ok() ? written
                      : Because("cannot update claim status", written);
}

absl::StatusOr<bool> ClaimController::Propagate(const Value& composite,
                                                Pool* pool) {
  const auto from = ConnectionSecretOf(composite);
  const std::string name(
      TextAt(*claim(), {"spec", "writeConnectionSecretToRef", "name"}));
  if (!from.has_value() || name.empty()) return false;
  const Value* source = api_->Find({"", "Secret", from->ns, from->name});
  if (source == nullptr) {
    return absl::NotFoundError(
        absl::StrCat("cannot get composite resource's connection secret: "
                     "Secret \"",
                     from->name, "\" not found"));
  }
  if (ControllerOf(*source) != TextAt(composite, {"metadata", "uid"})) {
    return absl::FailedPreconditionError(
        "cannot establish control of existing connection secret");
  }
  const absl::string_view uid = TextAt(*claim(), {"metadata", "uid"});
  const Value* there = api_->Find({"", "Secret", key_.ns, name});
  const Value* data = Find(*source, "data");
  Value secret = there == nullptr ? Object() : DeepCopy(*there, pool);
  if (there != nullptr) {
    const absl::string_view owner = ControllerOf(*there);
    if (owner.empty() ? TextAt(*there, {"type"}) != kConnectionType
                      : owner != uid) {
      return absl::FailedPreconditionError(absl::StrCat(
          "cannot create or update connection secret: existing secret is not "
          "controlled by UID \"",
          uid, "\""));
    }
    const Value* old = Find(*there, "data");
    if (data != nullptr && old != nullptr && Equal(*data, *old)) return false;
  }
  Set(secret, "apiVersion", Borrow("v1"), pool);
  Set(secret, "kind", Borrow("Secret"), pool);
  SetMetadata(secret, "name", name, pool);
  SetMetadata(secret, "namespace", key_.ns, pool);
  Set(secret, "type", Borrow(kConnectionType), pool);
  SetController(secret, *claim(), pool);
  Set(secret, "data", data == nullptr ? Object() : DeepCopy(*data, pool), pool);
  const auto written =
      there == nullptr ? api_->Create(secret, kCrossplaneManager)
                       : api_->Replace(std::move(secret), kCrossplaneManager);
  if (!written.ok()) {
    return Because("cannot create or update connection secret",
                   written.status());
  }
  return true;
}

absl::Status ClaimController::Delete() {
  auto mark = [this](Value* changed, Pool* pool) {
    SetCondition({"Ready", "False", "Deleting"}, api_->now(), changed, pool);
  };
  const ObjectKey key = CompositeKey();
  const Value* composite = api_->Find(key);
  if (composite != nullptr) {
    const bool is_foreground =
        TextAt(*claim(), {"spec", "compositeDeletePolicy"}) == "Foreground";
    if (is_foreground && IsBeingDeleted(*composite)) return Update(mark);
    const auto deleted =
        api_->Delete(key, is_foreground ? Propagation::kForeground
                                        : Propagation::kBackground);
    if (!deleted.ok()) {
      return Because("cannot delete composite resource", deleted.status());
    }
    if (is_foreground) return absl::OkStatus();
  }
  return Update([&](Value* changed, Pool* pool) {
    mark(changed, pool);
    RemoveFinalizer(kClaimFinalizer, changed, pool);
  });
}

}  // namespace loom
