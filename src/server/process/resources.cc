// SPDX-License-Identifier: Apache-2.0
#include "server/process/resources.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "base/limits.h"

namespace loom {
namespace {

// Returns the first line of a file; nullopt if it is unreadable.
std::optional<std::string> FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return line;
}

// Converts microseconds of CPU time in each period to whole cores.
std::optional<int> CoresOf(absl::string_view quota_us,
                           absl::string_view period_us) {
  constexpr int64_t kMost = 1024;
  int64_t quota, period;
  if (!absl::SimpleAtoi(quota_us, &quota) ||
      !absl::SimpleAtoi(period_us, &period) || quota <= 0 || period <= 0) {
    return std::nullopt;
  }
  return int(std::min(quota / period + (quota % period != 0), kMost));
}

std::optional<size_t> BytesOf(absl::string_view text) {
  constexpr uint64_t kNone = uint64_t{1} << 60;
  uint64_t bytes;
  if (!absl::SimpleAtoi(absl::StripAsciiWhitespace(text), &bytes)) {
    return std::nullopt;
  }
  if (bytes == 0 || bytes >= kNone) return std::nullopt;
  return size_t(bytes);
}

}  // namespace

std::optional<int> CpuLimit(const std::string& cgroup) {
  if (auto line = FirstLine(absl::StrCat(cgroup, "/cpu.max"))) {
    std::pair<absl::string_view, absl::string_view> fields =
        absl::StrSplit(*line, absl::MaxSplits(' ', 1));
    return CoresOf(fields.first, fields.second);
  }
  auto quota = FirstLine(absl::StrCat(cgroup, "/cpu/cpu.cfs_quota_us"));
  auto period = FirstLine(absl::StrCat(cgroup, "/cpu/cpu.cfs_period_us"));
  return CoresOf(quota.value_or(""), period.value_or(""));
}

int AvailableCores() {
  cpu_set_t set;
  const int cores =
      sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return std::max(1, std::min(cores, CpuLimit().value_or(cores)));
}

std::optional<size_t> MemoryLimit(const std::string& cgroup) {
  for (const char* path : {"/memory.max", "/memory/memory.limit_in_bytes"}) {
    if (auto line = FirstLine(absl::StrCat(cgroup, path))) {
      return BytesOf(*line);
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
