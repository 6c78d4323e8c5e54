// SPDX-License-Identifier: Apache-2.0
#include "language/input/read_regexp.h"

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "data/go/quoted.h"

namespace loom {

absl::StatusOr<Regexp> CompilePattern(const Input& at,
                                      absl::string_view pattern) {
  Problems::Made& made = at.MadeOf(absl::StrCat("regexp ", pattern));
  if (made != nullptr) return *static_cast<const Regexp*>(made.get());
  absl::StatusOr<Regexp> regexp =
      absl::InvalidArgumentError("the input has too many large ones");
  if (at.TakesPatterns()) {
    size_t compiled = 0;
    regexp = Regexp::CompilePaying(pattern, [&compiled](size_t steps) {
      compiled += steps;
      return absl::OkStatus();
    });
    if (!regexp.ok()) at.CountCompiled(compiled);
    if (regexp.ok() && !at.AffordsPattern(regexp->steps(), regexp->growth())) {
      regexp = absl::InvalidArgumentError("the input has too many large ones");
    }
  }
  if (regexp.ok()) made = std::make_shared<const Regexp>(*regexp);
  return regexp;
}

std::optional<Regexp> ReadRegexp(const Input& at, absl::string_view member,
                                 absl::string_view pattern) {
  absl::StatusOr<Regexp> regexp = CompilePattern(at, pattern);
  if (regexp.ok()) return *std::move(regexp);
  at.Invalid(member, absl::StrCat(Quoted(pattern), ": invalid regexp: ",
                                  regexp.status().message()));
  return std::nullopt;
}

}  // namespace loom
