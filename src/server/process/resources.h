// SPDX-License-Identifier: Apache-2.0
// The cores and the memory that this process may use, read from its cgroup, of
// version 1 or 2, and how the server divides the memory. gRPC and the C++ library
// count the cores of the node, so in a pod that is limited to 2 of 64 cores they
// would start far too many threads.
//
//   int threads = std::max(2, AvailableCores());
//   quota.Resize(TransportMemory(MemoryLimit()));
//
// Inside a container, the cgroup of the container appears at /sys/fs/cgroup. The
// files of a limit are, below that folder:
//
//                                                            2 cores, 512 MiB
//   version 2   cpu.max                                      200000 100000
//               memory.max                                   536870912
//   version 1   cpu/cpu.cfs_quota_us, cpu/cpu.cfs_period_us  200000, 100000
//               memory/memory.limit_in_bytes                 536870912
//
// Without a limit they contain `max` (version 2), -1 (the quota of version 1) or a
// number above 2^60 (the memory of version 1). A malformed file is no limit.
//
// All sizes are in bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace loom {

inline constexpr char kCgroup[] = "/sys/fs/cgroup";

// The number of CPUs that the process may be scheduled on, or the CPU limit of
// its cgroup, whichever is less. At least 1.
int AvailableCores();

// The CPU limit of the cgroup in this folder, in cores, rounded up: "150000 100000",
// which is 150 ms of CPU time in each 100 ms, is 2. Nothing if it has no limit.
std::optional<int> CpuLimit(const std::string& cgroup = kCgroup);

// The memory limit of the cgroup in this folder; nothing if it has none.
std::optional<size_t> MemoryLimit(const std::string& cgroup = kCgroup);

// What gRPC may use for messages that arrive and leave: a quarter of the limit,
// but at least limits::kLeastTransport and at most limits::kMostTransport;
// limits::kTransport if there is no limit.
size_t TransportMemory(std::optional<size_t> limit);

// What the trees and strings of all calls at a time may take: a third of the
// limit; limits::kMemoryOfAllCalls if there is no limit.
size_t MemoryOfAllCalls(std::optional<size_t> limit);

// What the requests and the unsent responses of calls in progress may take: a
// quarter of the limit, but at least limits::kLeastHeld and at most
// limits::kMostHeld; limits::kHeld if there is no limit.
size_t MemoryForMessages(std::optional<size_t> limit);

// The memory that the process uses now (its resident set); 0 if /proc is not
// mounted.
size_t ResidentMemory();

}  // namespace loom
