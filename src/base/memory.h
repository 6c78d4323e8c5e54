// SPDX-License-Identifier: Apache-2.0
// Allocated measures the memory that the current thread has allocated since a point
// in time:
//
//   const Allocated before;
//   std::string text(5000, 'x');
//   size_t bytes = before.Since().value_or(0);
//
// The allocator counts for each thread the bytes that it allocated and freed, rounded
// up to the sizes of its blocks. Since returns nullopt if the allocator does not count.
// jemalloc, which the released program uses, and the sanitizers do; the sanitizers
// count the whole process.
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

// Returns to the system the freed memory that the allocator would keep for a
// while. Does nothing without jemalloc, which only the static build contains.
void ReturnFreeMemory();

}  // namespace loom

// mallctl is the interface to jemalloc, the allocator of the released program
// (https://jemalloc.net/jemalloc.3.html). It is null without jemalloc.
extern "C" __attribute__((weak)) int mallctl(const char* name, void* value,
                                             size_t* size, void* fresh,
                                             size_t fresh_size);
