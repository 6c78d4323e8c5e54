// SPDX-License-Identifier: Apache-2.0
// SimulatedUsages does what Crossplane does for Usages (Usage and ClusterUsage of
// protection.crossplane.io, and Usage of apiextensions.crossplane.io): its controller and
// its webhook.
//
//   SimulatedUsages usages(&api);   // from now on, deletions are refused
//   usages.Reconcile();           // what the controller does for all Usages, once
//
//   a new Usage          gets a finalizer, and the names that its selectors select. What it
//                        uses gets the label crossplane.io/in-use, and who uses that owns
//                        the Usage, so it is deleted with it
//   a deletion           of an object with that label is refused while a Usage uses it
//   a deleted Usage      stays while the resource that uses another one exists, if it is
//                        composed. With the last one, the label is removed
//   replayDeletion       deletes what was used, if somebody had tried to
//
// The rules are Crossplane's (2.3).
#pragma once

#include "absl/status/status.h"
#include "data/value/value.h"
#include "tools/simulation/api_server.h"

namespace loom {

class SimulatedUsages {
 public:
  explicit SimulatedUsages(ApiServer* api);
  SimulatedUsages(const SimulatedUsages&) = delete;
  SimulatedUsages& operator=(const SimulatedUsages&) = delete;

  // Returns whether something has changed.
  bool Reconcile();

 private:
  absl::Status Refuse(const Value& object, Propagation propagation);
  bool ReconcileOne(const ObjectKey& key);
  bool FinishDeletion(const ObjectKey& key);

  ApiServer* api_;
};

}  // namespace loom
