// SPDX-License-Identifier: Apache-2.0
#include "connection/connection_details.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "fieldpath/access.h"
#include "input/names.h"
#include "value/budget.h"
#include "value/json.h"

namespace loom {

ConnectionDetails::Row ConnectionDetails::ParseRow(const Input& input) {
  // The table: a type and the member that holds its operand.
  static constexpr struct {
    absl::string_view name;
    Source source;
    absl::string_view operand;
  } kTypes[] = {
      {"FromConnectionSecretKey", Source::kSecretKey,
       "fromConnectionSecretKey"},
      {"FromFieldPath", Source::kField, "fromFieldPath"},
      {"FromValue", Source::kValue, "value"},
  };
  Row row;
  Fields fields(input);
  row.name = std::string(fields.Required("name"));
  absl::string_view type = fields.Required("type");
  bool known = false;
  for (const auto& candidate : kTypes) {
    std::optional<absl::string_view> operand = fields.String(candidate.operand);
    if (candidate.name != type) continue;
    known = true;
    row.source = candidate.source;
    row.text = std::string(operand.value_or(""));
    if (!operand.has_value()) input.Missing(candidate.operand);
  }
  if (!known && !type.empty()) {
    input.Invalid(
        "type", absl::StrCat("\"", type, "\": unknown connection detail type, ",
                             "want one of ", NamesOf(kTypes)));
  }
  if (known && row.source == Source::kField) {
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

absl::Status ConnectionDetails::Extract(Value& observed,
                                        const Observed& observed_details,
                                        Pool* pool, Details* details) const {
  for (const Row& row : rows_) {
    switch (row.source) {
      case Source::kValue:
        (*details)[row.name] = row.text;
        break;
      case Source::kSecretKey:
        for (const auto& [key, value] : observed_details) {
          if (key == row.text) (*details)[row.name] = std::string(value);
        }
        break;
      case Source::kField: {
        if (!row.path.ok()) break;
        absl::StatusOr<Value*> field = Get(observed, *row.path, pool);
        if (!field.ok()) break;
        absl::StatusOr<std::string> text = (*field)->IsString()
                                               ? std::string(View(**field))
                                               : CompactJson(**field);
        if (!text.ok()) break;
        LOOM_RETURN_IF_ERROR(Charge(text->size(), pool));
        (*details)[row.name] = *std::move(text);
        break;
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace loom
