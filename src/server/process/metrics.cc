// SPDX-License-Identifier: Apache-2.0
#include "server/process/metrics.h"

#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <optional>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "server/process/log.h"

namespace loom {
namespace {

// MetricsPage writes a page in the text format of Prometheus, version 0.0.4.
//
//   MetricsPage page;
//   page.Family("loom_results_total", "counter", "Results, by severity.");
//   page.Sample("loom_results_total", "severity=\"fatal\"", 3);
//
// writes
//
//   # HELP loom_results_total Results, by severity.
//   # TYPE loom_results_total counter
//   loom_results_total{severity="fatal"} 3
//
// Nothing is escaped, so names, labels and help texts must be constants of this
// program.
class MetricsPage {
 public:
  void Family(absl::string_view name, absl::string_view type,
              absl::string_view help) {
    absl::StrAppend(&text_, "# HELP ", name, " ", help, "\n# TYPE ", name, " ",
                    type, "\n");
  }

  template <typename Number>
  void Sample(absl::string_view name, absl::string_view labels, Number value) {
    absl::StrAppend(&text_, name);
    if (!labels.empty()) absl::StrAppend(&text_, "{", labels, "}");
    if constexpr (std::is_integral_v<Number>) {
      absl::StrAppend(&text_, " ", value, "\n");
    } else {
      absl::StrAppendFormat(&text_, " %.15g\n", value);
    }
  }

