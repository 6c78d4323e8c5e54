// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/resource_name.h"

#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/objects/names.h"
#include "language/cel/program/expression_reads.h"

namespace loom {
namespace {

// What a name may read. ValueNames reports values that read anything else.
constexpr ExpressionNames kNamesOfName =
    ExpressionNames(ExpressionName::kComposite) | ExpressionName::kEnvironment |
    ExpressionName::kValues;

constexpr absl::string_view kStates[] = {"observed", "desired", "context",
                                         "required", "object"};

// Returns why a name cannot contain the expression; "" if it can.
std::string RefusalOf(absl::string_view expression) {
  for (const ExpressionRead& read : ReadsOf(expression)) {
    if (absl::c_linear_search(kStates, read.name)) {
      return absl::StrCat("a name cannot read ", read.name,
                          ", because it must not change with the state of a "
                          "resource");
    }
    if (ReadsStateOfComposite(read)) {
      return "of the composite, a name can read only metadata and spec, "
             "because it must not change with the status";
    }
  }
  return "";
}

// Reports whether a name can contain the expressions of the string.
bool CheckReads(const Input& at, absl::string_view text) {
  const absl::StatusOr<std::vector<InlinePart>> parts = PartsOf(text);
  if (!parts.ok()) return true;  // InlineText reports it
  for (const InlinePart& part : *parts) {
    const std::string refusal = part.is_expression ? RefusalOf(part.text) : "";
    if (refusal.empty()) continue;
    at.Invalid("", refusal, ProblemKind::kExpression);
    return false;
  }
  return true;
}

std::optional<InlineText> ReadName(const Input& at, bool loops) {
  const absl::string_view text = View(at.value());
  if (!CheckReads(at, text)) return std::nullopt;
  return InlineText::Read(at,
                          loops ? kNamesOfName | kNamesOfItem : kNamesOfName);
}

constexpr absl::string_view kSo =
    "; without its name, it is not known which resource this is, so nothing "
    "changes";

absl::Status Refused(absl::string_view why, absl::string_view place) {
  return AnnotatePlace(
      Harmless(absl::FailedPreconditionError(absl::StrCat(why, kSo))), place);
}

// Returns nullopt if the value is optional.none().
absl::StatusOr<std::optional<absl::string_view>> Compute(
    const InlineText& text, absl::string_view place, const NamedValues* values,
    const LoopItem* item, Call& call) {
  CallVariables variables(&call);
  variables.loop = item;
  std::optional<ValueState> own;
  if (values != nullptr) {
    variables.values = &own.emplace(values, &call.values, call.pool);
  }
  absl::StatusOr<std::optional<Value>> made =
      text.OptionalTree(&variables, call.pool);
  if (EndsCall(made.status())) return made.status();
  if (!made.ok()) {
    return AnnotatePlace(
        Harmless(absl::FailedPreconditionError(
                     absl::StrCat(made.status().message(), kSo)),
                 absl::StrCat(RedactedMessage(made.status()), kSo)),
        place);
  }
  if (!made->has_value()) return std::optional<absl::string_view>();
  if (!(*made)->IsString()) {
    return Refused(absl::StrCat("expected a string, got ", KindName(**made)),
                   place);
  }
  const absl::string_view name = View(**made);
  if (name.empty()) return Refused("the name is empty", place);
  if (name.size() > limits::kName) {
    return Refused(absl::StrCat("expected a name of at most ", limits::kName,
                                " bytes, got ", name.size()),
                   place);
  }
  return std::optional(call.pool->Keep(name));
}

}  // namespace

void ResourceName::ParseAliases(Fields& fields, bool loops) {
  for (const Input& entry : fields.List("aliases")) {
    if (!entry.value().IsString() || entry.value().GetStringLength() == 0) {
      entry.Problem("Invalid value: expected a non-empty string",
                    ProblemKind::kType);
      continue;
    }
    std::optional<InlineText> text = ReadName(entry, loops);
    if (text.has_value()) aliases_.push_back({entry.place(), *std::move(text)});
  }
}

ResourceName ResourceName::Parse(Fields& fields, bool loops) {
  ResourceName result;
  result.id_ = std::string(fields.Required("name"));
  if (fields.at().rules().follows_go) return result;
  result.ParseAliases(fields, loops);
  const absl::string_view id = fields.String("id").value_or("");
  if (!IsInline(result.id_)) {
    if (fields.Has("id")) {
      fields.at().Invalid("id",
                          "only a computed name needs an id; sections and "
                          "expressions refer to this resource by its name");
    }
    return result;
  }
  const Input at = *fields.Any("name");
  result.place_ = at.place();
  result.computed_ = ReadName(at, loops);
  if (result.computed_.has_value()) {
    if (auto constant = result.computed_->Constant()) {
      result.id_ = *std::move(constant);
      result.computed_.reset();
    }
  }
  if (!fields.Has("id")) return result;
  if (!IsLabelValue(id) || id.empty()) {
    fields.at().Invalid("id", absl::StrCat("\"", Cut(id, limits::kName),
                                           "\": expected at most 63 of the "
                                           "characters A-Z a-z 0-9 - _ . that "
                                           "begin and end with a letter or a "
                                           "digit"));
  }
  result.id_ = std::string(id);
  return result;
}

absl::StatusOr<absl::string_view> ResourceName::Of(const LoopItem* item,
                                                   Call& call) const {
  if (computed_.has_value()) {
    LOOM_ASSIGN_OR_RETURN(
        const std::optional<absl::string_view> name,
        Compute(*computed_, place_, values_.get(), item, call));
    if (name.has_value()) return *name;
    return Refused("the name has no value", place_);
  }
  if (item == nullptr) return absl::string_view(id_);
  return call.pool->Keep(absl::StrCat(id_, "-", item->key));
}

absl::StatusOr<std::vector<absl::string_view>> ResourceName::AliasesOf(
    const LoopItem* item, Call& call) const {
  std::vector<absl::string_view> aliases;
  aliases.reserve(aliases_.size());
  for (const Alias& alias : aliases_) {
    if (auto constant = alias.text.Constant()) {
      aliases.push_back(call.pool->Keep(
          item == nullptr ? *constant
                          : absl::StrCat(*constant, "-", item->key)));
      continue;
    }
    LOOM_ASSIGN_OR_RETURN(
        const std::optional<absl::string_view> name,
        Compute(alias.text, alias.place, values_.get(), item, call));
    if (name.has_value()) aliases.push_back(*name);
  }
  return aliases;
}

}  // namespace loom
