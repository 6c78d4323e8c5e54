// SPDX-License-Identifier: Apache-2.0
// An expression is compiled with the preceding part of the string replaced by blanks,
// so that the positions in its errors are those in the whole string.
#include "language/cel/program/inline_text.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/value/budget.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/value/utf8.h"
#include "language/cel/syntax/lexer.h"

namespace loom {
namespace {

constexpr absl::string_view kOpening = "${";
constexpr absl::string_view kEscaped = "$${";

// Returns the end of the quoted literal that begins at `at`; npos if it has no end.
size_t EndOfQuoted(absl::string_view text, size_t at) {
  const bool raw = at > 0 && absl::ascii_tolower(text[at - 1]) == 'r' &&
                   (at < 2 || !absl::ascii_isalnum(text[at - 2]));
  absl::string_view quote = text.substr(at, 1);
  if (const auto three = text.substr(at, 3);
      three == "'''" || three == "\"\"\"") {
    quote = three;
  }
  for (size_t i = at + quote.size(); i < text.size(); ++i) {
    if (text[i] == '\\' && !raw) {
      ++i;
    } else if (absl::StartsWith(text.substr(i), quote)) {
      return i + quote.size();
    }
  }
  return text.npos;
}

// Returns the position of the brace that closes the expression that begins at `at`;
// npos if there is no such brace.
size_t ClosingBrace(absl::string_view text, size_t at) {
  size_t open = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      at = EndOfQuoted(text, at);
      if (at == text.npos) return at;
      continue;
    }
    if (absl::StartsWith(text.substr(at), "//")) {
      at = text.find('\n', at);
      if (at == text.npos) return at;
    } else if (c == '{') {
      ++open;
    } else if (c == '}' && open-- == 0) {
      return at;
    }
    ++at;
  }
  return text.npos;
}

// Returns as many blanks as the string has characters, in the same lines.
std::string Blanks(absl::string_view text) {
  std::string blanks;
  for (char c : text) {
    const bool is_first = (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    if (is_first) blanks += c == '\n' ? '\n' : ' ';
  }
  return blanks;
}

}  // namespace

bool IsInline(absl::string_view text) {
  return absl::StrContains(text, kOpening);
}

absl::StatusOr<std::vector<InlinePart>> PartsOf(absl::string_view text) {
  std::vector<InlinePart> parts;
  std::string words;
  size_t begin = 0;  // of the words
  auto end_words = [&] {
    if (!words.empty()) parts.push_back({false, std::move(words), begin});
    words.clear();
  };
  for (size_t at = 0; at < text.size();) {
    const absl::string_view rest = text.substr(at);
    if (absl::StartsWith(rest, kEscaped)) {
      absl::StrAppend(&words, kOpening);
      at += kEscaped.size();
    } else if (absl::StartsWith(rest, kOpening)) {
      end_words();
      const size_t first = at + kOpening.size();
      const size_t end = ClosingBrace(text, first);
      if (end == text.npos) {
        return ErrorAt(text, at, "this ${ is not closed; add a }");
      }
      parts.push_back(
          {true, std::string(text.substr(first, end - first)), first});
      at = begin = end + 1;
    } else {
      words += text[at++];
    }
  }
  end_words();
  return parts;
}

std::optional<InlineText> InlineText::Read(const Input& at,
                                           ExpressionNames names) {
  const absl::string_view text = View(at.value());
  absl::StatusOr<std::vector<InlinePart>> parts = PartsOf(text);
  if (!parts.ok()) {
    at.Invalid("", parts.status().message(), ProblemKind::kExpression);
    return std::nullopt;
  }
  InlineText read;
  read.words_.emplace_back();
  bool sound = true;
  for (const InlinePart& part : *parts) {
    if (!part.is_expression) {
      read.words_.back() += part.text;
      continue;
    }
    auto expression = InputExpression::Compile(
        at, absl::StrCat(Blanks(text.substr(0, part.offset)), part.text),
        names);
    sound = sound && expression.has_value();
    if (expression.has_value()) {
      // The caller adds the location of the string.
      read.expressions_.push_back((*std::move(expression)).At(""));
    }
    read.words_.emplace_back();
  }
  if (!sound) return std::nullopt;
  return read;
}

