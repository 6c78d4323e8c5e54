// SPDX-License-Identifier: Apache-2.0
// OverlayRule is a rule for several composed resources: an object that is merged into each
// desired resource that it matches, also those of earlier steps, and patches behind it.
//
//   overlays:
//   - match: [{group: "*.example.org"}, {resource: "^db-", kind: Instance}]
//     exclude: [{labels: {example.org/untagged: "true"}}]
//     requireField: spec.forProvider.tags
//     merge:
//       metadata: {labels: {team: "${composite.metadata.labels.?team.orValue('none')}"}}
//       spec: {forProvider: {tags: "${environment.tags}"}}
//     policy: Override               # or IfNotPresent
//     patches: [{fromFieldPath: spec.region, toFieldPath: spec.forProvider.region}]
//
// A resource matches if one of `match` fits it, or if there is none, and none of `exclude`
// does. Of group, kind, resource (crossplane/objects/selector.h) and labels, all that are
// given have to fit; `*` stands for any characters in the value of a label. With
// requireField, the resource has to have the field, or its kind, as Crossplane says
// (crossplane/call/schema_of_kind.h); while it does not say, the rule does not apply.
//
// Objects are united, and everything else is replaced, lists as a whole. With IfNotPresent
// values that are there stay. `object` is the observed resource. While a value is pending,
// a resource that is not observed waits, and any other keeps the value that is observed,
// or the one that it has; a list with such a value counts as one. A value optional.none()
// is left out.
//
//   overlays[0]: merge or patches is required
//   overlays[0].merge.kind: Invalid value: want a constant, because it says what the object
//   is
//   overlays[0].merge.kind: Invalid value: an overlay cannot make another kind of a resource
//
// Patches are those of a resource: patch sets, too. The rules are ours.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/objects/selector.h"
#include "data/fieldpath/path.h"
#include "data/fieldpath/reads.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "sections/shared/patches/inline_object.h"
#include "sections/shared/patches/patch.h"
#include "sections/shared/patches/patch_set.h"

namespace loom {

// What a selector of an overlay looks at.
struct OverlayCandidate {
  Selectable id;
  const Value& labels;  // an object
};

class OverlaySelector {
 public:
  static OverlaySelector Parse(const Input& input);

  bool has_labels() const { return !labels_.empty(); }

  // The errors are those of Selector::Matches.
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
  // Whether a selector looks at labels.
  bool has_labels() const;
  void AddReads(Reads* reads) const;

  // Whether `match` and `exclude` are for the resource.
  absl::StatusOr<bool> Selects(const OverlayCandidate& candidate,
                               Pool* pool) const;
};

// Unites the objects of the two trees; everything else of `over` goes into `object` if it
// is not there, or if `overrides` says so.
void Lay(const Value& over, bool overrides, Value& object, Pool* pool);

}  // namespace loom
