// SPDX-License-Identifier: Apache-2.0
#include "function/plan/plan.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/memory.h"
#include "crossplane/kinds/definition.h"
#include "data/value/object.h"
#include "data/value/struct_codec.h"
#include "function/plan/inputs.h"

namespace loom {
namespace {

// The memory that reading an input may take, even if the input is small: twice that of
// its plan. If patch sets are used often, reading takes more memory than usual.
constexpr size_t kReadingMost = 2 * limits::kPlan;

}  // namespace

absl::Status NobodyWaits() {
  return absl::CancelledError("the client no longer waits for the response");
}

absl::StatusOr<std::shared_ptr<const Plan>> Plan::Parse(
    absl::string_view input, const PlanOptions& options) {
  const Allocated before;
  auto plan = std::make_shared<Plan>();
  const size_t reading =
      limits::kReading + limits::kReadingPerByte * input.size();
  if (!plan->held.Take(options.shared, reading)) return BudgetIsFull();
  // A large input makes the call slow from the start.
  if (options.stopped && options.stopped()) return NobodyWaits();
  plan->bytes = std::string(input);
  absl::StatusOr<Value> decoded = DecodeStruct(plan->bytes, &plan->pool);
  if (!decoded.ok()) return Annotate(decoded.status(), "input");
  plan->input = *std::move(decoded);
  const size_t most = std::max(reading, kReadingMost);
  bool is_full = false;
  // Returns whether reading has taken too much memory. Memory beyond the estimate is
  // added to the budget step by step.
  auto too_large = [&, held = reading]() mutable {
    const size_t taken = before.Since().value_or(0);
    if (taken <= held) return false;
    held = taken + limits::kReading;
    is_full = taken <= most && !plan->held.Take(options.shared, held);
    return is_full || taken > most;
  };
  LOOM_RETURN_IF_ERROR(plan->Read(options, too_large));
  if (is_full) return BudgetIsFull();
  if (plan->problems.empty()) {
    // Only the plan is left: reading has freed its other memory.
    plan->size =
        before.Since().value_or(plan->Estimate()) + plan->pattern_growth;
    plan->CheckSize();
  }
  // A plan that cannot run is reduced to a small one. It can then be cached, so its
  // input is not read again.
  if (!plan->problems.empty() && options.found == nullptr) {
    plan = plan->Refused();
    plan->size = plan->Estimate();
  }
  if (!plan->held.Take(options.shared, plan->size)) return BudgetIsFull();
  return plan;
}

absl::Status Plan::Read(const PlanOptions& options,
                        std::function<bool()> too_large) {
  Problems unwanted;
  Problems& found = options.found == nullptr ? unwanted : *options.found;
  found.Limit(options.stopped, std::move(too_large));
  ReadInput(this, &found, options.mistakes);
  found.Limit(nullptr);
  if (found.was_stopped()) return NobodyWaits();
  problems = found.Joined();
  if (found.was_too_large()) {
    problems = absl::StrCat("reading its ", bytes.size(),
                            " bytes takes too much memory; split it into "
                            "several steps");
  }
  for (const Problem& note : found.notes()) notes.push_back(note.text());
  pattern_growth = found.pattern_growth();
  return absl::OkStatus();
}

void Plan::CheckSize() {
  if (size <= limits::kPlan) return;
  problems = absl::StrCat("it takes ", size,
                          " bytes of memory, but an input may take at most ",
                          limits::kPlan, "; split it into several steps");
}

std::shared_ptr<Plan> Plan::Refused() const {
  auto refused = std::make_shared<Plan>();
  refused->rules = rules;
  refused->settings = settings;
  // They may refer to the tree of this plan, and no call evaluates them.
  refused->settings.condition.reset();
  refused->settings.values.reset();
  refused->problems = problems;
  refused->unknown_entries = unknown_entries;
  refused->notes = notes;
  refused->input = Object();
  for (absl::string_view member : {"apiVersion", "kind"}) {
    const Value* text = input.IsObject() ? Find(input, member) : nullptr;
    if (text == nullptr || !text->IsString()) continue;
    Set(refused->input, member, Text(View(*text), &refused->pool),
        &refused->pool);
  }
  return refused;
}

size_t Plan::Estimate() const {
  // Parsed paths, patches and expressions take a few times the bytes of their source.
  constexpr size_t kPerByte = 5;
  size_t held_bytes =
      bytes.size() * (1 + kPerByte) + pool.Size() + problems.size();
  for (const std::string& note : notes) held_bytes += note.size();
  return held_bytes;
}

}  // namespace loom
