// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/object_query.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "language/input/fields.h"

namespace loom {
namespace {

std::optional<int64_t> Count(Fields& fields, absl::string_view name) {
  std::optional<int64_t> count = fields.Integer(name);
  if (count.has_value() && *count < 0) {
    // Go's decoder refuses it, even in a selector that is never used.
    fields.at().Problem(name, "Invalid value: expected a non-negative number");
  }
  return count;
}

// The table of matcher types: the field that holds the operand.
struct MatcherType {
  absl::string_view name;
  Matcher::From from;
  absl::string_view operand;
};
constexpr MatcherType kMatcherTypes[] = {
    {"FromCompositeFieldPath", Matcher::From::kComposite, "valueFromFieldPath"},
    {"Value", Matcher::From::kValue, "value"},
    // This row comes last, because MatcherTypes leaves it out for some lists.
    {"FromEnvironmentFieldPath", Matcher::From::kEnvironment,
     "valueFromFieldPath"},
};

absl::Span<const MatcherType> MatcherTypes(const QueryShape& shape) {
  absl::Span<const MatcherType> all = kMatcherTypes;
  return shape.reads_environment ? all : all.first(all.size() - 1);
}

bool Computes(absl::string_view text, const QueryShape& shape) {
  return shape.names.Has(ExpressionName::kRequired) && IsInline(text);
}

std::optional<Matcher> ParseMatcher(const Input& input,
                                    const QueryShape& shape) {
  Fields fields(input);
  Matcher matcher;
  matcher.key = std::string(fields.String("key").value_or(""));
  if (matcher.key.empty())
    input.Mistake("key", "a label needs a key", ProblemKind::kIncomplete);
  matcher.optional =
      fields.OneOf("fromFieldPathPolicy", {"Required", "Optional"},
                   "Required") == "Optional";
  std::optional<absl::string_view> path = fields.String("valueFromFieldPath");
  std::optional<absl::string_view> value = fields.String("value");
  const MatcherType* type = fields.Choice(
      "type", MatcherTypes(shape), &kMatcherTypes[0], IfUnknown::kMistake);
  fields.Done();
  if (type == nullptr) return std::nullopt;
  bool literal = type->from == Matcher::From::kValue;
  if (!(literal ? value : path).has_value()) input.Missing(type->operand);
  matcher.from = type->from;
  matcher.value = std::string(value.value_or(""));
  if (literal && Computes(matcher.value, shape)) {
    const Input at = *fields.Any("value");
    matcher.computed = InlineText::Read(at, shape.names);
    matcher.place = at.place();
  }
  if (!literal) {
    matcher.path = input.ParsePath("valueFromFieldPath", path.value_or(""));
  }
  return matcher;
}

// Whether a selector may find any number of objects.
bool ParseMode(Fields& fields) {
  return fields.OneOf("mode", {"Single", "Multiple"}, "Single",
                      IfUnknown::kInvalid) == "Multiple";
}

void ParseSelector(const Input& input, const QueryShape& shape,
                   ObjectQuery* query) {
  Fields fields(input);
  query->multiple = !shape.has_modes || ParseMode(fields);
  query->min_match = Count(fields, "minMatch");
  query->max_match = Count(fields, "maxMatch");
  absl::string_view sort = fields.String("sortByFieldPath").value_or("");
  query->sort_by =
      input.ParsePath("sortByFieldPath", sort.empty() ? "metadata.name" : sort);
  for (const Input& entry : fields.List("matchLabels")) {
    std::optional<Matcher> matcher = ParseMatcher(entry, shape);
    if (matcher.has_value()) query->matchers.push_back(*std::move(matcher));
  }
  query->all = shape.takes_all && query->matchers.empty();
  fields.Done();
}

// Reads a selector that the type of its entry does not use.
void ParseUnused(const Input& input, const QueryShape& shape,
                 ObjectQuery* query) {
  Problems late;
  ParseSelector(input.Deferring(&late), shape, query);
  for (const Problem& mistake : late.problems()) input.Note(mistake);
}

// The table of types of entries.
struct QueryType {
  absl::string_view name;
  ObjectQuery::Type type;
  absl::string_view kind = {};
};
constexpr QueryType kTypes[] = {
    {"Reference", ObjectQuery::Type::kReference},
    {"Selector", ObjectQuery::Type::kSelector},
    // These rows come last, because TypesOf leaves them out for some lists.
    {"ConfigMap", ObjectQuery::Type::kReference, "ConfigMap"},
    {"Secret", ObjectQuery::Type::kReference, "Secret"},
};

absl::Span<const QueryType> TypesOf(const QueryShape& shape) {
  absl::Span<const QueryType> all = kTypes;
  return shape.namespaces == QueryNamespaces::kOfKinds ? all : all.first(2);
}

constexpr QueryType kUnknownType = {"", ObjectQuery::Type::kUnknown};

const QueryType& ParseType(Fields& entry, const QueryShape& shape) {
  const QueryType* row =
      entry.Choice("type", TypesOf(shape), &kTypes[0], IfUnknown::kMistake);
  return row == nullptr ? kUnknownType : *row;
}

// Checks the fields of an entry whose type is a kind.
void CheckKind(const Input& input, const ObjectQuery& query, bool has_ref,
               bool has_selector) {
  if (has_ref && has_selector) {
    input.Problem("ref and selector cannot be combined");
  } else if (!has_ref && !has_selector) {
    input.RequireOne({"ref", "selector"});
  }
  if (query.ns.given()) return;
  input.Problem(absl::StrCat("one of namespace, namespaceFromFieldPath and "
                             "namespaceFromExpression is "
                             "required, because ",
                             WithArticle(query.kind), " has a namespace"),
                ProblemKind::kIncomplete);
}

// A string that no label can have is not sent to Crossplane, because the
// message could take the memory of many requests.
absl::Status CheckLabel(absl::string_view text) {
  if (text.size() <= limits::kLabel) return absl::OkStatus();
  return Harmless(absl::FailedPreconditionError(absl::StrCat(
      "a value of ", text.size(), " bytes is too long for a label")));
}

// Returns a label's value as a string. In the native input it may also be a
// number or a boolean, which is written as in YAML.
absl::StatusOr<std::string> LabelValue(const Value& value, const Path& path,
                                       const Rules& rules) {
  if (value.IsString()) {
    LOOM_RETURN_IF_ERROR(CheckLabel(View(value)));
    return std::string(View(value));
  }
  if (!rules.follows_go && value.IsBool())
    return value.GetBool() ? "true" : "false";
  if (!rules.follows_go && value.IsNumber())
    return PlainDecimal(AsDouble(value));
  return Harmless(absl::FailedPreconditionError(
      absl::StrCat(path.text(), ": not a string")));
}

absl::StatusOr<std::string> Computed(const InlineText& text,
                                     const std::string& place,
                                     const QueryValues& values) {
  absl::StatusOr<std::string> made = text.String(values.variables, values.pool);
  if (made.ok() && made->empty()) {
    made = Harmless(absl::NotFoundError("the string is empty"));
  }
  if (made.ok() || EndsCall(made.status())) return made;
  return AnnotatePlace(made.status(), place);
}

absl::StatusOr<std::string> Evaluate(const Matcher& matcher,
                                     const QueryValues& values,
                                     const Rules& rules) {
  if (matcher.computed.has_value()) {
    LOOM_ASSIGN_OR_RETURN(std::string text,
                          Computed(*matcher.computed, matcher.place, values));
    LOOM_RETURN_IF_ERROR(CheckLabel(text));
    return text;
  }
  if (matcher.from == Matcher::From::kValue) return matcher.value;
  if (!matcher.path.ok()) return Harmless(matcher.path.status());
  const Value& from = matcher.from == Matcher::From::kComposite
                          ? values.composite
                          : values.environment;
  absl::StatusOr<const Value*> value = Get(from, *matcher.path, values.pool);
  if (!value.ok()) return Harmless(value.status());
  return LabelValue(**value, *matcher.path, rules);
}

// Reports whether the matcher is left out because of this error of its value.
// The Go functions ignore every error of an optional matcher. In the native
// input a value of a wrong type is reported.
bool Forgives(const Matcher& matcher, const absl::Status& status,
              const Rules& rules) {
  return matcher.optional && (rules.follows_go || absl::IsNotFound(status));
}

// Adds the labels that have a value.
absl::Status AddLabels(const ObjectQuery& query, const QueryValues& values,
                       Requirement* requirement) {
  for (const Matcher& matcher : Each(query.matchers, values.pool)) {
    absl::StatusOr<std::string> value = Evaluate(matcher, values, *query.rules);
    if (value.ok()) {
      requirement->labels[matcher.key] = *std::move(value);
    } else if (matcher.computed.has_value()) {
      if (Forgives(matcher, value.status(), *query.rules)) continue;
      return value.status();
    } else if (!Forgives(matcher, value.status(), *query.rules)) {
      std::string path = matcher.path.ok() ? matcher.path->text() : "";
      return Annotate(
          value.status(),
          absl::StrCat("cannot get value from field path \"", path, "\""));
    }
  }
  return absl::OkStatus();
}

// People expect nameFromFieldPath, because namespaceFromFieldPath exists.
std::string ReadName(Fields& ref, bool required) {
  constexpr absl::string_view kFromField = "nameFromFieldPath";
  if (!ref.at().rules().follows_go && ref.Has(kFromField)) {
    ref.Allow(kFromField);
    ref.at().Invalid(
        kFromField,
        "a name cannot come from a field here; select the object by a label "
        "with valueFromFieldPath, or read it with fromObject.nameFrom of an "
        "entry of references");
    return "";
  }
  return std::string(required ? ref.Required("name")
                              : ref.String("name").value_or(""));
}

}  // namespace

ObjectQuery ObjectQuery::Parse(Fields& entry, const QueryShape& shape) {
  const Input& input = entry.at();
  ObjectQuery query;
  query.rules = &input.rules();
  query.place = input.place();
  const QueryType& type = ParseType(entry, shape);
  query.kind = type.kind;
  query.type = type.type;
  std::optional<Input> ref = entry.Object("ref");
  std::optional<Input> selector = entry.Object("selector");
  const bool by_kind = !query.kind.empty();
  if (by_kind && !ref.has_value()) query.type = Type::kSelector;
  std::optional<Fields> members;
  if (ref.has_value()) {
    members.emplace(*ref);
    query.name = ReadName(*members, query.by_name());
    if (Computes(query.name, shape)) {
      const Input at = *members->Any("name");
      query.computed_name = InlineText::Read(at, shape.names);
      query.name_place = at.place();
    }
  } else if (query.type == Type::kReference) {
    input.Missing("ref");
  }
  if (shape.namespaces != QueryNamespaces::kNone) {
    query.ns =
        NamespaceOf::Parse(entry, members ? &*members : nullptr, shape.names);
  }
  if (members.has_value()) members->Done();
  if (by_kind) {
    CheckKind(input, query, ref.has_value(), selector.has_value());
  } else if (query.ns.given() &&
             shape.namespaces == QueryNamespaces::kOfKinds) {
    input.Problem("only a ConfigMap and a Secret have a namespace");
  }
  if (selector.has_value()) {
    (query.type == Type::kSelector ? ParseSelector : ParseUnused)(
        *selector, shape, &query);
  } else if (query.type == Type::kSelector && !by_kind) {
    input.Missing("selector");
  }
  query.has_expressions =
      query.ns.has_expression() || query.computed_name.has_value() ||
      std::any_of(query.matchers.begin(), query.matchers.end(),
                  [](const Matcher& m) { return m.computed.has_value(); });
  return query;
}

bool ParseResolution(Fields& parent) {
  std::optional<Input> policy = parent.Object("policy");
  if (!policy.has_value()) return false;
  Fields fields(*policy);
  bool optional = fields.OneOf("resolution", {"Required", "Optional"},
                               "Required") == "Optional";
  fields.Done();
  return optional;
}

bool ObjectQuery::ReadsEnvironment() const {
  return ns.ReadsEnvironment() ||
         std::any_of(matchers.begin(), matchers.end(), [](const Matcher& m) {
           return m.from == Matcher::From::kEnvironment;
         });
}

// Fills in the namespace, and the name or the labels.
absl::Status ObjectQuery::Fill(const QueryValues& values,
                               Requirement* requirement) const {
  if (ns.given()) {
    LOOM_ASSIGN_OR_RETURN(requirement->ns, ns.Read(values));
  }
  if (!by_name()) return absl::OkStatus();
  requirement->name = name;
  if (computed_name.has_value()) {
    LOOM_ASSIGN_OR_RETURN(requirement->name,
                          Computed(*computed_name, name_place, values));
  }
  return absl::OkStatus();
}

absl::Status ObjectQuery::Ask(const QueryValues& values, Wish* wish) const {
  if (type == Type::kUnknown) return absl::OkStatus();
  wish->requirement.emplace(what);
  absl::Status status = Fill(values, &*wish->requirement);
  const bool filled = status.ok();
  if (filled && !by_name()) {
    status = AddLabels(*this, values, &*wish->requirement);
  }
  if (!status.ok()) {
    if (IsPending(status)) {
      *wish = Wish{.pending = std::move(status)};
      return absl::OkStatus();
    }
    if (filled || !optional || !absl::IsNotFound(status)) return status;
    wish->requirement.reset();
    return absl::OkStatus();
  }
  if (!by_name() && wish->requirement->labels.empty() && !all) {
    wish->requirement.reset();
  }
  return absl::OkStatus();
}

}  // namespace loom
