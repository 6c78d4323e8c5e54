// SPDX-License-Identifier: Apache-2.0
// What to write instead of an expression of the native input that cannot be compiled.
// Drop-in inputs have the messages of the functions that they replace.
#include <algorithm>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "language/cel/program/node_compiler.h"
#include "language/cel/syntax/habits.h"
#include "language/cel/syntax/lexer.h"

namespace loom {
namespace {

constexpr absl::string_view kFieldsOfObjects[] = {"metadata", "spec", "status"};

bool IsOfName(char c) { return absl::ascii_isalnum(c) || c == '_'; }
bool IsOfKey(char c) { return IsOfName(c) || c == '-'; }
bool IsOfPath(char c) { return IsOfName(c) || c == '.'; }

// Returns where the characters around `offset` begin that `is_part` accepts.
size_t BeginOf(absl::string_view text, size_t offset, bool (*is_part)(char)) {
  while (offset > 0 && is_part(text[offset - 1])) --offset;
  return offset;
}

// In `observed.resources.main-db`, `db` is a name of its own, which is subtracted. Returns
// `observed.resources['main-db']`, or "" if the name at `offset` is not such a tail.
std::string KeyWithHyphen(absl::string_view text, size_t offset) {
  const size_t begin = BeginOf(text, offset, &IsOfKey);
  if (begin < 2 || begin == offset || text[begin - 1] != '.') return "";
  const auto* end =
      std::find_if_not(text.begin() + offset, text.end(), &IsOfKey);
  const size_t path = BeginOf(text, begin - 1, &IsOfPath);
  if (path == begin - 1) return "";
  return absl::StrCat(text.substr(path, begin - 1 - path), "['",
                      text.substr(begin, size_t(end - text.begin()) - begin),
                      "']");
}

// Returns the source of a literal, or "…" for what is no single token.
std::string SourceOf(absl::string_view text, const Expr& expr) {
  const auto tokens = ReadTokens(text);
  if (expr.kind != ExprKind::kLiteral || !tokens.ok()) return "…";
  const auto token = absl::c_find_if(*tokens, [&](const Token& each) {
    return each.offset == expr.offset && each.kind != TokenKind::kSign;
  });
  return token == tokens->end() ? "…" : std::string(token->text);
}

}  // namespace

std::string NodeCompiler::InsteadOfName(size_t offset,
                                        absl::string_view name) const {
  const std::string key = KeyWithHyphen(text_, offset);
  if (!key.empty()) {
    return absl::StrCat("; - subtracts: write ", key,
                        " for a name with a hyphen");
  }
  if (absl::c_linear_search(kFieldsOfObjects, name)) {
    return absl::StrCat("; write ", options_.subject, ".", name);
  }
  return Habit(HabitOf::kName, name);
}

std::string NodeCompiler::InsteadOfField(const Expr& expr,
                                         absl::string_view record) {
  const absl::string_view between =
      record == kStateMessage ? "resources" : "resource";
  const absl::string_view what =
      record == kStateMessage ? "the composed resources are" : "the object is";
  return absl::StrCat("; ", what, " below it in ", between, ": write ",
                      QualifiedName(*expr.args[0]), ".", between,
                      expr.optional ? ".?" : ".", expr.name);
}

std::string NodeCompiler::InsteadOfOr(const Expr& either) const {
  if (either.name != "_||_") return "";
  std::string written = "x.?field.orValue(…)";
  const Expr& first = *either.args[0];
  if (either.args.size() == 2 && first.kind == ExprKind::kSelect) {
    const std::string front = QualifiedName(*first.args[0]);
    if (!front.empty()) {
      written = absl::StrCat(front, ".?", first.name, ".orValue(",
                             SourceOf(text_, *either.args[1]), ")");
    }
  }
  return absl::StrCat("; || is for booleans: write ", written,
                      " for a default");
}

}  // namespace loom
