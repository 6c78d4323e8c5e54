// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace loom {

void ForEachIndex(size_t count, absl::FunctionRef<void(size_t)> call) {
  // More threads than this read no faster than the disk.
  constexpr size_t kMostThreads = 8;
  const size_t cores = std::max(std::thread::hardware_concurrency(), 1u);
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t i = next++; i < count; i = next++) call(i);
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < std::min({cores, kMostThreads, count}); ++i) {
    threads.emplace_back(work);
  }
  work();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace loom
