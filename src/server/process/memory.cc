// SPDX-License-Identifier: Apache-2.0
#include "server/process/memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "base/limits.h"

namespace loom {

std::optional<size_t> LimitOfMemoryMax(absl::string_view text) {
  constexpr uint64_t kNone = uint64_t{1} << 60;
  uint64_t bytes;
  if (!absl::SimpleAtoi(absl::StripAsciiWhitespace(text), &bytes)) {
    return std::nullopt;
  }
  if (bytes == 0 || bytes >= kNone) return std::nullopt;
  return size_t(bytes);
}

std::optional<size_t> MemoryLimit() {
  for (const char* path : {"/sys/fs/cgroup/memory.max",
                           "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(path);
    if (std::string text; std::getline(file, text)) {
      return LimitOfMemoryMax(text);
    }
  }
  return std::nullopt;
}

size_t ResidentMemory() {
  std::ifstream statm("/proc/self/statm");
  size_t all = 0, resident = 0;
  if (!(statm >> all >> resident)) return 0;
  return resident * size_t(sysconf(_SC_PAGESIZE));
}

size_t TransportMemory(std::optional<size_t> limit) {
  if (!limit.has_value()) return limits::kTransport;
  return std::clamp(*limit / 4, limits::kLeastTransport,
                    limits::kMostTransport);
}

size_t MemoryOfAllCalls(std::optional<size_t> limit) {
  return limit.has_value() ? *limit / 3 : limits::kMemoryOfAllCalls;
}

size_t MemoryForMessages(std::optional<size_t> limit) {
  if (!limit.has_value()) return limits::kHeld;
  return std::clamp(*limit / 4, limits::kLeastHeld, limits::kMostHeld);
}

}  // namespace loom
