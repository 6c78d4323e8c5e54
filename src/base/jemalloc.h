// SPDX-License-Identifier: Apache-2.0
// mallctl asks and controls jemalloc, the allocator of the released program:
// https://jemalloc.net/jemalloc.3.html. It is null in a program with another
// allocator:
//
//   if (mallctl != nullptr) {
//     mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);
//   }
#pragma once

#include <cstddef>

extern "C" __attribute__((weak)) int mallctl(const char* name, void* value,
                                             size_t* size, void* fresh,
                                             size_t fresh_size);
