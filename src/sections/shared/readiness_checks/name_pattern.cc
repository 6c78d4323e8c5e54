// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/name_pattern.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/go/format.h"
#include "data/value/budget.h"
#include "language/input/fields.h"

namespace loom {

bool NamePattern::NeedsRegexp() const {
  constexpr char kSpecial[] = "\\.+*?()|[]{}^$";
  return text_.find_first_of(kSpecial) != std::string::npos;
}

NamePattern NamePattern::OfName(absl::string_view name) {
  NamePattern pattern;
  pattern.text_ = std::string(name);
  return pattern;
}

NamePattern NamePattern::Parse(Fields& fields, absl::string_view member) {
  NamePattern pattern;
  pattern.text_ = std::string(fields.Required(member));
  if (pattern.NeedsRegexp()) {
    pattern.regexp_ = ReadRegexp(fields.at(), member, pattern.text_);
  }
  return pattern;
}

std::vector<NamePattern> NamePattern::ParseList(Fields& fields,
                                                absl::string_view member) {
  std::vector<NamePattern> patterns;
  const std::vector<Input> list = fields.List(member);
  if (list.empty() && fields.Has(member)) {
    fields.at().Missing(member, "expected at least one entry");
  }
  for (const Input& entry : list) {
    std::optional<NamePattern> pattern = ParseEntry(entry);
    if (pattern.has_value()) patterns.push_back(*std::move(pattern));
  }
  return patterns;
}

std::optional<NamePattern> NamePattern::ParseEntry(const Input& entry) {
  if (!entry.value().IsString() || entry.value().GetStringLength() == 0) {
    entry.Problem("Invalid value: expected a non-empty string");
    return std::nullopt;
  }
  NamePattern pattern;
  pattern.text_ = std::string(View(entry.value()));
  if (!pattern.NeedsRegexp()) return pattern;
  absl::StatusOr<Regexp> regexp = CompilePattern(entry, pattern.text_);
  if (!regexp.ok()) {
    entry.Problem(absl::StrCat("Invalid value: ", Quoted(pattern.text_),
                               ": invalid regexp: ", regexp.status().message()),
                  ProblemKind::kRegexp);
    return std::nullopt;
  }
  pattern.regexp_ = *std::move(regexp);
  return pattern;
}

absl::StatusOr<bool> NamePattern::Matches(absl::string_view name,
                                          Pool* pool) const {
  if (regexp_.has_value()) return regexp_->MatchesWhole(name, pool);
  return AreSame(name, text_, pool);
}

absl::StatusOr<bool> NamePattern::Matches(absl::string_view name,
                                          absl::string_view of_template,
                                          Pool* pool) const {
  LOOM_ASSIGN_OR_RETURN(const bool matches, Matches(name, pool));
  if (matches || of_template == name) return matches;
  return Matches(of_template, pool);
}

absl::StatusOr<bool> NamePattern::MayMatchFrom(absl::string_view prefix,
                                               Pool* pool) const {
  if (regexp_.has_value()) return regexp_->MayMatchFrom(prefix, pool);
  return absl::StartsWith(text_, prefix);
}

absl::StatusOr<bool> AnyMatches(const std::vector<NamePattern>& patterns,
                                absl::string_view name,
                                absl::string_view of_template, Pool* pool) {
  for (const NamePattern& pattern : patterns) {
    LOOM_ASSIGN_OR_RETURN(const bool matches,
                          pattern.Matches(name, of_template, pool));
    if (matches) return true;
  }
  return false;
}

}  // namespace loom
