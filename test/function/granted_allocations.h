// SPDX-License-Identifier: Apache-2.0
// Makes the allocations of a thread fail, throughout this test program.
//
//   granted_allocations = 3;     // the fourth from now on throws bad_alloc
//   …
//   granted_allocations = -1;    // all are granted, as at first
#pragma once

namespace loom {

extern thread_local long granted_allocations;

}  // namespace loom
