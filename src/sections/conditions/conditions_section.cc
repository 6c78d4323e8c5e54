// SPDX-License-Identifier: Apache-2.0
#include "sections/conditions/conditions_section.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {
namespace {

Value TreeOf(const Condition& condition, Pool* pool) {
  Value tree = Object();
  Set(tree, "type", Text(condition.type, pool), pool);
  Set(tree, "status", Borrow(NameOf(condition.status)), pool);
  Set(tree, "reason", Text(condition.reason, pool), pool);
  Set(tree, "message", Text(condition.message, pool), pool);
  return tree;
}

}  // namespace

std::unique_ptr<const Section> ConditionsSection::Parse(Fields& input) {
  const std::vector<Input> conditions = input.ListSection("conditions");
  const std::vector<Input> events = input.ListSection("events");
  auto section = std::make_unique<ConditionsSection>();
  section->ready_ = InputExpression::Read(input, "ready", kNamesOfCall,
                                          ExpressionType::kBool);
  if (conditions.empty() && events.empty() && !section->ready_.has_value()) {
    return nullptr;
  }
  std::vector<std::string> types;
  for (size_t i = 0; i < conditions.size(); ++i) {
    std::optional<OwnCondition> condition =
        OwnCondition::Parse(conditions[i], i);
    if (!condition.has_value()) continue;
    types.push_back(condition->type());
    section->conditions_.push_back(*std::move(condition));
  }
  for (const Input& each : events) {
    std::optional<OwnEvent> event = OwnEvent::Parse(each, types);
    if (event.has_value()) section->events_.push_back(*std::move(event));
  }
  return section;
}

absl::Status ConditionsSection::Run(Call& call, Outcome* outcome) const {
  LOOM_RETURN_IF_ERROR(DecideReady(call, outcome));
  LOOM_ASSIGN_OR_RETURN(SetConditions set, Conditions(call));
  for (const OwnEvent& event : events_) {
    LOOM_ASSIGN_OR_RETURN(std::optional<Result> result, event.Of(call, set));
    if (result.has_value()) outcome->Add(*std::move(result));
  }
  outcome->conditions = std::move(set.list);
  return absl::OkStatus();
}

absl::StatusOr<SetConditions> ConditionsSection::Conditions(Call& call) const {
  SetConditions set;
  set.tree = Object();
  auto is_set = [&](const OwnCondition& entry) {
    return std::any_of(
        set.list.begin(), set.list.end(),
        [&](const Condition& each) { return each.type == entry.type(); });
  };
  for (const OwnCondition& entry : conditions_) {
    if (is_set(entry)) continue;
    LOOM_ASSIGN_OR_RETURN(std::optional<Condition> condition, entry.Of(call));
    if (!condition.has_value()) continue;
    if (call.observer != nullptr) {
      call.observer->EntryBegan(entry.place(), entry.index());
    }
    Set(set.tree, entry.type(), TreeOf(*condition, call.pool), call.pool);
    set.list.push_back(*std::move(condition));
  }
  return set;
}

absl::Status ConditionsSection::DecideReady(Call& call,
                                            Outcome* outcome) const {
  if (!ready_.has_value()) return absl::OkStatus();
  CallVariables variables(&call);
  const absl::StatusOr<bool> ready = ready_->Bool(&variables, call.pool);
  if (EndsCall(ready.status())) return ready.status();
  const std::string why =
      ready.ok() ? "`ready` is false"
                 : MessageOf(ready.status(), call.pool->redacted());
  if (!ready.ok() && !IsPending(ready.status())) {
    outcome->Add(Result{
        Severity::kWarning,
        std::string(Shortened(
            absl::StrCat("cannot tell whether the composite is ready: ", why),
            limits::kMessage)),
        ""});
  }
  if (call.observer != nullptr) {
    call.observer->Decided(ready.value_or(false), why);
  }
  return call.composite.Decide(ready.value_or(false));
}

}  // namespace loom
