// SPDX-License-Identifier: Apache-2.0
// An OverlayRule changes several composed resources: it merges an object into each
// desired resource that it matches, including those of earlier steps, and then applies
// patches (docs/overlays.md).
//
// A resource matches if one of `match` fits it, or if `match` is absent, and none of
// `exclude` does. Of group, kind, resource (crossplane/objects/selector.h) and labels,
// all that are given have to fit; `*` matches any characters in the value of a label.
// With requireField, the resource must have the field, or its kind must have it
// according to Crossplane (crossplane/call/schema_of_kind.h); until Crossplane answers,
// the rule does not apply.
//
// Objects are merged. All other values are replaced, lists as a whole. With
// IfNotPresent, existing values stay. `object` is the resource as it is desired so far,
// with the status that is observed (ObjectSoFar), and `name` its name. While a value
// is pending, a resource that is not observed waits. Any other resource keeps its
// observed value, or the one that it has; a list with a pending value counts as one
// value. The value optional.none() is left out. An overlay cannot change the kind of a
// resource.
//
// Patches are those of a resource, including patch sets. The rules are ours.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/composed_state.h"
#include "crossplane/objects/selector.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "sections/shared/patches/inline_object.h"
#include "sections/shared/patches/patch.h"
#include "sections/shared/patches/patch_set.h"

namespace loom {

// The properties that the selector of an overlay examines.
struct OverlayCandidate {
  Selectable id;
  ComposedState& composed;
};

class OverlaySelector {
 public:
  static OverlaySelector Parse(const Input& input);

  // Reports a match. The errors are those of Selector::Matches.
  absl::StatusOr<bool> Matches(const OverlayCandidate& candidate,
                               Pool* pool) const;

 private:
  Selector selector_;
  std::map<std::string, std::string> labels_;
};

struct OverlayRule {
  std::string place;                   // in the input
  std::vector<OverlaySelector> match;  // empty: everything
  std::vector<OverlaySelector> exclude;
  std::optional<Path> require_field;
  std::shared_ptr<const InlineObject> merge;  // nullptr: nothing
  bool overrides = true;
  Patches patches;

  static OverlayRule Parse(const Input& input, PatchSets& sets);

  bool has_expressions() const;

  absl::StatusOr<bool> Selects(const OverlayCandidate& candidate,
                               Pool* pool) const;
};

// Whether the expressions of a patch read `object`.
bool ReadsObject(const Patch& patch);

// Returns what overlays read as `object`: the desired resource, with the status and the
// metadata that only the cluster sets, such as the name and the uid.
Value ObjectSoFar(const Value& desired, const Value* observed, Pool* pool);

// Merges the objects of the two trees. Any other value of `over` is written to `object`
// if it is absent there, or if `overrides` is true.
void Lay(const Value& over, bool overrides, Value& object, Pool* pool);

}  // namespace loom
