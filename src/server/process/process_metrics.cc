// SPDX-License-Identifier: Apache-2.0
#include "server/process/process_metrics.h"

#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <optional>

namespace loom {
namespace {

const std::time_t kStarted = std::time(nullptr);

double Seconds(const timeval& time) {
  return double(time.tv_sec) + double(time.tv_usec) * 1e-6;
}

// Starts at -1, because the open directory is a descriptor as well.
std::optional<int> OpenDescriptors() {
  DIR* directory = opendir("/proc/self/fd");
  if (directory == nullptr) return std::nullopt;
  int count = -1;
  while (const dirent* entry = readdir(directory)) {
    count += entry->d_name[0] != '.';
  }
  closedir(directory);
  return count;
}

void WriteMemory(MetricsPage& page) {
  std::ifstream statm("/proc/self/statm");
  uint64_t all = 0, resident = 0;
  if (!(statm >> all >> resident)) return;
  const auto bytes = uint64_t(sysconf(_SC_PAGESIZE));
  page.Single("process_resident_memory_bytes", "gauge",
              "Resident memory size in bytes.", resident * bytes);
  page.Single("process_virtual_memory_bytes", "gauge",
              "Virtual memory size in bytes.", all * bytes);
}

}  // namespace

void WriteProcess(MetricsPage& page) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  page.Single("process_cpu_seconds_total", "counter",
              "Total user and system CPU time spent in seconds.",
              Seconds(usage.ru_utime) + Seconds(usage.ru_stime));
  WriteMemory(page);
  if (std::optional<int> open = OpenDescriptors()) {
    page.Single("process_open_fds", "gauge", "Number of open file descriptors.",
                *open);
  }
  rlimit descriptors{};
  getrlimit(RLIMIT_NOFILE, &descriptors);
  page.Single("process_max_fds", "gauge",
              "Maximum number of open file descriptors.",
              uint64_t{descriptors.rlim_cur});
  page.Single("process_start_time_seconds", "gauge",
              "Start time of the process since unix epoch in seconds.",
              int64_t{kStarted});
}

}  // namespace loom
