// SPDX-License-Identifier: Apache-2.0
#include "data/wire/reader.h"

namespace loom {
namespace {

// The maximum size in bytes of a varint of 32 bits, and of one of 64 bits.
constexpr int kShort = 5;
constexpr int kLong = 10;

}  // namespace

// Most varints are tags and lengths of a single byte.
inline bool WireReader::Varint(uint64_t* value, int most) {
  if (at_ != end_ && uint8_t(*at_) < 0x80) {
    *value = uint8_t(*at_++);
    return true;
  }
  uint64_t result = 0;
  for (int shift = 0; shift < 7 * most; shift += 7) {
    if (at_ == end_) return false;
    uint8_t byte = uint8_t(*at_++);
    result |= uint64_t(byte & 0x7f) << shift;
    if (byte < 0x80) {
      *value = result;
      return true;
    }
  }
  return false;
}

inline bool WireReader::Fixed(size_t n) {
  if (size_t(end_ - at_) < n) return false;
  integer_ = 0;
  std::memcpy(&integer_, at_, n);
  at_ += n;
  return true;
}

inline bool WireReader::Malformed() {
  ok_ = false;
  at_ = end_;
  return false;
}

bool WireReader::Next() {
  if (at_ == end_) return false;
  uint64_t tag;
  if (!Varint(&tag, kShort) || tag >> 32 != 0 || tag >> 3 == 0)
    return Malformed();
  number_ = uint32_t(tag >> 3);
  type_ = WireType(tag & 7);
  switch (type_) {
    case WireType::kBytes: {
      uint64_t size;
      if (!Varint(&size, kShort) || size > uint64_t(end_ - at_))
        return Malformed();
      bytes_ = {at_, size_t(size)};
      at_ += size;
      return true;
    }
    case WireType::kVarint:
      return Varint(&integer_, kLong) || Malformed();
    case WireType::kFixed64:
      return Fixed(8) || Malformed();
    case WireType::kFixed32:
      return Fixed(4) || Malformed();
  }
  return Malformed();
}

bool WireReader::NextPacked() {
  return at_ != end_ && (Varint(&integer_, kLong) || Malformed());
}

}  // namespace loom
