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

}  // namespace loom
