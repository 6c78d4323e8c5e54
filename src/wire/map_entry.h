// SPDX-License-Identifier: Apache-2.0
// An entry of a map with string keys and message values, as every writer of
// protobuf writes it: the key as field 1, then the value as field 2, and
// nothing else. Structs are made of these, so they are worth a way of their
// own.
//
//   absl::string_view key, value;
//   if (!SplitMapEntry(bytes, &key, &value)) …   // legal perhaps, but unusual:
//                                                // walk it with WireReader
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace loom {

// Reads one field of wire type "bytes" whose tag is `tag`, and moves *at behind
// it. False: another field, a length of more than three bytes, or truncated.
inline bool ReadUsualField(uint8_t tag, const char** at, const char* end,
                           absl::string_view* content) {
  const auto* p = reinterpret_cast<const uint8_t*>(*at);
  if (end - *at < 2 || p[0] != tag) return false;
  size_t length = p[1];
  size_t header = 2;
  if (length >= 0x80) {
    if (end - *at < 4) return false;
    length = (length & 0x7f) | size_t{p[2] & 0x7fu} << 7;
    header = 3;
    if (p[2] >= 0x80) {
      if (p[3] >= 0x80) return false;
      length |= size_t{p[3]} << 14;
      header = 4;
    }
  }
  if (size_t(end - *at) - header < length) return false;
  *content = {*at + header, length};
  *at += header + length;
  return true;
}

inline bool SplitMapEntry(absl::string_view bytes, absl::string_view* key,
                          absl::string_view* value) {
  constexpr uint8_t kKeyTag = 1 << 3 | 2;
  constexpr uint8_t kValueTag = 2 << 3 | 2;
  const char* at = bytes.data();
  const char* end = at + bytes.size();
  return ReadUsualField(kKeyTag, &at, end, key) &&
         ReadUsualField(kValueTag, &at, end, value) && at == end;
}

}  // namespace loom
