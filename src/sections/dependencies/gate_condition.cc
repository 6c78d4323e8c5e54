// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/gate_condition.h"

#include <utility>

#include "base/errors.h"
#include "crossplane/call/field.h"
#include "crossplane/objects/status.h"
#include "data/fieldpath/access.h"
#include "data/value/object.h"

namespace loom {

GateCondition GateCondition::Parse(Fields& fields) {
  GateCondition condition;
  std::optional<Input> given = fields.Any("condition");
  if (!given.has_value()) return condition;
  if (given->value().IsObject()) {
    condition.ParseObject(*given);
    return condition;
  }
  const absl::string_view name = fields.OneOf(
      "condition", {"Ready", "Exists", "Synced"}, "Ready", IfUnknown::kInvalid);
  if (name == "Exists") condition.kind_ = Kind::kExists;
  if (name == "Synced") {
    condition.kind_ = Kind::kCondition;
    condition.type_ = "Synced";
  }
  return condition;
}

void GateCondition::ParseObject(const Input& input) {
  Fields fields(input);
  const absl::string_view type = fields.String("type").value_or("");
  const absl::string_view path = fields.String("fieldPath").value_or("");
  if (type.empty() == path.empty()) {
    input.Problem("expected either type or fieldPath");
    return;
  }
  if (!path.empty()) {
    ParseField(fields, path);
  } else {
    kind_ = Kind::kCondition;
    type_ = std::string(type);
    status_ = std::string(fields.OneOf("status", {"True", "False", "Unknown"},
                                       "True", IfUnknown::kInvalid));
  }
  fields.Done();
}

void GateCondition::ParseField(Fields& fields, absl::string_view text) {
  const Input& input = fields.at();
  absl::StatusOr<Path> path = input.ParsePath("fieldPath", text);
  if (path.ok() && path->HasWildcard()) {
    input.Invalid("fieldPath", "expected one field, not a wildcard");
  }
  if (path.ok()) path_ = *std::move(path);
  const std::optional<Input> equals = fields.Any("equals");
  const std::optional<bool> non_empty = fields.Bool("nonEmpty");
  if (equals.has_value() == non_empty.has_value()) {
    if (equals.has_value()) {
      input.Problem("equals and nonEmpty cannot be combined");
    } else {
      input.RequireOne({"equals", "nonEmpty"});
    }
  } else if (non_empty.has_value() && !*non_empty) {
    input.Invalid("nonEmpty", "expected true");
  }
  kind_ = equals.has_value() ? Kind::kEquals : Kind::kNonEmpty;
  if (equals.has_value()) wanted_ = &equals->value();
}

absl::StatusOr<bool> GateCondition::Holds(const Value& object,
                                          Pool* pool) const {
  if (kind_ == Kind::kReady || kind_ == Kind::kExists) return true;
  if (kind_ == Kind::kCondition) {
    return StatusOfCondition(object, type_, pool) == status_;
  }
  absl::StatusOr<const Value*> field = Get(object, path_, pool);
  if (EndsCall(field.status())) return field.status();
  if (!field.ok()) return false;
  if (kind_ == Kind::kNonEmpty) return IsSet(**field);
  return Equal(**field, *wanted_, pool);
}

}  // namespace loom
