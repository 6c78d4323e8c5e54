// SPDX-License-Identifier: Apache-2.0
// What an action writes within a string: in a block scalar, or in the middle of a line.
//
//   {{ toJson .spec.tags }}                json.marshal(composite.spec.tags)
//   {{ .spec.name | quote }}               '"' + composite.spec.name + '"'
//   {{- .spec.text | nindent 4 }}          a line feed, and the text, whose lines are
//                                          indented by what they have more than the
//                                          lines around them
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "tools/convert/go_template/symbol.h"

namespace loom {

// The block scalar in which a string ends.
struct BlockScalar {
  std::optional<size_t> margin;  // nullopt: its first line is still to come
  bool is_plain =
      true;  // lines stay lines, and the margin is that of its first line
};

// Returns nullopt if the text does not end in a block scalar. The last line may be the
// beginning of a line of it.
std::optional<BlockScalar> BlockScalarAt(absl::string_view text);

// The spaces that a line begins with.
size_t MarginOf(absl::string_view line);

// Whether a line begins a block scalar, such as `script: |-`.
bool BeginsBlock(absl::string_view line);

// Returns a value as a part of a string.
Symbol WithinText(const Symbol& value);

// Where a value is in a block scalar.
struct BlockPlace {
  size_t margin = 0;             // of the lines of the scalar
  std::optional<size_t> column;  // of the action, if it is alone on its line
  bool ends = false;  // nothing follows: line feeds at its end are not kept
};

// Returns a value as a part of a block scalar.
Symbol BlockText(const Symbol& value, const BlockPlace& place);

}  // namespace loom
