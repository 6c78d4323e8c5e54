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
// A bracket is an index if it is a base-10 number without sign that fits 32
// bits; otherwise, like every bare name, it is a field. Quotes, single and
// double, are stripped from both ends of a field. There is no escape: keys with
// a bracket, or with quotes at their ends, cannot be named.
//
// The empty path has no segments: reading it gives null, writing it does
// nothing. These are errors, with the offset of the byte that is wrong:
//   .metadata.name     cannot parse path ".metadata.name": unexpected '.' at
//                      position 0
//   metadata.          … unexpected '.' at position 8
//   spec.[0]           … unexpected '[' at position 5
//   spec[a             … unterminated '[' at position 4
//   spec[]             … unexpected ']' at position 5
// So is a path of more than kMaxDepth segments, which would write a tree deeper
// than any that is read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

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

  // Whether the text asks for expansion: only a `[*]` does, written just so.
  bool HasWildcard() const { return has_wildcard_; }

 private:
  std::string text_;
  std::vector<Segment> segments_;
  bool has_wildcard_ = false;
};

// Prints segments as a path: [0] for an index, [name] for a field that holds a
// dot or is `*`, .name for any other, without the dot that would lead.
std::string ToString(absl::Span<const Segment> segments);

}  // namespace loom