  // A family with one sample that has no labels.
  template <typename Number>
  void Single(absl::string_view name, absl::string_view type,
              absl::string_view help, Number value) {
    Family(name, type, help);
    Sample(name, "", value);
  }

  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

constexpr const char* kVersions[] = {"v1", "v1beta1"};
constexpr const char* kSeverities[] = {"fatal", "warning", "normal"};
// The status codes from 0 to 16, as Go's gRPC writes them.
constexpr const char* kCodeNames[MethodMetrics::kCodes] = {"OK",
                                                           "Canceled",
                                                           "Unknown",
                                                           "InvalidArgument",
                                                           "DeadlineExceeded",
                                                           "NotFound",
                                                           "AlreadyExists",
                                                           "PermissionDenied",
                                                           "ResourceExhausted",
                                                           "FailedPrecondition",
                                                           "Aborted",
                                                           "OutOfRange",
                                                           "Unimplemented",
                                                           "Internal",
                                                           "Unavailable",
                                                           "DataLoss",
                                                           "Unauthenticated"};

std::string MethodLabels(size_t version) {
  return absl::StrCat(
      "grpc_method=\"RunFunction\",grpc_service=\"apiextensions.fn.proto.",
      kVersions[version], ".FunctionRunnerService\",grpc_type=\"unary\"");
}

void WriteCounters(const Metrics& metrics, absl::string_view name,
                   absl::string_view help, Counter MethodMetrics::*counter,
                   MetricsPage& page) {
  page.Family(name, "counter", help);
  for (size_t i = 0; i < metrics.methods.size(); ++i) {
    page.Sample(name, MethodLabels(i), (metrics.methods[i].*counter).value());
  }
}

void WriteHandled(const Metrics& metrics, MetricsPage& page) {
  constexpr absl::string_view kName = "grpc_server_handled_total";
  page.Family(kName, "counter", "Calls answered, by status code.");
  for (size_t i = 0; i < metrics.methods.size(); ++i) {
    for (size_t code = 0; code < MethodMetrics::kCodes; ++code) {
      page.Sample(kName,
                  absl::StrCat("grpc_code=\"", kCodeNames[code], "\",",
                               MethodLabels(i)),
                  metrics.methods[i].handled[code].value());
    }
  }
}

void WriteSeconds(const Metrics& metrics, MetricsPage& page) {
  constexpr absl::string_view kName = "grpc_server_handling_seconds";
  page.Family(kName, "histogram", "How long the server worked on calls.");
  for (size_t i = 0; i < metrics.methods.size(); ++i) {
    const Histogram& histogram = metrics.methods[i].seconds;
    const std::string labels = MethodLabels(i);
    const auto counts = histogram.Cumulated();
    for (size_t bound = 0; bound < counts.size(); ++bound) {
      std::string le = bound < Histogram::kBounds.size()
                           ? absl::StrCat(Histogram::kBounds[bound])
                           : "+Inf";
      page.Sample(absl::StrCat(kName, "_bucket"),
                  absl::StrCat(labels, ",le=\"", le, "\""), counts[bound]);
    }
    page.Sample(absl::StrCat(kName, "_sum"), labels, histogram.Sum());
    page.Sample(absl::StrCat(kName, "_count"), labels, counts.back());
  }
}

// A family of counters that differ in one label, whose values are `names`.
template <typename Names, typename Counters>
void WriteLabelled(absl::string_view name, absl::string_view help,
                   absl::string_view label, const Names& names,
                   const Counters& counters, MetricsPage& page) {
  page.Family(name, "counter", help);
  for (size_t i = 0; i < counters.size(); ++i) {
    page.Sample(name, absl::StrCat(label, "=\"", names[i], "\""),
                counters[i].value());
  }
}

void WriteCalls(const Metrics& metrics, MetricsPage& page) {
  WriteCounters(metrics, "grpc_server_started_total", "Calls started.",
                &MethodMetrics::started, page);
  WriteHandled(metrics, page);
  WriteCounters(metrics, "grpc_server_msg_received_total", "Requests received.",
                &MethodMetrics::received, page);
  WriteCounters(metrics, "grpc_server_msg_sent_total", "Responses sent.",
                &MethodMetrics::sent, page);
  WriteSeconds(metrics, page);
}

void WriteFunction(const Metrics& metrics, MetricsPage& page) {
  page.Single("loom_request_bytes_total", "counter",
              "Bytes of requests received.", metrics.request_bytes.value());
  page.Single("loom_response_bytes_total", "counter",
              "Bytes of responses sent.", metrics.response_bytes.value());
  WriteLabelled("loom_results_total", "Results in responses, by severity.",
                "severity", kSeverities, metrics.results, page);
  page.Single("loom_asked_total", "counter",
              "Responses that only ask Crossplane for objects.",
              metrics.asked.value());
  page.Single("loom_plan_cache_hits_total", "counter",
              "Calls whose input was found in the cache.",
              metrics.plan_cache_hits.value());
  page.Single("loom_plan_cache_misses_total", "counter",
              "Calls whose input had to be parsed.",
              metrics.plan_cache_misses.value());
}

void WriteTransport(const Metrics& metrics, MetricsPage& page) {
  page.Single("loom_connections", "gauge", "Open gRPC connections.",
              metrics.connections.value());
  page.Single("loom_connections_refused_total", "counter",
              "Connections closed at once because too many were open.",
              metrics.connections_refused.value());
  WriteLabelled("loom_connections_ended_total",
                "Connections that the server ended to protect the others, by "
                "reason.",
                "reason", kEndedBecauseNames, metrics.connections_ended, page);
  WriteLabelled("loom_tls_handshakes_failed_total",
                "Client certificates refused, by reason.", "reason",
                kRefusalNames, metrics.handshakes_failed, page);
  page.Single("loom_certificate_reload_errors_total", "counter",
              "Failed attempts to load changed certificates.",
              metrics.certificate_reload_errors.value());
  page.Single("loom_certificate_not_after_seconds", "gauge",
              "When the server's certificate expires, in seconds since 1970; 0 "
              "without TLS.",
              metrics.certificate_not_after.value());
}

void WriteLog(MetricsPage& page) {
  const LogCounts counts = CountsOfLog();
  page.Single("loom_log_queue_lines", "gauge",
              "Log lines that wait to be written.", counts.waiting);
  page.Single("loom_log_lines_dropped_total", "counter",
              "Log lines that were lost because they were not read in time.",
              counts.dropped);
}

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

// Writes what the operating system reports about this process, under the names that all
// client libraries of Prometheus use. Without /proc the metrics that come from it are
// missing.
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

}  // namespace

void Histogram::Observe(std::chrono::nanoseconds took) {
  double seconds = std::chrono::duration<double>(took).count();
  auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds);
  buckets_[size_t(bound - kBounds.begin())].Add();
  nanoseconds_.Add(uint64_t(took.count()));
}

std::array<uint64_t, Histogram::kBounds.size() + 1> Histogram::Cumulated()
    const {
  std::array<uint64_t, kBounds.size() + 1> counts;
  uint64_t sum = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    counts[i] = sum += buckets_[i].value();
  }
  return counts;
}

double Histogram::Sum() const { return double(nanoseconds_.value()) * 1e-9; }

std::string Metrics::Text() const {
  MetricsPage page;
  WriteCalls(*this, page);
  WriteFunction(*this, page);
  WriteTransport(*this, page);
  WriteLog(page);
  WriteProcess(page);
  return page.Take();
}

}  // namespace loom
