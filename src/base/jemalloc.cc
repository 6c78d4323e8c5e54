// SPDX-License-Identifier: Apache-2.0
#include "base/jemalloc.h"

namespace loom {

void ReturnFreeMemory() {
  // 4096 stands for all arenas.
  if (mallctl != nullptr) {
    mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);
  }
}

}  // namespace loom
