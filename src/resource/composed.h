// SPDX-License-Identifier: Apache-2.0
// ComposedResources is what a feature sees of the composed resources of a call:
// by logical name, decoded only when they are looked at, written back only if
// they were opened for a change. call/state.h is the one that has them.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

class ComposedResources {
 public:
  virtual ~ComposedResources() = default;

  // The logical names of all that is desired so far, sorted.
  virtual std::vector<absl::string_view> DesiredNames() = 0;

  // nullptr if there is no resource of that name. InvalidArgument: the bytes
  // are no object.
  virtual absl::StatusOr<Value*> Desired(absl::string_view name) = 0;
  virtual absl::StatusOr<Value*> Observed(absl::string_view name) = 0;

  // Has to be said of a desired resource before it is changed.
  virtual void Change(absl::string_view name) = 0;
};

}  // namespace loom
