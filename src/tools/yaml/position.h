// SPDX-License-Identifier: Apache-2.0
// Locate finds where in a file a member stands that a path text names, such as
// the places in messages about an input:
//
//   YamlPosition at = Locate(document, "resources[2].patches[0].policy");
//
//   spec.size        the value of the member
//   list[2]          the element of that index
//   sets[tags]       of a list, the element whose `name` is that text
//   labels.a.b/c     a key may hold dots; the longest key that fits is taken
//
// Aliases and `<<` are followed to where the value is written. Of a path that
// leads nowhere, the position is that of the nearest value above it: a missing
// member is reported at its parent. `spec.sizes` without such a member is at
// the value of `spec`.
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "tools/yaml/reader.h"

namespace loom {

class JsonWriter;

// Lines and columns count from 1, columns in characters and offsets in bytes.
struct YamlPosition {
  std::string file;
  size_t line = 1;
  size_t column = 1;
  // The column behind the last character; 0 if the value has several lines, or
  // is a list or a map.
  size_t end_column = 0;
  size_t offset = 0;
};

// Whether the member's value is wanted, or its key. An element of a list has no
// key; its position is that of the element.
enum class YamlPart { kValue, kKey };

YamlPosition Locate(const YamlDocument& document, absl::string_view path,
                    YamlPart part = YamlPart::kValue);

// file:line:column.
std::string PlaceText(const YamlPosition& at);

// Writes the position as a value of JSON. The path is that in the document, or "":
//   {"file":"xr.yaml","line":6,"column":16,"endColumn":25,"offset":98,"path":"spec.region"}
void WritePosition(const YamlPosition& at, absl::string_view path,
                   JsonWriter* json);

// The position of a node of the syntax tree.
YamlPosition PositionOf(const YamlNodes& nodes, uint32_t node);

}  // namespace loom
