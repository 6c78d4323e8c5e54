// SPDX-License-Identifier: Apache-2.0
#include "tools/simulation/control_plane.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/inputs/render_inputs.h"
#include "tools/inputs/render_sources.h"
#include "tools/run/documents.h"
#include "tools/simulation/object_edits.h"

namespace loom {
namespace {

using Change = ComposedChange::Kind;

// A claim that changes after so many reconciles always does.
constexpr int kMostClaimReconciles = 10;
constexpr absl::string_view kFinalizer =
    "composite.apiextensions.crossplane.io";

std::string ResourceNameOf(const Value& object) {
  return std::string(Annotation(object, kResourceNameAnnotation).value_or(""));
}

// A short text that depends on another one, as names of Kubernetes end with one.
std::string Suffix(absl::string_view text, size_t length) {
  constexpr absl::string_view kLetters = "bcdfghjklmnpqrstvwxz2456789";
  uint64_t hash = StableHash(text);
  std::string suffix;
  for (size_t i = 0; i < length; ++i, hash /= kLetters.size()) {
    suffix += kLetters[hash % kLetters.size()];
  }
  return suffix;
}

// A document for objects that are in no file.
YamlDocument WithoutFile() {
  auto nodes = std::make_shared<const YamlNodes>(*YamlNodes::Parse("", "{}"));
  const uint32_t root = nodes->roots()[0];
  return {Value(), std::move(nodes), root};
}

bool IsSystemCondition(absl::string_view type) {
  return type == "Ready" || type == "Synced" || type == "Healthy";
}

NewCondition OfFunction(const fn::Condition& condition) {
  return {.type = condition.type(),
          .status = condition.status() == fn::STATUS_CONDITION_TRUE ? "True"
                    : condition.status() == fn::STATUS_CONDITION_FALSE
                        ? "False"
                        : "Unknown",
          .reason = condition.reason(),
          .message = condition.message(),
          .is_of_generation = false};
}

void AddClaimConditionType(absl::string_view type, Value* composite,
                           Pool* pool) {
  Value& status = ObjectAt(*composite, "status", pool);
  if (Find(status, "claimConditionTypes") == nullptr) {
    Set(status, "claimConditionTypes", Array(), pool);
  }
  Value& types = *Find(status, "claimConditionTypes");
  for (const Value& each : ItemsAt(status, {"claimConditionTypes"})) {
    if (each.IsString() && View(each) == type) return;
  }
  types.PushBack(Text(type, pool), pool->allocator());
}

// What Crossplane says of a pipeline that did not end.
std::string WhyNotComposed(const PipelineOutcome& outcome) {
  if (!outcome.results.empty() &&
      outcome.results.back().result.severity() == fn::SEVERITY_FATAL) {
    const StepResult& last = outcome.results.back();
    return absl::StrCat("pipeline step \"", last.step,
                        "\" returned a fatal result: ", last.result.message());
  }
  return std::string(outcome.status.message());
}

absl::Status Unless(const absl::Status& status, absl::string_view what) {
  if (status.ok()) return status;
  return absl::Status(status.code(),
                      absl::StrCat(what, ": ", status.message()));
}

absl::Status Unless(const absl::StatusOr<bool>& written,
                    absl::string_view what) {
  return Unless(written.status(), what);
}

}  // namespace

ControlPlane::ControlPlane(ApiServer* api, PipelineInputs inputs)
    : api_(api),
      usages_(api),
      inputs_(std::move(inputs)),
      key_(ObjectKey::Of(inputs_.composite.root)),
      nowhere_(WithoutFile()) {
  inputs_.is_stored = true;
  if (inputs_.claim.has_value() && inputs_.definition.has_value()) {
    claims_ = std::make_unique<ClaimController>(api_, *std::move(inputs_.claim),
                                                inputs_.definition->root);
  }
}

absl::Status ControlPlane::Begin() {
  auto create = [this](const YamlDocument& document) -> absl::Status {
    Locate(document);
    const absl::StatusOr<bool> created = api_->Create(document.root, "kubectl");
    if (created.ok() || absl::IsAlreadyExists(created.status())) {
      return absl::OkStatus();
    }
    return absl::Status(
        created.status().code(),
        absl::StrCat(document.Place({}), ": ", created.status().message()));
  };
  if (claims_ == nullptr) LOOM_RETURN_IF_ERROR(create(inputs_.composite));
  for (const auto& [name, document] : inputs_.observed) {
    LOOM_RETURN_IF_ERROR(create(document));
  }
  for (const YamlDocument& document : inputs_.given.resources.documents()) {
    Locate(document);
    LOOM_RETURN_IF_ERROR(Unless(api_->Put(document.root), document.Place({})));
  }
  return claims_ == nullptr ? absl::OkStatus() : BeginClaim();
}

absl::Status ControlPlane::BeginClaim() {
  Locate(inputs_.composite);
  Locate(claims_->document());
  const std::string place = claims_->document().Place({});
  LOOM_RETURN_IF_ERROR(Unless(claims_->Begin(), place));
  claims_->Reconcile();
  return Unless(claims_->error(), place);
}

std::vector<const Value*> ControlPlane::Owned() const {
  const Value* own = composite();
  return own == nullptr ? api_->All()
                        : api_->ControlledBy(TextAt(*own, {"metadata", "uid"}));
}

std::map<std::string, const Value*> ControlPlane::ComposedByName() const {
  std::map<std::string, const Value*> found;
  for (const Value* object : Owned()) {
    std::string name = ResourceNameOf(*object);
    if (name.empty()) continue;
    const Value*& kept = found[std::move(name)];
    if (kept == nullptr || IsBeingDeleted(*kept)) kept = object;
  }
  return found;
}

std::vector<std::string> ControlPlane::ComposedNames() const {
  std::vector<std::string> names;
  for (const auto& [name, object] : ComposedByName()) names.push_back(name);
  return names;
}

const Value* ControlPlane::Composed(const std::string& resource) const {
  const Value* found = nullptr;
  for (const Value* object : Owned()) {
    if (Annotation(*object, kResourceNameAnnotation) != resource) continue;
    if (found == nullptr || IsBeingDeleted(*found)) found = object;
  }
  return found;
}

void ControlPlane::Use(Composition composition, std::vector<Route> routes) {
  inputs_.composition = std::move(composition);
  inputs_.routes = std::move(routes);
}

void ControlPlane::Locate(const YamlDocument& document) {
  files_.insert_or_assign(ObjectKey::Of(document.root),
                          document.Part({}, Value()));
}

YamlDocument ControlPlane::DocumentOf(const Value& object, Pool* pool) const {
  const auto file = files_.find(ObjectKey::Of(object));
  return (file == files_.end() ? nowhere_ : file->second)
      .Part({}, Copy(object, pool));
}

Value& ControlPlane::Machinery(Value& composite, Pool* pool) const {
  Value& spec = ObjectAt(composite, "spec", pool);
  return is_modern() ? ObjectAt(spec, "crossplane", pool) : spec;
}

absl::Status ControlPlane::Configure(Pool* pool) {
  Value changed = DeepCopy(*composite(), pool);
  AddFinalizer(kFinalizer, &changed, pool);
  if (Label(changed, kCompositeLabel).value_or("").empty()) {
    AddToMetadata(changed, "labels", {{kCompositeLabel, key_.name}}, pool);
  }
  const std::string name(Name(inputs_.composition.document.root));
  Value& machinery = Machinery(changed, pool);
  Set(ObjectAt(machinery, "compositionRef", pool), "name", Text(name, pool),
      pool);
  const std::string revision = absl::StrCat(
      name, "-", Suffix(inputs_.composition.document.nodes().text(), 7));
  Set(ObjectAt(machinery, "compositionRevisionRef", pool), "name",
      Text(revision, pool), pool);
  if (Find(machinery, "compositionUpdatePolicy") == nullptr) {
    // A default of the schema that Crossplane makes of the definition.
    const absl::string_view policy =
        inputs_.definition.has_value()
            ? TextAt(inputs_.definition->root,
                     {"spec", "defaultCompositionUpdatePolicy"})
            : "";
    Set(machinery, "compositionUpdatePolicy",
        Text(policy.empty() ? "Automatic" : policy, pool), pool);
  }
  const std::string secrets =
      ScalarText(Dig(inputs_.composition.document.root,
                     {"spec", "writeConnectionSecretsToNamespace"}));
  if (!is_modern() && !secrets.empty() &&
      Find(machinery, "writeConnectionSecretToRef") == nullptr) {
    Value& secret = ObjectAt(machinery, "writeConnectionSecretToRef", pool);
    Set(secret, "name", Text(TextAt(changed, {"metadata", "uid"}), pool), pool);
    Set(secret, "namespace", Text(secrets, pool), pool);
  }
  return Unless(api_->Replace(std::move(changed), kCrossplaneManager),
                "cannot configure composite resource");
}

absl::Status ControlPlane::Observe(Pool* pool) {
  YamlDocument own = DocumentOf(*composite(), pool);
  const absl::string_view uid = TextAt(own.root, {"metadata", "uid"});
  std::vector<YamlDocument> documents;
  for (const ObjectId& id : ResourceRefsOf(own.root)) {
    const Value* object = api_->Find(
        {std::string(GroupOf(id.api_version)), id.kind, id.ns, id.name});
    if (object == nullptr) continue;
    const absl::string_view controller = ControllerOf(*object);
    if (!controller.empty() && controller != uid) continue;
    if (ResourceNameOf(*object).empty()) {
      return absl::FailedPreconditionError(absl::StrCat(
          "cannot get existing composed resources: encountered composed "
          "resource without required \"",
          kResourceNameAnnotation, "\" annotation"));
    }
    documents.push_back(DocumentOf(*object, pool));
  }
  // The documents share the characters of the objects.
  seen_ = api_->Snapshot();
  std::vector<YamlDocument> all;
  all.reserve(seen_.size());
  for (const auto& object : seen_) {
    all.push_back(DocumentOf(*object, pool));
    if (Kind(*object) == "Secret" && ResourceNameOf(*object).empty()) {
      documents.push_back(all.back().Part({}, Copy(all.back().root, pool)));
    }
  }
  LOOM_ASSIGN_OR_RETURN(ObservedResources observed,
                        TakeObserved(own, is_modern(), std::move(documents)));
  inputs_.composite = std::move(own);
  inputs_.observed = std::move(observed.resources);
  inputs_.details = std::move(observed.details);
  inputs_.composite_details = std::move(observed.composite_details);
  inputs_.given.resources = GivenResources(std::move(all));
  return absl::OkStatus();
}

Reconciliation ControlPlane::Reconcile(absl::Time deadline,
                                       PipelineWatch* watch) {
  Reconciliation result;
  const uint64_t version = api_->version();
  has_run_ = false;
  if (composite() == nullptr) return result;
  const std::unique_ptr<Pool> former =
      std::exchange(pool_, std::make_unique<Pool>());
  if (IsBeingDeleted(*composite())) {
    FinishDeletion(pool_.get());
  } else {
    result.error = Compose(&result, watch, deadline, pool_.get());
    // A conflict is tried again at once, and nobody hears of it.
    if (absl::IsAborted(result.error)) {
      result.error = absl::OkStatus();
    } else if (composite() != nullptr && !result.is_status_refused) {
      WriteConditions(result, pool_.get());
    }
  }
  result.wrote = api_->version() != version;
  return result;
}

absl::Status ControlPlane::Compose(Reconciliation* result, PipelineWatch* watch,
                                   absl::Time deadline, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Configure(pool));
  LOOM_RETURN_IF_ERROR(Observe(pool));
  result->outcome = RunPipeline(inputs_, deadline, watch);
  has_run_ = true;
  const PipelineOutcome& outcome = result->outcome;
  if (!outcome.status.ok()) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot compose resources: ", WhyNotComposed(outcome)));
  }
  auto composed = [&]() -> absl::Status {
    LOOM_ASSIGN_OR_RETURN(const std::vector<Desired> desired,
                          DesiredResources(outcome, pool));
    LOOM_RETURN_IF_ERROR(DeleteUndesired(desired, result, pool));
    LOOM_RETURN_IF_ERROR(WriteReferences(desired, pool));
    LOOM_RETURN_IF_ERROR(ApplyDesired(desired, result));
    const absl::Status written = WriteStatus(outcome, pool);
    result->is_status_refused = !written.ok();
    return written;
  };
  const absl::Status status = composed();
  if (!status.ok()) {
    return absl::Status(
        status.code(),
        absl::StrCat("cannot compose resources: ", status.message()));
  }
  return Publish(outcome, pool);
}

