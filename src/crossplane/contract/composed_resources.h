// SPDX-License-Identifier: Apache-2.0
// ComposedResources gives a section access to the composed resources of a call by
// logical name. A resource is decoded when it is first read. One that no section
// changes is copied to the response as bytes of the request.
// crossplane/call/composed_state.h implements this interface.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

class ComposedResources {
 public:
  virtual ~ComposedResources() = default;

  // Returns the logical names of all resources that are desired so far, sorted.
  virtual std::vector<absl::string_view> DesiredNames() = 0;

  // Return the desired and the observed resource of that name; nullptr if there
  // is none. InvalidArgument: its bytes are not an object.
  virtual absl::StatusOr<const Value*> Desired(absl::string_view name) = 0;
  virtual absl::StatusOr<const Value*> Observed(absl::string_view name) = 0;

  // Returns the desired resource of that name for the caller to change, with
  // the same errors; nullptr if there is none.
  virtual absl::StatusOr<Value*> Change(absl::string_view name) = 0;
};

}  // namespace loom
