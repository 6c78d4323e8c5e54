// SPDX-License-Identifier: Apache-2.0
// Plan is an input that is ready to run: paths are parsed, expressions are compiled,
// defaults are filled in, and all errors in the input have been found. A plan is made
// once per input and never changes. Any number of calls may use it at once. All
// accepted inputs become plans (inputs.h), so they share one implementation.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/byte_budget.h"
#include "crossplane/call/call.h"
#include "data/value/value.h"
#include "function/plan/settings.h"
#include "language/cel/program/expression_names.h"
#include "language/input/input.h"
#include "language/input/rules.h"

namespace loom {

// How to report a mistake that a replaced function accepts: as the rules of the input
// require (language/input/rules.h), which may be a note, or always as an error.
enum class Mistakes { kAsRules, kRefused };

// The inputs of Plan::Parse besides the bytes.
struct PlanOptions {
  // Returns true when no client waits for the plan any more.
  std::function<bool()> stopped = nullptr;
  // The memory of all calls; may be null.
  ByteBudget* shared = nullptr;
  Mistakes mistakes = Mistakes::kAsRules;
  // Receives the problems, notes and expressions of the input with their locations; may
  // be null. A plan that cannot run then also keeps its input and its sections.
  Problems* found = nullptr;
};

struct Plan {
  // The bytes of the input and its tree. The members below refer to both.
  std::string bytes;
  Pool pool;
  Value input;

  // All errors in the input, with their locations. If not empty, the plan cannot run.
  std::string problems;
  // Mistakes with which the input still works (language/input/input.h). They are
  // logged.
  std::vector<std::string> notes;

  // Names in expressions that the input does not define. Each must be a requirement of
  // the step itself; otherwise it is an error.
  std::vector<UnknownEntry> unknown_entries;

  const Rules* rules = &RulesOf(Dialect::kNative);
  std::vector<std::unique_ptr<const Section>> sections;
  // The names of the sections (function/plan/sections.h).
  std::vector<absl::string_view> section_names;
  Settings settings;

  // The memory of the plan in bytes, including the memory that its compiled patterns
  // may allocate later when they are matched.
  size_t size = 0;
  // The part of `size` that the patterns may allocate later.
  size_t pattern_growth = 0;
  // The memory of the plan while it is not in a cache.
  mutable HeldBytes held;

  // Reads an input from the bytes of a Struct. If reading or the plan takes too much
  // memory, this is an error in the input.
  // InvalidArgument: the bytes are not a Struct (data/value/struct_codec.h).
  // Cancelled: options.stopped() returned true.
  // ResourceExhausted: `options.shared` has no room for the plan.
  static absl::StatusOr<std::shared_ptr<const Plan>> Parse(
      absl::string_view input, const PlanOptions& options = {});

 private:
  absl::Status Read(const PlanOptions& options,
                    std::function<bool()> too_large);
  // Reports a problem if the plan is larger than limits::kPlan.
  void CheckSize();
  // Returns a copy with only the problems and the identity of the input for the log.
  std::shared_ptr<Plan> Refused() const;
  // Estimates the size of the plan, for allocators that do not count.
  size_t Estimate() const;
};

// Returns Cancelled: no client waits for the plan.
absl::Status NobodyWaits();

}  // namespace loom
