// SPDX-License-Identifier: Apache-2.0
// YAML text as nodes, each with its place in the text: what yaml-cpp's parser
// reports, nothing resolved yet (aliases, `<<`, equal keys, the meaning of
// plain scalars). Two faults are found here that yaml-cpp lets pass and Go does
// not: a quote that is never closed, and a tab in the indentation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

struct YamlNode {
  enum class Kind : uint8_t { kScalar, kSequence, kMap, kAlias };

  Kind kind = Kind::kScalar;
  // A scalar: yaml-cpp's tag, "?" for plain, "!" for quoted and block ones.
  std::string tag;
  std::string text;
  // A sequence: its items. A map: key, value, key, value…
  std::vector<uint32_t> children;
  // An alias: the node that it stands for.
  uint32_t target = 0;
  // Of the first character, in bytes.
  size_t offset = 0;
};

class YamlNodes {
 public:
  // InvalidArgument `name:line:column: why`.
  static absl::StatusOr<YamlNodes> Parse(std::string name, std::string text);

  const YamlNode& operator[](uint32_t node) const { return nodes_[node]; }
  // The documents, empty ones left out.
  const std::vector<uint32_t>& roots() const { return roots_; }

  // `name:line:column`, both from 1, the column in characters.
  std::string Place(size_t offset) const;
  absl::Status Error(size_t offset, absl::string_view why) const;

 private:
  friend class YamlNodeBuilder;
  YamlNodes() = default;

  std::string name_;
  std::string text_;
  std::vector<size_t> lines_;  // where each begins
  std::vector<YamlNode> nodes_;
  std::vector<uint32_t> roots_;
};

}  // namespace loom
