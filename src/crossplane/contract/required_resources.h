// SPDX-License-Identifier: Apache-2.0
// RequiredResources gives a section access to the required resources of a call:
// the objects that Crossplane sent because a requirement asked for them.
// crossplane/call/required_state.h implements this interface.
#pragma once

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/field_mask.h"
#include "data/value/value.h"

namespace loom {

class RequiredResources {
 public:
  virtual ~RequiredResources() = default;

  // The objects that were sent for the requirement with that key. nullopt: it
  // has not been answered yet. An empty list: it has been answered, and no
  // object matches. InvalidArgument: the bytes are not objects.
  virtual absl::StatusOr<std::optional<std::vector<const Value*>>> Answer(
      absl::string_view key) = 0;
  // An object of the answer to that key for the caller to keep and to change, with the
  // fields of the mask at least.
  virtual absl::StatusOr<Value> Own(absl::string_view key, const Value& object,
                                    const FieldMask& mask) = 0;

  // Whether any requirement has been answered.
  virtual bool AnyAnswer() const = 0;
};

}  // namespace loom
