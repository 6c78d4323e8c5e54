// SPDX-License-Identifier: Apache-2.0
// The patch types, a row each: what a type is called, where such a patch may
// stand, and between which endpoints it moves a value. The names are P&T's, and
// in an environment's list some of them mean other endpoints.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "patch/endpoint.h"

namespace loom {

// Where a patch stands in the input. A set's patches have the types of a
// resource's; only the latter may refer to a set.
enum class PatchScope { kResource, kPatchSet, kEnvironment, kSecretLocation };

// How the value is obtained: one field, or several that are formatted.
enum class PatchForm { kCopy, kCombine };

struct PatchType {
  PatchScope scope;
  absl::string_view name;
  Endpoint from;
  Endpoint to;
  PatchForm form;
};

// The type of a patch that names none.
inline constexpr absl::string_view kDefaultPatchType = "FromCompositeFieldPath";
// What stands in a resource's list for the patches of a set.
inline constexpr absl::string_view kPatchSetReference = "PatchSet";

// nullptr: there is no such type in that scope.
const PatchType* FindPatchType(PatchScope scope, absl::string_view name);

// What may stand as a type in a scope, for messages.
std::vector<std::string> PatchTypeNames(PatchScope scope);

}  // namespace loom
