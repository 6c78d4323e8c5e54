// SPDX-License-Identifier: Apache-2.0
// MapKeys detects repeated keys among the entries of a Struct on the wire. No writer of
// Structs produces such a message, so the check costs next to nothing if no key
// repeats.
//
//   MapKeys keys(bytes);                       // the bytes of the Struct
//   bool first = keys.IsRepeated("name");      // false
//
// The hash of a key selects one of 256 bits. The earlier entries are read again only if
// that bit is already set. For an object of more than kLarge entries, MapKeys keeps a
// set of the keys instead, so that the cost stays proportional to the size of the
// object.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>

#include "absl/strings/string_view.h"
#include "data/value/name_table.h"

namespace loom {

class MapKeys {
 public:
  // `object` must outlive the MapKeys.
  explicit MapKeys(absl::string_view object) : object_(object) {}

  // Returns whether an earlier entry has the key. Must be called once for every
  // entry, in their order.
  bool IsRepeated(absl::string_view key) {
    if (++count_ > kLarge) return IsInSet(key);
    uint64_t hash = HashOf(key);
    uint64_t& word = bits_[hash >> 62];
    uint64_t bit = uint64_t{1} << (hash >> 56 & 63);
    bool taken = word & bit;
    word |= bit;
    return taken && IsAmongThoseBefore(key);
  }

 private:
  static constexpr int kLarge = 48;

  static uint64_t HashOf(absl::string_view key) {
    uint64_t hash = key.size();
    if (key.size() >= 8) {
      uint64_t first, last;
      std::memcpy(&first, key.data(), 8);
      std::memcpy(&last, key.data() + key.size() - 8, 8);
      hash += first ^ last * 0x2545f4914f6cdd1d;
    } else if (!key.empty()) {
      hash |= uint64_t(uint8_t(key.front())) << 8 |
              uint64_t(uint8_t(key[key.size() / 2])) << 16 |
              uint64_t(uint8_t(key.back())) << 24;
    }
    return hash * 0x9e3779b97f4a7c15;
  }
  bool IsAmongThoseBefore(absl::string_view key) const;
  bool IsInSet(absl::string_view key);

  absl::string_view object_;
  uint64_t bits_[4] = {};
  int count_ = 0;
  std::optional<NameTable> set_;
};

}  // namespace loom
