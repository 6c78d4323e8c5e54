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
#include "language/cel/syntax/lexer.h"

namespace loom {
namespace {

absl::string_view TextAt(const Value& object,
                         std::initializer_list<absl::string_view> path) {
  const Value* text = Dig(object, path);
  return text != nullptr && text->IsString() ? View(*text) : "";
}

// Calls `look` with each object of a list of the input.
template <typename Look>
void ForEach(const Value& root, absl::string_view list, const Look& look) {
  const Value* entries = Find(root, list);
  if (entries == nullptr || !entries->IsArray()) return;
  for (const Value& entry : entries->GetArray()) {
    if (entry.IsObject()) look(entry);
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

SecretNames SecretNames::Of(const Input& root) {
  SecretNames names;
  const Value& input = root.value();
  ForEach(input, "extraResources", [&](const Value& entry) {
    if (!IsSecret(entry)) return;
    for (absl::string_view member : {"name", "into"}) {
      names.required_.insert(std::string(TextAt(entry, {member})));
    }
  });
  for (absl::string_view list : {"references", "externalValues"}) {
    ForEach(input, list, [&](const Value& entry) {
      const bool reads_secret =
          TextAt(entry, {"fromObject", "resource"}) == "secrets" ||
          TextAt(entry, {"fromObject", "kind"}) == "Secret" ||
          TextAt(entry, {"fromRef", "kind"}) == "Secret";
      if (reads_secret) {
        names.required_.insert(std::string(TextAt(entry, {"name"})));
      }
    });
  }
  ForEach(input, "resources", [&](const Value& entry) {
    for (absl::string_view member : {"base", "template"}) {
      const Value* object = Find(entry, member);
      if (object != nullptr && IsSecret(*object)) {
        names.resources_.insert(std::string(TextAt(entry, {"name"})));
      }
    }
  });
  return names;
}

std::string SecretNames::ReadBy(absl::string_view expression,
                                size_t* offset) const {
  for (const ExpressionRead& read : ReadsOf(expression)) {
    *offset = read.offset;
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

std::optional<PublicString> PublicString::Read(Fields& fields,
                                               absl::string_view member,
                                               ExpressionNames names,
                                               const SecretNames& secrets) {
  if (!fields.String(member).has_value()) return std::nullopt;
  std::optional<Input> at = fields.Any(member);
  std::optional<InlineText> text = InlineText::Read(*at, names);
  if (!text.has_value()) return std::nullopt;
  for (const InputExpression& expression : text->expressions()) {
    size_t offset = 0;
    const std::string secret = secrets.ReadBy(expression.text(), &offset);
    if (secret.empty()) continue;
    at->Invalid("",
                absl::StrCat(PlaceIn(expression.text(), offset), ": ", secret,
                             ", which a condition or an event may "
                             "not quote"));
    return std::nullopt;
  }
  PublicString made;
  made.place_ = at->place();
  made.text_ = std::make_shared<const InlineText>(*std::move(text));
  return made;
}

void PublicString::AddReads(Reads* reads) const {
  for (const InputExpression& expression : text_->expressions()) {
    loom::AddReads(expression, reads);
  }
}

absl::StatusOr<Value> PublicString::Of(CelVariables* variables,
                                       Pool* pool) const {
  absl::StatusOr<std::optional<Value>> value =
      text_->OptionalTree(variables, pool);
  if (!value.ok()) return Placed(value.status());
  if (!value->has_value()) {
    return Placed(
        Harmless(absl::NotFoundError("the value is optional.none()")));
  }
  LOOM_RETURN_IF_ERROR(Placed(MayQuote(variables, pool)));
  return **std::move(value);
}

absl::StatusOr<std::string> PublicString::TextOf(CelVariables* variables,
                                                 Pool* pool) const {
  LOOM_ASSIGN_OR_RETURN(const Value value, Of(variables, pool));
  std::string text;
  if (value.IsString()) {
    text = std::string(View(value));
  } else if (value.IsBool()) {
    text = value.GetBool() ? "true" : "false";
  } else if (value.IsNumber()) {
    AppendJsonNumber(value, &text);
  } else {
    return Placed(Harmless(absl::FailedPreconditionError(absl::StrCat(
        "want a string, number or boolean, got ", KindName(value)))));
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
    return expression.Failed(
        "the value is not shown, because this call has read a Secret, "
        "connection details or credentials");
  }
  return absl::OkStatus();
}

absl::Status PublicString::Placed(const absl::Status& status) const {
  if (status.ok() || EndsCall(status)) return status;
  const bool waits = absl::IsNotFound(status);
  return WithPlace(waits ? status : Annotate(status, place_), place_);
}

}  // namespace loom
