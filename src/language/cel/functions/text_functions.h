// SPDX-License-Identifier: Apache-2.0
// FindText and FindLastText search for a part of a string in time proportional to the
// sum of both sizes. The time of std::string_view's search grows with their product: it
// takes a minute for half a megabyte of `a` followed by a `b` in a megabyte of `a`.
// Each search costs Searched(text.size()) steps. The result is npos if there is no such
// part.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace loom {
// Returns the first position at `from` or after it. `from` must be at most the size of
// `text`.
size_t FindText(absl::string_view text, absl::string_view part, size_t from);
// Returns the last position at `from` or before it.
size_t FindLastText(absl::string_view text, absl::string_view part,
                    size_t from);

inline uint64_t Searched(size_t bytes) { return 1 + bytes / 2; }

}  // namespace loom
