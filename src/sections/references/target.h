// SPDX-License-Identifier: Apache-2.0
// A Target is where a reference writes:
//
//   target: {resource: subnet}                a desired composed resource; for a template
//                                             with forEach, all that it makes
//   target: {resourceSelector: {group: "ec2.*", kind: "*", resource: "^sub"}}
//                                             all that match
//                                             (crossplane/objects/selector.h)
//   target: {composite: true}                 the status of the composite
//   target: {environment: true}
//   target: {context: example.org/region}     the value of a context key
//
// A resource that is not desired is not a target: the entry has no effect and requests
// nothing, unless an expression uses its name (sections/references/references.h).
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field.h"
#include "crossplane/objects/selector.h"
#include "data/fieldpath/path.h"
#include "language/input/fields.h"

namespace loom {

class Target {
 public:
  // Parse reads the field `target` of an entry. ParseComposed does the same for entries
  // whose target must be a composed resource; the field `other` of the target is read
  // elsewhere.
  static Target Parse(Fields& entry) { return Parse(entry, false, ""); }
  static Target ParseComposed(Fields& entry, absl::string_view other = "") {
    return Parse(entry, true, other);
  }
  static Target ContextKey(std::string key);

  // What it writes to. The name is "" if a selector selects the resources.
  const Place& place() const { return place_; }

  // Reports whether the target is changed before the templates are rendered.
  bool is_early() const { return place_.holder != Place::Holder::kComposed; }

  // Returns the objects and context keys, in the order of their names. An incomplete
  // call does not render templates. In such a call, the resource of a template also
  // counts if it is observed, because it is most likely rendered.
  absl::StatusOr<std::vector<Place>> Places(Call& call) const;

 private:
  static Target Parse(Fields& entry, bool composed, absl::string_view other);
  void ParseOthers(Fields& fields, int ways);

  Place place_;
  std::vector<Selector> selector_;  // at most one
};

}  // namespace loom
