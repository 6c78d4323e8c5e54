// SPDX-License-Identifier: Apache-2.0
#include "tools/simulation/api_server.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/validation_rules.h"
#include "tools/simulation/object_edits.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

constexpr absl::string_view kForegroundFinalizer = "foregroundDeletion";

// What differs makes a new generation: everything but metadata and the status.
bool SameGeneration(const Value& before, const Value& after) {
  auto spec = [](const Value& object, const Value& other) {
    return absl::c_all_of(Members(object), [&](const Member& member) {
      const absl::string_view name = View(member.name);
      if (name == "metadata" || name == "status") return true;
      const Value* there = Find(other, name);
      return there != nullptr && Equal(*there, member.value);
    });
  };
  return spec(before, after) && spec(after, before);
}

// Whether two objects are equal apart from what the API server writes.
bool SameContent(const Value& before, const Value& after, Pool* pool) {
  auto content = [pool](const Value& object) {
    Value copy = Copy(object, pool);
    Value& metadata = ObjectAt(copy, "metadata", pool);
    for (absl::string_view name : {"managedFields", "resourceVersion"}) {
      Erase(metadata, name, pool);
    }
    return copy;
  };
  return Equal(content(before), content(after));
}

// A version 5 UUID by its looks. The same text always has the same.
std::string UidOf(absl::string_view text) {
  auto hash = [text](uint64_t seed) {
    const uint64_t value = StableHash(text, seed);
    return value ^ (value >> 29);
  };
  const uint64_t a = hash(14695981039346656037u);
  const uint64_t b = hash(1469598103934665603u);
  return absl::StrCat(absl::Hex(a >> 32, absl::kZeroPad8), "-",
                      absl::Hex((a >> 16) & 0xffff, absl::kZeroPad4), "-5",
                      absl::Hex(a & 0xfff, absl::kZeroPad3), "-8",
                      absl::Hex(b >> 52, absl::kZeroPad3), "-",
                      absl::Hex(b & 0xffffffffffffull, absl::kZeroPad12));
}

std::string JoinViolations(const std::vector<Violation>& violations) {
  return absl::StrJoin(
      violations, ", ", [](std::string* out, const Violation& each) {
        absl::StrAppend(out, PathText(each.path), ": ", each.said());
      });
}

}  // namespace

ObjectKey ObjectKey::Of(const Value& object) {
  return {std::string(GroupOf(ApiVersion(object))), std::string(Kind(object)),
          std::string(Namespace(object)), std::string(Name(object))};
}

std::string Describe(const ObjectKey& key) {
  return absl::StrCat(
      key.kind, " \"", key.name, "\"",
      key.ns.empty() ? "" : absl::StrCat(" in namespace ", key.ns));
}

const Value* ApiServer::Find(const ObjectKey& key) const {
  auto found = objects_.find(key);
  return found == objects_.end() ? nullptr : &found->second->root;
}

std::vector<const Value*> ApiServer::All() const {
  std::vector<const Value*> all;
  all.reserve(objects_.size());
  for (const auto& [key, stored] : objects_) all.push_back(&stored->root);
  return all;
}

std::vector<std::shared_ptr<const Value>> ApiServer::Snapshot() const {
  std::vector<std::shared_ptr<const Value>> all;
  all.reserve(objects_.size());
  for (const auto& [key, stored] : objects_) {
    all.emplace_back(stored, &stored->root);
  }
  return all;
}

std::vector<const Value*> ApiServer::ControlledBy(absl::string_view uid) const {
  std::vector<const Value*> objects;
  auto found = controlled_.find(uid);
  if (found == controlled_.end()) return objects;
  objects.reserve(found->second.size());
  for (const ObjectKey& key : found->second) objects.push_back(Find(key));
  return objects;
}

void ApiServer::Store(const ObjectKey& key, const Value& object) {
  auto stored = std::make_shared<Stored>();
  stored->root = DeepCopy(object, &stored->pool);
  std::shared_ptr<Stored>& there = objects_[key];
  const absl::string_view is = ControllerOf(stored->root);
  const absl::string_view was =
      there == nullptr ? "" : ControllerOf(there->root);
  if (is != was) {
    if (!was.empty()) controlled_.find(was)->second.erase(key);
    if (!is.empty()) controlled_[std::string(is)].insert(key);
  }
  there = std::move(stored);
}

