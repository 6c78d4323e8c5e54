// SPDX-License-Identifier: Apache-2.0
// Metrics is what the server counts, and its page for Prometheus.
//
//   metrics.connections_refused.Add();
//   std::string page = metrics.Text();
//
// The names `grpc_server_…` and their labels are those of functions in Go, so
// that dashboards go on working; what is only ours begins with `loom_`, and
// `process_…` is what every client library of Prometheus tells. All lines are
// there from the start, at zero.
//
// Labels are from sets fixed here. Nothing that comes with a call is one: not
// the names of tenants, and no number of lines that grows.
//
// (Debian has a client library for Prometheus, but no archive of it to link
// into one static file.)
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "tls/client_certificate.h"

namespace loom {

class Counter {
 public:
  void Add(uint64_t n = 1) { value_.fetch_add(n, std::memory_order_relaxed); }
  uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_{0};
};

class Gauge {
 public:
  void Set(double value) { value_.store(value, std::memory_order_relaxed); }
  double value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> value_{0};
};

// Of seconds. The buckets are those of Go's client, and finer ones below them:
// most calls take less than the first of those.
class Histogram {
 public:
  static constexpr std::array kBounds{
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
      0.05,   0.1,     0.25,   0.5,   1.0,    2.5,   5.0,  10.0};

  void Observe(std::chrono::nanoseconds took);
  // How many were within each bound, added up as Prometheus wants it; the last
  // is all of them.
  std::array<uint64_t, kBounds.size() + 1> Cumulated() const;
  double Sum() const;

 private:
  std::array<Counter, kBounds.size() + 1> buckets_;
  Counter nanoseconds_;
};

// One of the two versions of the contract.
struct MethodMetrics {
  static constexpr size_t kCodes = 17;

  Counter started;
  std::array<Counter, kCodes> handled;  // by gRPC's status code
  Counter received;
  Counter sent;
  Histogram seconds;
};

struct Metrics {
  // v1, v1beta1.
  std::array<MethodMetrics, 2> methods;

  Counter request_bytes, response_bytes;
  // Fatal, warning, normal.
  std::array<Counter, 3> results;
  // Answers that only ask Crossplane for resources.
  Counter asked;
  Counter plan_cache_hits, plan_cache_misses;

  Gauge connections;
  Counter connections_refused;
  std::array<Counter, std::size(kRefusalNames)> handshakes_failed;
  Counter certificate_reload_errors;
  // Seconds since 1970; 0 without TLS.
  Gauge certificate_not_after;

  std::string Text() const;
};

}  // namespace loom
