// SPDX-License-Identifier: Apache-2.0
// Looks for a part of a text in a time that grows with the sum of the two sizes. What
// std::string_view does grows with their product: for a megabyte of letters `a` and half a
// megabyte of them with a `b` behind, that is a minute.
//
//   FindText("tacocat", "a", 2)        5
//   FindLastText("tacocat", "a", 4)    1
//   FindText("tacocat", "dog", 0)      npos
//
// A call pays Searched(text.size()) for one search.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace loom {
// The first place at `from` or behind; `from` is at most the size of the text.
size_t FindText(absl::string_view text, absl::string_view part, size_t from);
// The last place at `from` or in front of it.
size_t FindLastText(absl::string_view text, absl::string_view part,
                    size_t from);

// The steps that it takes to search so many bytes.
inline uint64_t Searched(size_t bytes) { return 1 + bytes / 2; }

}  // namespace loom
