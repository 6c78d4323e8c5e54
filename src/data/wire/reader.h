// SPDX-License-Identifier: Apache-2.0
// WireReader reads the fields of one protobuf message without copying: nested
// messages and strings are views of the bytes of the message.
//
//   WireReader in(bytes);
//   while (in.Next()) {
//     if (in.Is(1, WireType::kBytes)) name = in.bytes();
//   }
//   if (!in.ok()) return absl::InvalidArgumentError("truncated");
//
// The caller skips unknown fields by ignoring them. A message is malformed if it is
// truncated, if a field has the number 0, if a tag or a length takes more than five
// bytes or another varint more than ten, or if a field has the wire type 6 or 7, as in
// protobuf. Two rules are ours: a group (wire types 3 and 4) and a tag of more than 32
// bits are malformed. Protobuf skips the former and drops the upper bits of the latter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"

namespace loom {
enum class WireType : uint8_t {
  kVarint = 0,
  kFixed64 = 1,
  kBytes = 2,
  kFixed32 = 5
};

class WireReader {
 public:
  explicit WireReader(absl::string_view message)
      : at_(message.data()), end_(message.data() + message.size()) {}

  // Moves to the next field. Returns false at the end of the message or if the next
  // field is malformed.
  bool Next();

  // Moves to the next integer of a packed field. Use it instead of Next for a reader of
  // the content of such a field.
  bool NextPacked();

  // Returns the beginning of the next field, or the end after a malformed field.
  const char* at() const { return at_; }

  // Returns whether all fields so far were well formed. The fields before a malformed
  // field were read correctly.
  bool ok() const { return ok_; }

  // These return the field that Next moved to. Use bytes() for the wire type kBytes,
  // integer() for the others, and real() for a kFixed64 that contains a double.
  uint32_t number() const { return number_; }
  WireType type() const { return type_; }
  bool Is(uint32_t number, WireType type) const {
    return number_ == number && type_ == type;
  }
  absl::string_view bytes() const { return bytes_; }
  uint64_t integer() const { return integer_; }
  double real() const {
    double value;
    std::memcpy(&value, &integer_, sizeof value);
    return value;
  }

 private:
  bool Varint(uint64_t* value, int most);
  bool Fixed(size_t n);
  bool Malformed();

  const char* at_;
  const char* end_;
  uint64_t integer_ = 0;
  absl::string_view bytes_;
  uint32_t number_ = 0;
  WireType type_ = WireType::kVarint;
  bool ok_ = true;
};

// The field numbers of google.protobuf.Value, one for each kind of value. A Struct has
// a map in its field 1, and a ListValue has a list in its field 1.
enum ValueField : uint32_t {
  kNullField = 1,
  kNumberField = 2,
  kStringField = 3,
  kBoolField = 4,
  kStructField = 5,
  kListField = 6,
};

// Reads one field of wire type "bytes" whose tag is the byte `tag`, and moves *at after
// it. Returns false and does not change *at if the next field has another tag, if its
// length takes more than three bytes, or if it is truncated.
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

// SplitMapEntry reads an entry of a map from strings to strings or messages, provided
// that the entry has the form that every protobuf writer produces: the key as field 1,
// then the value as field 2, and nothing else. This fast path pays off for Structs.
//
// False does not mean that the bytes are malformed: protobuf also allows the two fields
// in the other order, repeated, absent, or among unknown fields. The caller then reads
// the entry with WireReader. `*key` and `*value` may have changed even if the result is
// false.
inline bool SplitMapEntry(absl::string_view bytes, absl::string_view* key,
                          absl::string_view* value) {
  constexpr uint8_t kKeyTag = 1 << 3 | 2;
  constexpr uint8_t kValueTag = 2 << 3 | 2;
  const char* at = bytes.data();
  const char* end = at + bytes.size();
  return ReadUsualField(kKeyTag, &at, end, key) &&
         ReadUsualField(kValueTag, &at, end, value) && at == end;
}

// RepeatedField reads the messages of field 1 one by one: the entries of a Struct, or
// the elements of a ListValue. Other fields are skipped.
//
//   RepeatedField entries(bytes);
//   size_t count = 0;
//   for (absl::string_view entry; entries.Next(&entry);) ++count;
//   if (!entries.ok()) return absl::InvalidArgumentError("truncated");
class RepeatedField {
 public:
  explicit RepeatedField(absl::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool Next(absl::string_view* message) {
    constexpr uint8_t kTag = 1 << 3 | 2;
    return ReadUsualField(kTag, &at_, end_, message) ||
           NextAmongOthers(message);
  }
  // Returns whether Next has reached the end and not a malformed field.
  bool ok() const { return ok_; }

 private:
  bool NextAmongOthers(absl::string_view* message) {
    if (at_ == end_) return false;
    WireReader in({at_, size_t(end_ - at_)});
    while (in.Next()) {
      if (!in.Is(1, WireType::kBytes)) continue;
      *message = in.bytes();
      at_ = in.at();
      return true;
    }
    ok_ = in.ok();
    at_ = end_;
    return false;
  }

  const char* at_;
  const char* end_;
  bool ok_ = true;
};

// Returns the content of the last field of that number in a message; "" if none.
inline absl::string_view LastField(absl::string_view message, uint32_t number) {
  absl::string_view content;
  WireReader in(message);
  while (in.Next()) {
    if (in.Is(number, WireType::kBytes)) content = in.bytes();
  }
  return content;
}

// Returns the strings in the given fields of a Struct, in one pass; "" for a field that
// is missing or not a string.
//
//   const auto [kind] = TextMembers<1>(bytes, {"kind"});    // "Bucket"
template <size_t kCount>
std::array<absl::string_view, kCount> TextMembers(
    absl::string_view object,
    const std::array<absl::string_view, kCount>& names) {
  std::array<absl::string_view, kCount> texts;
  RepeatedField entries(object);
  for (absl::string_view entry; entries.Next(&entry);) {
    absl::string_view key, value;
    if (!SplitMapEntry(entry, &key, &value)) {
      key = LastField(entry, 1);
      value = LastField(entry, 2);
    }
    for (size_t i = 0; i < kCount; ++i) {
      if (key == names[i]) texts[i] = LastField(value, kStringField);
    }
  }
  return texts;
}

}  // namespace loom
