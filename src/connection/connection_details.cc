// SPDX-License-Identifier: Apache-2.0
#include "connection/connection_details.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "fieldpath/access.h"
#include "input/fields.h"
#include "value/budget.h"
#include "value/json.h"

namespace loom {

// A row of the table: a type, and the member that holds its operand.
struct ConnectionDetails::Type {
  absl::string_view name;
  From from;
  absl::string_view operand;
};

ConnectionDetails::Row ConnectionDetails::ParseRow(const Input& input) {
  static constexpr Type kTypes[] = {
      {"FromConnectionSecretKey", From::kSecretKey, "fromConnectionSecretKey"},
      {"FromFieldPath", From::kField, "fromFieldPath"},
      {"FromValue", From::kValue, "value"},
  };
  Row row;
  Fields fields(input);
  row.name = std::string(fields.Required("name"));
  fields.Required("type");
  const Type* chosen = fields.Choice("type", kTypes, nullptr);
  for (const Type& type : kTypes) {
    std::optional<absl::string_view> operand = fields.String(type.operand);
    if (&type != chosen) continue;
    row.from = type.from;
    row.text = std::string(operand.value_or(""));
    if (!operand.has_value()) input.Missing(type.operand);
  }
  if (chosen != nullptr && row.from == From::kField) {
    row.path = input.ParsePath("fromFieldPath", row.text);
  }
  fields.Done();
  return row;
}

ConnectionDetails ConnectionDetails::Parse(const std::vector<Input>& list) {
  ConnectionDetails details;
  for (const Input& input : list) details.rows_.push_back(ParseRow(input));
  return details;
}

absl::Status ConnectionDetails::Extract(const Value& observed,
                                        const ObservedDetails& observed_details,
                                        Pool* pool, Details* details) const {
  for (const Row& row : rows_) {
    switch (row.from) {
      case From::kValue:
        LOOM_RETURN_IF_ERROR(Charge(row.text.size(), pool));
        (*details)[row.name] = row.text;
        break;
      case From::kSecretKey:
        LOOM_RETURN_IF_ERROR(Spend(1 + observed_details.size(), pool));
        for (const auto& [key, value] : observed_details) {
          if (key != row.text) continue;
          LOOM_RETURN_IF_ERROR(Charge(value.size(), pool));
          (*details)[row.name] = std::string(value);
        }
        break;
      case From::kField: {
        if (!row.path.ok()) break;
        absl::StatusOr<const Value*> field = Get(observed, *row.path, pool);
        if (!field.ok()) break;
        absl::StatusOr<std::string> text = (*field)->IsString()
                                               ? std::string(View(**field))
                                               : CompactJson(**field);
        if (!text.ok()) break;
        LOOM_RETURN_IF_ERROR(Spend(Writing(text->size()), pool));
        LOOM_RETURN_IF_ERROR(Charge(text->size(), pool));
        (*details)[row.name] = *std::move(text);
        break;
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace loom
