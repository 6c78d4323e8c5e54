// SPDX-License-Identifier: Apache-2.0
// How many cores this process may use. gRPC and the C++ library count those of
// the node, and a pod limited to 2 of 64 cores would start far too many
// threads.
#pragma once

#include <optional>

#include "absl/strings/string_view.h"

namespace loom {

// The lesser of the CPUs the process may be scheduled on and the CPU limit of
// its cgroup (v2), rounded up. At least 1.
int AvailableCores();

// The limit in the text of a cgroup's cpu.max, in cores, rounded up:
// "150000 100000" → 2, "max 100000" → nothing.
std::optional<int> CoresOfCpuMax(absl::string_view text);

}  // namespace loom
