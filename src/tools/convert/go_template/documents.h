// SPDX-License-Identifier: Apache-2.0
// SplitDocuments splits the pieces of a template where its result has `---`, also in
// loops and conditions. A document knows the blocks around it.
//
//   {{ range .spec.zones }}      one document, in the loop
//   ---
//   kind: Subnet
//   {{ end }}
//
// If a block has the whole text of a document, each of its branches is a document of its
// own. Where documents would run together without `---`, they are broken and have the
// reason.
#pragma once

#include <string>
#include <vector>

#include "tools/convert/go_template/pieces.h"

namespace loom {

// A block around a document, and whether the document is behind its `else`.
struct BlockAround {
  size_t block = 0;
  bool otherwise = false;
};

struct GoDocument {
  std::vector<Piece> pieces;
  std::vector<BlockAround> around;
  std::string broken;  // the reason; "" if there is none
  size_t begin = 0;    // in the source
  size_t end = 0;
  bool ends_line = true;  // its last line has a line feed
};

std::vector<GoDocument> SplitDocuments(const Pieces& all);

// Whether it has something that the result would have: no space and no comment.
bool IsSignificant(const Piece& piece);

}  // namespace loom
