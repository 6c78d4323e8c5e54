// SPDX-License-Identifier: Apache-2.0
#include "wire/writer.h"

#include <algorithm>

namespace loom {

void WireWriter::Enlarge(size_t n) {
  size_t used = size();
  size_t capacity = std::max(capacity_ * 2, used + n);
  std::unique_ptr<char[]> block(new char[capacity]);
  std::memcpy(block.get() + capacity - used, block_.get() + begin_, used);
  block_ = std::move(block);
  capacity_ = capacity;
  begin_ = capacity - used;
}

}  // namespace loom
