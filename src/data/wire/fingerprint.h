// SPDX-License-Identifier: Apache-2.0
// The fingerprint of a google.protobuf.Struct on the wire: 128 bits that are
// equal for equal content, in whatever order the entries of its maps were
// written. The Plan of an input is cached under the fingerprint of the input,
// because Go writes maps in a random order: the same input arrives as different
// bytes on every call.
//
//   static const FingerprintKey key = FingerprintKey::Random();
//   Fingerprint print = FingerprintOfStruct(bytes, key);
//
// It takes one pass over the bytes and allocates nothing. The hash is keyed: each entry of
// a map is hashed with the key before the hashes of the entries are added up. Whoever
// does not know the key can therefore neither construct two inputs with the same
// fingerprint, nor move a value to another place of the tree without changing the
// fingerprint. A fingerprint means nothing to another process, which has another key.
//
// Any bytes have a fingerprint; it does not say that they are well formed. Decoding does,
// and what cannot be decoded has no Plan. Bytes that no writer of protobuf makes, such as
// an entry with its value in front of its key, may have another fingerprint than the
// same content has otherwise.
#pragma once

#include <cstdint>
#include <utility>

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

Fingerprint FingerprintOfStruct(absl::string_view bytes,
                                const FingerprintKey& key);

}  // namespace loom
