// SPDX-License-Identifier: Apache-2.0
// Composite holds the composite of a call, observed and desired, with its
// published connection details and its readiness. It is decoded when it is
// first read.
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "crossplane/call/object_decoder.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/request.h"
#include "crossplane/contract/response.h"

namespace loom {

class Composite {
 public:
  Composite(const Request& request, ObjectDecoder* decoder)
      : request_(request), decoder_(decoder) {}

  // The observed composite; {} if the request has none.
  absl::StatusOr<const Value*> Observed();

  // The desired composite; {} if there is none.
  absl::StatusOr<const Value*> Desired();

  // The desired composite, for the caller to change. It gets the apiVersion and
  // the kind of the observed one, as in P&T.
  absl::StatusOr<Value*> Change();

  // The connection details that the composite has published, as they are observed.
  // Makes the call redacted (base/redacted_message.h) if there are any.
  absl::StatusOr<Details> ObservedPublished();

  // The connection details that the composite publishes, including those of
  // earlier steps. Makes the call redacted (base/redacted_message.h) if there are
  // any.
  absl::StatusOr<const Details*> PublishedDetails();
  // The same details, for the caller to change.
  absl::StatusOr<Details*> ChangeDetails();

  // Makes the composite not ready, unless Decide has said how it is. Without a call of
  // either, its readiness stays as earlier steps set it.
  absl::Status SetNotReady();
  // Says whether the composite is ready, whatever its resources are.
  absl::Status Decide(bool ready);
  // What was said of it so far; kUnspecified while the desired one was not read.
  Ready ready() const { return ready_; }

  // The desired composite, for the response; nullopt if there is none.
  std::optional<DesiredResource> Finish() const;

 private:
  absl::Status LoadDesired();
  absl::Status SetReady(bool ready);

  const Request& request_;
  ObjectDecoder* decoder_;
  std::optional<Value> observed_;
  std::optional<Value> desired_;
  bool identified_ = false;
  bool changed_ = false;
  bool decided_ = false;
  bool has_more_ = false;
  Details details_;
  Ready ready_ = Ready::kUnspecified;
};

}  // namespace loom
