// SPDX-License-Identifier: Apache-2.0
// A Fill writes one member into a map of a document, in the text and in the
// tree. It may stand in place of a member that goes.
//
//   {{"spec", "resources", "0", "patches", "1"}, "type", "PatchSet"}
//     type: PatchSet becomes the first member of that patch
//   {…, "toFieldPath", "MergeObjects", .replaces = "mergeOptions"}
//     toFieldPath: MergeObjects stands where mergeOptions was
//
// `value` is YAML of one line. A Fill whose path leads nowhere is an error of the
// caller.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "data/value/value.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/node_remark.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/surgery.h"

namespace loom {

struct Fill {
  NodePath path;
  std::string name;
  std::string value;
  std::string replaces = {};
  bool last = false;  // behind the other members
};

// A text as a value of a Fill: with quotes if it needs them.
std::string FillText(const std::string& text);

// Changes the tree `document`.
absl::Status FillTree(const std::vector<Fill>& fills, Value* document,
                      Pool* pool);

// Changes the text of the document whose root is `root`.
void FillInText(const std::vector<Fill>& fills, const YamlNodes& nodes,
                const YamlLayout& layout, uint32_t root, Surgery* surgery);

}  // namespace loom
