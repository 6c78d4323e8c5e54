// SPDX-License-Identifier: Apache-2.0
// ReadYaml reads YAML or JSON as trees. A tree is what Crossplane reads from the same
// file: go-yaml v2 reads it and converts it to JSON. data/yaml/scalar.h describes what
// plain scalars mean.
//
//   on: yes            {"true": true}
//   mode: 010          {"mode": 8}
//   a: 1, then a: 2    {"a": 2}       the last of duplicate keys wins
//   <<: *base          all keys of the base: later keys replace them, and they
//                      replace earlier keys
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
//                         ReadYaml("xr.yaml", "spec: {size: 1}", &pool));
//   // "xr.yaml:1:14"
//   std::string place = documents[0].Place({"spec", "size"});
//
// InvalidArgument: the message begins with file, line and column, as in `xr.yaml:3:1: a
// tab cannot indent; use spaces`. Besides wrong syntax, these are errors: `.inf` and
// `.nan`; a value that does not fit its tag; a key that is null, a list or a map; `<<`
// with a value that is not a map; an alias that contains itself; more than kMaxAliased
// nodes that come from aliases; more than kMaxDepth levels of nesting.
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

// How many nodes all aliases of a document together may add to it. Go allows about the
// same number in small documents.
inline constexpr int kMaxAliased = 400'000;

// Lines and columns count from 1. Columns count characters, and offsets count bytes.
struct YamlPosition {
  std::string file;
  size_t line = 1;
  size_t column = 1;
  // The column after the last character. 0 if the value is a list, a map or an empty
  // plain scalar, has several lines, or has a tag or an anchor.
  size_t end_column = 0;
  size_t offset = 0;
};

// Selects the value of a field or its key. A list item has no key: its position is that
// of the item.
enum class YamlPart { kValue, kKey };

class YamlDocument {
 public:
  YamlDocument(Value value, std::shared_ptr<const YamlNodes> nodes,
               uint32_t node)
      : root(std::move(value)), nodes_(std::move(nodes)), node_(node) {}

  // Returns the position of the value at the path, or of its key, or of the nearest value
  // above it if there is no such value. The key of a list item is its decimal index.
  YamlPosition At(absl::Span<const absl::string_view> path,
                  YamlPart part = YamlPart::kValue) const;

  // Returns the same as `file:line:column`.
  std::string Place(absl::Span<const absl::string_view> path) const;

  // Returns the value at the path as a document of its own, with the locations of this
  // document. `value` is that value and becomes the root of the part.
  YamlDocument Part(absl::Span<const absl::string_view> path,
                    Value value) const;

  Value root;

  // The syntax tree of the whole file, and the root node of this document in it.
  const YamlNodes& nodes() const { return *nodes_; }
  uint32_t node() const { return node_; }

 private:
  uint32_t Node(absl::Span<const absl::string_view> path) const;

  std::shared_ptr<const YamlNodes> nodes_;
  uint32_t node_;
};

// Returns the documents of a file, without the empty ones. `name` is the name of the
// file. The pool holds the memory of the trees.
absl::StatusOr<std::vector<YamlDocument>> ReadYaml(absl::string_view name,
                                                   std::string text,
                                                   Pool* pool);

// Locate finds the position of a field in a file by its path, such as the paths in
// messages about an input:
//
//   YamlPosition at = Locate(document, "resources[2].patches[0].policy");
//
//   spec.size        the value of the field
//   list[2]          the item with that index
//   sets[tags]       in a list, the item whose `name` is that string
//   labels.a.b/c     a key may contain dots; the longest key that fits wins
//
// Aliases and `<<` are followed to where the value is written. If there is no value at
// the path, the position is that of the nearest value above it: a missing field is
// reported at its parent.
YamlPosition Locate(const YamlDocument& document, absl::string_view path,
                    YamlPart part = YamlPart::kValue);

// Returns advice if a value there begins with a "!", which is a tag in YAML and no part
// of the value, as in `condition: !has(composite.spec.off)`; "" otherwise.
std::string TagAdvice(const YamlDocument& document, const YamlPosition& at);

// Returns `file:line:column`.
std::string PlaceText(const YamlPosition& at);

// Writes the position as JSON. `path` is the path in the document, or "" to leave it
// out:
//   {"file":"xr.yaml","line":6,"column":16,"endColumn":25,"offset":98,"path":"spec.region"}
void WritePosition(const YamlPosition& at, absl::string_view path,
                   JsonWriter* json);

// Returns the position of a node of the syntax tree.
YamlPosition PositionOf(const YamlNodes& nodes, uint32_t node);

}  // namespace loom
