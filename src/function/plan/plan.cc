// SPDX-License-Identifier: Apache-2.0
#include "function/plan/plan.h"

#include <utility>

#include "base/errors.h"
#include "base/limits.h"
#include "base/memory.h"
#include "crossplane/kinds/definition.h"
#include "data/value/struct_codec.h"
#include "function/plan/inputs.h"
#include "language/cel/program/expression_reads.h"

namespace loom {
absl::StatusOr<std::shared_ptr<const Plan>> Plan::Parse(
    absl::string_view input, const std::function<bool()>& stopped,
    ByteBudget* shared) {
  const Allocated before;
  auto plan = std::make_shared<Plan>();
  const size_t reading =
      limits::kReading + limits::kReadingPerByte * input.size();
  if (!plan->held.Take(shared, reading)) return BudgetIsFull();
  plan->bytes = std::string(input);
  absl::StatusOr<Value> decoded = Decoder(&plan->pool).Struct(plan->bytes);
  if (!decoded.ok()) return Annotate(decoded.status(), "input");
  plan->input = *std::move(decoded);
  LOOM_RETURN_IF_ERROR(plan->Read(stopped));
  if (plan->problems.empty()) plan->FindReads();
  // What reading took but for the plan is given back by now.
  plan->size = before.Since().value_or(plan->Estimate()) + plan->pattern_growth;
  if (!plan->held.Take(shared, plan->size)) return BudgetIsFull();
  return plan;
}

absl::Status Plan::Read(const std::function<bool()>& stopped) {
  Problems found(stopped);
  ReadInput(this, &found);
  if (found.was_stopped()) {
    return absl::CancelledError("nobody waits for the answer");
  }
  problems = found.Joined();
  for (const Problem& note : found.notes()) notes.push_back(note.text());
  pattern_growth = found.pattern_growth();
  return absl::OkStatus();
}

void Plan::FindReads() {
  auto found = std::make_unique<Reads>();
  found->composite.Add({"status", "conditions"});
  // Any section may have to find out what a kind is (crossplane/kinds/kind_lookup.h).
  Definition::AddReads(&found->required);
  if (settings.condition.has_value()) AddReads(*settings.condition, &*found);
  for (const auto& section : sections) section->AddReads(&*found);
  found->Finish();
  reads = std::move(found);
}

size_t Plan::Estimate() const {
  // Paths, patches and expressions take a few times the bytes of their text.
  constexpr size_t kPerByte = 5;
  return bytes.size() * (1 + kPerByte) + pool.Size();
}

}  // namespace loom
