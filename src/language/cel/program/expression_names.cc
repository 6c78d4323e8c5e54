// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/expression_names.h"

#include <vector>

#include "absl/strings/string_view.h"

namespace loom {
namespace {

constexpr absl::string_view kInLoops = "is known inside forEach only";

struct NameRow {
  absl::string_view name;
  CelType type;
  absl::string_view refusal;
};

// The table, in the order of ExpressionName. Add a name here.
const std::vector<NameRow>& Rows() {
  const CelType text = CelType::Of(CelKind::kString);
  const CelType object = CelType::MapOf(text, CelType::Dyn());
  static const auto& rows = *new std::vector<NameRow>{
      {"observed", CelType::RecordOf(kStateMessage), ""},
      {"desired", CelType::RecordOf(kStateMessage), ""},
      {"context", object, ""},
      {"composite", object, ""},
      {"environment", object, ""},
      {"required", object, "is not known here: nothing was required yet"},
      {"object", object,
       "is known in the template of a resource, and in rules of readiness, "
       "only"},
      {"item", CelType::Dyn(), kInLoops},
      {"key", text, kInLoops},
      {"index", CelType::Of(CelKind::kInt), kInLoops},
      {"value", CelType::Dyn(), "is known in a transform only"},
  };
  return rows;
}

}  // namespace

Declarations DeclarationsOf(ExpressionNames names) {
  Declarations declarations;
  for (size_t i = 0; i < Rows().size(); ++i) {
    const NameRow& row = Rows()[i];
    if (names.Has(ExpressionName(i))) {
      declarations.Declare(row.name, row.type);
    } else {
      declarations.Refuse(row.name, row.refusal);
    }
  }
  return declarations;
}

}  // namespace loom
