// SPDX-License-Identifier: Apache-2.0
// Composite holds the observed and desired composite of a call, with its published
// connection details and its readiness. It is decoded when it is first read.
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

  // Returns the observed composite; {} if the request has none.
  absl::StatusOr<const Value*> Observed();

  // Returns the desired composite; {} if there is none.
  absl::StatusOr<const Value*> Desired();

  // Returns the desired composite for the caller to change. It gets the apiVersion and
  // the kind of the observed one, as in P&T.
  absl::StatusOr<Value*> Change();

  // Returns the observed connection details that the composite has published. Makes the
  // call redacted (base/redacted_message.h) if there are any.
  absl::StatusOr<Details> ObservedPublished();

  // Returns the connection details that the composite publishes, including those from
  // earlier steps. Makes the call redacted (base/redacted_message.h) if there are any.
  absl::StatusOr<const Details*> PublishedDetails();
  absl::StatusOr<Details*> ChangeDetails();

  // Makes the composite not ready, unless Decide was called. If neither function is
  // called, its readiness stays as earlier steps set it.
  absl::Status SetNotReady();
  // Sets whether the composite is ready, regardless of its resources.
  absl::Status Decide(bool ready);
  // Returns the readiness set so far; kUnspecified until the desired composite is read.
  Ready ready() const { return ready_; }

  // Returns the desired composite for the response; nullopt if there is none.
  std::optional<DesiredResource> Finish() const;

 private:
  absl::Status LoadDesired();
  absl::Status SetReady(bool ready);

  const Request& request_;
  ObjectDecoder* decoder_;
  std::optional<Value> observed_;
  std::optional<Value> desired_;
  absl::string_view desired_bytes_;
  bool identified_ = false;  // and `desired_` may be changed
  bool changed_ = false;
  bool decided_ = false;
  bool has_more_ = false;
  Details details_;
  Ready ready_ = Ready::kUnspecified;
};

}  // namespace loom
