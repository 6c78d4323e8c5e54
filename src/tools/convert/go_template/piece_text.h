// SPDX-License-Identifier: Apache-2.0
// Writes pieces (pieces.h) as expressions: the text that they make, one symbol.
//
//   kText "a-", kValue composite.spec.n        'a-' + composite.spec.n
//   kOpen 0, kText "x", kElse 0, kText "y"     composite.spec.c ? 'x' : 'y'
#pragma once

#include <string>
#include <vector>

#include "tools/convert/go_template/pieces.h"
#include "tools/convert/go_template/symbol.h"

namespace loom {

// Returns an expression of what a loop runs over: nothing, where Go sees nothing.
std::string RangeOf(const PieceBlock& block);

// Returns the text that pieces make, as one symbol. `plain`: they are a whole value
// without quotes, whose branches are numbers or booleans where they look like that.
Symbol TextOfPieces(const Pieces& all, const std::vector<Piece>& pieces,
                    bool plain);

// Returns the index behind the kClose of the block that begins at `open`, and where its
// kElse is (or its kClose, if it has none).
size_t BehindBlock(const std::vector<Piece>& pieces, size_t open,
                   size_t* middle);

}  // namespace loom
