// SPDX-License-Identifier: Apache-2.0
// A Plan is an input that was read: paths parsed, expressions compiled,
// defaults filled in, every mistake of the author found. It is made once for an
// input, never changed, and used by any number of calls at once. All accepted
// inputs become this one thing (inputs.h), so one implementation serves all.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "call/section.h"
#include "input/rules.h"
#include "plan/settings.h"
#include "value/value.h"

namespace loom {

struct Plan {
  // The input's bytes and its tree, to which everything below refers.
  std::string bytes;
  Pool pool;
  Value input;

  // All author errors, with their places; if there are any, nothing below
  // counts.
  std::string problems;
  // Mistakes that the Go function of a drop-in input lets pass, for the log.
  std::vector<std::string> notes;

  const Rules* rules = &RulesOf(Dialect::kNative);
  // In the order in which they run.
  std::vector<std::unique_ptr<const Section>> sections;
  Settings settings;
  // Whether a path may lead to metadata.managedFields of an observed object.
  bool reads_managed_fields = false;

  // What the compiled patterns hold, in steps of their programs.
  size_t pattern_steps = 0;

  // Reads a Struct. InvalidArgument: the bytes are none. *odd: as Decoder's.
  static absl::StatusOr<std::shared_ptr<const Plan>> Parse(
      absl::string_view input, bool* odd);

  // About how much memory it holds.
  size_t Size() const;
};

}  // namespace loom
