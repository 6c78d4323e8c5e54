// SPDX-License-Identifier: Apache-2.0
#include "sections/drop_in/sequencer/sequence_condition.h"

#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/discretion.h"
#include "base/status_macros.h"
#include "crossplane/call/state_records.h"
#include "language/input/read_regexp.h"

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
    // It quotes what the author wrote, and no value.
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

}  // namespace loom
