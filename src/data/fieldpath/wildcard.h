// SPDX-License-Identifier: Apache-2.0
// Expand lists the paths that a path with wildcards matches in an object. `[*]`
// matches every element of a list and every member of an object, the members in
// the order of their names.
//
//   object      {spec: {l: [{a: 1}, {}, {a: 2}]}}
//   path        spec.l[*].a
//   matches     spec.l[0].a, spec.l[2].a
//
// The segments beside the wildcards have to exist. Where they do not, nothing
// matches, so writing through a wildcard replaces values and adds none. With
// `create_last` (our rule, for the native input) the last member may be
// missing: then spec.l[1].a is a match, too.
//
// A wildcard over null is NotFound. FailedPrecondition: a wildcard stands over
// a scalar, a value has another shape than the path ("spec.l[1]: not an
// object"), or there are more than kMaxFanOut matches, or too many in the call.
// No match at all is not an error here.
//
// An expanded path is printed and parsed again, as Crossplane does it.
// Therefore a key that has a bracket in its name may be an error or lead to
// another place: `a[b]` becomes a.b. A key that is `*` is an ordinary key; in
// Go it would recurse without end.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "base/limits.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

// The largest number of matches of one path. The matches of `a[*][*][*]`
// multiply, and each of them is written to. Their paths count against the
// budget of the call (data/value/budget.h), because long keys and deep paths
// multiply, too.
inline constexpr size_t kMaxFanOut = limits::kWildcardPlaces;

struct ExpandOptions {
  bool create_last = false;
};

absl::StatusOr<std::vector<Path>> Expand(const Value& root, const Path& path,
                                         ExpandOptions options, Pool* pool);

}  // namespace loom
