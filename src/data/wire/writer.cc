// SPDX-License-Identifier: Apache-2.0
#include "data/wire/writer.h"

namespace loom {
namespace {

// The size in bytes of the block of a writer that only counts. It has room for a tag, a
// length or a number; longer strings are not written to it.
constexpr size_t kScratch = 64;

}  // namespace

void WireWriter::Enlarge(size_t n) {
  const size_t used = capacity_ - begin_;
  if (n > most_ - std::min(size(), most_)) return Discard();
  const size_t capacity = std::min(std::max(capacity_ * 2, used + n), most_);
  std::unique_ptr<char[]> block(new char[capacity]);
  std::memcpy(block.get() + capacity - used, block_.get() + begin_, used);
  block_ = std::move(block);
  capacity_ = capacity;
  begin_ = capacity - used;
}

void WireWriter::LongHeader(uint32_t field, size_t length) {
  Varint(length);
  Byte(uint8_t(field << 3 | 2));
}

bool WireWriter::Reserve(size_t n) {
  Enlarge(n);
  if (n <= begin_) return true;
  counted_ += n;
  return false;
}

void WireWriter::Discard() {
  counted_ = size();
  if (capacity_ != kScratch) {
    block_.reset(new char[kScratch]);
    capacity_ = kScratch;
  }
  begin_ = capacity_;
}

}  // namespace loom
