// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/declarations.h"

#include <utility>

namespace loom {
namespace {

struct FieldRow {
  absl::string_view record;
  absl::string_view name;
  CelType type;
};

const std::vector<FieldRow>& DeclaredFields() {
  static const auto& fields = *new std::vector<FieldRow>{
      {kStateMessage, "composite", CelType::RecordOf(kResourceMessage)},
      {kStateMessage, "resources",
       CelType::MapOf(CelType::Of(CelKind::kString),
                      CelType::RecordOf(kResourceMessage))},
      {kResourceMessage, "resource",
       CelType::MapOf(CelType::Of(CelKind::kString), CelType::Dyn())},
      {kResourceMessage, "connection_details",
       CelType::MapOf(CelType::Of(CelKind::kString),
                      CelType::Of(CelKind::kBytes))},
      {kResourceMessage, "ready", CelType::Of(CelKind::kInt)},
  };
  return fields;
}

}  // namespace

int Declarations::Declare(absl::string_view name, CelType type) {
  variables_.push_back({std::string(name), std::move(type), ""});
  return int(variables_.size()) - 1;
}

int Declarations::Refuse(absl::string_view name, absl::string_view refusal) {
  variables_.push_back(
      {std::string(name), CelType::Dyn(), std::string(refusal)});
  return int(variables_.size()) - 1;
}

std::optional<int> Declarations::Find(absl::string_view name) const {
  for (size_t i = 0; i < variables_.size(); ++i) {
    if (variables_[i].name == name) return int(i);
  }
  return std::nullopt;
}

std::vector<std::string> Declarations::Names() const {
  std::vector<std::string> names;
  for (const Variable& variable : variables_) {
    if (variable.refusal.empty()) names.push_back(variable.name);
  }
  return names;
}

std::optional<CelType> FieldType(absl::string_view record,
                                 absl::string_view field) {
  for (const FieldRow& row : DeclaredFields()) {
    if (row.record == record && row.name == field) return row.type;
  }
  return std::nullopt;
}

std::vector<std::string> FieldNames(absl::string_view record) {
  std::vector<std::string> names;
  for (const FieldRow& row : DeclaredFields()) {
    if (row.record == record) names.emplace_back(row.name);
  }
  return names;
}

}  // namespace loom
