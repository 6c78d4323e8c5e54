// SPDX-License-Identifier: Apache-2.0
// HotMemory is a list of places in memory which something reads when it is used, so that
// they can be asked for some time before. A processor waits for memory that it has not
// read for a while as long as for a hundred instructions.
//
//   HotMemory memory;                        // once
//   memory.Add(text.data(), text.size());
//   memory.Finish();
//   memory.Prefetch();                       // and each time, before the text is read
//
// Prefetch only hints: it does not wait, changes nothing, and takes an instruction for
// each 64 bytes. The places need not exist any more then, but that is a waste. Of many
// places the first ones are kept, as a processor takes no more at a time.
#pragma once

#include <cstddef>
#include <vector>

namespace loom {

class HotMemory {
 public:
  static constexpr size_t kMostPlaces = 1024;
  static constexpr size_t kMostBytes = 16 << 10;

  void Add(const void* begin, size_t size);

  // Joins places that lie close to each other. To be called after the last Add.
  void Finish();

  // The bytes of all places.
  size_t Size() const;

  void Prefetch() const {
    for (const Place& place : places_) {
      for (const char* at = place.begin; at < place.end; at += kLine) {
        __builtin_prefetch(at);
      }
    }
  }

 private:
  // The memory that a processor reads at once.
  static constexpr size_t kLine = 64;

  // Whole lines.
  struct Place {
    const char *begin, *end;
  };
  std::vector<Place> places_;
};

}  // namespace loom
