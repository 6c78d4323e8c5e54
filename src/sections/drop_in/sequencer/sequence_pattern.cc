// SPDX-License-Identifier: Apache-2.0
#include "sections/drop_in/sequencer/sequence_pattern.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "data/value/budget.h"
#include "language/input/problems.h"
#include "language/input/read_regexp.h"

namespace loom {
namespace {

bool IsPlain(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' ||
         c == '_';
}

std::string Anchored(const std::string& text) {
  if (absl::StartsWith(text, "^") || absl::EndsWith(text, "$")) return text;
  return absl::StrCat("^", text, "$");
}

}  // namespace

SequencePattern SequencePattern::Parse(const Input& element) {
  SequencePattern pattern;
  if (element.value().IsString()) {
    pattern.text_ = std::string(View(element.value()));
  } else if (!element.value().IsNull()) {
    element.Problem(absl::StrCat("Invalid value: want a string, got ",
                                 KindName(element.value())));
  }
  pattern.is_name_ =
      std::all_of(pattern.text_.begin(), pattern.text_.end(), IsPlain);
  if (pattern.is_name_) return pattern;
  Problems later;
  std::optional<Regexp> regexp =
      ReadRegexp(element.Deferring(&later), "", Anchored(pattern.text_));
  if (regexp.has_value()) {
    pattern.regexp_ = *std::move(regexp);
  } else {
    // Without one, it was reported at once.
    const std::string why =
        later.empty() ? "" : later.problems().front().message;
    pattern.regexp_ = absl::InvalidArgumentError(
        absl::StrCat("cannot compile regex ", pattern.text_, ": ", why));
  }
  return pattern;
}

absl::StatusOr<std::vector<absl::string_view>> SequencePattern::Of(
    const std::vector<absl::string_view>& names, Pool* pool) const {
  LOOM_RETURN_IF_ERROR(Spend(Finding(names.size()), pool));
  std::vector<absl::string_view> matching;
  if (is_name_) {
    auto [first, last] =
        std::equal_range(names.begin(), names.end(), absl::string_view(text_));
    matching.assign(first, last);
    return matching;
  }
  LOOM_RETURN_IF_ERROR(status());
  for (absl::string_view name : names) {
    LOOM_ASSIGN_OR_RETURN(bool matches, regexp_->Matches(name, pool));
    if (matches) matching.push_back(name);
  }
  return matching;
}

}  // namespace loom
