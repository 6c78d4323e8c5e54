// SPDX-License-Identifier: Apache-2.0
// What the program asks of jemalloc, the allocator of the released program.
// ReturnFreeMemory works with every allocator. mallctl is jemalloc's own function
// (https://jemalloc.net/jemalloc.3.html), and null in a program without it:
//
//   unsigned arenas = 0;
//   size_t size = sizeof arenas;
//   if (mallctl != nullptr) mallctl("arenas.narenas", &arenas, &size, nullptr, 0);
#pragma once

#include <cstddef>

namespace loom {

// Gives memory that the program has freed, and the allocator keeps for a while,
// back to the system. Does nothing without jemalloc, which only the static build
// contains.
void ReturnFreeMemory();

}  // namespace loom

extern "C" __attribute__((weak)) int mallctl(const char* name, void* value,
                                             size_t* size, void* fresh,
                                             size_t fresh_size);