absl::StatusOr<std::vector<ControlPlane::Desired>>
ControlPlane::DesiredResources(const PipelineOutcome& outcome,
                               Pool* pool) const {
  LOOM_ASSIGN_OR_RETURN(std::vector<Value> documents,
                        ComposedDocuments(inputs_, outcome, pool));
  std::vector<Desired> desired;
  for (Value& document : documents) {
    std::string name = ResourceNameOf(document);
    if (!key_.ns.empty() && !inputs_.observed.contains(name) &&
        api_->IsClusterScoped(document)) {
      return absl::FailedPreconditionError(
          absl::StrCat("cannot apply cluster scoped composed resource \"", name,
                       "\" (a ", Kind(document), " named ", Name(document),
                       ") for a namespaced composite resource."));
    }
    if (Name(document).empty()) {
      SetMetadata(document, "name", NewName(document, name), pool);
    }
    desired.push_back({std::move(name), std::move(document)});
  }
  return desired;
}

std::string ControlPlane::NewName(const Value& object,
                                  absl::string_view resource) const {
  // It is the same for each object of the resource, also while the former one is still
  // being deleted: Crossplane then applies to that one.
  return absl::StrCat(
      TextAt(object, {"metadata", "generateName"}),
      Suffix(absl::StrCat(key_.ns, "/", key_.name, "/", resource, "/0"), 12));
}

