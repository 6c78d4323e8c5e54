// SPDX-License-Identifier: Apache-2.0
// A Plan is an input that has been read: paths are parsed, expressions are
// compiled, defaults are filled in, and every mistake of the author has been
// found. A plan is made once for an input, never changed, and used by any
// number of calls at once. All accepted inputs become plans (inputs.h), so one
// implementation serves all of them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/byte_budget.h"
#include "crossplane/call/call.h"
#include "data/fieldpath/reads.h"
#include "data/value/value.h"
#include "function/plan/settings.h"
#include "language/cel/program/expression_names.h"
#include "language/input/rules.h"

namespace loom {

struct Plan {
  // The bytes of the input and its tree, to which the members below refer.
  std::string bytes;
  Pool pool;
  Value input;

  // All mistakes of the author, with their places. If it is not empty, the plan
  // cannot be run.
  std::string problems;
  // Mistakes that do not stop the input (language/input/input.h); they are logged.
  std::vector<std::string> notes;

  // What expressions name that the step has to require itself, or that is a mistake.
  std::vector<UnknownEntry> unknown_entries;

  const Rules* rules = &RulesOf(Dialect::kNative);
  // The sections, in the order in which they run.
  std::vector<std::unique_ptr<const Section>> sections;
  // Their names in function/plan/sections.h.
  std::vector<absl::string_view> section_names;
  Settings settings;
  // What the sections read of the objects of a call; nullptr: anything.
  std::unique_ptr<const Reads> reads;

  // How many bytes of memory the plan holds, with what its compiled patterns
  // may come to hold when they are matched.
  size_t size = 0;
  // The latter part of it.
  size_t pattern_growth = 0;
  // Its memory while no cache keeps it.
  mutable HeldBytes held;

  // Reads the bytes of a Struct. If that takes too much memory, or the plan would, this is
  // a problem of the input. InvalidArgument: they are not a Struct
  // (data/value/struct_codec.h). Cancelled: stopped() said that nobody waits for the
  // plan. ResourceExhausted: `shared`, which may be null, has no room for it.
  static absl::StatusOr<std::shared_ptr<const Plan>> Parse(
      absl::string_view input, const std::function<bool()>& stopped = nullptr,
      ByteBudget* shared = nullptr);

 private:
  absl::Status Read(const std::function<bool()>& stopped,
                    const std::function<bool()>& too_large);
  void FindReads();
  // Makes a problem of a plan that is larger than limits::kPlan.
  void CheckSize();
  // What is left of a plan with problems: these, and what names the input in the log.
  std::shared_ptr<Plan> Refused() const;
  // The bytes that it holds, where the allocator does not say them.
  size_t Estimate() const;
};

// Cancelled, which says so.
absl::Status NobodyWaits();

}  // namespace loom
