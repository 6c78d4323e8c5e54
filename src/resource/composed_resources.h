// SPDX-License-Identifier: Apache-2.0
// ComposedResources is what a section sees of the composed resources of a call:
// by logical name, decoded when they are first looked at. Reading changes
// nothing; a resource that no section changes goes on as the bytes in which it
// came. call/composed_state.h implements it.
//
//   absl::StatusOr<const Value*> db = resources.Desired("db");
//   absl::StatusOr<Value*> open = resources.Change("db");
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

  // nullptr if there is no resource of that name. InvalidArgument: the bytes are
  // no object.
  virtual absl::StatusOr<const Value*> Desired(absl::string_view name) = 0;
  virtual absl::StatusOr<const Value*> Observed(absl::string_view name) = 0;

  // A desired resource, opened for a change; nullptr and errors as above.
  virtual absl::StatusOr<Value*> Change(absl::string_view name) = 0;
};

}  // namespace loom