absl::Status ControlPlane::DeleteUndesired(const std::vector<Desired>& desired,
                                           Reconciliation* result, Pool* pool) {
  std::set<std::string> names;
  for (const Desired& each : desired) names.insert(each.name);
  for (const auto& each : inputs_.observed) {
    const std::string& name = each.first;
    const YamlDocument& document = each.second;
    if (names.contains(name) || ControllerOf(document.root).empty()) continue;
    const ObjectKey key = ObjectKey::Of(document.root);
    Value unlabeled = DeepCopy(document.root, pool);
    Value& metadata = ObjectAt(unlabeled, "metadata", pool);
    for (const char* label :
         {kCompositeLabel, kClaimNameLabel, kClaimNamespaceLabel}) {
      Erase(ObjectAt(metadata, "labels", pool), label, pool);
    }
    auto failed = [&](absl::string_view why, const absl::Status& status) {
      return absl::Status(
          status.code(),
          absl::StrCat("cannot garbage collect composed resources that are no "
                       "longer desired: ",
                       why, " \"", name, "\" (a ", key.kind, " named ",
                       key.name, "): ", status.message()));
    };
    const auto changed =
        api_->Replace(std::move(unlabeled), kCrossplaneManager);
    if (!changed.ok() && !absl::IsNotFound(changed.status())) {
      return failed("cannot cleanup composed resource labels of resource",
                    changed.status());
    }
    const auto deleted = api_->Delete(key, Propagation::kForeground);
    if (!deleted.ok() && !absl::IsNotFound(deleted.status())) {
      return failed("cannot delete composed resource", deleted.status());
    }
    if (deleted.value_or(false)) {
      result->changes.push_back({Change::kDeleted, name, key});
    }
  }
  return absl::OkStatus();
}

