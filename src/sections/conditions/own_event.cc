// SPDX-License-Identifier: Apache-2.0
#include "sections/conditions/own_event.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/contract/transition.h"
#include "data/value/budget.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/syntax/lexer.h"
#include "sections/conditions/own_condition.h"

namespace loom {
namespace {

constexpr ExpressionNames kNames = kNamesOfCall | ExpressionName::kConditions;

std::string NoSuchType(absl::string_view type) {
  return absl::StrCat("no entry of `conditions` has the type \"",
                      Cut(type, limits::kName), "\"");
}

// Lists the types if none of them is near.
std::string OtherTypes(absl::string_view type,
                       const std::vector<std::string>& types) {
  if (types.empty() || !NearestName(type, types).empty()) return "";
  return absl::StrCat("; there is ", absl::StrJoin(types, ", "));
}

bool Has(const std::vector<std::string>& types, absl::string_view type) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

// Reports types that no condition has, in an expression of the field `member`.
void CheckTypes(const Input& at, absl::string_view member,
                absl::string_view expression,
                const std::vector<std::string>& types) {
  for (const ExpressionRead& read : ReadsOf(expression)) {
    if (read.name != "conditions" || read.path.empty()) continue;
    const Segment& first = read.path[0];
    if (first.is_index || Has(types, first.field)) continue;
    at.Invalid(
        member,
        absl::StrCat(PlaceIn(expression, read.offset), ": ",
                     NoSuchType(first.field), OtherTypes(first.field, types)),
        ProblemKind::kExpression, NearestName(first.field, types));
  }
}

}  // namespace

std::optional<OwnEvent> OwnEvent::Parse(const Input& input,
                                        const std::vector<std::string>& types) {
  Fields fields(input);
  OwnEvent event;
  event.place_ = input.place();
  event.on_change_ = std::string(fields.String("onChange").value_or(""));
  if (fields.Has("onChange") && !Has(types, event.on_change_)) {
    input.Invalid("onChange",
                  absl::StrCat(NoSuchType(event.on_change_),
                               OtherTypes(event.on_change_, types)),
                  ProblemKind::kUnknownName,
                  NearestName(event.on_change_, types));
  }
  constexpr absl::string_view kTypes[] = {"Normal", "Warning"};
  if (fields.OneOf("type", kTypes, kTypes[0]) == kTypes[1]) {
    event.severity_ = Severity::kWarning;
  }
  event.when_ =
      InputExpression::Read(fields, "when", kNames, ExpressionType::kBool);
  if (event.when_.has_value()) {
    CheckTypes(input, "when", event.when_->text(), types);
  } else if (event.on_change_.empty() && !fields.Has("when") &&
             !fields.Has("onChange")) {
    input.RequireOne({"onChange", "when"});
  }
  event.reason_ = ReadReason(fields, kNames);
  fields.Required("message");
  event.message_ = PublicString::Read(fields, "message", kNames);
  for (const auto& [member, text] : {std::pair("reason", &event.reason_),
                                     std::pair("message", &event.message_)}) {
    if (!text->has_value()) continue;
    for (const InputExpression& expression : (*text)->expressions()) {
      CheckTypes(input, member, expression.text(), types);
    }
  }
  event.tells_claim_ = ReadTarget(fields, false);
  fields.Done();
  if (!event.reason_.has_value() || !event.message_.has_value()) {
    return std::nullopt;
  }
  return event;
}

absl::StatusOr<std::optional<Result>> OwnEvent::Of(
    Call& call, const SetConditions& set) const {
  CallVariables variables(&call);
  variables.conditions = &set.tree;
  if (!on_change_.empty()) {
    LOOM_ASSIGN_OR_RETURN(const bool changed, HasChanged(call, set));
    if (!changed) return std::optional<Result>();
  }
  Result result{.severity = severity_, .message = "", .reason = ""};
  result.tells_claim = tells_claim_;
  if (when_.has_value()) {
    absl::StatusOr<bool> holds = when_->Bool(&variables, call.pool);
    if (holds.ok() && call.observer != nullptr) {
      call.observer->Tested(absl::StrCat(place_, ".when"), *holds);
    }
    if (EndsCall(holds.status())) return holds.status();
    if (IsPending(holds.status())) holds = false;
    if (holds.ok() && !*holds) return std::optional<Result>();
    if (!holds.ok()) {
      result.severity = Severity::kWarning;
      result.message = MessageOf(holds.status(), call.pool->redacted());
    }
  }
  absl::StatusOr<std::string> reason = reason_->TextOf(&variables, call.pool);
  if (EndsCall(reason.status())) return reason.status();
  result.reason =
      reason.ok() && IsCamelCase(*reason) ? *std::move(reason) : "Event";
  if (result.message.empty()) {
    LOOM_ASSIGN_OR_RETURN(result.message,
                          TextOrWhy(*message_, &variables, call.pool));
  }
  result.message = std::string(Shortened(result.message, limits::kMessage));
  return std::optional<Result>(std::move(result));
}

absl::StatusOr<bool> OwnEvent::HasChanged(Call& call,
                                          const SetConditions& set) const {
  auto now = std::find_if(
      set.list.begin(), set.list.end(),
      [&](const Condition& each) { return each.type == on_change_; });
  if (now == set.list.end()) return false;
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const std::optional<Condition> before =
      ObservedCondition(*composite, on_change_);
  return !before.has_value() || before->status != now->status ||
         before->reason != now->reason;
}

}  // namespace loom
