// SPDX-License-Identifier: Apache-2.0
#include "sections/drop_in/sequencer/sequence_pattern.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "language/input/fields.h"
#include "language/input/input.h"

namespace loom {
namespace {

enum Variable { kObserved, kDesired, kContext };

Declarations Names() {
  CelType text = CelType::Of(CelKind::kString);
  Declarations names;
  names.Declare("observed", CelType::RecordOf(kStateMessage));
  names.Declare("desired", CelType::RecordOf(kStateMessage));
  names.Declare("context", CelType::MapOf(text, CelType::Dyn()));
  return names;
}

class Variables final : public CelVariables {
 public:
  explicit Variables(Call* call) : call_(call) {}

  CelValue Get(int number, CelContext* context) override {
    switch (number) {
      case kObserved:
        return ObservedState(call_, context);
      case kDesired:
        return DesiredState(call_, context);
      default:
        return ContextMap(call_, context);
    }
  }

 private:
  Call* call_;
};

}  // namespace

SequenceCondition SequenceCondition::Parse(const Input& rule,
                                           absl::string_view text) {
  SequenceCondition condition;
  condition.text_ = std::string(text);
  if (text.empty()) return condition;
  const Declarations names = Names();
  CompilerOptions options;
  options.names = &names;
  options.compile_pattern = [&rule](absl::string_view pattern) {
    return CompilePattern(rule, pattern);
  };
  condition.expression_ = Expression::Compile(text, options);
  if (!condition.expression_.ok()) {
    // It quotes only what the author wrote, and no value.
    condition.expression_ = Harmless(Annotate(condition.expression_.status(),
                                              "cannot compile CEL condition"));
  } else if (!MayBeSame(condition.expression_->type(),
                        CelType::Of(CelKind::kBool))) {
    condition.expression_ = Harmless(absl::InvalidArgumentError(
        absl::StrCat("CEL condition must return bool, got ",
                     condition.expression_->type().text())));
  }
  return condition;
}

absl::StatusOr<bool> SequenceCondition::Holds(Call& call) const {
  if (text_.empty()) return true;
  LOOM_RETURN_IF_ERROR(expression_.status());
  Variables variables(&call);
  CelContext context(call.pool, expression_->numbers());
  absl::StatusOr<CelValue> value = expression_->Evaluate(&variables, &context);
  if (!value.ok()) {
    return Annotate(value.status(), "cannot evaluate CEL condition");
  }
  if (value->kind() != CelKind::kBool) {
    return absl::FailedPreconditionError("CEL condition result is not bool");
  }
  return value->AsBool();
}

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
    element.Problem(absl::StrCat("Invalid value: expected a string, got ",
                                 KindName(element.value())),
                    ProblemKind::kType);
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
    // If `later` is empty, the error was reported at once.
    const std::string why =
        later.empty() ? "" : later.problems().front().message;
    pattern.regexp_ = Harmless(absl::InvalidArgumentError(
        absl::StrCat("cannot compile regex ", pattern.text_, ": ", why)));
  }
  return pattern;
}

absl::StatusOr<std::vector<absl::string_view>> SequencePattern::Of(
    const std::vector<absl::string_view>& names, Pool* pool) const {
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