absl::Status ControlPlane::WriteReferences(const std::vector<Desired>& desired,
                                           Pool* pool) {
  std::map<std::string, Value> sorted;
  for (const Desired& each : desired) {
    const Value& object = each.object;
    Value reference = Object();
    Set(reference, "apiVersion", Text(ApiVersion(object), pool), pool);
    Set(reference, "kind", Text(Kind(object), pool), pool);
    Set(reference, "name", Text(Name(object), pool), pool);
    if (key_.ns.empty() && !Namespace(object).empty()) {
      Set(reference, "namespace", Text(Namespace(object), pool), pool);
    }
    sorted.emplace(absl::StrCat(ApiVersion(object), Kind(object), Name(object),
                                Namespace(object)),
                   std::move(reference));
  }
  Value list = Array();
  for (auto& [key, reference] : sorted) {
    list.PushBack(std::move(reference), pool->allocator());
  }
  Value wanted = Object();
  Set(wanted, "apiVersion", Text(ApiVersion(*composite()), pool), pool);
  Set(wanted, "kind", Text(key_.kind, pool), pool);
  SetMetadata(wanted, "name", key_.name, pool);
  SetMetadata(wanted, "namespace", key_.ns, pool);
  Set(Machinery(wanted, pool), "resourceRefs", std::move(list), pool);
  return Unless(api_->Apply(wanted, kCompositeManager, ObjectPart::kMain),
                "cannot update composed resource references");
}

