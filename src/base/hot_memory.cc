// SPDX-License-Identifier: Apache-2.0
#include "base/hot_memory.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace loom {

void HotMemory::Add(const void* begin, size_t size) {
  if (size == 0 || places_.size() == kMostPlaces) return;
  const size_t in_line = reinterpret_cast<uintptr_t>(begin) % kLine;
  const char* first = static_cast<const char*>(begin) - in_line;
  const size_t lines = (in_line + size + kLine - 1) / kLine;
  places_.push_back({first, first + lines * kLine});
}

void HotMemory::Finish() {
  std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
    return std::less<>()(a.begin, b.begin);
  });
  std::vector<Place> joined;
  for (const Place& place : places_) {
    // A line between two places costs less than a place of its own.
    if (!joined.empty() && place.begin <= joined.back().end + kLine) {
      joined.back().end = std::max(joined.back().end, place.end);
    } else {
      joined.push_back(place);
    }
  }
  places_.clear();
  size_t left = kMostBytes;
  for (const Place& place : joined) {
    const size_t size = std::min(left, size_t(place.end - place.begin));
    if (size == 0) break;
    places_.push_back({place.begin, place.begin + size});
    left -= size;
  }
  places_.shrink_to_fit();
}

size_t HotMemory::Size() const {
  size_t size = 0;
  for (const Place& place : places_) size += size_t(place.end - place.begin);
  return size;
}

}  // namespace loom
