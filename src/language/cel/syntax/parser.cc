// SPDX-License-Identifier: Apache-2.0
#include "language/cel/syntax/parser.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "data/go/format.h"
#include "data/value/utf8.h"
#include "language/cel/syntax/habits.h"
#include "language/cel/syntax/lexer.h"
#include "language/cel/syntax/macros.h"

namespace loom {
namespace {

constexpr absl::string_view kReserved[] = {
    "as",     "break",  "const", "continue", "else",    "for",
    "if",     "import", "let",   "loop",     "package", "namespace",
    "return", "var",    "void",  "while",    "function"};

// The reserved words, which cannot be names.
bool IsKeyword(absl::string_view name) {
  return name == "in" || name == "true" || name == "false" || name == "null";
}

ExprPtr Make(ExprKind kind, size_t offset) {
  auto expr = std::make_unique<Expr>();
  expr->kind = kind;
  expr->offset = offset;
  return expr;
}

void AddPart(Expr* expr, ExprPtr part) {
  expr->height = std::max(expr->height, part->height + 1);
  expr->args.push_back(std::move(part));
}

template <typename... Args>
ExprPtr MakeCall(absl::string_view name, size_t offset, Args... args) {
  ExprPtr call = Make(ExprKind::kCall, offset);
  call->name = std::string(name);
  (AddPart(call.get(), std::move(args)), ...);
  return call;
}

// Each of these functions reads the construct in its name at the current position, and
// moves the position after it.
class Parser {
 public:
  Parser(absl::string_view text, std::vector<Token> tokens, bool native)
      : text_(text), tokens_(std::move(tokens)), native_(native) {}

