// SPDX-License-Identifier: Apache-2.0
// What libFuzzer calls of a target.
#include <cstddef>
#include <cstdint>

#include "test/suites/fuzz/targets/target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Texts have to end where the bytes do, so that the sanitizer sees a read
  // beyond them; libFuzzer gives a copy of that size.
  loom::testing::RunTarget({reinterpret_cast<const char*>(data), size});
  return 0;
}
