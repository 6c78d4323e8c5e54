// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/declarations.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/strip.h"

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

constexpr absl::string_view kContractTypes[] = {
    kStateMessage,
    kResourceMessage,
    "apiextensions.fn.proto.v1.Capability",
    "apiextensions.fn.proto.v1.Condition",
    "apiextensions.fn.proto.v1.CredentialData",
    "apiextensions.fn.proto.v1.Credentials",
    "apiextensions.fn.proto.v1.MatchLabels",
    "apiextensions.fn.proto.v1.RequestMeta",
    "apiextensions.fn.proto.v1.Requirements",
    "apiextensions.fn.proto.v1.ResourceSelector",
    "apiextensions.fn.proto.v1.Resources",
    "apiextensions.fn.proto.v1.ResponseMeta",
    "apiextensions.fn.proto.v1.Result",
    "apiextensions.fn.proto.v1.RunFunctionRequest",
    "apiextensions.fn.proto.v1.RunFunctionResponse"};

struct EnumRow {
  absl::string_view name;
  int64_t number;
};

constexpr absl::string_view kContract = "apiextensions.fn.proto.v1.";
constexpr EnumRow kEnumValues[] = {{"Ready.READY_UNSPECIFIED", 0},
                                   {"Ready.READY_TRUE", 1},
                                   {"Ready.READY_FALSE", 2},
                                   {"Severity.SEVERITY_UNSPECIFIED", 0},
                                   {"Severity.SEVERITY_FATAL", 1},
                                   {"Severity.SEVERITY_WARNING", 2},
                                   {"Severity.SEVERITY_NORMAL", 3},
                                   {"Target.TARGET_UNSPECIFIED", 0},
                                   {"Target.TARGET_COMPOSITE", 1},
                                   {"Target.TARGET_COMPOSITE_AND_CLAIM", 2},
                                   {"Status.STATUS_CONDITION_UNSPECIFIED", 0},
                                   {"Status.STATUS_CONDITION_UNKNOWN", 1},
                                   {"Status.STATUS_CONDITION_TRUE", 2},
                                   {"Status.STATUS_CONDITION_FALSE", 3}};

}  // namespace

const absl::string_view* ContractType(absl::string_view name) {
  const auto* found =
      std::find(std::begin(kContractTypes), std::end(kContractTypes), name);
  return found == std::end(kContractTypes) ? nullptr : found;
}

std::optional<int64_t> EnumValue(absl::string_view name) {
  if (!absl::ConsumePrefix(&name, kContract)) return std::nullopt;
  for (const EnumRow& row : kEnumValues) {
    if (row.name == name) return row.number;
  }
  return std::nullopt;
}

bool Declarations::HasMessages() const {
  return std::any_of(variables_.begin(), variables_.end(),
                     [](const Variable& variable) {
                       return variable.type.sort() == CelType::Sort::kRecord;
                     });
}

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
