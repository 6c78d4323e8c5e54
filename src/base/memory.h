// SPDX-License-Identifier: Apache-2.0
// Allocated measures how much memory something took that one thread made:
//
//   const Allocated before;
//   std::string text(5000, 'x');
//   size_t bytes = before.Since().value_or(0);
//
// It asks the allocator, which counts for each thread what was taken and given
// back, rounded up as the allocator does. Memory that other threads gave back
// meanwhile does not count. nullopt: this allocator does not count. jemalloc,
// which the released program has, and the sanitizers count; the latter count the
// whole process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace loom {
class Allocated {
 public:
  Allocated() : before_(Now()) {}

  std::optional<size_t> Since() const;

 private:
  static std::optional<int64_t> Now();

  std::optional<int64_t> before_;
};

// What the program asks of jemalloc, the allocator of the released program.
// ReturnFreeMemory works with every allocator. mallctl is jemalloc's own function
// (https://jemalloc.net/jemalloc.3.html), and null in a program without it:
//
//   unsigned arenas = 0;
//   size_t size = sizeof arenas;
//   if (mallctl != nullptr) mallctl("arenas.narenas", &arenas, &size, nullptr, 0);

// Gives memory that the program has freed, and the allocator keeps for a while,
// back to the system. Does nothing without jemalloc, which only the static build
// contains.
void ReturnFreeMemory();

}  // namespace loom

extern "C" __attribute__((weak)) int mallctl(const char* name, void* value,
                                             size_t* size, void* fresh,
                                             size_t fresh_size);
