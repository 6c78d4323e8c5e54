// SPDX-License-Identifier: Apache-2.0
// The table of patch types. A row has the name of a type, where such a patch
// may appear, and the endpoints between which it moves a value. The names are
// P&T's. Some have other endpoints in the list of an environment. The types
// with expressions or items are ours, and only the native input has them.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "language/input/rules.h"

namespace loom {
// An Endpoint is an object that a patch reads from or writes to. A patch from a
// resource reads the observed object, and a patch to a resource writes the
// desired one. The environment is the same object for both, so a patch sees
// what an earlier patch of the same call has written there.

enum class Endpoint {
  kObservedComposite,
  kDesiredComposite,
  kObservedComposed,  // the observed resource of the template, if there is one
  kDesiredComposed,   // the resource that the template makes
  kEnvironment,
  kSecretLocation,  // name and namespace of a connection secret
  kItem,            // the item of forEach for which the template is rendered
  kNothing,         // the source of an expression, which names what it reads
};

// Where a patch appears in the input. The patches of a set have the same types
// as those of a resource, but only a resource may refer to a set.
enum class PatchScope {
  kResource,
  kLoop,     // a resource with forEach
  kOverlay,  // several resources, which have no items
  kPatchSet,
  kEnvironment,
  kSecretLocation,
};

// How the value is obtained: it is copied from one field, formatted from
// several fields, or computed by an expression.
enum class PatchForm { kCopy, kCombine, kExpression };

struct PatchType {
  PatchScope scope;
  absl::string_view name;
  Endpoint from;
  Endpoint to;
  PatchForm form;
};

// The type of a patch without `type`.
inline constexpr absl::string_view kDefaultPatchType = "FromCompositeFieldPath";
// The type of an entry in a resource's list that refers to a patch set.
inline constexpr absl::string_view kPatchSetReference = "PatchSet";

// Returns the type with that name; nullptr if the scope has none under these
// rules.
const PatchType* FindPatchType(PatchScope scope, absl::string_view name,
                               const Rules& rules);

// Returns the names that `type` may have in a scope, for messages.
std::vector<std::string> PatchTypeNames(PatchScope scope, const Rules& rules);

}  // namespace loom
