// SPDX-License-Identifier: Apache-2.0
#include "language/cel/syntax/macros.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "language/cel/syntax/lexer.h"

namespace loom {
namespace {

struct MacroRow {
  absl::string_view name;
  MacroKind kind;
  // The number of arguments in the brackets, and the number of them that are
  // names.
  size_t arguments;
  size_t variables;
  bool native;
};

// The table.
constexpr MacroRow kMacros[] = {
    {"all", MacroKind::kAll, 2, 1, false},
    {"exists", MacroKind::kExists, 2, 1, false},
    {"exists_one", MacroKind::kExistsOne, 2, 1, false},
    {"existsOne", MacroKind::kExistsOne, 2, 1, false},
    {"map", MacroKind::kMap, 2, 1, false},
    {"map", MacroKind::kMap, 3, 1, false},
    {"filter", MacroKind::kFilter, 2, 1, false},
    {"all", MacroKind::kAll, 3, 2, true},
    {"exists", MacroKind::kExists, 3, 2, true},
    {"existsOne", MacroKind::kExistsOne, 3, 2, true},
    {"exists_one", MacroKind::kExistsOne, 3, 2, true},
    {"transformList", MacroKind::kTransformList, 3, 2, true},
    {"transformList", MacroKind::kTransformList, 4, 2, true},
    {"transformMap", MacroKind::kTransformMap, 3, 2, true},
    {"transformMap", MacroKind::kTransformMap, 4, 2, true},
    {"transformMapEntry", MacroKind::kTransformMapEntry, 3, 2, true},
    {"transformMapEntry", MacroKind::kTransformMapEntry, 4, 2, true},
    {"sortBy", MacroKind::kSortBy, 2, 1, true},
    {"optMap", MacroKind::kOptMap, 2, 1, true},
    {"optFlatMap", MacroKind::kOptFlatMap, 2, 1, true},
};

const MacroRow* RowOf(const Expr& call, bool native) {
  for (const MacroRow& row : kMacros) {
    if (row.name == call.name && row.arguments + 1 == call.args.size() &&
        (native || !row.native)) {
      return &row;
    }
  }
  return nullptr;
}

absl::Status TakeVariables(absl::string_view text, size_t count, Expr* call) {
  for (size_t i = 0; i < count; ++i) {
    const Expr& name = *call->args[1];
    if (name.kind != ExprKind::kName) {
      return ErrorAt(
          text, name.offset,
          absl::StrCat("expected a name for the variable of ", call->name));
    }
    if (i == 1 && call->variables[0] == name.name) {
      return ErrorAt(text, name.offset,
                     absl::StrCat("the variables of ", call->name,
                                  " must have different names"));
    }
    call->variables.push_back(name.name);
    call->args.erase(call->args.begin() + 1);
  }
  return absl::OkStatus();
}

absl::Status ExpandHas(absl::string_view text, Expr* call) {
  ExprPtr field = std::move(call->args[0]);
  if (field->kind != ExprKind::kSelect || field->optional) {
    return ErrorAt(text, call->offset, "has() expects a field, as in has(a.b)");
  }
  size_t offset = call->offset;
  *call = std::move(*field);
  call->kind = ExprKind::kHas;
  call->offset = offset;
  return absl::OkStatus();
}

bool IsBind(const Expr& call) {
  return call.name == "bind" && call.args.size() == 4 &&
         call.args[0]->kind == ExprKind::kName && call.args[0]->name == "cel";
}

}  // namespace

absl::Status ExpandMacro(absl::string_view text, bool native, Expr* call) {
  if (!call->member) {
    bool has = call->name == "has" && call->args.size() == 1;
    return has ? ExpandHas(text, call) : absl::OkStatus();
  }
  if (native && IsBind(*call)) {
    call->kind = ExprKind::kMacro;
    call->macro = MacroKind::kBind;
    absl::Status status = TakeVariables(text, 1, call);
    call->args.erase(call->args.begin());
    return status;
  }
  const MacroRow* row = RowOf(*call, native);
  if (row == nullptr) return absl::OkStatus();
  call->kind = ExprKind::kMacro;
  call->macro = row->kind;
  return TakeVariables(text, row->variables, call);
}

std::vector<std::string> MacroNames(bool native) {
  std::vector<std::string> names = {"has"};
  for (const MacroRow& row : kMacros) {
    if (native || !row.native) names.emplace_back(row.name);
  }
  return names;
}

}  // namespace loom
