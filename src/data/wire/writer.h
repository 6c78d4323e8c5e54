// SPDX-License-Identifier: Apache-2.0
// WireWriter writes the protobuf wire format back to front: first the content
// of a message, then its length, then its tag. The length is known by the time
// it is written, so nothing is measured beforehand and nothing is moved
// afterwards.
//
//   WireWriter out;
//   size_t end = out.size();
//   out.String(2, "b");                         // field 2 of the inner message
//   out.String(1, "a");                         // field 1, which precedes it
//   out.Message(3, end);                        // wraps both as field 3
//   Bytes message = std::move(out).Finish();
//
// To write fields in a certain order, write the last field first.
//
// A writer may have a limit. Bytes beyond it are counted and not kept, so a message
// that is too large to send takes no memory, and its size is known. A thousand copies
// of a base of 3 MB would otherwise become a response of 3 GB. Check complete() then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "absl/strings/string_view.h"

namespace loom {

// A finished message. It is a part of the block that it owns.
struct Bytes {
  std::unique_ptr<char[]> block;
  size_t begin = 0;
  size_t size = 0;

  absl::string_view view() const { return {block.get() + begin, size}; }
};

class WireWriter {
 public:
  // `capacity` is the number of bytes that fit without another allocation. `most` is
  // the number of bytes that are kept at all.
  explicit WireWriter(size_t capacity = 4096, size_t most = SIZE_MAX)
      : capacity_(std::min(capacity, most)),
        block_(new char[capacity_]),
        begin_(capacity_),
        most_(most) {}

  // Returns the number of bytes written so far, kept or not.
  size_t size() const { return counted_ + capacity_ - begin_; }
  // Returns whether all of them are kept.
  bool complete() const { return size() <= most_; }

  void Raw(absl::string_view bytes) {
    if (bytes.size() > begin_ && !Reserve(bytes.size())) return;
    if (!bytes.empty())
      std::memcpy(Grow(bytes.size()), bytes.data(), bytes.size());
  }
  void Varint(uint64_t value) {
    size_t n = 1;
    for (uint64_t rest = value; rest >= 0x80; rest >>= 7) ++n;
    char* at = Grow(n);
    for (; value >= 0x80; value >>= 7) *at++ = char(value | 0x80);
    *at = char(value);
  }
  void Byte(uint8_t value) { *Grow(1) = char(value); }

  // The following functions write a field with its tag. The field number must be at
  // most 15, so that the tag is one byte. The contract of functions has no larger
  // numbers.
  void String(uint32_t field, absl::string_view bytes) {
    Raw(bytes);
    Header(field, bytes.size());
  }
  // Makes the bytes written since size() was `end` the content of the field.
  void Message(uint32_t field, size_t end) { Header(field, size() - end); }
  void Integer(uint32_t field, uint64_t value) {
    Varint(value);
    Byte(uint8_t(field << 3));
  }
  void Double(uint32_t field, double value) {
    std::memcpy(Grow(sizeof value), &value, sizeof value);
    Byte(uint8_t(field << 3 | 1));
  }

  // Writes the tag and the length of a field, which precede its content.
  void Header(uint32_t field, size_t length) {
    if (length < 0x80) {
      char* at = Grow(2);
      at[0] = char(field << 3 | 2);
      at[1] = char(length);
      return;
    }
    LongHeader(field, length);
  }

  // Returns the bytes written, which must be complete. Ends the use of the writer.
  Bytes Finish() && {
    size_t n = size();
    return {std::move(block_), begin_, n};
  }

 private:
  // Returns n bytes in front of the bytes written so far.
  char* Grow(size_t n) {
    if (n > begin_) Enlarge(n);
    begin_ -= n;
    return block_.get() + begin_;
  }
  void Enlarge(size_t n);
  void LongHeader(uint32_t field, size_t length);
  // Makes room for n bytes. If they exceed the limit, counts them instead and returns
  // false.
  bool Reserve(size_t n);
  // Discards the bytes written so far, and only counts them.
  void Discard();

  // While bytes are kept, the capacity is at most `most_`.
  size_t capacity_;
  std::unique_ptr<char[]> block_;
  size_t begin_;
  size_t most_;
  // The number of bytes that were written and not kept.
  size_t counted_ = 0;
};

}  // namespace loom
