// SPDX-License-Identifier: Apache-2.0
#include "sections/references/report.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/field.h"
#include "crossplane/contract/outcome.h"

namespace loom {
namespace {

constexpr absl::string_view kType = "ReferencesResolved";

// Describes the failure, without the target.
std::string TextOf(const Unresolved& unresolved) {
  const Failure& failure = unresolved.failure;
  std::string text = absl::StrCat(
      unresolved.field, unresolved.field.empty() ? "" : ": ", failure.cause);
  if (unresolved.kept != Keep::kNothing) {
    absl::StrAppend(&text, ", the last value is kept");
  }
  if (!failure.where.empty()) absl::StrAppend(&text, " (", failure.where, ")");
  return text;
}

}  // namespace

absl::Status ReferenceReport::Add(const Place& place,
                                  const Unresolved& unresolved) {
  const Failure& failure = unresolved.failure;
  const std::string target = place.Shown();
  Waiting waiting{.source = unresolved.waits_for,
                  .remark = outcome_.remarks.size(),
                  .why = TextOf(unresolved),
                  .entry = std::string(unresolved.entry)};
  stopped_.emplace(target, waiting);
  Remark remark{.type = std::string(kType),
                .status = StatusOf(failure),
                .reason = std::string(failure.reason),
                .text = absl::StrCat(
                    target, unresolved.field.empty() ? ": " : " ", waiting.why),
                .detail = failure.detail,
                .order = unresolved.order};
  if (unresolved.fatal && fatal_.ok()) {
    fatal_ =
        WithPlace(WithFact(Harmless(absl::FailedPreconditionError(remark.text)),
                           Fact::kReason, failure.reason),
                  unresolved.entry);
  }
  if (unresolved.kept == Keep::kNothing) {
    LOOM_RETURN_IF_ERROR(Withhold(place, std::move(waiting)));
  }
  outcome_.Add(std::move(remark));
  return absl::OkStatus();
}

absl::Status ReferenceReport::AddStopped(const Place& place, Keep kept) {
  if (kept != Keep::kNothing) return absl::OkStatus();
  Waiting waiting = stopped_[place.Shown()];
  waiting.source
      .clear();  // it is the stopping reference that may be in a cycle
  return Withhold(place, std::move(waiting));
}

absl::Status ReferenceReport::Withhold(const Place& place, Waiting waiting) {
  outcome_.not_ready = true;
  LOOM_ASSIGN_OR_RETURN(bool is_new, place.IsNew(call_));
  if (is_new && withheld_.emplace(place.name, std::move(waiting)).second) {
    outcome_.withheld.push_back({.name = call_.pool->Keep(place.name)});
  }
  return absl::OkStatus();
}

void ReferenceReport::AddMistake(std::string mistake, size_t order) {
  busy_ = true;
  if (call_.pool->redacted())
    mistake = "the composite has an invalid reference";
  outcome_.not_ready = true;
  outcome_.Add(Remark{.type = std::string(kType),
                      .status = ConditionStatus::kFalse,
                      .reason = std::string(reasons::kInvalid),
                      .text = std::move(mistake),
                      .order = order});
}

absl::Status ReferenceReport::Finish() {
  TellCycles();
  for (WithheldResource& each : outcome_.withheld) {
    Waiting& waiting = withheld_[std::string(each.name)];
    each.why = std::move(waiting.why);
    each.place = std::move(waiting.entry);
  }
  Remark done{.type = std::string(kType), .reason = "Resolved"};
  if (!busy_) {
    done.reason = "NoReferences";
    done.idle = true;
  }
  outcome_.Add(std::move(done));
  return outcome_.waits ? absl::OkStatus() : fatal_;
}

// Replaces the remarks of resources that wait for each other by one.
void ReferenceReport::TellCycles() {
  std::map<std::string, std::string> waits_for;
  for (const auto& [name, waiting] : withheld_) {
    waits_for[name] = waiting.source;
  }
  // A cycle takes the position of its first remark.
  std::set<size_t> replaced;
  std::map<size_t, Remark> cycles;
  for (const std::vector<std::string>& cycle : CyclesOf(waits_for)) {
    size_t first = SIZE_MAX;
    const std::string text =
        absl::StrCat("reference cycle ", absl::StrJoin(cycle, " -> "), " -> ",
                     cycle.front());
    for (const std::string& name : cycle) {
      Waiting& waiting = withheld_[name];
      waiting.why = text;
      // Every resource that waits for another one has a remark.
      replaced.insert(waiting.remark);
      first = std::min(first, waiting.remark);
    }
    cycles[first] = {.type = std::string(kType),
                     .status = ConditionStatus::kFalse,
                     .reason = std::string(reasons::kCycle),
                     .text = absl::StrCat(cycle.front(), ": ", text),
                     .order = outcome_.remarks[first].order};
  }
  std::vector<Remark> kept;
  for (size_t i = 0; i < outcome_.remarks.size(); ++i) {
    auto cycle = cycles.find(i);
    if (cycle != cycles.end()) {
      kept.push_back(std::move(cycle->second));
    } else if (!replaced.contains(i)) {
      kept.push_back(std::move(outcome_.remarks[i]));
    }
  }
  outcome_.remarks = std::move(kept);
}

std::vector<std::vector<std::string>> CyclesOf(
    const std::map<std::string, std::string>& waits_for) {
  std::vector<std::vector<std::string>> cycles;
  std::set<std::string> visited;
  for (const auto& [start, unused] : waits_for) {
    std::vector<std::string> way;
    std::set<std::string> on_way;
    std::string at = start;
    while (waits_for.contains(at) && visited.insert(at).second) {
      way.push_back(at);
      on_way.insert(at);
      at = waits_for.at(at);
    }
    if (!on_way.contains(at)) continue;
    way.erase(way.begin(), std::find(way.begin(), way.end(), at));
    std::rotate(way.begin(), std::min_element(way.begin(), way.end()),
                way.end());
    cycles.push_back(std::move(way));
  }
  return cycles;
}

}  // namespace loom