std::optional<InlineText> InlineText::OfConstant(const Input& at) {
  std::string literal;
  if (at.value().IsString()) {
    auto parts = PartsOf(View(at.value()));
    for (const InlinePart& part : *parts) literal += part.text;
    Pool pool;
    literal = CompactJson(Text(literal, &pool)).value_or("''");
  } else {
    // JSON is valid CEL.
    literal = CompactJson(at.value()).value_or("null");
  }
  auto expression = InputExpression::Compile(at, literal, kNamesOfRequest);
  if (!expression.has_value()) return std::nullopt;
  InlineText text;
  text.words_ = {"", ""};
  text.expressions_.push_back((*std::move(expression)).At(""));
  return text;
}

std::optional<std::string> InlineText::Constant() const {
  if (!expressions_.empty()) return std::nullopt;
  return words_[0];
}

absl::StatusOr<CelValue> InlineText::Evaluate(CelVariables* variables,
                                              CelContext* context) const {
  if (IsAlone()) return expressions_[0].Evaluate(variables, context);
  LOOM_ASSIGN_OR_RETURN(
      const std::optional<Value> text,
      OptionalTree(variables, context->pool(), BytesAs::kBytes));
  if (!text.has_value()) return CelContext::None();
  // The characters are in the pool.
  return IsBytes(*text) ? CelValue::OfBytes(ViewBytes(*text))
                        : CelValue::String(View(*text));
}

absl::StatusOr<std::string> InlineText::String(CelVariables* variables,
                                               Pool* pool) const {
  LOOM_ASSIGN_OR_RETURN(const std::optional<Value> value,
                        OptionalTree(variables, pool));
  if (!value.has_value()) {
    return Harmless(absl::NotFoundError("the value is optional.none()"));
  }
  if (value->IsString()) return std::string(View(*value));
  return Harmless(absl::FailedPreconditionError(
      absl::StrCat("expected a string, got ", KindName(*value))));
}

absl::StatusOr<std::optional<Value>> InlineText::OptionalTree(
    CelVariables* variables, Pool* pool, BytesAs bytes) const {
  if (IsAlone()) return expressions_[0].OptionalTree(variables, pool, bytes);
  std::string text = words_[0];
  bool has_bytes = false;
  for (size_t i = 0; i < expressions_.size(); ++i) {
    LOOM_ASSIGN_OR_RETURN(
        std::optional<Value> value,
        expressions_[i].OptionalTree(variables, pool, BytesAs::kBytes));
    if (!value.has_value()) return std::optional<Value>();
    has_bytes |= IsBytes(*value);
    LOOM_RETURN_IF_ERROR(Append(expressions_[i], *value, &text));
    text += words_[i + 1];
  }
  LOOM_RETURN_IF_ERROR(Spend(Writing(text.size()), pool));
  const absl::string_view kept = pool->Keep(text);
  return std::optional<Value>(has_bytes && bytes == BytesAs::kBytes
                                  ? BytesValue(kept, pool)
                                  : Borrow(kept));
}

absl::Status InlineText::Append(const InputExpression& expression,
                                const Value& value, std::string* text) const {
  if (value.IsString()) {
    absl::StrAppend(text, View(value));
  } else if (IsBytes(value)) {
    if (!IsUtf8(ViewBytes(value))) {
      return expression.Failed(
          "bytes that are not UTF-8 cannot be part of a string");
    }
    absl::StrAppend(text, ViewBytes(value));
  } else if (value.IsBool()) {
    absl::StrAppend(text, value.GetBool() ? "true" : "false");
  } else if (value.IsNumber()) {
    AppendJsonNumber(value, text);
  } else {
    return expression.Failed(absl::StrCat(
        "expected a string, number or boolean inside a string, got ",
        KindName(value)));
  }
  return absl::OkStatus();
}

}  // namespace loom
