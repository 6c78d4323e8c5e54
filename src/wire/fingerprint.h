// SPDX-License-Identifier: Apache-2.0
// The fingerprint of a google.protobuf.Struct on the wire: 128 bits that are
// the same for the same content, in whatever order its maps were written. Go
// writes them in a random order, so the input of a Composition's step comes in
// other bytes on every call; this is how its Plan is found again.
//
//   static const FingerprintKey key = FingerprintKey::Random();
//   std::optional<Fingerprint> print = FingerprintOfStruct(bytes, key);
//
// One pass over the bytes, no allocation. The hash is keyed, and every node is
// finalised by the keyed function before the entries of a map are added up: so
// nobody without the key can make two inputs that collide, and nothing can
// move from one place of the tree to another unnoticed. It is not stable from
// one process to the next.
//
// nullopt: truncated, or nested deeper than 1,000 levels; decoding says which.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace loom {

struct Fingerprint {
  uint64_t high = 0;
  uint64_t low = 0;

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const Fingerprint& print) {
    return H::combine(std::move(state), print.low);
  }
};

// What nobody else knows.
struct FingerprintKey {
  uint64_t words[6];

  static FingerprintKey Random();
};

std::optional<Fingerprint> FingerprintOfStruct(absl::string_view bytes,
                                               const FingerprintKey& key);

}  // namespace loom
