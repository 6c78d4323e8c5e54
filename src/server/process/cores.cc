// SPDX-License-Identifier: Apache-2.0
#include "server/process/cores.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace loom {

std::optional<int> CoresOfCpuMax(absl::string_view text) {
  std::pair<absl::string_view, absl::string_view> fields =
      absl::StrSplit(text, absl::MaxSplits(' ', 1));
  int64_t quota, period;
  if (!absl::SimpleAtoi(fields.first, &quota) ||
      !absl::SimpleAtoi(fields.second, &period) || quota <= 0 || period <= 0) {
    return std::nullopt;
  }
  return int(std::min<int64_t>(quota / period + (quota % period != 0), 1024));
}

int AvailableCores() {
  cpu_set_t set;
  int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  // Inside a container, the container's cgroup appears as the root.
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  std::string line;
  if (std::getline(file, line)) {
    cores = std::min(cores, CoresOfCpuMax(line).value_or(cores));
  }
  return std::max(cores, 1);
}

}  // namespace loom
