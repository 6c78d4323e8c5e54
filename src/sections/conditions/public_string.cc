// SPDX-License-Identifier: Apache-2.0
#include "sections/conditions/public_string.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/objects/object.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/program/named_values.h"
#include "language/cel/syntax/lexer.h"
#include "language/cel/syntax/parser.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {
namespace {

// Calls `look` with each object of a list of the input, and its location.
template <typename Look>
void ForEach(const Value& root, absl::string_view list, const Look& look,
             const std::string& above = "") {
  const absl::Span<const Value> entries = ItemsAt(root, {list});
  for (size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].IsObject()) continue;
    look(entries[i], absl::StrCat(above, list, "[", i, "]"));
  }
}

bool IsSecret(const Value& object) {
  return object.IsObject() && Kind(object) == "Secret";
}

bool IsField(const ExpressionRead& read, size_t at, absl::string_view name) {
  return at < read.path.size() && !read.path[at].is_index &&
         read.path[at].field == name;
}

// The path in a State: `resources`, NAME, `connection_details`.
bool ReadsDetails(const ExpressionRead& read) {
  if (read.name != "observed" && read.name != "desired") return false;
  constexpr absl::string_view kMember = "connection_details";
  return IsField(read, 1, kMember) || IsField(read, 2, kMember) ||
         std::any_of(read.behind.begin(), read.behind.end(),
                     [&](const Segment& segment) {
                       return !segment.is_index && segment.field == kMember;
                     });
}

}  // namespace

SecretNames SecretNames::Of(const Value& input) {
  SecretNames names;
  names.values_ = input.IsObject() ? Find(input, "values") : nullptr;
  auto read = [&](const std::string& place) {
    if (names.read_at_.empty()) names.read_at_ = place;
  };
  auto look_at_details = [&](const Value& entry, const std::string& place) {
    if (Find(entry, "fromConnectionSecretKey") != nullptr) read(place);
  };
  ForEach(input, "connectionDetails", look_at_details);
  ForEach(input, "extraResources",
          [&](const Value& entry, const std::string& place) {
            if (!IsSecret(entry)) return;
            read(place);
            for (absl::string_view member : {"name", "into"}) {
              names.required_.insert(std::string(TextAt(entry, {member})));
            }
          });
  ForEach(input, "required", [&](const Value& entry, const std::string& place) {
    if (!IsSecret(entry)) return;
    read(place);
    names.required_.insert(std::string(TextAt(entry, {"name"})));
  });
  for (absl::string_view list : {"references", "externalValues"}) {
    ForEach(input, list, [&](const Value& entry, const std::string& place) {
      if (Find(entry, "fromCredentials") != nullptr) read(place);
      const bool reads_secret =
          TextAt(entry, {"fromObject", "resource"}) == "secrets" ||
          TextAt(entry, {"fromObject", "kind"}) == "Secret" ||
          TextAt(entry, {"fromRef", "kind"}) == "Secret";
      if (reads_secret) {
        names.required_.insert(std::string(TextAt(entry, {"name"})));
        read(place);
      }
    });
  }
  ForEach(input, "resources",
          [&](const Value& entry, const std::string& place) {
            ForEach(entry, "connectionDetails", look_at_details, place + ".");
            for (absl::string_view member : {"base", "template"}) {
              const Value* object = Find(entry, member);
              if (object != nullptr && IsSecret(*object)) {
                names.resources_.insert(std::string(IdOfTemplate(entry)));
              }
            }
          });
  return names;
}

namespace {

// The operators and functions whose value is a boolean.
constexpr absl::string_view kDecisions[] = {
    "_==_", "_!=_", "_<_",  "_<=_",       "_>_",      "_>=_",     "@in",
    "!_",   "_&&_", "_||_", "startsWith", "endsWith", "contains", "matches"};

// Whether the value of an expression is a boolean or one of its own strings.
bool QuotesNothing(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLiteral:
    case ExprKind::kHas:
      return true;
    case ExprKind::kMacro:
      return expr.macro == MacroKind::kAll ||
             expr.macro == MacroKind::kExists ||
             expr.macro == MacroKind::kExistsOne;
    case ExprKind::kCall:
      if (expr.name == "_?_:_") {
        return QuotesNothing(*expr.args[1]) && QuotesNothing(*expr.args[2]);
      }
      return std::find(std::begin(kDecisions), std::end(kDecisions),
                       expr.name) != std::end(kDecisions);
    default:
      return false;
  }
}

}  // namespace

