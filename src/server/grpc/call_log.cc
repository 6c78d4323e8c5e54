// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/call_log.h"

#include "base/limits.h"
#include "base/strings.h"
#include "server/grpc/called_composite.h"
#include "server/process/log.h"

namespace loom {
namespace {

LogLevel LevelOf(const CallRecord& record) {
  if (record.status.code() == absl::StatusCode::kInternal) {
    return LogLevel::kError;
  }
  bool fatal = record.facts.results[0] != 0;
  if (fatal || !record.status.ok()) return LogLevel::kWarning;
  bool slow =
      record.took > std::chrono::milliseconds(limits::kSlowCallMilliseconds);
  return slow ? LogLevel::kInfo : LogLevel::kDebug;
}

const char* OutcomeOf(const CallRecord& record) {
  if (!record.status.ok()) return "failed";
  if (record.facts.results[0] != 0) return "fatal";
  return record.facts.asked ? "asked" : "done";
}

}  // namespace

bool IsLogged(const CallRecord& record) { return LogEnabled(LevelOf(record)); }

void LogCall(const CallRecord& record) {
  LogLevel level = LevelOf(record);
  if (!LogEnabled(level)) return;
  const CalledComposite composite = CompositeIn(record.request);
  const CallFacts& facts = record.facts;
  double milliseconds =
      std::chrono::duration<double, std::milli>(record.took).count();
  Log(level, "answered a call",
      {{"apiVersion", composite.api_version},
       {"kind", composite.kind},
       {"namespace", composite.ns},
       {"name", composite.name},
       {"uid", composite.uid},
       {"tag", facts.tag},
       {"input", facts.input},
       {"plan", facts.plan_was_cached ? "cached" : "read"},
       {"outcome", OutcomeOf(record)},
       {"observed", facts.observed},
       {"required", facts.required},
       {"desired", facts.desired},
       {"warnings", facts.results[1]},
       {"milliseconds", milliseconds},
       {"request_bytes", record.request_bytes},
       {"response_bytes", record.response_bytes},
       {"version", record.version},
       {"code", absl::StatusCodeToString(record.status.code())},
       {"fatal", Shortened(facts.fatal, limits::kMessage)}});
}

void Count(const CallRecord& record, Metrics* metrics, MethodMetrics* method) {
  method->handled[size_t(record.status.code())].Add();
  method->seconds.Observe(record.took);
  metrics->request_bytes.Add(record.request_bytes);
  const CallFacts& facts = record.facts;
  if (record.status.ok()) {
    method->sent.Add();
    metrics->response_bytes.Add(record.response_bytes);
    if (facts.asked) metrics->asked.Add();
  }
  for (size_t i = 0; i < facts.results.size(); ++i) {
    if (facts.results[i] != 0) metrics->results[i].Add(facts.results[i]);
  }
  if (facts.plan_was_cached) {
    metrics->plan_cache_hits.Add();
  } else if (!facts.input.empty()) {  // the input was parsed
    metrics->plan_cache_misses.Add();
  }
}

}  // namespace loom
