// SPDX-License-Identifier: Apache-2.0
// ControlPlane reconciles a composite in a simulated cluster, as Crossplane's XR engine
// does: it observes the composed resources, runs the pipeline, deletes what is no longer
// desired, applies what is, and writes the status, the conditions and the connection
// Secret of the composite.
//
//   ControlPlane control(&api, std::move(inputs));
//   LOOM_RETURN_IF_ERROR(control.Begin());   // creates the composite, or its claim
//   Reconciliation result = control.Reconcile(deadline);
//
// The rules are Crossplane's (2.3 and 2.4):
//
//   observed     what spec.crossplane.resourceRefs (spec.resourceRefs) names, unless it
//                has another controller
//   names        a resource keeps its name, or gets one that begins with that of the
//                composite. The rest is random in a cluster; here it depends on the name
//                of the resource
//   order        resources are deleted first, then the references are written, then
//                resources are applied, then the status of the composite
//   errors       a resource that is not valid is left out, and the others are applied.
//                Any other error ends the reconcile
//
// A reconcile that has to be repeated at once, because a Usage refuses a deletion, is
// not an error.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "tools/run/pipeline.h"
#include "tools/simulation/api_server.h"
#include "tools/simulation/claim_controller.h"
#include "tools/simulation/usages.h"

namespace loom {

// A change that a reconcile has made to a composed resource.
struct ComposedChange {
  enum class Kind { kCreated, kChanged, kDeleted };
  Kind kind;
  std::string resource;
  ObjectKey key;
};

struct Reconciliation {
  // What Synced says. OK: it is True.
  absl::Status error;
  PipelineOutcome outcome;
  std::vector<ComposedChange> changes;
  // The composed resources that the API server refuses, with its words.
  std::vector<std::pair<std::string, std::string>> refused;
  // Whether the API server refuses the status. Then Crossplane writes no condition.
  bool is_status_refused = false;
  // Whether a request has changed anything, also apart from composed resources.
  bool wrote = false;
};

class ControlPlane {
 public:
  // The composite and the objects in `inputs` are not yet in the cluster.
  ControlPlane(ApiServer* api, PipelineInputs inputs);
  ControlPlane(const ControlPlane&) = delete;
  ControlPlane& operator=(const ControlPlane&) = delete;

  // Creates the composite, the observed resources and the objects that functions may ask
  // for. An error names the object that the API server refuses.
  absl::Status Begin();

  // The composite in the cluster; nullptr once it is deleted.
  const Value* composite() const { return api_->Find(key_); }
  const ObjectKey& key() const { return key_; }
  // Whether functions compose its connection Secret, because Crossplane writes none.
  bool is_modern() const { return inputs_.is_modern; }
  // The claim that the composite is made from; nullptr if there is none, or once it is
  // deleted.
  const Value* claim() const {
    return claims_ == nullptr ? nullptr : claims_->claim();
  }
  // What Synced of the claim says. OK: it is True.
  absl::Status claim_error() const {
    return claims_ == nullptr ? absl::OkStatus() : claims_->error();
  }
  // The object that a user edits and deletes: the claim, or the composite without one.
  const ObjectKey& edited_key() const {
    return claims_ == nullptr ? key_ : claims_->key();
  }
  const ApiServer& api() const { return *api_; }
  // Returns the composed resource of that name that exists, or nullptr. One that is being
  // deleted exists, also after its composite is deleted. If there is another one of that
  // name, which is not being deleted, that one is returned.
  const Value* Composed(const std::string& resource) const;
  // Returns the names of all that exist.
  std::vector<std::string> ComposedNames() const;
  std::map<std::string, const Value*> ComposedByName() const;

  // Replaces the Composition by another revision of it.
  void Use(Composition composition, std::vector<Route> routes);

  // Says where an object is written, so that explanations name the file.
  void Locate(const YamlDocument& document);

  Reconciliation Reconcile(absl::Time deadline, PipelineWatch* watch = nullptr);

  // Returns what the pipeline of the last reconcile got, until the next one; nullptr if
  // it ran no pipeline. RunPipeline then makes the same outcome again.
  const PipelineInputs* last_inputs() const {
    return has_run_ ? &inputs_ : nullptr;
  }

  // What the rest of the cluster does: the controllers of claims and Usages, and the
  // garbage collector.
  // Returns whether something has changed.
  bool Settle();

 private:
  struct Desired {
    std::string name;
    Value object;
  };

  // The objects that may be composed resources: those that the composite controls, or, once
  // it is deleted, all.
  std::vector<const Value*> Owned() const;
  // The fields of Crossplane in the composite: spec.crossplane, or spec.
  Value& Machinery(Value& composite, Pool* pool) const;
  absl::Status BeginClaim();
  absl::Status Configure(Pool* pool);
  absl::Status Observe(Pool* pool);
  YamlDocument DocumentOf(const Value& object, Pool* pool) const;
  absl::Status Compose(Reconciliation* result, PipelineWatch* watch,
                       absl::Time deadline, Pool* pool);
  absl::StatusOr<std::vector<Desired>> DesiredResources(
      const PipelineOutcome& outcome, Pool* pool) const;
  std::string NewName(const Value& object, absl::string_view resource) const;
  absl::Status DeleteUndesired(const std::vector<Desired>& desired,
                               Reconciliation* result, Pool* pool);
  absl::Status WriteReferences(const std::vector<Desired>& desired, Pool* pool);
  absl::Status ApplyDesired(const std::vector<Desired>& desired,
                            Reconciliation* result);
  absl::Status WriteStatus(const PipelineOutcome& outcome, Pool* pool);
  absl::Status Publish(const PipelineOutcome& outcome, Pool* pool);
  void WriteConditions(const Reconciliation& result, Pool* pool);
  void FinishDeletion(Pool* pool);

  ApiServer* api_;
  SimulatedUsages usages_;
  PipelineInputs inputs_;
  std::unique_ptr<ClaimController> claims_;  // nullptr without a claim
  // The objects as the last reconcile has seen them.
  std::vector<std::shared_ptr<const Value>> seen_;
  ObjectKey key_;
  // Keeps the objects in inputs_.
  std::unique_ptr<Pool> pool_ = std::make_unique<Pool>();
  bool has_run_ = false;
  // The objects in the files, and a document without a file for all others.
  std::map<ObjectKey, YamlDocument> files_;
  YamlDocument nowhere_;
};

}  // namespace loom
