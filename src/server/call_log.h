// SPDX-License-Identifier: Apache-2.0
// CallRecord is what is known of one call when it is answered: a line in the
// log, and numbers among the metrics.
//
//   {"level":"info","ts":…,"msg":"answered a call","tag":"9f2c…",
//    "input":"pt.fn.crossplane.io/v1beta1 Resources","plan":"cached",
//    "outcome":"done","observed":3,"required":0,"desired":3,"warnings":0,
//    "milliseconds":0.21,
//    "request_bytes":5598,"response_bytes":1790,"version":"v1","code":"OK"}
//
// A FATAL result makes it a warning, an error of ours an error.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "function/call.h"
#include "process/metrics.h"

namespace loom {

struct CallRecord {
  const std::string& version;
  size_t request_bytes = 0;
  size_t response_bytes = 0;
  std::chrono::nanoseconds took{};
  absl::Status status = {};
  CallFacts facts = {};
};

void LogCall(const CallRecord& record);

void Count(const CallRecord& record, Metrics* metrics, MethodMetrics* method);

}  // namespace loom
