// SPDX-License-Identifier: Apache-2.0
// Endpoints are the objects of a call between which patches move values
// (patch/endpoint.h).
//
//   Endpoints endpoints{.call = call, .observed = observed, .desired = &object};
//   absl::Status status = endpoints.Apply(patch);
//
// A patch from a resource that is not observed yet does nothing. Errors are
// those of Patch::Apply.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "call/call.h"
#include "patch/patch.h"

namespace loom {

struct Endpoints {
  Call& call;
  const Value* observed = nullptr;  // the composed resource; nullptr: not yet
  Value* desired = nullptr;
  Value* secret = nullptr;  // the location of a connection secret

  absl::Status Apply(const Patch& patch);

 private:
  absl::StatusOr<const Value*> From(Endpoint endpoint);
  absl::StatusOr<Value*> To(Endpoint endpoint);
};

}  // namespace loom
