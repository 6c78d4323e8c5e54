// SPDX-License-Identifier: Apache-2.0
// Fingerprint identifies the content of a google.protobuf.Struct on the wire by 128
// bits. Equal content has equal fingerprints, regardless of the order of map entries.
// The Plan of an input is cached under the fingerprint of the input, because Go writes
// maps in random order: the same input arrives as different bytes on every call.
//
// The computation takes one pass over the bytes and allocates nothing. Each entry of a
// map is hashed with a key before the hashes of the entries are added up, so nobody
// without the key can construct two inputs with the same fingerprint, or move a value
// to another position in the tree without changing it. Fingerprints of different
// processes are not comparable, because each process has its own key.
//
// Any bytes have a fingerprint, even malformed ones, which have no Plan. Bytes that no
// protobuf writer produces, such as an entry with its value before its key, may have a
// different fingerprint than the usual encoding of the same content.
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

// The secret key of the hash. A process generates one when it starts.
struct FingerprintKey {
  uint64_t words[6];

  static FingerprintKey Random();
};

Fingerprint FingerprintOfStruct(absl::string_view bytes,
                                const FingerprintKey& key);

}  // namespace loom