const Value* ApiServer::SchemaFor(const Value& object) const {
  const KindSchema* kind = schemas_->Find(ApiVersion(object), Kind(object));
  return kind == nullptr ? nullptr : kind->schema;
}

bool ApiServer::HasStatus(const Value& object) const {
  const KindSchema* kind = schemas_->Find(ApiVersion(object), Kind(object));
  if (kind == nullptr || kind->definition == nullptr) {
    // A kind of Kubernetes, or one whose definition was not given: nearly all of those
    // that have a status have it as a subresource.
    return true;
  }
  const Value& definition = kind->definition->root;
  if (Kind(definition) == "CompositeResourceDefinition") return true;
  const Value* version =
      &ItemsAt(definition, {"spec", "versions"})[kind->version];
  return Dig(*version, {"subresources", "status"}) != nullptr;
}

bool ApiServer::IsClusterScoped(const Value& object) const {
  const absl::string_view group = GroupOf(ApiVersion(object));
  const std::vector<const YamlDocument*> definitions =
      schemas_->Definitions(group, Kind(object));
  return loom::IsClusterScoped(object, definitions);
}

absl::Status ApiServer::Check(const Value& object, const Value* schema,
                              Pool* pool) const {
  if (Name(object).empty()) {
    return absl::FailedPreconditionError(
        "metadata.name: Required value: name or generateName is required");
  }
  if (schema == nullptr) return absl::OkStatus();
  std::vector<Violation> violations = ViolationsOf(*schema, object, pool);
  std::vector<std::string> unknown;
  for (const Violation& each : violations) {
    if (each.kind != ViolationKind::kUnknownField) continue;
    std::vector<std::string> path = each.path;
    path.push_back(each.unknown_member);
    unknown.push_back(
        absl::StrCat(".", PathText(path), ": field not declared in schema"));
  }
  // Server-side apply compares with the schema before anything else.
  if (!unknown.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "failed to create typed patch object (",
        Namespace(object).empty() ? "" : absl::StrCat(Namespace(object), "/"),
        Name(object), "; ", ApiVersion(object), ", Kind=", Kind(object),
        "): ", absl::StrJoin(unknown, ", ")));
  }
  if (violations.empty())
    violations = CheckRules(*schema, object, pool).violations;
  if (violations.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(Kind(object), " \"", Name(object),
                   "\" is invalid: ", JoinViolations(violations)));
}

absl::StatusOr<bool> ApiServer::Write(const Value* before, Value object,
                                      Pool* pool) {
  // The most frequent request of a controller changes nothing.
  if (before != nullptr && Equal(*before, object)) return false;
  const Value* schema = SchemaFor(object);
  if (schema != nullptr) FillDefaults(*schema, object, pool);
  LOOM_RETURN_IF_ERROR(Check(object, schema, pool));
  const ObjectKey key = ObjectKey::Of(object);
  Value& metadata = ObjectAt(object, "metadata", pool);
  if (before == nullptr) {
    const int times = ++created_[key];
    const std::string uid = UidOf(absl::StrCat(
        key.group, "/", key.kind, "/", key.ns, "/", key.name, "/", times));
    Set(metadata, "uid", Text(uid, pool), pool);
    Set(metadata, "creationTimestamp", Text(TimeText(now_), pool), pool);
    Set(metadata, "generation", Integer(1), pool);
    uids_.insert(uid);
  } else {
    if (Equal(*before, object)) return false;
    if (SameContent(*before, object, pool)) {
      // Managers may still have changed, which nobody is notified of.
      Store(key, object);
      return false;
    }
    if (!SameGeneration(*before, object)) {
      const Value* generation = Dig(*before, {"metadata", "generation"});
      const int64_t last =
          generation == nullptr ? 1 : AsInteger(*generation).value_or(1);
      Set(metadata, "generation", Integer(last + 1), pool);
    }
  }
  ++version_;
  Set(metadata, "resourceVersion", Text(absl::StrCat(version_), pool), pool);
  if (IsBeingDeleted(object) && FinalizersOf(object).empty()) {
    Remove(key);
    return true;
  }
  Store(key, object);
  return true;
}

