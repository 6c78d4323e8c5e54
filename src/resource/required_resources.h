// SPDX-License-Identifier: Apache-2.0
// RequiredResources is what a section sees of the objects that Crossplane sent
// because a requirement asked for them. call/required_state.h implements it.
#pragma once

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

class RequiredResources {
 public:
  virtual ~RequiredResources() = default;

  // The objects that were sent for a key; nullopt: not answered yet, which is
  // not the same as answered with none. InvalidArgument: they are no objects.
  virtual absl::StatusOr<std::optional<std::vector<const Value*>>> Answer(
      absl::string_view key) = 0;

  // Whether anything was sent at all.
  virtual bool AnyAnswer() const = 0;
};

}  // namespace loom
