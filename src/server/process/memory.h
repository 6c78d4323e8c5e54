// SPDX-License-Identifier: Apache-2.0
// MemoryLimit says how much memory this process may use, and the others how it is
// divided: TransportMemory is what gRPC may use for messages that arrive and
// leave, MemoryForMessages what the requests and responses of calls in progress
// may take, and MemoryOfAllCalls what their trees and texts may take.
//
//   quota.Resize(TransportMemory(MemoryLimit()));
//
// All sizes are in bytes.
#pragma once

#include <cstddef>
#include <optional>

#include "absl/strings/string_view.h"

namespace loom {

// The memory limit of the process's cgroup, of version 1 or 2; nothing if it
// has none.
std::optional<size_t> MemoryLimit();

// The limit that the text of a cgroup's file memory.max (version 2) or
// memory.limit_in_bytes (version 1) stands for; nothing if it has no limit or
// is malformed.
//
//   "536870912\n"             512 MiB
//   "max\n"                   nothing    no limit, in version 2
//   "9223372036854771712\n"   nothing    no limit, in version 1
std::optional<size_t> LimitOfMemoryMax(absl::string_view text);

// A quarter of the limit, but at least limits::kLeastTransport and at most
// limits::kMostTransport; limits::kTransport if there is no limit.
size_t TransportMemory(std::optional<size_t> limit);

// What the trees and texts of all calls at a time may take: a third of the
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
