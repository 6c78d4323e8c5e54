// SPDX-License-Identifier: Apache-2.0
// ClaimController does what Crossplane does for a claim: it creates, updates and deletes
// the composite, and reports the state of the composite in the claim.
//
//   ClaimController claims(&api, std::move(claim), definition);
//   LOOM_RETURN_IF_ERROR(claims.Begin());
//   claims.Reconcile();   // creates the composite
//
//   claim to composite   labels, annotations and spec, without what only claims have
//                        (MakeComposite in tools/inputs/claim.h). A field that the claim
//                        no longer has is removed
//   composite to claim   the name (spec.resourceRef), the external name, the Composition
//                        and its revision, the status, and the conditions in
//                        status.claimConditionTypes
//   Ready                of the claim is True once that of the composite is
//   connection details   are then copied from the Secret of the composite to that of the
//                        claim, if both name one
//   deletion             deletes the composite. With compositeDeletePolicy: Foreground,
//                        the claim stays until the composite is gone
//
// Two things differ from a cluster. The test decides on the Composition, so
// compositionRef and compositionRevisionRef only go from the composite to the claim. And
// the generated name of the composite ends in xxxxx.
//
// The rules are Crossplane's (2.3 and 2.4, with server-side apply).
#pragma once

#include "absl/status/status.h"
#include "data/value/value.h"
#include "tools/simulation/api_server.h"
#include "tools/yaml/reader.h"

namespace loom {

class ClaimController {
 public:
  // `definition` is the definition of the claim, and must outlive this.
  ClaimController(ApiServer* api, YamlDocument claim, const Value& definition);
  ClaimController(const ClaimController&) = delete;
  ClaimController& operator=(const ClaimController&) = delete;

  // Creates the claim. An error says why the API server refuses it.
  absl::Status Begin();

  const ObjectKey& key() const { return key_; }
  // The claim in the cluster; nullptr once it is deleted.
  const Value* claim() const { return api_->Find(key_); }
  const YamlDocument& document() const { return document_; }

  // Returns whether something has changed.
  bool Reconcile();
  // What Synced says after the last one. OK: it is True.
  const absl::Status& error() const { return error_; }

 private:
  template <typename Change>
  absl::Status Update(const Change& change);
  ObjectKey CompositeKey() const;
  absl::Status Sync(Pool* pool);
  absl::Status Bind(const Value& wanted, const Value* composite);
  absl::Status WriteStatus(const Value& composite, Pool* pool);
  absl::StatusOr<bool> Propagate(const Value& composite, Pool* pool);
  absl::Status Delete();

  ApiServer* api_;
  YamlDocument document_;
  const Value& definition_;
  ObjectKey key_;
  absl::Status error_;
};

}  // namespace loom
