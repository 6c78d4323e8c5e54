// SPDX-License-Identifier: Apache-2.0
// InThreads runs a function in several threads at once and waits for all of
// them. The function gets the number of its thread, from 0 on.
//
//   InThreads(4, [&](int thread) { total.Add(thread); });
#pragma once

#include <thread>
#include <vector>

namespace loom {

template <typename Work>
void InThreads(int count, const Work& work) {
  std::vector<std::thread> threads;
  threads.reserve(size_t(count));
  for (int i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace loom
