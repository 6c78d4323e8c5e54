// SPDX-License-Identifier: Apache-2.0
// Path names a place in an object, in Crossplane's grammar:
//
//   path    := "" | first { more }
//   first   := name | bracket
//   more    := "." name | bracket | name right after "]"
//   name    := one or more bytes other than . [ ]
//   bracket := "[" one or more bytes other than [ ] "]"
//
//   spec.containers[0].name      field, field, index, field
//   metadata.annotations[a.b/c]  inside brackets a dot is an ordinary byte
//   a[0]b                        the same as a[0].b
//   labels['0']                  the field 0: a quoted number is no index
//
//   absl::StatusOr<Path> path = Path::Parse("spec.containers[0].name");
//
// A bracket is an index if it holds a decimal number without sign that fits 32
// bits; otherwise it is a field, as every bare name is. Quotes, single and
// double, are stripped from both ends of a field. There is no escape: a key
// that holds a bracket, or has quotes at its ends, cannot be named.
//
// The empty path has no segments: reading it gives null, and writing it does
// nothing. Errors give the offset of the byte that is wrong:
//
//   .metadata.name     unexpected '.' at position 0
//   metadata.          unexpected '.' at position 8
//   spec.[0]           unexpected '[' at position 5
//   spec[a             unterminated '[' at position 4
//   spec[]             unexpected ']' at position 5
//
//   cannot parse path ".metadata.name": unexpected '.' at position 0
//
// The grammar and these errors are Crossplane's. One bound is ours: a path of
// more than kMaxDepth segments is an error, because it would write a tree that
// is deeper than any that can be read.
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

  // InvalidArgument if `text` does not follow the grammar.
  static absl::StatusOr<Path> Parse(absl::string_view text);

  const std::string& text() const { return text_; }
  const std::vector<Segment>& segments() const { return segments_; }

  // Whether the text holds a `[*]`. Only that asks for expansion; `.*` does
  // not.
  bool HasWildcard() const { return has_wildcard_; }

 private:
  std::string text_;
  std::vector<Segment> segments_;
  bool has_wildcard_ = false;
};

// Adds the field to a mask. The elements of a list have the mask of the list, so an
// index is passed over, and a wildcard and what follows it are all that is there.
void AddPath(absl::Span<const Segment> segments, FieldMask* mask);

// Prints segments as a path: [0] for an index, [name] for a field that holds a
// dot or is `*`, and .name for any other field, without the dot at the start.
std::string ToString(absl::Span<const Segment> segments);

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
