// SPDX-License-Identifier: Apache-2.0
// ReadYaml reads YAML or JSON as trees. A tree is what Crossplane reads from
// the same text: go-yaml v2 reads it and turns it into JSON. tools/yaml/scalar.h says
// what plain scalars mean.
//
//   on: yes            {"true": true}
//   mode: 010          {"mode": 8}
//   a: 1, then a: 2    {"a": 2}       the last of equal keys counts
//   <<: *base          all members of the base: later keys replace them, and they
//                      replace earlier keys
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
//                         ReadYaml("xr.yaml", "spec: {size: 1}", &pool));
//   // "xr.yaml:1:14"
//   std::string place = documents[0].Place({"spec", "size"});
//
// InvalidArgument: the message begins with file, line and column, as in
// `xr.yaml:3:1: a tab cannot indent; use spaces`. Besides wrong syntax these
// are errors: `.inf` and `.nan`; a key that is null, a list or a map; an alias
// that contains itself; more than kMaxAliased nodes that come from aliases.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "data/value/value.h"
#include "tools/yaml/nodes.h"

namespace loom {

class JsonWriter;

// How many nodes all aliases of a document together may add to it. Go allows
// about as many in small documents.
inline constexpr int kMaxAliased = 400'000;

class YamlDocument {
 public:
  YamlDocument(Value value, std::shared_ptr<const YamlNodes> nodes,
               uint32_t node)
      : root(std::move(value)), nodes_(std::move(nodes)), node_(node) {}

  // `file:line:column` of the value at the path. If there is no such value, it
  // is the place of the nearest value above it. An item of a list is named by
  // its decimal index.
  std::string Place(absl::Span<const absl::string_view> path) const;

  // The same of the key of the member at the path.
  std::string KeyPlace(absl::Span<const absl::string_view> path) const;

  // A value at the path as a document of its own, whose places are those of this
  // one. `value` is that value, and stays with the part.
  YamlDocument Part(absl::Span<const absl::string_view> path,
                    Value value) const;

  Value root;

  // The syntax tree of the whole file, and the root of this document in it.
  const YamlNodes& nodes() const { return *nodes_; }
  uint32_t node() const { return node_; }

 private:
  uint32_t Node(absl::Span<const absl::string_view> path) const;

  std::shared_ptr<const YamlNodes> nodes_;
  uint32_t node_;
};

// The documents of a text; empty ones are left out. `name` is the name of the
// file. The pool keeps the trees.
absl::StatusOr<std::vector<YamlDocument>> ReadYaml(absl::string_view name,
                                                   std::string text,
                                                   Pool* pool);

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
