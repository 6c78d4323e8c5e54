// SPDX-License-Identifier: Apache-2.0
// Metrics holds all metrics of the server. Text() returns the page that Prometheus
// reads.
//
// Names that begin with `grpc_server_`, and their labels, are the same as for functions
// in Go, so existing dashboards work. Names of this program begin with `loom_`. Names
// that begin with `process_` are those that all client libraries of Prometheus provide.
// Every line exists from the start, with the value 0.
//
// All label values are known at compile time. Nothing from a call becomes a label, so
// the page has a fixed number of lines and names no tenant.
//
// Counters and gauges are thread-safe. A page that is written during a call may include
// the call in one of two related counters but not in the other.
//
// Debian packages a client library for Prometheus, but without the static archive that
// the release binary would need.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <string>

#include "server/tls/client_certificate.h"

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

// The distribution of call durations. The bounds are in seconds: from 0.005 on
// they are those of Prometheus' Go client. Below, they are finer, because most
// calls take less than 5 ms.
class Histogram {
 public:
  static constexpr std::array kBounds{
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
      0.05,   0.1,     0.25,   0.5,   1.0,    2.5,   5.0,  10.0};

  void Observe(std::chrono::nanoseconds took);
  // Returns, for each of kBounds in order, the number of calls that took at
  // most that long. The last element is the number of all calls.
  std::array<uint64_t, kBounds.size() + 1> Cumulated() const;
  double Sum() const;

 private:
  std::array<Counter, kBounds.size() + 1> buckets_;
  Counter nanoseconds_;
};

// The calls of one version of the contract.
struct MethodMetrics {
  static constexpr size_t kCodes = 17;

  Counter started;
  std::array<Counter, kCodes> handled;  // indexed by gRPC's status code
  Counter received;
  Counter sent;
  Histogram seconds;
};

// The reason why the server ended a working connection.
enum EndedBecause { kUnreadAnswer, kMemoryIsShort };
inline constexpr const char* kEndedBecauseNames[] = {"unread_answer", "memory"};

struct Metrics {
  // v1 and v1beta1, in this order.
  std::array<MethodMetrics, 2> methods;

  Counter request_bytes, response_bytes;
  // Fatal, warning and normal results, in this order.
  std::array<Counter, 3> results;
  // Responses that only request resources from Crossplane.
  Counter asked;
  Counter plan_cache_hits, plan_cache_misses;

  Gauge connections;
  Counter connections_refused;
  // Indexed by EndedBecause.
  std::array<Counter, std::size(kEndedBecauseNames)> connections_ended;
  // Indexed by Refusal.
  std::array<Counter, std::size(kRefusalNames)> handshakes_failed;
  Counter certificate_reload_errors;
  // Seconds since 1970; 0 without TLS.
  Gauge certificate_not_after;

  std::string Text() const;
};

}  // namespace loom