  absl::StatusOr<ExprPtr> Whole() {
    LOOM_ASSIGN_OR_RETURN(ExprPtr expr, Condition());
    if (now().kind != TokenKind::kEnd) return Want("an operator or the end");
    return expr;
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  Token Take() { return tokens_[at_++]; }
  bool TakeIf(absl::string_view sign) {
    if (!now().Is(sign)) return false;
    ++at_;
    return true;
  }
  absl::Status Error(size_t offset, absl::string_view message) const {
    return ErrorAt(text_, offset, message);
  }
  absl::Status Want(absl::string_view what) const {
    std::string habit = Habit(HabitOf::kOperator, now().text);
    // As in "not x".
    if (habit.empty() && at_ > 0) {
      habit = Habit(HabitOf::kOperator, tokens_[at_ - 1].text);
    }
    return Error(now().offset, absl::StrCat("expected ", what, ", got ",
                                            now().kind == TokenKind::kEnd
                                                ? "the end"
                                                : Quoted(now().text),
                                            native_ ? habit : ""));
  }
  absl::Status TakeSign(absl::string_view sign) {
    return TakeIf(sign) ? absl::OkStatus() : Want(Quoted(sign));
  }
  absl::Status OnlyNative(size_t offset, absl::string_view what) const {
    if (native_) return absl::OkStatus();
    return Error(offset,
                 absl::StrCat(what, " is supported only in the native input"));
  }

  // Code that makes a tree higher by more than a few levels checks the limit.
  absl::Status CheckHeight(const Expr& expr) const {
    if (expr.height <= limits::kExpressionHeight) return absl::OkStatus();
    return Error(
        expr.offset,
        absl::StrCat("more than ", limits::kExpressionHeight,
                     " operators, fields and calls in a row or nested"));
  }

  absl::StatusOr<ExprPtr> Condition() {
    if (++nesting_ > limits::kExpressionNesting) {
      return Error(now().offset,
                   absl::StrCat("more than ", limits::kExpressionNesting,
                                " nested levels"));
    }
    LOOM_ASSIGN_OR_RETURN(ExprPtr expr, Or());
    size_t offset = now().offset;
    if (TakeIf("?")) {
      LOOM_ASSIGN_OR_RETURN(ExprPtr yes, Or());
      LOOM_RETURN_IF_ERROR(TakeSign(":"));
      LOOM_ASSIGN_OR_RETURN(ExprPtr no, Condition());
      expr = MakeCall("_?_:_", offset, std::move(expr), std::move(yes),
                      std::move(no));
    }
    LOOM_RETURN_IF_ERROR(CheckHeight(*expr));
    --nesting_;
    return expr;
  }

  using Reader = absl::StatusOr<ExprPtr> (Parser::*)();

  // Reads operands separated by one of the signs, from left to right.
  absl::StatusOr<ExprPtr> Chain(
      Reader operand, std::initializer_list<absl::string_view> signs) {
    LOOM_ASSIGN_OR_RETURN(ExprPtr expr, (this->*operand)());
    for (;;) {
      const absl::string_view* sign = SignOf(signs);
      if (sign == nullptr) return expr;
      size_t offset = Take().offset;
      LOOM_ASSIGN_OR_RETURN(ExprPtr right, (this->*operand)());
      bool in = *sign == "in";
      expr = MakeCall(in ? "@in" : absl::StrCat("_", *sign, "_"), offset,
                      std::move(expr), std::move(right));
      LOOM_RETURN_IF_ERROR(CheckHeight(*expr));
    }
  }
  const absl::string_view* SignOf(
      std::initializer_list<absl::string_view> signs) const {
    bool sign_or_in = now().kind == TokenKind::kSign ||
                      (now().kind == TokenKind::kName && now().text == "in");
    for (const absl::string_view& sign : signs) {
      if (sign_or_in && now().text == sign) return &sign;
    }
    return nullptr;
  }

  // All operands of && or || are in one node, regardless of their number.
  absl::StatusOr<ExprPtr> Flat(Reader operand, absl::string_view sign) {
    LOOM_ASSIGN_OR_RETURN(ExprPtr first, (this->*operand)());
    if (!now().Is(sign)) return first;
    ExprPtr call =
        MakeCall(absl::StrCat("_", sign, "_"), now().offset, std::move(first));
    while (TakeIf(sign)) {
      LOOM_ASSIGN_OR_RETURN(ExprPtr next, (this->*operand)());
      AddPart(call.get(), std::move(next));
    }
    return call;
  }

  absl::StatusOr<ExprPtr> Or() { return Flat(&Parser::And, "||"); }
  absl::StatusOr<ExprPtr> And() { return Flat(&Parser::Relation, "&&"); }
  absl::StatusOr<ExprPtr> Relation() {
    return Chain(&Parser::Sum, {"<", "<=", ">=", ">", "==", "!=", "in"});
  }
  absl::StatusOr<ExprPtr> Sum() { return Chain(&Parser::Product, {"+", "-"}); }
  absl::StatusOr<ExprPtr> Product() {
    return Chain(&Parser::Signed, {"*", "/", "%"});
  }

  absl::StatusOr<ExprPtr> Signed() {
    if (!now().Is("!") && !now().Is("-")) return Selected();
    const Token sign = now();
    size_t count = 0;
    while (TakeIf(sign.text)) ++count;
    // A single minus before a number belongs to the number.
    if (sign.text == "-" && count == 1 && now().kind == TokenKind::kNumber &&
        now().text.find_first_of("uU") == absl::string_view::npos) {
      LOOM_ASSIGN_OR_RETURN(ExprPtr number, Number(true));
      return Selections(std::move(number));
    }
    LOOM_ASSIGN_OR_RETURN(ExprPtr operand, Selected());
    if (count % 2 == 0) return operand;
    return MakeCall(sign.text == "!" ? "!_" : "-_", sign.offset,
                    std::move(operand));
  }

  absl::StatusOr<ExprPtr> Selected() {
    LOOM_ASSIGN_OR_RETURN(ExprPtr expr, Primary());
    return Selections(std::move(expr));
  }

  absl::StatusOr<ExprPtr> Selections(ExprPtr expr) {
    for (;;) {
      LOOM_RETURN_IF_ERROR(CheckHeight(*expr));
      size_t offset = now().offset;
      if (TakeIf(".")) {
        LOOM_ASSIGN_OR_RETURN(expr, Selection(std::move(expr), offset));
      } else if (TakeIf("[")) {
        bool optional = TakeIf("?");
        if (optional) LOOM_RETURN_IF_ERROR(OnlyNative(offset, "[?"));
        LOOM_ASSIGN_OR_RETURN(ExprPtr index, Condition());
        LOOM_RETURN_IF_ERROR(TakeSign("]"));
        expr = MakeCall(optional ? "_[?_]" : "_[_]", offset, std::move(expr),
                        std::move(index));
      } else if (now().Is("{") && (expr->kind == ExprKind::kName ||
                                   expr->kind == ExprKind::kSelect)) {
        std::string name = native_ ? "" : NameOf(*expr);
        if (!name.empty()) {
          ++at_;
          LOOM_ASSIGN_OR_RETURN(expr, Message(std::move(name), offset));
          continue;
        }
        return Error(
            offset,
            "messages cannot be created; write a map as {'key': value}");
      } else {
        return expr;
      }
    }
  }

  // Returns a.b.c for names and selections; "" for anything else.
  static std::string NameOf(const Expr& expr) {
    if (expr.kind == ExprKind::kName) return expr.name;
    if (expr.kind != ExprKind::kSelect || expr.optional) return "";
    const std::string front = NameOf(*expr.args[0]);
    return front.empty() ? "" : absl::StrCat(front, ".", expr.name);
  }

  // Reads the fields of a message, after the opening brace.
  absl::StatusOr<ExprPtr> Message(std::string name, size_t offset) {
    ExprPtr message = Make(ExprKind::kMessage, offset);
    message->name = std::move(name);
    while (!TakeIf("}")) {
      if (now().kind != TokenKind::kName) return Want("the name of a field");
      message->variables.emplace_back(Take().text);
      LOOM_RETURN_IF_ERROR(TakeSign(":"));
      LOOM_ASSIGN_OR_RETURN(ExprPtr value, Condition());
      AddPart(message.get(), std::move(value));
      if (!TakeIf(",") && !now().Is("}")) return Want("\",\" or \"}\"");
    }
    return message;
  }

  absl::StatusOr<ExprPtr> Selection(ExprPtr operand, size_t offset) {
    bool optional = TakeIf("?");
    if (optional) LOOM_RETURN_IF_ERROR(OnlyNative(offset, ".?"));
    bool quoted = now().kind == TokenKind::kQuoted;
    if (quoted) {
      LOOM_RETURN_IF_ERROR(OnlyNative(now().offset, "a name in backquotes"));
    } else if (now().kind != TokenKind::kName || IsKeyword(now().text)) {
      return Want("the name of a field");
    }
    Token name = Take();
    if (!quoted && !optional && TakeIf("(")) {
      ExprPtr call = MakeCall(name.text, name.offset, std::move(operand));
      call->member = true;
      return Arguments(std::move(call));
    }
    ExprPtr select = Make(ExprKind::kSelect, offset);
    select->name = std::string(name.text);
    select->optional = optional;
    AddPart(select.get(), std::move(operand));
    return select;
  }

  // Reads the arguments of a call, after the opening bracket.
  absl::StatusOr<ExprPtr> Arguments(ExprPtr call) {
    if (!TakeIf(")")) {
      do {
        LOOM_ASSIGN_OR_RETURN(ExprPtr argument, Condition());
        AddPart(call.get(), std::move(argument));
      } while (TakeIf(","));
      LOOM_RETURN_IF_ERROR(TakeSign(")"));
    }
    LOOM_RETURN_IF_ERROR(ExpandMacro(text_, native_, call.get()));
    return call;
  }

  absl::StatusOr<ExprPtr> Primary() {
    size_t offset = now().offset;
    switch (now().kind) {
      case TokenKind::kNumber:
        return Number(false);
      case TokenKind::kText:
        return LiteralOf(ReadText(Take().text), offset);
      case TokenKind::kName:
        return Name("");
      default:
        break;
    }
    if (TakeIf("(")) {
      LOOM_ASSIGN_OR_RETURN(ExprPtr expr, Condition());
      LOOM_RETURN_IF_ERROR(TakeSign(")"));
      return expr;
    }
    if (TakeIf("[")) return List(offset);
    if (TakeIf("{")) return Map(offset);
    if (TakeIf(".") && now().kind == TokenKind::kName) return Name(".");
    at_ = now().offset == offset ? at_ : at_ - 1;
    return Want("an expression");
  }

  absl::StatusOr<ExprPtr> Number(bool negative) {
    size_t offset = now().offset;
    return LiteralOf(ReadNumber(Take().text, negative), offset);
  }

  absl::StatusOr<ExprPtr> LiteralOf(absl::StatusOr<Literal> literal,
                                    size_t offset) const {
    if (!literal.ok()) return Error(offset, literal.status().message());
    ExprPtr expr = Make(ExprKind::kLiteral, offset);
    expr->literal = *std::move(literal);
    return expr;
  }

  // Reads a variable, a call or a word that is a literal. A leading point means that
  // the name is not a variable of a macro.
  absl::StatusOr<ExprPtr> Name(absl::string_view prefix) {
    Token name = Take();
    if (name.text == "true" || name.text == "false") {
      return LiteralOf(Literal(name.text == "true"), name.offset);
    }
    if (name.text == "null") return LiteralOf(Literal(nullptr), name.offset);
    for (absl::string_view reserved : kReserved) {
      if (name.text != reserved) continue;
      return Error(
          name.offset,
          absl::StrCat(Quoted(name.text), " is a reserved word of CEL",
                       native_ ? Habit(HabitOf::kOperator, name.text) : ""));
    }
    if (name.text == "in") {
      --at_;
      return Want("an expression");
    }
    if (TakeIf("(")) {
      return Arguments(MakeCall(name.text, name.offset));
    }
    ExprPtr expr = Make(ExprKind::kName, name.offset);
    expr->name = absl::StrCat(prefix, name.text);
    return expr;
  }

  absl::StatusOr<ExprPtr> List(size_t offset) {
    ExprPtr list = Make(ExprKind::kList, offset);
    while (!TakeIf("]")) {
      LOOM_RETURN_IF_ERROR(TakeOptional(list.get()));
      LOOM_ASSIGN_OR_RETURN(ExprPtr element, Condition());
      AddPart(list.get(), std::move(element));
      if (!TakeIf(",") && !now().Is("]")) return Want("\",\" or \"]\"");
    }
    return list;
  }

  absl::StatusOr<ExprPtr> Map(size_t offset) {
    ExprPtr map = Make(ExprKind::kMap, offset);
    while (!TakeIf("}")) {
      LOOM_RETURN_IF_ERROR(TakeOptional(map.get()));
      LOOM_ASSIGN_OR_RETURN(ExprPtr key, Condition());
      LOOM_RETURN_IF_ERROR(TakeSign(":"));
      LOOM_ASSIGN_OR_RETURN(ExprPtr value, Condition());
      AddPart(map.get(), std::move(key));
      AddPart(map.get(), std::move(value));
      if (!TakeIf(",") && !now().Is("}")) return Want("\",\" or \"}\"");
    }
    return map;
  }

  absl::Status TakeOptional(Expr* collection) {
    size_t offset = now().offset;
    bool optional = TakeIf("?");
    collection->optional_args.push_back(optional);
    return optional ? OnlyNative(offset, "an optional element (?)")
                    : absl::OkStatus();
  }

  absl::string_view text_;
  std::vector<Token> tokens_;
  bool native_;
  size_t at_ = 0;
  size_t nesting_ = 0;
};

}  // namespace

absl::StatusOr<ExprPtr> ParseExpr(absl::string_view text,
                                  const GrammarOptions& options) {
  if (text.size() > limits::kExpression) {
    return ErrorAt(text, 0,
                   absl::StrCat("the expression has more than ",
                                limits::kExpression, " bytes"));
  }
  if (!IsUtf8(text)) {
    return ErrorAt(text, 0, "the expression is not UTF-8");
  }
  LOOM_ASSIGN_OR_RETURN(std::vector<Token> tokens, ReadTokens(text));
  return Parser(text, std::move(tokens), options.native).Whole();
}

}  // namespace loom
