// SPDX-License-Identifier: Apache-2.0
#include "dependency/name_pattern.h"

#include "base/status_macros.h"
#include "input/read_regexp.h"
#include "value/budget.h"

namespace loom {

NamePattern NamePattern::Parse(Fields& fields, absl::string_view member) {
  NamePattern pattern;
  pattern.text_ = std::string(fields.Required(member));
  constexpr char kSpecial[] = "\\.+*?()|[]{}^$";
  if (pattern.text_.find_first_of(kSpecial) != std::string::npos) {
    pattern.regexp_ = ReadRegexp(fields.at(), member, pattern.text_);
  }
  return pattern;
}

absl::StatusOr<bool> NamePattern::Matches(absl::string_view name,
                                          Pool* pool) const {
  if (regexp_.has_value()) return regexp_->MatchesWhole(name, pool);
  LOOM_RETURN_IF_ERROR(Spend(1, pool));
  return name == text_;
}

}  // namespace loom
