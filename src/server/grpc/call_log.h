// SPDX-License-Identifier: Apache-2.0
// CallRecord is what the server knows about a call that it has answered.
// LogCall writes it as a line of the log, and Count adds it to the metrics.
//
//   CallRecord record{.version = version, .request_bytes = 5598};
//   record.took = std::chrono::microseconds(731'500);
//   Count(record, &metrics, &metrics.methods[0]);
//   LogCall(record);
//
// writes (in one line)
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
//   error   the call failed with INTERNAL, which is a mistake of this program
//   warn    the call failed otherwise, or the response has a FATAL result
//   info    the call took longer than limits::kSlowCallMilliseconds
//   debug   all other calls, so a server without --debug does not log them
//
// The outcome is `done`; `asked`, where the response only asks Crossplane for
// resources; `fatal`, where it has a FATAL result; or `failed`, where there is no
// response. The code says why then.
//
// A line about a FATAL result ends with its message, `"fatal":"…"`, which Crossplane shows
// to users as well, and which quotes no value of a Secret. Otherwise the line contains no
// value of any object but what names the composite (called_composite.h), and neither the
// messages of other results nor that of the status, because those may quote values. Of the
// request it repeats the tag and the input's apiVersion and kind, at most 253 bytes each.
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
  // v1 or v1beta1. The text must outlive the record.
  const std::string& version;
  size_t request_bytes = 0;
  size_t response_bytes = 0;
  std::chrono::nanoseconds took{};
  absl::Status status = {};
  CallFacts facts = {};
  // The bytes of the request, or as much of their beginning as there is.
  absl::string_view request = {};
};

// Whether a line about the call is written.
bool IsLogged(const CallRecord& record);

void LogCall(const CallRecord& record);

// `method` is the entry of metrics->methods for the version of the call.
void Count(const CallRecord& record, Metrics* metrics, MethodMetrics* method);

}  // namespace loom
