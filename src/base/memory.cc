// SPDX-License-Identifier: Apache-2.0
#include "base/memory.h"

#include <algorithm>

// Weak, because only a program with a sanitizer has it.
extern "C" __attribute__((weak)) size_t
__sanitizer_get_current_allocated_bytes();

namespace loom {
namespace {

// Returns the address of one of jemalloc's counters for this thread.
const uint64_t* Counter(const char* name) {
  const uint64_t* counter = nullptr;
  size_t size = sizeof counter;
  return mallctl(name, static_cast<void*>(&counter), &size, nullptr, 0) == 0
             ? counter
             : nullptr;
}

}  // namespace

std::optional<int64_t> Allocated::Now() {
  if (mallctl != nullptr) {
    static thread_local const uint64_t* taken = Counter("thread.allocatedp");
    static thread_local const uint64_t* given = Counter("thread.deallocatedp");
    if (taken == nullptr || given == nullptr) return std::nullopt;
    return int64_t(*taken - *given);
  }
  if (__sanitizer_get_current_allocated_bytes != nullptr) {
    return int64_t(__sanitizer_get_current_allocated_bytes());
  }
  return std::nullopt;
}

std::optional<size_t> Allocated::Since() const {
  std::optional<int64_t> now = Now();
  if (!now.has_value() || !before_.has_value()) return std::nullopt;
  return size_t(std::max<int64_t>(0, *now - *before_));
}

void ReturnFreeMemory() {
  // 4096 stands for all arenas.
  if (mallctl != nullptr) {
    mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);
  }
}

}  // namespace loom
