// SPDX-License-Identifier: Apache-2.0
// The composite of a call: as it is observed, and as it is desired, with its
// connection details and its readiness. Decoded at first use.
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "call/object_decoder.h"
#include "resource/details.h"
#include "sdk/request.h"
#include "sdk/response.h"

namespace loom {

class Composite {
 public:
  Composite(const Request& request, ObjectDecoder* decoder)
      : request_(request), decoder_(decoder) {}

  // {} where the request has none.
  absl::StatusOr<const Value*> Observed();

  // The desired composite, opened for a change. It gets the apiVersion and kind
  // of the observed one, as P&T gives it.
  absl::StatusOr<Value*> Change();

  // The connection details that it publishes, with those of earlier steps. Makes
  // the call discreet (base/discretion.h) if there are any.
  absl::StatusOr<const Details*> PublishedDetails();
  // The same, opened for a change.
  absl::StatusOr<Details*> ChangeDetails();

  // Readiness of earlier steps stays unless this is said.
  absl::Status SetNotReady();

  // How it goes into the response; nullopt: there is none.
  std::optional<DesiredResource> Finish() const;

 private:
  absl::Status LoadDesired();

  const Request& request_;
  ObjectDecoder* decoder_;
  std::optional<Value> observed_;
  std::optional<Value> desired_;
  bool identified_ = false;
  bool changed_ = false;
  Details details_;
  Ready ready_ = Ready::kUnspecified;
};

}  // namespace loom
