// SPDX-License-Identifier: Apache-2.0
// ReadRegexp compiles a regular expression that an author wrote and reports
// what is wrong with it at its place:
//
//   absl::string_view text = fields.Required("match");
//   std::optional<Regexp> pattern = ReadRegexp(fields.at(), "match", text);
//
//   match: Invalid value: "[": invalid regexp: missing ]: [
//
// Equal patterns of an input share one program, because each program keeps up
// to 8 MiB of what it learnt from the texts that it met. All programs of an
// input together are bounded by kPatternSteps (base/limits.h); a pattern that
// exceeds this bound is refused, and a smaller one may still fit.
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/go/regexp.h"
#include "language/input/input.h"

namespace loom {

// `member` names the member of `at` that holds `pattern`. nullopt: the mistake
// was reported.
std::optional<Regexp> ReadRegexp(const Input& at, absl::string_view member,
                                 absl::string_view pattern);

// The same without a report, for a pattern that is a part of what an author wrote.
// InvalidArgument: it is none, or the input has too many large ones.
absl::StatusOr<Regexp> CompilePattern(const Input& at,
                                      absl::string_view pattern);

}  // namespace loom
