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
#include "data/value/field_mask.h"

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

}  // namespace loom
