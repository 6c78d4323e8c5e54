// SPDX-License-Identifier: Apache-2.0
// How much memory this process may use, and what of it the transport gets.
#pragma once

#include <cstddef>
#include <optional>

#include "absl/strings/string_view.h"

namespace loom {

// The limit of the process' cgroup, of either version, in bytes; nothing
// without one.
std::optional<size_t> MemoryLimit();

// The limit in the text of a cgroup's memory.max or memory.limit_in_bytes:
// "536870912\n" → 512 MiB, "max\n" → nothing. Version 1 writes a number beyond
// any memory for no limit.
std::optional<size_t> LimitOfMemoryMax(absl::string_view text);

// What gRPC may hold of messages, given the limit (base/limits.h).
size_t TransportMemory(std::optional<size_t> limit);

}  // namespace loom
