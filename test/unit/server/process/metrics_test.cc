// SPDX-License-Identifier: Apache-2.0
#include "server/process/metrics.h"

#include <algorithm>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/in_threads.h"

namespace loom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

size_t Lines(const Metrics& metrics) {
  std::string text = metrics.Text();
  return size_t(std::count(text.begin(), text.end(), '\n'));
}

TEST(Metrics, AreAllThereFromTheStart) {
  Metrics metrics;
  std::string text = metrics.Text();
  constexpr char kStarted[] =
      "grpc_server_started_total{grpc_method=\"RunFunction\",grpc_service="
      "\"apiextensions.fn.proto.v1.FunctionRunnerService\",grpc_type="
      "\"unary\"} 0\n";
  constexpr char kHandled[] =
      "grpc_server_handled_total{grpc_code=\"ResourceExhausted\","
      "grpc_method=\"RunFunction\",grpc_service=\"apiextensions.fn.proto."
      "v1beta1.FunctionRunnerService\",grpc_type=\"unary\"} 0\n";
  for (const char* line :
       {kStarted, kHandled,
        "grpc_server_handling_seconds_bucket{grpc_method=\"RunFunction\",",
        "le=\"0.005\"} 0\n", "le=\"+Inf\"} 0\n",
        "loom_results_total{severity=\"fatal\"} 0\n",
        "loom_tls_handshakes_failed_total{reason=\"usage\"} 0\n",
        "loom_log_queue_lines 0\n", "loom_log_lines_dropped_total 0\n",
        "loom_connections_ended_total{reason=\"unread_answer\"} 0\n",
        "# TYPE grpc_server_handling_seconds histogram\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(Metrics, CountWithoutGrowing) {
  Metrics metrics;
  size_t lines = Lines(metrics);
  metrics.methods[1].handled[3].Add(2);
  metrics.results[0].Add();
  metrics.certificate_not_after.Set(1795304263);
  EXPECT_EQ(Lines(metrics), lines);
  std::string text = metrics.Text();
  EXPECT_THAT(text, HasSubstr("{grpc_code=\"InvalidArgument\",grpc_method="
                              "\"RunFunction\",grpc_service=\"apiextensions.fn."
                              "proto.v1beta1.FunctionRunnerService\",grpc_type="
                              "\"unary\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("{severity=\"fatal\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("not_after_seconds 1795304263\n"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(Histogram, AddsUpItsBuckets) {
  using std::chrono::microseconds;
  Histogram histogram;
  for (int took : {50, 100, 101, 20'000'000}) {
    histogram.Observe(microseconds(took));
  }
  auto counts = histogram.Cumulated();
  EXPECT_EQ(counts[0], 2u);  // 0.1 ms, which belongs to its bucket
  EXPECT_EQ(counts[1], 3u);
  EXPECT_EQ(counts[Histogram::kBounds.size() - 1], 3u);
  EXPECT_EQ(counts.back(), 4u);
  EXPECT_NEAR(histogram.Sum(), 20.000251, 1e-9);
}

TEST(Metrics, AreCountedByManyThreadsWhileTheyAreRead) {
  Metrics metrics;
  InThreads(5, [&](int thread) {
    if (thread == 0) {
      for (int i = 0; i < 20; ++i) EXPECT_NE(metrics.Text(), "");
      return;
    }
    for (int i = 0; i < 1000; ++i) {
      metrics.request_bytes.Add(2);
      metrics.connections.Set(i);
      metrics.methods[0].seconds.Observe(std::chrono::microseconds(i));
    }
  });
  EXPECT_EQ(metrics.request_bytes.value(), 8000u);
  EXPECT_EQ(metrics.connections.value(), 999);
  EXPECT_EQ(metrics.methods[0].seconds.Cumulated().back(), 4000u);
  EXPECT_NEAR(metrics.methods[0].seconds.Sum(), 4 * 0.4995, 1e-9);
}

TEST(Metrics, TellWhatTheSystemKnowsOfTheProcess) {
  const std::string text = Metrics().Text();
  for (const char* name :
       {"process_cpu_seconds_total", "process_resident_memory_bytes",
        "process_virtual_memory_bytes", "process_open_fds", "process_max_fds",
        "process_start_time_seconds"}) {
    EXPECT_THAT(text,
                ::testing::ContainsRegex(std::string("\n") + name + " [0-9]"));
  }
}

}  // namespace
}  // namespace loom
