// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/connection_secrets/connection_details.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/bytes.h"
#include "data/value/json.h"
#include "data/value/object.h"

namespace loom {
namespace {

// Returns the form in which a detail is written: bytes and a string unchanged, any other
// value as compact JSON.
absl::StatusOr<std::string> TextOf(const Value& value) {
  if (IsBytes(value)) return std::string(ViewBytes(value));
  if (value.IsString()) return std::string(View(value));
  return CompactJson(value);
}

}  // namespace

// A row of the table: a type, the field that holds its operand, and how it is read.
struct ConnectionDetails::Type {
  absl::string_view name;
  absl::string_view operand;
  Read read;
  bool is_path = false;
  bool is_expression = false;
};

ConnectionDetails::Made ConnectionDetails::ReadKey(const Row& row,
                                                   const From& from,
                                                   Pool* pool) {
  std::optional<Value> found;
  for (const auto& [key, value] : from.details) {
    if (AreSame(key, row.text, pool)) found = BytesValue(value, pool);
  }
  return found;
}

ConnectionDetails::Made ConnectionDetails::ReadField(const Row& row,
                                                     const From& from,
                                                     Pool* pool) {
  if (!row.path.ok()) return std::nullopt;
  absl::StatusOr<const Value*> field = Get(from.observed, *row.path, pool);
  if (!field.ok()) return std::nullopt;
  return std::optional<Value>(Copy(**field, pool));
}

ConnectionDetails::Made ConnectionDetails::ReadValue(const Row& row,
                                                     const From&, Pool*) {
  return std::optional<Value>(Borrow(row.text));
}

ConnectionDetails::Made ConnectionDetails::ReadExpression(const Row& row,
                                                          const From& from,
                                                          Pool* pool) {
  return row.expression->OptionalTree(from.variables, pool, BytesAs::kBytes);
}

absl::Span<const ConnectionDetails::Type> ConnectionDetails::Types(
    const Rules& rules) {
  static constexpr Type kTypes[] = {
      {"FromConnectionSecretKey", "fromConnectionSecretKey", ReadKey},
      {"FromFieldPath", "fromFieldPath", ReadField, /*is_path=*/true},
      {"FromValue", "value", ReadValue},
      // The types that only the native input has come last.
      {"FromExpression", "expression", ReadExpression, false,
       /*is_expression=*/true},
  };
  absl::Span<const Type> types = kTypes;
  if (rules.follows_go) types.remove_suffix(1);
  return types;
}

ConnectionDetails::Row ConnectionDetails::ParseRow(const Input& input,
                                                   ExpressionNames names) {
  Row row;
  Fields fields(input);
  row.name = std::string(fields.Required("name"));
  fields.Required("type");
  const absl::Span<const Type> types = Types(input.rules());
  const Type* chosen = fields.Choice("type", types, nullptr);
  // The operands of the other types have no effect, but their types are checked.
  for (const Type& type : types) {
    if (type.is_expression) fields.Allow(type.operand);
    if (!type.is_expression) fields.String(type.operand);
  }
  if (chosen != nullptr) ParseOperand(*chosen, fields, names, &row);
  if (!input.rules().follows_go) {
    row.transforms = Transforms::Parse(fields.List("transforms"), names);
  }
  fields.Done();
  return row;
}

void ConnectionDetails::ParseOperand(const Type& type, Fields& fields,
                                     ExpressionNames names, Row* row) {
  row->read = type.read;
  if (!fields.Has(type.operand)) fields.at().Missing(type.operand);
  if (type.is_expression) {
    row->expression = InputExpression::Read(fields, type.operand, names);
    return;
  }
  const Value* text = Find(fields.at().value(), type.operand);
  if (text == nullptr || !text->IsString()) return;
  row->text = std::string(View(*text));
  if (type.is_path) row->path = fields.at().ParsePath(type.operand, row->text);
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

ConnectionDetails::Made ConnectionDetails::ValueOf(const Row& row,
                                                   const From& from,
                                                   Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(std::optional<Value> value, row.read(row, from, pool));
  if (!value.has_value()) return value;
  if (!row.transforms.empty()) {
    LOOM_ASSIGN_OR_RETURN(
        Value made,
        row.transforms.Apply(*value, from.variables, pool, BytesAs::kBytes));
    value = std::move(made);
  }
  // JSON has no bytes.
  if (!IsBytes(*value)) LOOM_RETURN_IF_ERROR(BytesToText(&*value, pool));
  return value;
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
    (*details)[row.name] = CountMade(*std::move(text), pool);
  }
  return pending;
}

}  // namespace loom
