// SPDX-License-Identifier: Apache-2.0
// A NodeRemark is what an author is told of a conversion, with the place in the
// document: a refusal, which is why something is not converted, or a note, which
// is what may be different afterwards.
//
//   {{"spec", "resources", "1"}, "the resource has no name", "name it …"}
#pragma once

#include <string>
#include <vector>

namespace loom {

using NodePath = std::vector<std::string>;

struct NodeRemark {
  NodePath path;
  std::string message;
  std::string help = {};
};

struct NodeRemarks {
  std::vector<NodeRemark> notes;
  std::vector<NodeRemark> refusals;
};

// The path with more members: Below({"spec"}, {"mode"}).
inline NodePath Below(NodePath path, const NodePath& members) {
  path.insert(path.end(), members.begin(), members.end());
  return path;
}

}  // namespace loom
