// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/expression_names.h"

#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/strings.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/syntax/lexer.h"

namespace loom {
namespace {

constexpr absl::string_view kInLoops = "is available only inside forEach";

struct NameRow {
  absl::string_view name;
  CelType type;
  absl::string_view refusal;
};

// The table, in the order of ExpressionName. Add a name here.
std::vector<NameRow> AllRows() {
  const CelType text = CelType::Of(CelKind::kString);
  const CelType object = CelType::MapOf(text, CelType::Dyn());
  return {
      {"observed", CelType::RecordOf(kStateMessage), ""},
      {"desired", CelType::RecordOf(kStateMessage), ""},
      {"context", object, ""},
      {"composite", object, ""},
      {"environment", object, ""},
      {"required", object,
       "is not available here: nothing has been required yet"},
      {"object", object,
       "is available only in the template of a resource and in readiness "
       "rules"},
      {"item", CelType::Dyn(), kInLoops},
      {"key", text, kInLoops},
      {"index", CelType::Of(CelKind::kInt), kInLoops},
      {"value", CelType::Dyn(), "is available only in a transform"},
      {"conditions", object, "is available only in `events`"},
      {"params", object, "is available only in a patch set with parameters"},
      {"values", object, "is not available here"},
      {"name", text, "is available only in overlays"},
  };
}

const std::vector<NameRow>& Rows() {
  static const auto& rows = *new std::vector<NameRow>(AllRows());
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

std::string FirstRefused(ExpressionNames names, ExpressionNames allowed) {
  for (size_t i = 0; i < Rows().size(); ++i) {
    if (!names.Has(ExpressionName(i)) || allowed.Has(ExpressionName(i))) {
      continue;
    }
    const NameRow& row = Rows()[i];
    return absl::StrCat("\"", row.name, "\", which ", row.refusal);
  }
  return "";
}

bool IsExpressionName(absl::string_view name) {
  return absl::c_any_of(
      Rows(), [name](const NameRow& row) { return row.name == name; });
}

std::shared_ptr<RequiredNames> RequiredNames::Of(const Input& part) {
  auto& made = part.Made<RequiredNames>();
  if (made == nullptr) made = std::make_shared<RequiredNames>();
  return made;
}

void RequiredNames::Declare(absl::string_view name, absl::string_view refusal) {
  auto [row, added] = declared_.emplace(name, refusal);
  if (!added && refusal.empty()) row->second.clear();
}

void RequiredNames::AddUses(const Input& at, absl::string_view member,
                            absl::string_view text) {
  for (const ExpressionRead& read : ReadsOf(text)) {
    if (read.name != "required") continue;
    if (read.path.empty() || read.path.front().is_index) {
      all_ = true;
      continue;
    }
    const std::string& name = read.path.front().field;
    used_.insert(name);
    uses_.push_back(
        {at, std::string(member), name, PlaceIn(text, read.offset)});
  }
}

std::vector<UnknownEntry> RequiredNames::Check() {
  std::vector<std::string> names;
  for (const auto& [name, refusal] : declared_) {
    if (refusal.empty()) names.push_back(name);
  }
  std::vector<UnknownEntry> unknown;
  for (const Use& use : uses_) {
    auto declared = declared_.find(use.name);
    if (declared == declared_.end()) {
      const std::string& at = use.at.place();
      unknown.push_back(
          {use.name,
           {.place = absl::StrCat(
                at, at.empty() || use.member.empty() ? "" : ".", use.member),
            .kind = ProblemKind::kExpression,
            .message = absl::StrCat("Invalid value: ", use.place,
                                    ": unknown entry \"", use.name, "\""),
            .meant = NearestName(use.name, names)}});
    } else if (!declared->second.empty()) {
      use.at.Invalid(use.member,
                     absl::StrCat(use.place, ": ", declared->second),
                     ProblemKind::kExpression);
    }
  }
  declared_.clear();
  uses_.clear();
  uses_.shrink_to_fit();
  return unknown;
}

std::vector<UnknownEntry> CheckRequiredNames(const Input& input) {
  if (input.Made<RequiredNames>() == nullptr) return {};
  return RequiredNames::Of(input)->Check();
}

}  // namespace loom
