// SPDX-License-Identifier: Apache-2.0
// YAML, or JSON, as trees: what Crossplane would make of the same text, which
// is what go-yaml v2 makes of it (yaml_scalar.h), turned into JSON.
//
//   on: yes                     {"true": true}
//   mode: 010                   {"mode": 8}
//   a: 1, then a: 2             {"a": 2}            the last of equal keys wins
//   <<: *base                   the members of the base, put in at this place:
//                               later keys replace them, earlier ones are
//                               replaced
//
// Errors name file, line and column: `xr.yaml:3:1: a tab cannot indent`. They
// are faults of the syntax, `.inf`, a null, list or map as a key, an alias that
// contains itself, more than kMaxAliased nodes by way of aliases.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "value/value.h"
#include "yaml/nodes.h"

namespace loom {

// What all aliases of a document together may add to it; Go allows about as
// many in small documents.
inline constexpr int kMaxAliased = 400'000;

class YamlDocument {
 public:
  YamlDocument(Value value, std::shared_ptr<const YamlNodes> nodes,
               uint32_t node)
      : root(std::move(value)), nodes_(std::move(nodes)), node_(node) {}

  // `file:line:column` of the value at the path, or of the nearest value above
  // it that is there. Items of lists go by their decimal index.
  std::string Place(std::initializer_list<absl::string_view> path) const;

  Value root;

 private:
  std::shared_ptr<const YamlNodes> nodes_;
  uint32_t node_;
};

// The documents of a text, empty ones left out. `name` is that of the file.
absl::StatusOr<std::vector<YamlDocument>> ReadYaml(absl::string_view name,
                                                   std::string text,
                                                   Pool* pool);

}  // namespace loom
