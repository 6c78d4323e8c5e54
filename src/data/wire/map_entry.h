// SPDX-License-Identifier: Apache-2.0
// SplitMapEntry reads an entry of a map whose keys are strings and whose values
// are strings or messages, provided that it is written as every writer of
// protobuf writes it: the key as field 1, then the value as field 2, and
// nothing else. Structs consist of such entries, so this case has a fast
// function of its own.
//
//   absl::string_view key, value;
//   bool usual = SplitMapEntry(bytes, &key, &value);
//
// False does not mean that the bytes are malformed: protobuf also allows the
// two fields in the other order, repeated, absent, or among unknown ones. The
// caller then reads the entry with WireReader (data/wire/reader.h). `*key` and
// `*value` may have been written nevertheless.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace loom {

// Reads one field of wire type "bytes" whose tag is the byte `tag`, and moves
// *at behind it. Returns false and leaves *at as it is if another field stands
// there, if its length is written in more than three bytes, or if it is
// truncated.
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
