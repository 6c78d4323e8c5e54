// SPDX-License-Identifier: Apache-2.0
// ApiServer is the API server of a simulated cluster, with its garbage collector. It
// stores objects, and applies, patches and deletes them.
//
//   KindSchemas schemas;
//   ApiServer api(&schemas);
//   Pool pool;
//   LOOM_ASSIGN_OR_RETURN(
//       Value object,
//       ParseJson(R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}})",
//                 &pool));
//   LOOM_RETURN_IF_ERROR(api.Create(object, "kubectl").status());
//   const Value* stored = api.Find(ObjectKey::Of(object));
//
// The rules are Kubernetes':
//
//   identity     group, kind, namespace and name; the version is only how it is written
//   stored       uid, creationTimestamp, resourceVersion, generation, managedFields, and
//                the defaults of the schema
//   refused      what the schema does not allow, and fields that it does not have. A kind
//                without a schema accepts anything
//   no change    a request that changes nothing writes nothing
//   status       is written only by requests for the status, if the kind has one
//   deletion     an object with finalizers stays, with a deletionTimestamp, until the last
//                one is removed. Then the objects that only it owns are deleted
//   foreground   first these are deleted, unless they have finalizers, then the object
//
// Whatever is random or a time in a cluster is the same in each run: the uid is derived
// from the identity and from how often it was created, and time stands still unless
// Tick is called.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "data/value/value.h"
#include "tools/schemas/kind_schemas.h"
#include "tools/simulation/server_side_apply.h"

namespace loom {

struct ObjectKey {
  std::string group;
  std::string kind;
  std::string ns;
  std::string name;

  friend auto operator<=>(const ObjectKey&, const ObjectKey&) = default;

  static ObjectKey Of(const Value& object);
};

// Returns `Bucket "logs"`, with the namespace if it has one.
std::string Describe(const ObjectKey& key);

// What happens to the objects that a deleted object owns: they are deleted afterwards, or
// before it, unless they do not block it.
enum class Propagation { kBackground, kForeground };

class ApiServer {
 public:
  // When the simulated cluster begins: 2024-01-01T00:00:00Z.
  static constexpr absl::Time kFirstTime = absl::FromUnixSeconds(1704067200);

  // `schemas` has the schemas of the kinds, and must outlive this.
  explicit ApiServer(KindSchemas* schemas) : schemas_(schemas) {}
  ApiServer(const ApiServer&) = delete;
  ApiServer& operator=(const ApiServer&) = delete;

  // Returns nullptr if there is no such object. It stays until the object changes.
  const Value* Find(const ObjectKey& key) const;
  // Returns all objects, sorted by key.
  std::vector<const Value*> All() const;
  // Returns the same as they are now: they stay when the objects change.
  std::vector<std::shared_ptr<const Value>> Snapshot() const;
  // Returns the objects with that controller, sorted by key.
  std::vector<const Value*> ControlledBy(absl::string_view uid) const;

  // Each of the following returns whether something has changed, or an error:
  //   NotFound            there is no such object
  //   InvalidArgument     the object is not valid by its schema
  //   FailedPrecondition  the schema does not have a field, or a name is missing
  //   Aborted             the webhook refuses a deletion
  //
  // Create stores a new object, with its status. AlreadyExists: it exists.
  absl::StatusOr<bool> Create(const Value& object, absl::string_view manager);
  // Applies the fields of an object as a manager that forces conflicts. Creates it if it
  // does not exist.
  absl::StatusOr<bool> Apply(const Value& desired, absl::string_view manager,
                             ObjectPart part);
  // Applies an object with its status, like `kubectl apply`: what the object no longer has
  // is removed.
  absl::StatusOr<bool> Put(const Value& object);
  // Applies a JSON merge patch to all parts of an object: null removes a field.
  absl::StatusOr<bool> Patch(const ObjectKey& key, const Value& patch,
                             absl::string_view manager);
  // Stores a changed object as a whole, like `kubectl replace`.
  absl::StatusOr<bool> Replace(Value object, absl::string_view manager);
  absl::StatusOr<bool> Delete(
      const ObjectKey& key, Propagation propagation = Propagation::kBackground);

  // Deletes what only deleted objects own, until nothing is left to delete. Returns
  // whether there was something.
  bool CollectGarbage();

  // Called before an object is deleted. An error refuses it.
  using DeletionWebhook =
      std::function<absl::Status(const Value& object, Propagation)>;
  void OnDelete(DeletionWebhook webhook) { webhook_ = std::move(webhook); }

  // Whether the kind is cluster-scoped, as far as it is known.
  bool IsClusterScoped(const Value& object) const;

  absl::Time now() const { return now_; }
  void Tick(absl::Duration time) { now_ += time; }
  // Counts the writes since the server began.
  uint64_t version() const { return version_; }

 private:
  // A version of an object. It never changes, so snapshots share it.
  struct Stored {
    Pool pool{4096};
    Value root;
    // What managers have applied to get this version or without changing it. To apply it
    // again changes nothing.
    std::map<std::pair<std::string, ObjectPart>, Value> applied;
  };

  const Value* SchemaFor(const Value& object) const;
  bool HasStatus(const Value& object) const;
  absl::Status Check(const Value& object, const Value* schema,
                     Pool* pool) const;
  absl::StatusOr<bool> Write(const Value* before, Value object, Pool* pool);
  absl::StatusOr<bool> ApplyChanges(const Value& desired,
                                    absl::string_view manager, ObjectPart part);
  void Store(const ObjectKey& key, const Value& object);
  void Remove(const ObjectKey& key);
  bool IsOrphan(const Value& object) const;
  // Removes the references to owners that no longer exist.
  bool ForgetOwners(const Value* object);
  // Deletes what an object owns. Sets `blocked` if that has to be gone first.
  bool DeleteDependents(const std::string& uid, bool* blocked);
  bool Collect(const ObjectKey& key);

  KindSchemas* schemas_;
  DeletionWebhook webhook_;
  std::map<ObjectKey, std::shared_ptr<Stored>> objects_;
  std::map<std::string, std::set<ObjectKey>, std::less<>> controlled_;
  std::map<ObjectKey, int> created_;  // how often
  std::set<std::string> uids_;        // of the objects that exist
  absl::Time now_ = kFirstTime;
  uint64_t version_ = 0;
};

}  // namespace loom
