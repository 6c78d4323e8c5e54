// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/namespace_of.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/objects/names.h"
#include "data/fieldpath/access.h"

namespace loom {
namespace {

constexpr char kText[] = "namespace";
constexpr char kField[] = "namespaceFromFieldPath";
constexpr char kExpression[] = "namespaceFromExpression";

constexpr absl::string_view kNoName =
    "not the name of a namespace: expected at most 63 lowercase letters, "
    "digits "
    "and -";

}  // namespace

void NamespaceOf::ReadMembers(Fields& fields, absl::string_view prefix,
                              ExpressionNames names,
                              std::vector<std::string>* given) {
  const Input& at = fields.at();
  const absl::string_view text = fields.String(kText).value_or("");
  if (!text.empty()) {
    given->push_back(absl::StrCat(prefix, kText));
    if (names.Has(ExpressionName::kRequired) && IsInline(text)) {
      const Input place = *fields.Any(kText);
      computed_ = InlineText::Read(place, names);
      place_ = place.place();
    } else if (!IsNamespaceName(text)) {
      at.Invalid(kText, absl::StrCat("\"", text, "\": ", kNoName));
    }
    text_ = std::string(text);
  }
  if (fields.Has(kField)) {
    given->push_back(absl::StrCat(prefix, kField));
    path_ = at.ParsePath(kField, fields.Required(kField)).value_or(Path());
    place_ = absl::StrCat(at.place(), at.place().empty() ? "" : ".", kField);
  }
  if (fields.Has(kExpression)) {
    given->push_back(absl::StrCat(prefix, kExpression));
    expression_ = InputExpression::Read(fields, kExpression, kNamesOfRequest,
                                        ExpressionType::kText);
  }
}

NamespaceOf NamespaceOf::Parse(Fields& entry, Fields* ref,
                               ExpressionNames names) {
  NamespaceOf parsed;
  std::vector<std::string> given;
  parsed.ReadMembers(entry, "", names, &given);
  if (ref != nullptr) parsed.ReadMembers(*ref, "ref.", names, &given);
  parsed.given_ = !given.empty();
  if (given.size() > 1) {
    entry.at().Problem(
        absl::StrCat(absl::StrJoin(given, " and "), " cannot be combined"));
  }
  return parsed;
}

bool NamespaceOf::ReadsEnvironment() const {
  // The environment is one of the values of the context.
  return expression_.has_value() &&
         expression_->names().Meets(
             ExpressionNames(ExpressionName::kEnvironment) |
             ExpressionName::kContext);
}

absl::StatusOr<std::string> NamespaceOf::ReadField(
    const QueryValues& values) const {
  auto failed = [&](const absl::Status& status) {
    return AnnotatePlace(Harmless(status), place_);
  };
  absl::StatusOr<const Value*> found =
      Get(values.composite, *path_, values.pool);
  if (!found.ok()) return failed(found.status());
  const bool is_text = (*found)->IsString();
  if (is_text && IsNamespaceName(View(**found)))
    return std::string(View(**found));
  return failed(absl::FailedPreconditionError(
      absl::StrCat(path_->text(), ": ", is_text ? kNoName : "not a string")));
}

absl::StatusOr<std::string> NamespaceOf::ReadComputed(
    const QueryValues& values) const {
  absl::StatusOr<std::string> text =
      computed_->String(values.variables, values.pool);
  if (text.ok() && !IsNamespaceName(*text)) {
    text = Harmless(absl::FailedPreconditionError(kNoName));
  }
  if (text.ok() || EndsCall(text.status())) return text;
  return AnnotatePlace(text.status(), place_);
}

absl::StatusOr<std::string> NamespaceOf::Read(const QueryValues& values) const {
  if (path_.has_value()) return ReadField(values);
  if (computed_.has_value()) return ReadComputed(values);
  if (!has_expression()) return text_;
  LOOM_ASSIGN_OR_RETURN(std::string text,
                        expression_->Text(values.variables, values.pool));
  if (!IsNamespaceName(text)) return expression_->Failed(kNoName);
  return text;
}

}  // namespace loom
