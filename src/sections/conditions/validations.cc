// SPDX-License-Identifier: Apache-2.0
#include "sections/conditions/validations.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/call_variables.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"
#include "sections/conditions/own_condition.h"

namespace loom {
namespace {

constexpr absl::string_view kValidationFailed = "ValidationFailed";

using ValidationList = std::vector<ValidationRule>;

bool ReadsResult(absl::string_view expression, bool environment_changes) {
  const std::vector<ExpressionRead> reads = ReadsOf(expression);
  return std::any_of(
      reads.begin(), reads.end(), [&](const ExpressionRead& read) {
        return read.name == "desired" ||
               (environment_changes &&
                (read.name == "environment" || read.name == "context"));
      });
}

std::shared_ptr<const ValidationList> ValidationsOf(Fields& input) {
  input.Allow("validations");
  auto& list = input.at().Made<const ValidationList>();
  if (list != nullptr) return list;
  const std::vector<Input> entries = input.ListSection("validations");
  const bool environment_changes =
      Dig(input.at().value(), {"environment", "patches"}) != nullptr;
  auto made = std::make_shared<ValidationList>();
  made->reserve(entries.size());
  for (const Input& entry : entries) {
    auto validation = ValidationRule::Parse(entry, environment_changes);
    if (validation.has_value()) made->push_back(*std::move(validation));
  }
  list = std::move(made);
  return list;
}

std::unique_ptr<const Section> SectionOf(Fields& input, bool early) {
  std::shared_ptr<const ValidationList> list = ValidationsOf(input);
  if (list->empty()) return nullptr;
  return std::make_unique<const Validations>(std::move(list), early);
}

// Evaluates the rules of one pass, and collects what it finds.
class Check {
 public:
  Check(Call& call, bool early, Outcome* outcome)
      : call_(call), variables_(&call), early_(early), outcome_(*outcome) {}

  absl::Status Add(const ValidationRule& validation, size_t index) {
    if (early_ && (validation.reads_result || validation.only_warns)) {
      return absl::OkStatus();
    }
    LOOM_RETURN_IF_ERROR(call_.Begin(validation.place, index));
    const absl::StatusOr<bool> holds =
        validation.rule.Bool(&variables_, call_.pool);
    if (EndsCall(holds.status())) return holds.status();
    if (IsPending(holds.status())) {
      if (!early_) {
        outcome_.Add(
            PendingExpression("", holds.status(), call_.pool->redacted()));
      }
      return absl::OkStatus();
    }
    if (holds.ok() && call_.observer != nullptr) {
      call_.observer->Tested(validation.rule.place(), *holds);
    }
    if (holds.ok() && *holds) return absl::OkStatus();
    std::string text = MessageOf(holds.status(), call_.pool->redacted());
    if (holds.ok()) {
      LOOM_ASSIGN_OR_RETURN(text, TextOf(validation));
    }
    Report(validation, std::string(Shortened(text, limits::kMessage)));
    return absl::OkStatus();
  }

  absl::Status Failed() const {
    if (texts_.empty()) return absl::OkStatus();
    const std::string all = absl::StrJoin(texts_, "; ");
    return WithFact(
        WithPlace(Harmless(absl::FailedPreconditionError(all)), place_),
        Fact::kReason, kValidationFailed);
  }

 private:
  absl::StatusOr<std::string> TextOf(const ValidationRule& validation) {
    std::string rule = absl::StrCat("failed rule: ", validation.rule.text());
    if (!validation.message.has_value()) return rule;
    absl::StatusOr<std::string> text =
        validation.message->TextOf(&variables_, call_.pool);
    if (text.ok() || EndsCall(text.status())) return text;
    return absl::StrCat(rule, "; no message: ",
                        MessageOf(text.status(), call_.pool->redacted()));
  }

  void Report(const ValidationRule& validation, std::string text) {
    if (validation.only_warns || validation.tells_claim) {
      Result warning{Severity::kWarning, text, std::string(kValidationFailed)};
      warning.tells_claim = validation.tells_claim;
      warning.places = {validation.place};
      outcome_.Add(std::move(warning));
    }
    if (validation.only_warns) return;
    if (texts_.empty()) place_ = validation.place;
    texts_.push_back(std::move(text));
  }

  Call& call_;
  CallVariables variables_;
  bool early_;
  Outcome& outcome_;
  std::vector<std::string> texts_;
  std::string place_;  // of the first
};

}  // namespace

std::optional<ValidationRule> ValidationRule::Parse(const Input& input,
                                                    bool environment_changes) {
  Fields fields(input);
  fields.Required("rule");
  auto rule = InputExpression::Read(fields, "rule", kNamesOfCall,
                                    ExpressionType::kBool);
  if (fields.Has("message")) fields.Required("message");
  auto message = PublicString::Read(fields, "message", kNamesOfCall);
  constexpr absl::string_view kSeverities[] = {"Fatal", "Warning"};
  const bool only_warns =
      fields.OneOf("severity", kSeverities, kSeverities[0]) == kSeverities[1];
  const bool tells_claim = ReadTarget(fields, /*otherwise=*/false);
  fields.Done();
  if (!rule.has_value()) return std::nullopt;
  ValidationRule made{.place = input.place(),
                      .rule = *std::move(rule),
                      .message = std::move(message),
                      .only_warns = only_warns,
                      .tells_claim = tells_claim};
  made.reads_result = ReadsResult(made.rule.text(), environment_changes);
  if (!made.message.has_value()) return made;
  for (const InputExpression& expression : made.message->expressions()) {
    made.reads_result |= ReadsResult(expression.text(), environment_changes);
  }
  return made;
}

std::unique_ptr<const Section> Validations::ParseEarly(Fields& input) {
  return SectionOf(input, /*early=*/true);
}

std::unique_ptr<const Section> Validations::ParseLate(Fields& input) {
  return SectionOf(input, /*early=*/false);
}

absl::Status Validations::Run(Call& call, Outcome* outcome) const {
  // The step itself may turn out not to apply.
  if (call.is_tentative) return absl::OkStatus();
  if (!early_) outcome->Add(ExpressionsResolved());
  Check check(call, early_, outcome);
  for (size_t i = 0; i < list_->size(); ++i) {
    LOOM_RETURN_IF_ERROR(check.Add((*list_)[i], i));
  }
  return check.Failed();
}

}  // namespace loom
