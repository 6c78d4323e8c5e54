// SPDX-License-Identifier: Apache-2.0
// AvailableCores says how many cores this process may use. gRPC and the C++
// library count the cores of the node, so in a pod that is limited to 2 of 64
// cores they would start far too many threads.
//
//   int threads = std::max(2, AvailableCores());
#pragma once

#include <optional>

#include "absl/strings/string_view.h"

namespace loom {

// The number of CPUs that the process may be scheduled on, or the CPU limit of
// its cgroup (version 2) rounded up, whichever is less. At least 1.
int AvailableCores();

// The CPU limit in cores, rounded up, that the text of a cgroup's file cpu.max
// stands for; nothing if it has no limit or is malformed.
//
//   "150000 100000"   2          150 ms of CPU time in each 100 ms
//   "max 100000"      nothing    no limit
//   "200000"          nothing    the period is missing
std::optional<int> CoresOfCpuMax(absl::string_view text);

}  // namespace loom
