// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/readiness.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/objects/status.h"
#include "data/fieldpath/access.h"
#include "data/value/number.h"
#include "language/input/fields.h"

namespace loom {
namespace {

using Operands = ReadinessOperands;

// The field that a check reads; nullptr if it is missing.
absl::StatusOr<const Value*> Field(const Operands& operands,
                                   const Value& observed, Pool* pool) {
  if (!operands.path.ok()) return Harmless(operands.path.status());
  absl::StatusOr<const Value*> found = Get(observed, *operands.path, pool);
  if (absl::IsNotFound(found.status())) return nullptr;
  if (!found.ok()) return Harmless(found.status());
  return found;
}

absl::Status NotA(const Operands& operands, absl::string_view kind) {
  return Harmless(absl::FailedPreconditionError(
      absl::StrCat(operands.path->text(), ": not a ", kind)));
}

absl::StatusOr<bool> Always(const Operands&, const Value&, Pool*) {
  return true;
}

absl::StatusOr<bool> NonEmpty(const Operands& operands, const Value& observed,
                              Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const Value* field, Field(operands, observed, pool));
  return field != nullptr;
}

absl::StatusOr<bool> MatchString(const Operands& operands,
                                 const Value& observed, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const Value* field, Field(operands, observed, pool));
  if (field == nullptr) return false;
  if (!field->IsString()) return NotA(operands, "string");
  return View(*field) == operands.text;
}

absl::StatusOr<bool> MatchInteger(const Operands& operands,
                                  const Value& observed, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const Value* field, Field(operands, observed, pool));
  if (field == nullptr) return false;
  if (!field->IsNumber()) return NotA(operands, "(int64) number");
  std::optional<int64_t> integer = AsInteger(*field);
  if (!integer.has_value()) return NotA(operands, "(int64) number");
  return *integer == operands.integer;
}

template <bool kWant>
absl::StatusOr<bool> MatchBool(const Operands& operands, const Value& observed,
                               Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const Value* field, Field(operands, observed, pool));
  if (field == nullptr) return false;
  if (!field->IsBool()) return NotA(operands, "bool");
  return field->GetBool() == kWant;
}

absl::StatusOr<bool> MatchCondition(const Operands& operands,
                                    const Value& observed, Pool* pool) {
  return ConditionOf(observed, operands.condition_type, pool) ==
         absl::string_view(operands.condition_status);
}

void ParseNothing(Fields&, Operands*) {}

void ParseText(Fields& fields, Operands* operands) {
  std::optional<absl::string_view> text = fields.String("matchString");
  if (!text.has_value()) fields.at().Missing("matchString");
  operands->text = std::string(text.value_or(""));
}

void ParseInteger(Fields& fields, Operands* operands) {
  std::optional<int64_t> integer = fields.Integer("matchInteger");
  if (!integer.has_value()) fields.at().Missing("matchInteger");
  operands->integer = integer.value_or(0);
}

void ParseCondition(Fields& fields, Operands* operands) {
  operands->condition_type = "Ready";
  operands->condition_status = "True";
  std::optional<Input> condition = fields.Object("matchCondition");
  if (!condition.has_value()) return;
  Fields members(*condition);
  operands->condition_type = std::string(members.Required("type"));
  operands->condition_status = std::string(members.Required("status"));
  members.Done();
}

// The table. Add a check here.
struct CheckType {
  absl::string_view name;
  bool needs_path;
  void (*parse)(Fields&, Operands*);
  decltype(ReadinessCheck::check) check;
};

constexpr CheckType kTypes[] = {
    {"None", false, ParseNothing, Always},
    {"NonEmpty", true, ParseNothing, NonEmpty},
    {"MatchString", true, ParseText, MatchString},
    {"MatchInteger", true, ParseInteger, MatchInteger},
    {"MatchTrue", true, ParseNothing, MatchBool<true>},
    {"MatchFalse", true, ParseNothing, MatchBool<false>},
    {"MatchCondition", false, ParseCondition, MatchCondition},
};

ReadinessCheck DefaultCheck() {
  ReadinessCheck check{MatchCondition, {}};
  check.operands.condition_type = "Ready";
  check.operands.condition_status = "True";
  return check;
}

ReadinessCheck ParseCheck(const Input& input) {
  Fields fields(input);
  // A check may have the operands of other types; they have no effect.
  for (absl::string_view name :
       {"fieldPath", "matchString", "matchInteger", "matchCondition"}) {
    fields.Allow(name);
  }
  fields.Required("type");
  const CheckType* type = fields.Choice("type", kTypes, nullptr);
  if (type == nullptr) return {Always, {}};
  ReadinessCheck check{type->check, {}};
  if (type->needs_path) {
    std::optional<absl::string_view> path = fields.String("fieldPath");
    if (!path.has_value()) input.Missing("fieldPath");
    check.operands.path = input.ParsePath("fieldPath", path.value_or(""));
  }
  type->parse(fields, &check.operands);
  fields.Done();
  return check;
}

}  // namespace

Readiness Readiness::Parse(const std::vector<Input>& list) {
  Readiness readiness;
  for (const Input& input : list)
    readiness.checks_.push_back(ParseCheck(input));
  readiness.is_default_ = list.empty();
  if (list.empty()) readiness.checks_.push_back(DefaultCheck());
  return readiness;
}

absl::StatusOr<bool> Readiness::Check(const ReadinessCheck& check,
                                      const Value& observed, Pool* pool) {
  return check.check(check.operands, observed, pool);
}

absl::StatusOr<bool> Readiness::Check(const Value& observed, Pool* pool,
                                      size_t* passed) const {
  for (size_t i = 0; i < checks_.size(); ++i) {
    if (passed != nullptr) *passed = i;
    absl::StatusOr<bool> holds = Check(checks_[i], observed, pool);
    if (!holds.ok()) {
      return Annotate(holds.status(),
                      absl::StrCat("cannot run readiness check at index ", i));
    }
    if (!*holds) return false;
  }
  if (passed != nullptr) *passed = checks_.size();
  return true;
}

}  // namespace loom
