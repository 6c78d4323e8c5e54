// SPDX-License-Identifier: Apache-2.0
// CallRecord describes a call that the server has answered. LogCall writes it to the
// log as one line, and Count adds it to the metrics:
//
//   {"level":"info","ts":1718000000.123456,"msg":"answered a call",
//    "apiVersion":"example.org/v1","kind":"Shop","namespace":"team-a","name":"orders",
//    "uid":"3f8e…","tag":"9f2c","input":"pt.fn.crossplane.io/v1beta1 Resources",
//    "plan":"cached","outcome":"done","observed":3,"required":0,"desired":3,
//    "warnings":0,"milliseconds":731.5,"request_bytes":5598,
//    "response_bytes":1790,"version":"v1","code":"OK"}
//
// The level is the first that applies:
//
//   error   the call failed with INTERNAL, which is a bug in this program
//   warn    the call failed with another code, or the response has a FATAL result
//   info    the call took longer than limits::kSlowCallMilliseconds
//   debug   all other calls, so a server without --debug does not log them
//
// The outcome is `done`; `asked` if the response only requests resources from
// Crossplane; `fatal` if it has a FATAL result; or `failed` if the call has no
// response. In the last case the code gives the reason.
//
// If the response has a FATAL result, the line ends with its message, which Crossplane
// shows to users too, and which quotes no value of a Secret. The only other values from
// objects are those that identify the composite (called_composite.h). The line omits
// the messages of other results and of the status, because they may quote values. From
// the request it repeats the tag and the apiVersion and kind of the input, at most 253
// bytes each.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "function/run.h"
#include "server/process/metrics.h"

namespace loom {

struct CallRecord {
  // v1 or v1beta1. The string must outlive the record.
  const std::string& version;
  size_t request_bytes = 0;
  size_t response_bytes = 0;
  std::chrono::nanoseconds took{};
  absl::Status status = {};
  CallFacts facts = {};
  // The bytes of the request, or a prefix of them.
  absl::string_view request = {};
};

bool IsLogged(const CallRecord& record);

void LogCall(const CallRecord& record);

// Adds the call to the metrics. `method` is the entry of metrics->methods of its
// version.
void Count(const CallRecord& record, Metrics* metrics, MethodMetrics* method);

}  // namespace loom