absl::Status ControlPlane::ApplyDesired(const std::vector<Desired>& desired,
                                        Reconciliation* result) {
  // In a cluster, the name ends with a hash of the name and kind of the composite.
  const std::string manager =
      absl::StrCat(kComposedManager, "/",
                   Suffix(absl::StrCat(key_.name, key_.group, key_.kind), 32));
  for (const Desired& each : desired) {
    const ObjectKey key = ObjectKey::Of(each.object);
    const bool is_new = api_->Find(key) == nullptr;
    const uint64_t version = api_->version();
    const auto applied = api_->Apply(each.object, manager, ObjectPart::kMain);
    if (absl::IsInvalidArgument(applied.status())) {
      result->refused.emplace_back(each.name, applied.status().message());
      continue;
    }
    LOOM_RETURN_IF_ERROR(Unless(
        applied,
        absl::StrCat("cannot apply composed resource \"", each.name, "\"")));
    if (api_->version() != version) {
      result->changes.push_back(
          {is_new ? Change::kCreated : Change::kChanged, each.name, key});
    }
  }
  return absl::OkStatus();
}

absl::Status ControlPlane::WriteStatus(const PipelineOutcome& outcome,
                                       Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(Value wanted,
                        ToTree(outcome.desired.composite().resource(), pool));
  if (!wanted.IsObject()) wanted = Object();
  const Value& own = *composite();
  Set(wanted, "apiVersion", Text(ApiVersion(own), pool), pool);
  Set(wanted, "kind", Text(key_.kind, pool), pool);
  Set(wanted, "metadata", Object(), pool);
  SetMetadata(wanted, "name", key_.name, pool);
  SetMetadata(wanted, "namespace", key_.ns, pool);
  // What is in the status already stays, because Crossplane applies it again.
  const Value* conditions = Dig(own, {"status", "conditions"});
  if (conditions != nullptr && conditions->IsArray()) {
    Value kept = DeepCopy(*conditions, pool);
    Set(ObjectAt(wanted, "status", pool), "conditions", std::move(kept), pool);
  }
  if (Find(wanted, "status") == nullptr) ObjectAt(wanted, "status", pool);
  return Unless(api_->Apply(wanted, kCompositeManager, ObjectPart::kStatus),
                "cannot apply composite resource status");
}

