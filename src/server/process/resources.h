// SPDX-License-Identifier: Apache-2.0
// Functions that return the cores and the memory that this process may use, from its
// cgroup (version 1 or 2), and divide the memory among the parts of the server. gRPC
// and the C++ library count the cores of the node, so in a pod that is limited to 2 of
// 64 cores they would start far too many threads. All sizes are in bytes.
//
// Inside a container, the cgroup of the container appears at /sys/fs/cgroup. The files
// of a limit are, below that folder:
//
//                                                            2 cores, 512 MiB
//   version 2   cpu.max                                      200000 100000
//               memory.max                                   536870912
//   version 1   cpu/cpu.cfs_quota_us, cpu/cpu.cfs_period_us  200000, 100000
//               memory/memory.limit_in_bytes                 536870912
//
// Without a limit they contain `max` (version 2), -1 (quota of version 1) or a number
// above 2^60 (memory of version 1). A malformed file means no limit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace loom {

inline constexpr char kCgroup[] = "/sys/fs/cgroup";

// Returns the number of CPUs that the process may be scheduled on, or the CPU limit of
// its cgroup, whichever is less. At least 1.
int AvailableCores();

// Returns the CPU limit of the cgroup in this folder, in cores, rounded up; nullopt if
// it has none.
std::optional<int> CpuLimit(const std::string& cgroup = kCgroup);

// Returns the memory limit of the cgroup in this folder; nullopt if it has none.
std::optional<size_t> MemoryLimit(const std::string& cgroup = kCgroup);

// Returns the memory that gRPC may use for messages in transit (limits::kTransport).
size_t TransportMemory(std::optional<size_t> limit);

// Returns the memory for the trees and strings of all calls at a time
// (limits::kMemoryOfAllCalls).
size_t MemoryOfAllCalls(std::optional<size_t> limit);

// Returns the memory for the requests and the unsent responses of calls in progress
// (limits::kHeld).
size_t MemoryForMessages(std::optional<size_t> limit);

// Returns the resident set of the process; 0 if /proc is not mounted.
size_t ResidentMemory();

}  // namespace loom