absl::StatusOr<bool> ApiServer::Create(const Value& object,
                                       absl::string_view manager) {
  if (Find(ObjectKey::Of(object)) != nullptr) {
    return absl::AlreadyExistsError(
        absl::StrCat(Describe(ObjectKey::Of(object)), " already exists"));
  }
  Pool pool;
  Value created = Copy(object, &pool);
  const Value* schema = SchemaFor(object);
  for (ObjectPart part : {ObjectPart::kMain, ObjectPart::kStatus}) {
    const Value fields = FieldsOf(object, schema, part, &pool);
    if (!fields.ObjectEmpty()) {
      RecordUpdate(manager, part, fields, &created, &pool);
    }
  }
  return Write(nullptr, std::move(created), &pool);
}

absl::StatusOr<bool> ApiServer::Apply(const Value& desired,
                                      absl::string_view manager,
                                      ObjectPart part) {
  const std::pair<std::string, ObjectPart> who(manager, part);
  const ObjectKey key = ObjectKey::Of(desired);
  auto found = objects_.find(key);
  if (found != objects_.end()) {
    auto last = found->second->applied.find(who);
    if (last != found->second->applied.end() && Equal(last->second, desired)) {
      return false;
    }
  }
  absl::StatusOr<bool> changed = ApplyChanges(desired, manager, part);
  found = objects_.find(key);
  if (changed.ok() && found != objects_.end()) {
    Stored& stored = *found->second;
    stored.applied[who] = DeepCopy(desired, &stored.pool);
  }
  return changed;
}

absl::StatusOr<bool> ApiServer::ApplyChanges(const Value& desired,
                                             absl::string_view manager,
                                             ObjectPart part) {
  Pool pool;
  Value wanted = Copy(desired, &pool);
  if (part == ObjectPart::kMain && HasStatus(desired)) {
    Erase(wanted, "status", &pool);
  } else if (part == ObjectPart::kStatus) {
    Value only = Object();
    if (const Value* status = loom::Find(wanted, "status")) {
      Set(only, "status", Copy(*status, &pool), &pool);
    }
    wanted = std::move(only);
  }
  const Value* schema = SchemaFor(desired);
  Value fields = FieldsOf(wanted, schema, part, &pool);
  const Value* before = Find(ObjectKey::Of(desired));
  if (before == nullptr) {
    if (part == ObjectPart::kStatus) {
      return absl::NotFoundError(
          absl::StrCat(Describe(ObjectKey::Of(desired)), " not found"));
    }
    RecordApply(manager, part, std::move(fields), Object(), &wanted, &pool);
    return Write(nullptr, std::move(wanted), &pool);
  }
  Value after = Applied(*before, wanted, manager, part, &pool);
  const Value changed = ChangedFields(*before, after, schema, part, &pool);
  RecordApply(manager, part, std::move(fields), changed, &after, &pool);
  return Write(before, std::move(after), &pool);
}

absl::StatusOr<bool> ApiServer::Put(const Value& object) {
  constexpr absl::string_view kManager = "kubectl";
  LOOM_ASSIGN_OR_RETURN(bool any, Apply(object, kManager, ObjectPart::kMain));
  if (HasStatus(object)) {
    LOOM_ASSIGN_OR_RETURN(const bool status,
                          Apply(object, kManager, ObjectPart::kStatus));
    any |= status;
  }
  return any;
}

absl::StatusOr<bool> ApiServer::Patch(const ObjectKey& key, const Value& patch,
                                      absl::string_view manager) {
  const Value* before = Find(key);
  if (before == nullptr) {
    return absl::NotFoundError(absl::StrCat(Describe(key), " not found"));
  }
  Pool pool;
  Value after = Copy(*before, &pool);
  MergePatch(patch, &after, &pool);
  return Replace(std::move(after), manager);
}

absl::StatusOr<bool> ApiServer::Replace(Value object,
                                        absl::string_view manager) {
  const Value* before = Find(ObjectKey::Of(object));
  if (before == nullptr) {
    return absl::NotFoundError(
        absl::StrCat(Describe(ObjectKey::Of(object)), " not found"));
  }
  Pool pool;
  Value after = std::move(object);
  const Value* schema = SchemaFor(after);
  for (ObjectPart part : {ObjectPart::kMain, ObjectPart::kStatus}) {
    const Value changed = ChangedFields(*before, after, schema, part, &pool);
    if (!changed.ObjectEmpty()) {
      RecordUpdate(manager, part, changed, &after, &pool);
    }
  }
  return Write(before, std::move(after), &pool);
}

