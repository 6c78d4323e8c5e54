// SPDX-License-Identifier: Apache-2.0
// The fingerprint of a google.protobuf.Struct on the wire: 128 bits that are
// equal for equal content, in whatever order the entries of its maps were
// written. The Plan of an input is cached under the fingerprint of the input,
// because Go writes maps in a random order: the same input arrives as different
// bytes on every call.
//
//   static const FingerprintKey key = FingerprintKey::Random();
//   std::optional<Fingerprint> print = FingerprintOfStruct(bytes, key);
//
// It takes one pass over the bytes, and allocates nothing for what Go writes. The hash is
// keyed: each entry of a map is hashed with the key before the hashes of the entries are
// added up. Whoever does not know the key can therefore neither construct two inputs with
// the same fingerprint, nor move a value to another place of the tree without changing the
// fingerprint. A fingerprint means nothing to another process, which has another key.
//
// The result is nullopt if a map, a list or an entry is truncated, or nested deeper than
// 1,000 levels (limits::kDepth). The caller then decodes the bytes, which gives an error
// that says which of the two it is. Texts and numbers are hashed as they stand, so the
// fingerprint does not say that they are well formed: decoding does, and what cannot be
// decoded has no Plan.
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

// The secret key of the hash. A process draws one when it starts.
struct FingerprintKey {
  uint64_t words[6];

  static FingerprintKey Random();
};

std::optional<Fingerprint> FingerprintOfStruct(absl::string_view bytes,
                                               const FingerprintKey& key);

}  // namespace loom
