// SPDX-License-Identifier: Apache-2.0
// How libFuzzer changes messages: bytes inside of fields change, and the lengths
// around them follow; a part of the changes makes odd or broken wire
// (odd_wire.h). Without it nearly all changes break a length and are refused.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "test/suites/fuzz/odd_wire.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace loom::testing {
namespace {

std::string Mutated(const std::string& content, RandomValues*) {
  std::string changed = content;
  changed.resize(content.size() + 64);
  size_t size = LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(changed.data()),
                                 content.size(), changed.size());
  changed.resize(size);
  return changed;
}

std::string Changed(const std::string& message, RandomValues* values) {
  const int kind = values->Below(100);
  if (kind < 5) return Mutated(message, values);
  if (kind < 10) return WithBrokenWire(message, values);
  if (kind < 20) return WithOddWire(message, values);
  return WithContent(message, Mutated, values);
}

}  // namespace
}  // namespace loom::testing

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t most, unsigned seed) {
  loom::testing::RandomValues values(seed);
  std::string changed(reinterpret_cast<const char*>(data), size);
  changed = loom::testing::Changed(changed, &values);
  size = std::min(changed.size(), most);
  std::memcpy(data, changed.data(), size);
  return size;
}
