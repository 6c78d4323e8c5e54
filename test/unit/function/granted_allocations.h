// SPDX-License-Identifier: Apache-2.0
// Makes the allocations of a thread fail, throughout this test program, and tells
// how large they are.
//
//   granted_allocations = 3;     // the fourth from now on throws bad_alloc
//   …
//   granted_allocations = -1;    // all are granted, as at first
//
//   largest_allocation = 0;
//   …
//   EXPECT_LT(largest_allocation, 1000);    // the most bytes taken at once
#pragma once

#include <cstddef>

namespace loom {

extern thread_local long granted_allocations;
extern thread_local size_t largest_allocation;

}  // namespace loom
