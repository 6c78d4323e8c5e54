// SPDX-License-Identifier: Apache-2.0
// Expands the wildcards of a path over an object: `[*]` stands for every
// element of a list and every member of an object, members in the order of
// their names.
//
//   {spec: {l: [{a: 1}, {}, {a: 2}]}}   spec.l[*].a  →  spec.l[0].a,
//   spec.l[2].a
//
// What stands beside the wildcards has to exist; branches in which it does not
// are left out, so a wildcard writes over values and adds none. With
// `create_last` (ours, for the native input) the last member may be missing:
// then spec.l[1].a is among the results above.
//
// Errors: NotFound for a wildcard over null; FailedPrecondition for one over a
// scalar, for a branch of another shape than the path ("spec.l[1]: not an
// object") and for more than kMaxFanOut results. No results at all are no
// error here.
//
// Expanded paths are printed and read again, as Crossplane does, which is why a
// key with a bracket may be an error or another place: `a[b]` becomes a.b. A
// key that is itself `*` is an ordinary key (in Go it recurses for ever).
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "base/limits.h"
#include "fieldpath/path.h"
#include "value/value.h"

namespace loom {

// `a[*][*][*]` over large lists multiplies; a write per result has to stay
// affordable. Long keys and deep paths multiply, too: the paths are charged to
// the call (value/budget.h).
inline constexpr size_t kMaxFanOut = limits::kWildcardPlaces;

struct ExpandOptions {
  bool create_last = false;
};

absl::StatusOr<std::vector<Path>> Expand(const Value& root, const Path& path,
                                         ExpandOptions options, Pool* pool);

}  // namespace loom