absl::StatusOr<bool> ApiServer::Delete(const ObjectKey& key,
                                       Propagation propagation) {
  const Value* before = Find(key);
  if (before == nullptr) {
    return absl::NotFoundError(absl::StrCat(Describe(key), " not found"));
  }
  if (webhook_ != nullptr) {
    LOOM_RETURN_IF_ERROR(webhook_(*before, propagation));
    before = Find(key);
  }
  Pool pool;
  Value object = Copy(*before, &pool);
  if (propagation == Propagation::kForeground && !IsBeingDeleted(object)) {
    AddFinalizer(kForegroundFinalizer, &object, &pool);
  }
  if (FinalizersOf(object).empty()) {
    Remove(key);
    ++version_;
    return true;
  }
  if (IsBeingDeleted(object)) return false;
  Set(ObjectAt(object, "metadata", &pool), "deletionTimestamp",
      Text(TimeText(now_), &pool), &pool);
  return Write(before, std::move(object), &pool);
}

void ApiServer::Remove(const ObjectKey& key) {
  auto found = objects_.find(key);
  if (found == objects_.end()) return;
  uids_.erase(std::string(TextAt(found->second->root, {"metadata", "uid"})));
  auto controlled = controlled_.find(ControllerOf(found->second->root));
  if (controlled != controlled_.end()) controlled->second.erase(key);
  objects_.erase(found);
}

bool ApiServer::IsOrphan(const Value& object) const {
  const absl::Span<const Value> owners =
      ItemsAt(object, {"metadata", "ownerReferences"});
  return !owners.empty() && absl::c_none_of(owners, [&](const Value& owner) {
    return uids_.contains(std::string(TextAt(owner, {"uid"})));
  });
}

bool ApiServer::ForgetOwners(const Value* object) {
  const absl::Span<const Value> owners =
      ItemsAt(*object, {"metadata", "ownerReferences"});
  Pool pool;
  Value kept = Array();
  for (const Value& owner : owners) {
    if (uids_.contains(std::string(TextAt(owner, {"uid"})))) {
      kept.PushBack(Copy(owner, &pool), pool.allocator());
    }
  }
  if (kept.Size() == owners.size()) return false;
  Value changed = Copy(*object, &pool);
  Set(*loom::Find(changed, "metadata", &pool), "ownerReferences",
      std::move(kept), &pool);
  return Write(object, std::move(changed), &pool).value_or(false);
}

bool ApiServer::DeleteDependents(const std::string& uid, bool* blocked) {
  std::vector<ObjectKey> dependents;
  for (const auto& [key, stored] : objects_) {
    for (const Value& owner :
         ItemsAt(stored->root, {"metadata", "ownerReferences"})) {
      if (TextAt(owner, {"uid"}) != uid) continue;
      *blocked |= IsTrue(loom::Find(owner, "blockOwnerDeletion"));
      if (!IsBeingDeleted(stored->root)) dependents.push_back(key);
      break;
    }
  }
  bool any = false;
  for (const ObjectKey& key : dependents) {
    any |= Delete(key, Propagation::kForeground).value_or(false);
  }
  return any;
}

bool ApiServer::Collect(const ObjectKey& key) {
  const Value* object = Find(key);
  if (object == nullptr) return false;
  if (!IsBeingDeleted(*object)) {
    // A refused deletion is tried again later.
    return IsOrphan(*object) ? Delete(key).value_or(false)
                             : ForgetOwners(object);
  }
  if (!absl::c_linear_search(FinalizersOf(*object), kForegroundFinalizer)) {
    return false;
  }
  bool blocked = false;
  bool any = DeleteDependents(std::string(TextAt(*object, {"metadata", "uid"})),
                              &blocked);
  if (blocked) return any;
  Pool pool;
  Value changed = Copy(*object, &pool);
  RemoveFinalizer(kForegroundFinalizer, &changed, &pool);
  any |= Write(object, std::move(changed), &pool).value_or(false);
  return any;
}

bool ApiServer::CollectGarbage() {
  bool any = false;
  for (bool more = true; more; any |= more) {
    more = false;
    std::vector<ObjectKey> keys;
    keys.reserve(objects_.size());
    for (const auto& [key, stored] : objects_) keys.push_back(key);
    for (const ObjectKey& key : keys) more |= Collect(key);
  }
  return any;
}

}  // namespace loom
