// SPDX-License-Identifier: Apache-2.0
#include "sections/conditions/own_condition.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/call_variables.h"
#include "data/value/object.h"

namespace loom {
namespace {

constexpr absl::string_view kWaiting = "Waiting";
constexpr absl::string_view kFailed = "ExpressionFailed";
constexpr absl::string_view kNotShown = "NotShown";

// The types that Crossplane does not accept from a function.
constexpr absl::string_view kCrossplanes[] = {"Ready", "Synced", "Healthy",
                                              "UpToDate", "Responsive"};

constexpr struct {
  absl::string_view name;
  ConditionStatus status;
} kStatuses[] = {{"True", ConditionStatus::kTrue},
                 {"False", ConditionStatus::kFalse},
                 {"Unknown", ConditionStatus::kUnknown}};

// Returns the status that the value of `status` means.
std::optional<ConditionStatus> StatusOf(const Value& value) {
  if (value.IsBool()) {
    return value.GetBool() ? ConditionStatus::kTrue : ConditionStatus::kFalse;
  }
  if (!value.IsString()) return std::nullopt;
  for (const auto& row : kStatuses) {
    if (row.name == View(value)) return row.status;
  }
  return std::nullopt;
}

std::string CheckedType(Fields& fields) {
  const absl::string_view type = fields.Required("type");
  if (type.empty()) return "";
  auto refuse = [&](absl::string_view why) {
    fields.at().Invalid(
        "type", absl::StrCat("\"", Cut(type, limits::kName), "\"", why));
  };
  if (type == "Ready") {
    refuse(
        " belongs to Crossplane: set it with the `ready` field of the input");
  } else if (std::find(std::begin(kCrossplanes), std::end(kCrossplanes),
                       type) != std::end(kCrossplanes)) {
    refuse(" belongs to Crossplane, which ignores it from a function");
  } else if (!ConditionTypeOf(type).name.empty()) {
    refuse(
        " belongs to function-loom, which reports the result of this step in "
        "it");
  } else if (!IsCamelCase(type) || type.size() > limits::kName) {
    refuse(": expected CamelCase, such as DatabaseAvailable");
  } else {
    return std::string(type);
  }
  return "";
}

// Describes what a pending expression waits for: `waiting for composed resource
// "db"`.
std::string WaitingText(const absl::Status& status, const Pool& pool) {
  const std::string message = MessageOf(status, pool.redacted());
  absl::string_view what = message;
  // The position in the expression means nothing to the reader of a condition.
  const size_t words = what.find_first_not_of("0123456789: ");
  if (words != what.npos) what.remove_prefix(words);
  return absl::ConsumePrefix(&what, "waits for ")
             ? absl::StrCat("waiting for ", what)
             : absl::StrCat("waiting: ", what);
}

}  // namespace

absl::StatusOr<std::string> TextOrWhy(const PublicString& text,
                                      CelVariables* variables, Pool* pool) {
  absl::StatusOr<std::string> made = text.TextOf(variables, pool);
  if (made.ok() || EndsCall(made.status())) return made;
  return IsPending(made.status()) ? WaitingText(made.status(), *pool)
                                  : MessageOf(made.status(), pool->redacted());
}

bool IsCamelCase(absl::string_view text) {
  return !text.empty() && absl::ascii_isupper(text[0]) &&
         std::all_of(text.begin(), text.end(), absl::ascii_isalnum);
}

std::optional<PublicString> ReadReason(Fields& fields, ExpressionNames names) {
  if (!fields.Has("reason")) fields.at().Missing("reason");
  std::optional<PublicString> reason =
      PublicString::Read(fields, "reason", names);
  if (!reason.has_value()) return std::nullopt;
  const std::optional<std::string> constant = reason->Constant();
  if (constant.has_value() && !IsCamelCase(*constant)) {
    fields.at().Invalid(
        "reason",
        absl::StrCat("\"", Cut(*constant, limits::kName),
                     "\": expected CamelCase, such as StillCreating"));
  }
  return reason;
}

bool ReadTarget(Fields& fields, bool otherwise) {
  constexpr absl::string_view kTargets[] = {"Composite", "CompositeAndClaim"};
  return fields.OneOf("target", kTargets, kTargets[otherwise ? 1 : 0]) ==
         kTargets[1];
}

std::optional<OwnCondition> OwnCondition::Parse(const Input& input,
                                                size_t index) {
  Fields fields(input);
  OwnCondition condition;
  condition.place_ = input.place();
  condition.index_ = index;
  condition.type_ = CheckedType(fields);
  condition.when_ = InputExpression::Read(fields, "when", kNamesOfCall,
                                          ExpressionType::kBool);
  if (!fields.Has("status")) input.Missing("status");
  condition.status_ = PublicString::Read(fields, "status", kNamesOfCall);
  if (condition.status_.has_value()) {
    const auto constant = condition.status_->Constant();
    const bool is_status =
        !constant.has_value() ||
        std::any_of(std::begin(kStatuses), std::end(kStatuses),
                    [&](const auto& row) { return row.name == *constant; });
    if (!is_status) {
      input.Invalid("status",
                    absl::StrCat("\"", Cut(*constant, limits::kName),
                                 "\": expected True, False or Unknown, "
                                 "or an expression in ${…}"));
    }
  }
  condition.reason_ = ReadReason(fields, kNamesOfCall);
  condition.message_ = PublicString::Read(fields, "message", kNamesOfCall);
  condition.tells_claim_ = ReadTarget(fields, true);
  fields.Done();
  const bool is_whole = !condition.type_.empty() &&
                        condition.status_.has_value() &&
                        condition.reason_.has_value();
  if (!is_whole) return std::nullopt;
  return condition;
}

absl::StatusOr<std::optional<Condition>> OwnCondition::Of(Call& call) const {
  Condition condition{.type = type_, .reason = "", .message = ""};
  condition.is_authors = true;
  condition.tells_claim = tells_claim_;
  absl::Status status;
  if (when_.has_value()) {
    CallVariables variables(&call);
    absl::StatusOr<bool> holds = when_->Bool(&variables, call.pool);
    if (holds.ok() && call.observer != nullptr) {
      call.observer->Tested(absl::StrCat(place_, ".when"), *holds);
    }
    if (IsPending(holds.status())) holds = false;
    if (holds.ok() && !*holds) return std::optional<Condition>();
    status = holds.status();
  }
  if (status.ok()) status = Fill(call, &condition);
  if (EndsCall(status)) return status;
  if (!status.ok()) {
    condition.status = ConditionStatus::kUnknown;
    condition.reason = std::string(kFailed);
    condition.message = MessageOf(status, call.pool->redacted());
  }
  condition.message =
      std::string(Shortened(condition.message, limits::kMessage));
  return std::optional<Condition>(std::move(condition));
}

absl::Status OwnCondition::Fill(Call& call, Condition* condition) const {
  CallVariables variables(&call);
  absl::StatusOr<Value> status = status_->Of(&variables, call.pool);
  if (IsPending(status.status())) {
    condition->reason = std::string(kWaiting);
    condition->message = WaitingText(status.status(), *call.pool);
    return absl::OkStatus();
  }
  LOOM_RETURN_IF_ERROR(status.status());
  const std::optional<ConditionStatus> parsed = StatusOf(*status);
  if (!parsed.has_value()) {
    return Harmless(absl::FailedPreconditionError(absl::StrCat(
        "status of ", type_, ": expected a boolean, True, False or Unknown")));
  }
  absl::StatusOr<std::string> reason = reason_->TextOf(&variables, call.pool);
  if (IsPending(reason.status())) reason = std::string(kWaiting);
  if (PublicString::IsHidden(reason.status())) reason = std::string(kNotShown);
  LOOM_RETURN_IF_ERROR(reason.status());
  if (!IsCamelCase(*reason)) {
    return Harmless(absl::FailedPreconditionError(absl::StrCat(
                        "reason of ", type_, ": expected CamelCase, got \"",
                        Cut(*reason, limits::kName), "\"")),
                    absl::StrCat("reason of ", type_, ": expected CamelCase"));
  }
  condition->status = *parsed;
  condition->reason = *std::move(reason);
  if (!message_.has_value()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(condition->message,
                        TextOrWhy(*message_, &variables, call.pool));
  return absl::OkStatus();
}

}  // namespace loom
