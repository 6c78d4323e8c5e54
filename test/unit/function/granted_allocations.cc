// SPDX-License-Identifier: Apache-2.0
// A file of its own, so that the compiler does not see which operator new is
// taken where it has inlined operator delete, and suspects that they differ.
#include "test/unit/function/granted_allocations.h"

#include <cstdlib>
#include <new>

namespace loom {

thread_local long granted_allocations = -1;
thread_local size_t largest_allocation = 0;

namespace {

// nullptr: refused.
void* TryToAllocate(size_t size) {
  if (size > largest_allocation) largest_allocation = size;
  if (granted_allocations == 0) return nullptr;
  if (granted_allocations > 0) --granted_allocations;
  return std::malloc(size == 0 ? 1 : size);
}

void* Allocate(size_t size) {
  if (void* block = TryToAllocate(size)) return block;
  throw std::bad_alloc();
}

}  // namespace
}  // namespace loom

void* operator new(size_t size) { return loom::Allocate(size); }
void* operator new[](size_t size) { return loom::Allocate(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return loom::TryToAllocate(size);
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, size_t) noexcept { std::free(block); }
void operator delete[](void* block, size_t) noexcept { std::free(block); }