std::string SecretNames::ReadThrough(absl::string_view expression,
                                     size_t* offset,
                                     std::set<std::string>* seen) const {
  for (const ExpressionRead& read : ReadsOf(expression)) {
    *offset = read.offset;
    if (read.name == "values" && !read.path.empty() &&
        seen->insert(read.path[0].field).second) {
      for (const std::string& each :
           ExpressionsOfValue(values_, read.path[0].field)) {
        size_t inside = 0;
        std::string why = ReadThrough(each, &inside, seen);
        auto parsed = ParseExpr(each, {.native = true});
        if (!why.empty() && parsed.ok() && !QuotesNothing(**parsed)) return why;
      }
    }
    const std::string path = absl::StrCat(
        read.name, read.path.empty() ? "" : ".", ToString(read.path));
    if (ReadsDetails(read)) {
      return absl::StrCat(path, " are connection details");
    }
    const bool is_secret =
        (read.name == "required" && !read.path.empty() &&
         required_.contains(read.path[0].field)) ||
        (IsField(read, 0, "resources") && read.path.size() > 1 &&
         IsField(read, 2, "resource") &&
         resources_.contains(read.path[1].field) &&
         !IsField(read, 3, "metadata"));
    if (is_secret) return absl::StrCat(path, " is part of a Secret");
  }
  return "";
}

std::string SecretNames::ReadBy(absl::string_view expression,
                                size_t* offset) const {
  std::set<std::string> seen;
  return ReadThrough(expression, offset, &seen);
}

bool QuotesValues(absl::string_view text) {
  absl::StatusOr<std::vector<InlinePart>> parts = PartsOf(text);
  if (!parts.ok()) return false;
  return std::any_of(parts->begin(), parts->end(), [](const InlinePart& part) {
    auto parsed = ParseExpr(part.text, {.native = true});
    return part.is_expression && parsed.ok() && !QuotesNothing(**parsed) &&
           !ReadsOf(part.text).empty();
  });
}

std::string WhyHidden(absl::string_view text, const SecretNames& secrets) {
  absl::StatusOr<std::vector<InlinePart>> parts = PartsOf(text);
  if (!parts.ok()) return "";
  for (const InlinePart& part : *parts) {
    size_t offset = 0;
    if (!part.is_expression) continue;
    const std::string secret = secrets.ReadBy(part.text, &offset);
    auto parsed = ParseExpr(part.text, {.native = true});
    if (secret.empty() || !parsed.ok() || QuotesNothing(**parsed)) continue;
    return absl::StrCat(PlaceIn(text, part.offset + offset), ": ", secret);
  }
  return "";
}

std::optional<PublicString> PublicString::Read(Fields& fields,
                                               absl::string_view member,
                                               ExpressionNames names) {
  if (!fields.String(member).has_value()) return std::nullopt;
  std::optional<Input> at = fields.Any(member);
  std::optional<InlineText> text = InlineText::Read(*at, names);
  if (!text.has_value()) return std::nullopt;
  PublicString made;
  made.place_ = at->place();
  made.text_ = std::make_shared<const InlineText>(*std::move(text));
  return made;
}

absl::StatusOr<Value> PublicString::Of(CelVariables* variables,
                                       Pool* pool) const {
  absl::StatusOr<std::optional<Value>> value =
      text_->OptionalTree(variables, pool);
  if (!value.ok()) return Placed(value.status());
  if (!value->has_value()) {
    return Placed(
        WithFact(Harmless(absl::NotFoundError("the value is optional.none()")),
                 Fact::kPending));
  }
  return **std::move(value);
}

absl::StatusOr<std::string> PublicString::TextOf(CelVariables* variables,
                                                 Pool* pool) const {
  LOOM_ASSIGN_OR_RETURN(const Value value, Of(variables, pool));
  LOOM_RETURN_IF_ERROR(Placed(MayQuote(variables, pool)));
  std::string text;
  if (value.IsString()) {
    text = std::string(View(value));
  } else if (value.IsBool()) {
    text = value.GetBool() ? "true" : "false";
  } else if (value.IsNumber()) {
    AppendJsonNumber(value, &text);
  } else {
    return Placed(Harmless(absl::FailedPreconditionError(absl::StrCat(
        "expected a string, number or boolean, got ", KindName(value)))));
  }
  return text;
}

absl::Status PublicString::MayQuote(CelVariables* variables, Pool* pool) const {
  if (!pool->redacted()) return absl::OkStatus();
  for (const InputExpression& expression : text_->expressions()) {
    if (ReadsOf(expression.text()).empty()) continue;
    LOOM_ASSIGN_OR_RETURN(std::optional<Value> value,
                          expression.OptionalTree(variables, pool));
    if (!value.has_value() || value->IsBool()) continue;
    const std::vector<std::string> own = TextsOf(expression.text());
    const bool is_own =
        value->IsString() &&
        std::find(own.begin(), own.end(), View(*value)) != own.end();
    if (is_own) continue;
    return WithFact(
        expression.Failed(
            "the value is not shown, because this call has read a Secret, "
            "connection details or credentials"),
        Fact::kHidden);
  }
  return absl::OkStatus();
}

bool PublicString::IsHidden(const absl::Status& status) {
  return HasFact(status, Fact::kHidden);
}

absl::Status PublicString::Placed(const absl::Status& status) const {
  if (status.ok() || EndsCall(status)) return status;
  const bool waits = IsPending(status);
  return WithPlace(waits ? status : Annotate(status, place_), place_);
}

}  // namespace loom