absl::Status ControlPlane::Publish(const PipelineOutcome& outcome, Pool* pool) {
  const auto id = is_modern() ? std::nullopt : ConnectionSecretOf(*composite());
  if (!id.has_value()) return absl::OkStatus();
  std::set<absl::string_view> keys;
  if (inputs_.definition.has_value()) {
    for (const Value& key :
         ItemsAt(inputs_.definition->root, {"spec", "connectionSecretKeys"})) {
      if (key.IsString()) keys.insert(View(key));
    }
  }
  Value secret = Object();
  Set(secret, "apiVersion", Borrow("v1"), pool);
  Set(secret, "kind", Borrow("Secret"), pool);
  SetMetadata(secret, "name", id->name, pool);
  SetMetadata(secret, "namespace", id->ns, pool);
  Set(secret, "type", Borrow("connection.crossplane.io/v1alpha1"), pool);
  SetController(secret, *composite(), pool);
  Value& data = ObjectAt(secret, "data", pool);
  for (const auto& [key, value] :
       outcome.desired.composite().connection_details()) {
    if (!keys.empty() && !keys.contains(key)) continue;
    Set(data, pool->Keep(key), Text(absl::Base64Escape(value), pool), pool);
  }
  const auto published =
      api_->Apply(secret, kCrossplaneManager, ObjectPart::kMain);
  if (published.value_or(false)) {
    Value changed = DeepCopy(*composite(), pool);
    Set(ObjectAt(ObjectAt(changed, "status", pool), "connectionDetails", pool),
        "lastPublishedTime", Text(TimeText(api_->now()), pool), pool);
    api_->Replace(std::move(changed), kCrossplaneManager).IgnoreError();
  }
  return Unless(published, "cannot publish connection details");
}

void ControlPlane::WriteConditions(const Reconciliation& result, Pool* pool) {
  Value changed = DeepCopy(*composite(), pool);
  auto set = [&](const NewCondition& condition) {
    SetCondition(condition, api_->now(), &changed, pool);
  };
  set({"Responsive", "True", "WatchCircuitClosed"});
  std::set<std::string> seen;
  for (const fn::Condition& each : result.outcome.conditions) {
    if (IsSystemCondition(each.type())) continue;
    seen.insert(each.type());
    set(OfFunction(each));
    if (!is_modern() && each.target() == fn::TARGET_COMPOSITE_AND_CLAIM) {
      AddClaimConditionType(each.type(), &changed, pool);
    }
  }
  if (!result.error.ok()) {
    set({"Synced", "False", "ReconcileError",
         std::string(result.error.message())});
    std::vector<std::string> unknown;
    for (const Value& each : ItemsAt(changed, {"status", "conditions"})) {
      const std::string type(TextAt(each, {"type"}));
      if (!IsSystemCondition(type) && type != "Responsive" &&
          !seen.contains(type)) {
        unknown.push_back(type);
      }
    }
    for (const std::string& type : unknown) {
      set({.type = type,
           .status = "Unknown",
           .reason = "FatalError",
           .message = "A fatal error occurred before the status of this "
                      "condition could be determined.",
           .is_of_generation = false});
    }
  } else {
    std::vector<std::string> unsynced;
    unsynced.reserve(result.refused.size());
    for (const auto& [name, why] : result.refused) unsynced.push_back(name);
    if (unsynced.empty()) {
      set({"Synced", "True", "ReconcileSuccess"});
    } else {
      set({"Synced", "False", "ReconcileError",
           absl::StrCat("Unsynced resources: ", ListedNames(unsynced))});
    }
    const ReadyVerdict ready = ReadyOf(result.outcome.desired);
    set({"Ready", ready.is_ready ? "True" : "False",
         ready.is_ready ? "Available" : "Creating", ready.message});
  }
  api_->Replace(std::move(changed), kCrossplaneManager).IgnoreError();
}

void ControlPlane::FinishDeletion(Pool* pool) {
  Value changed = DeepCopy(*composite(), pool);
  SetCondition({"Ready", "False", "Deleting"}, api_->now(), &changed, pool);
  RemoveFinalizer(kFinalizer, &changed, pool);
  SetCondition({"Synced", "True", "ReconcileSuccess"}, api_->now(), &changed,
               pool);
  api_->Replace(std::move(changed), kCrossplaneManager).IgnoreError();
}

bool ControlPlane::Settle() {
  bool any = false;
  if (claims_ != nullptr) {
    for (int i = 0; i < kMostClaimReconciles && claims_->Reconcile(); ++i) {
      any = true;
    }
  }
  any |= usages_.Reconcile();
  any |= api_->CollectGarbage();
  return any;
}

}  // namespace loom
