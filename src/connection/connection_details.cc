// SPDX-License-Identifier: Apache-2.0
#include "connection/connection_details.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "fieldpath/access.h"
#include "value/budget.h"
#include "value/json.h"

namespace loom {
namespace {

using Made = absl::StatusOr<std::optional<Value>>;

// What a detail is written as: a text as it is, anything else as compact JSON.
absl::StatusOr<std::string> TextOf(const Value& value) {
  if (value.IsString()) return std::string(View(value));
  return CompactJson(value);
}

}  // namespace

// A row of the table: a type, the member that holds its operand, and how it is read.
struct ConnectionDetails::Type {
  absl::string_view name;
  absl::string_view operand;
  Read read;
  bool is_path = false;
  bool is_expression = false;
};

ConnectionDetails::Row ConnectionDetails::ParseRow(const Input& input,
                                                   ExpressionNames names) {
  constexpr Read kReadKey = [](const Row& row, const From& from,
                               Pool* pool) -> Made {
    LOOM_RETURN_IF_ERROR(Spend(1 + from.details.size(), pool));
    std::optional<Value> found;
    for (const auto& [key, value] : from.details) {
      if (key == row.text) found = Borrow(value);
    }
    return found;
  };
  constexpr Read kReadField = [](const Row& row, const From& from,
                                 Pool* pool) -> Made {
    if (!row.path.ok()) return std::nullopt;
    absl::StatusOr<const Value*> field = Get(from.observed, *row.path, pool);
    if (!field.ok()) return std::nullopt;
    return std::optional<Value>(Copy(**field, pool));
  };
  constexpr Read kReadValue = [](const Row& row, const From&, Pool*) -> Made {
    return std::optional<Value>(Borrow(row.text));
  };
  constexpr Read kReadExpression = [](const Row& row, const From& from,
                                      Pool* pool) -> Made {
    return row.expression->OptionalTree(from.variables, pool);
  };
  static constexpr Type kTypes[] = {
      {"FromConnectionSecretKey", "fromConnectionSecretKey", kReadKey},
      {"FromFieldPath", "fromFieldPath", kReadField, /*is_path=*/true},
      {"FromValue", "value", kReadValue},
      // Those of the native input alone are the last.
      {"FromExpression", "expression", kReadExpression, false,
       /*is_expression=*/true},
  };
  absl::Span<const Type> types = kTypes;
  const bool has_expressions = input.rules().has_expressions;
  if (!has_expressions) types.remove_suffix(1);

  Row row;
  Fields fields(input);
  row.name = std::string(fields.Required("name"));
  fields.Required("type");
  const Type* chosen = fields.Choice("type", types, nullptr);
  for (const Type& type : types) {
    if (type.is_expression) {
      if (&type != chosen) fields.Allow(type.operand);
      continue;
    }
    std::optional<absl::string_view> operand = fields.String(type.operand);
    if (&type != chosen) continue;
    row.text = std::string(operand.value_or(""));
    if (!operand.has_value()) input.Missing(type.operand);
  }
  if (chosen != nullptr) row.read = chosen->read;
  if (chosen != nullptr && chosen->is_path) {
    row.path = input.ParsePath(chosen->operand, row.text);
  }
  if (chosen != nullptr && chosen->is_expression) {
    if (!fields.Has(chosen->operand)) input.Missing(chosen->operand);
    row.expression = InputExpression::Read(fields, chosen->operand, names);
  }
  if (has_expressions) {
    row.transforms = Transforms::Parse(fields.List("transforms"), names);
  }
  fields.Done();
  return row;
}

ConnectionDetails ConnectionDetails::Parse(const std::vector<Input>& list,
                                           ExpressionNames names) {
  ConnectionDetails details;
  for (const Input& input : list) {
    details.rows_.push_back(ParseRow(input, names));
  }
  return details;
}

bool ConnectionDetails::has_expressions() const {
  return std::any_of(rows_.begin(), rows_.end(), [](const Row& row) {
    return row.expression.has_value() || row.transforms.has_expressions();
  });
}

absl::StatusOr<std::optional<Value>> ConnectionDetails::ValueOf(
    const Row& row, const From& from, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(std::optional<Value> value, row.read(row, from, pool));
  if (!value.has_value() || row.transforms.empty()) return value;
  LOOM_ASSIGN_OR_RETURN(Value made,
                        row.transforms.Apply(*value, from.variables, pool));
  return std::optional<Value>(std::move(made));
}

absl::StatusOr<std::vector<ConnectionDetails::Pending>>
ConnectionDetails::Extract(const From& from, Pool* pool,
                           Details* details) const {
  std::vector<Pending> pending;
  for (const Row& row : rows_) {
    absl::StatusOr<std::optional<Value>> value = ValueOf(row, from, pool);
    if (absl::IsNotFound(value.status())) {
      pending.push_back({row.name, value.status()});
      continue;
    }
    if (!value.ok()) {
      return Annotate(value.status(),
                      absl::StrCat("connection detail ", row.name));
    }
    if (!value->has_value()) continue;
    absl::StatusOr<std::string> text = TextOf(**value);
    if (!text.ok()) continue;
    LOOM_RETURN_IF_ERROR(Spend(Writing(text->size()), pool));
    LOOM_RETURN_IF_ERROR(Charge(text->size(), pool));
    (*details)[row.name] = *std::move(text);
  }
  return pending;
}

}  // namespace loom
