// SPDX-License-Identifier: Apache-2.0
// Path identifies a field or an element in an object, in Crossplane's grammar:
//
//   path    := "" | first { more }
//   first   := name | bracket
//   more    := "." name | bracket | name right after "]"
//   name    := one or more bytes other than . [ ]
//   bracket := "[" one or more bytes other than [ ] "]"
//
//   spec.containers[0].name      field, field, index, field
//   metadata.annotations[a.b/c]  inside brackets a dot is an ordinary byte
//   labels['0']                  the field 0: a quoted number is not an index
//
// A bracket is an index if it contains a decimal number without a sign that fits in 32
// bits. Otherwise it is a field, as is every name without brackets. Single and double
// quotes are stripped from both ends of a field. There is no escape, so a path cannot
// name a key that contains a bracket, or that begins or ends with a quote.
//
// The empty path has no segments. Reading it gives null, and writing to it does
// nothing. Errors give the offset of the byte that is wrong:
//
//   cannot parse path ".metadata.name": unexpected '.' at position 0
//
// The grammar and the errors are Crossplane's. One limit is ours: a path of more than
// kMaxDepth segments is an error, because it would write a tree that is too deep to be
// read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/limits.h"
#include "data/value/field_mask.h"
#include "data/value/value.h"

namespace loom {
struct Segment {
  std::string field;
  uint32_t index = 0;
  bool is_index = false;

  static Segment Field(absl::string_view name);
  static Segment Index(uint32_t index);
  bool IsWildcard() const { return !is_index && field == "*"; }
  friend bool operator==(const Segment&, const Segment&) = default;
};

class Path {
 public:
  Path() = default;

  static absl::StatusOr<Path> Parse(absl::string_view text);

  const std::string& text() const { return text_; }
  const std::vector<Segment>& segments() const { return segments_; }

  // Whether the path contains a `[*]`. Only `[*]` asks for expansion; `.*` does not.
  bool HasWildcard() const { return has_wildcard_; }

 private:
  std::string text_;
  std::vector<Segment> segments_;
  bool has_wildcard_ = false;
};

// Adds the field to a mask. The elements of a list share the mask of the list, so an
// index is skipped. A wildcard adds everything at its position, whatever segments
// follow it.
void AddPath(absl::Span<const Segment> segments, FieldMask* mask);

// Prints segments as a path: [0] for an index, [name] for a field that contains a dot
// or is `*`, and .name for any other field. There is no dot at the start.
std::string ToString(absl::Span<const Segment> segments);

// The largest number of matches of one path. The matches of `a[*][*][*]` multiply, and
// each of them is written to. Their paths count against the budget of the call
// (data/value/budget.h), because long keys and deep paths also multiply.
inline constexpr size_t kMaxFanOut = limits::kWildcardPlaces;

struct ExpandOptions {
  bool create_last = false;
};

// Expand lists the paths that a path with wildcards matches in an object. `[*]` matches
// every element of a list and every field of an object, in the order of their names.
//
// All segments that are not wildcards must exist. Where they do not, nothing matches,
// so writing through a wildcard replaces values and adds none: l[*].a matches only
// l[0].a in {l: [{a: 1}, {}]}. With `create_last` (our rule, for the native input) the
// last field may be missing: then l[1].a also matches.
//
// A wildcard over null is NotFound. The error is FailedPrecondition if a wildcard is
// over a scalar, if a value does not have the shape of the path, or if there are more
// than kMaxFanOut matches, or too many in the whole call. It is not an error if nothing
// matches.
//
// An expanded path is printed and parsed again, as in Crossplane. A key that contains a
// bracket may therefore be an error or lead to another field: `a[b]` becomes a.b. The
// key `*` is an ordinary key; Go would recurse endlessly.
absl::StatusOr<std::vector<Path>> Expand(const Value& root, const Path& path,
                                         ExpandOptions options, Pool* pool);

}  // namespace loom
