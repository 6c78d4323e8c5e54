// SPDX-License-Identifier: Apache-2.0
#include "environment/source.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "fieldpath/access.h"
#include "input/names.h"
#include "value/number.h"

namespace loom {
namespace {

std::optional<int64_t> Count(Fields& fields, absl::string_view name) {
  std::optional<int64_t> count = fields.Integer(name);
  if (count.has_value() && *count < 0) {
    fields.at().Invalid(name, "want a number that is not negative");
  }
  return count;
}

// The table of matcher types: the member that holds the operand.
struct MatcherType {
  absl::string_view name;
  Matcher::From from;
  absl::string_view operand;
};
constexpr MatcherType kMatcherTypes[] = {
    {"FromCompositeFieldPath", Matcher::From::kComposite, "valueFromFieldPath"},
    {"Value", Matcher::From::kValue, "value"},
    // Last, because not all lists have it.
    {"FromEnvironmentFieldPath", Matcher::From::kEnvironment,
     "valueFromFieldPath"},
};

absl::Span<const MatcherType> MatcherTypes(const SourceShape& shape) {
  absl::Span<const MatcherType> all = kMatcherTypes;
  return shape.reads_environment ? all : all.first(all.size() - 1);
}

const MatcherType* FindMatcherType(absl::string_view name,
                                   const SourceShape& shape) {
  for (const MatcherType& type : MatcherTypes(shape)) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

std::optional<Matcher> ParseMatcher(const Input& input,
                                    const SourceShape& shape) {
  Fields fields(input);
  Matcher matcher;
  matcher.key = std::string(fields.String("key").value_or(""));
  if (matcher.key.empty()) input.Mistake("key", "a label has a key");
  matcher.optional =
      fields.OneOf("fromFieldPathPolicy", {"Required", "Optional"},
                   "Required") == "Optional";
  std::optional<absl::string_view> path = fields.String("valueFromFieldPath");
  std::optional<absl::string_view> value = fields.String("value");
  absl::string_view name = fields.String("type").value_or("");
  if (name.empty()) name = kMatcherTypes[0].name;
  fields.Done();
  const MatcherType* type = FindMatcherType(name, shape);
  if (type == nullptr) {
    input.Mistake("type",
                  absl::StrCat("\"", name, "\": unknown matcher type, ",
                               "want one of ", NamesOf(MatcherTypes(shape))));
    return std::nullopt;
  }
  bool literal = type->from == Matcher::From::kValue;
  if (!(literal ? value : path).has_value()) input.Missing(type->operand);
  matcher.from = type->from;
  matcher.value = std::string(value.value_or(""));
  if (!literal) {
    matcher.path = input.ParsePath("valueFromFieldPath", path.value_or(""));
  }
  return matcher;
}

// Whether a selector may find any number of objects.
bool ParseMode(Fields& fields) {
  absl::string_view mode = fields.String("mode").value_or("");
  if (mode.empty()) mode = "Single";
  if (mode != "Single" && mode != "Multiple") {
    fields.at().Invalid(
        "mode", absl::StrCat("\"", mode, "\": want Single or Multiple"));
  }
  return mode == "Multiple";
}

void ParseSelector(const Input& input, const SourceShape& shape,
                   Source* source) {
  Fields fields(input);
  source->multiple = !shape.has_modes || ParseMode(fields);
  source->min_match = Count(fields, "minMatch");
  source->max_match = Count(fields, "maxMatch");
  absl::string_view sort = fields.String("sortByFieldPath").value_or("");
  source->sort_by =
      input.ParsePath("sortByFieldPath", sort.empty() ? "metadata.name" : sort);
  for (const Input& entry : fields.List("matchLabels")) {
    std::optional<Matcher> matcher = ParseMatcher(entry, shape);
    if (matcher.has_value()) source->matchers.push_back(*std::move(matcher));
  }
  fields.Done();
}

Source::Type ParseType(Fields& entry) {
  absl::string_view type = entry.String("type").value_or("");
  if (type.empty() || type == "Reference") return Source::Type::kReference;
  if (type == "Selector") return Source::Type::kSelector;
  entry.at().Mistake(
      "type", absl::StrCat("\"", type, "\": want Reference or Selector"));
  return Source::Type::kUnknown;
}

// A label's value: a text; in the native input also a number or a boolean,
// written as YAML would.
absl::StatusOr<std::string> LabelValue(const Value& value, const Path& path,
                                       bool native) {
  if (value.IsString()) return std::string(View(value));
  if (native && value.IsBool()) return value.GetBool() ? "true" : "false";
  if (native && value.IsNumber()) return PlainDecimal(AsDouble(value));
  return absl::FailedPreconditionError(
      absl::StrCat(path.text(), ": not a string"));
}

absl::StatusOr<std::string> Evaluate(const Matcher& matcher, Value& composite,
                                     Value& environment, bool native,
                                     Pool* pool) {
  if (matcher.from == Matcher::From::kValue) return matcher.value;
  LOOM_RETURN_IF_ERROR(matcher.path.status());
  Value& from =
      matcher.from == Matcher::From::kComposite ? composite : environment;
  LOOM_ASSIGN_OR_RETURN(Value * value, Get(from, *matcher.path, pool));
  return LabelValue(*value, *matcher.path, native);
}

// Whether an optional matcher is left out because of this. The Go functions
// forgive everything; in the native input a value of a wrong type is reported.
bool Forgives(const Matcher& matcher, const absl::Status& status, bool native) {
  return matcher.optional && (!native || absl::IsNotFound(status));
}

}  // namespace

Source Source::Parse(Fields& entry, const SourceShape& shape) {
  const Input& input = entry.at();
  Source source;
  source.native = input.native();
  source.type = ParseType(entry);
  std::optional<Input> ref = entry.Object("ref");
  std::optional<Input> selector = entry.Object("selector");
  if (ref.has_value()) {
    Fields members(*ref);
    source.name = std::string(source.type == Type::kReference
                                  ? members.Required("name")
                                  : members.String("name").value_or(""));
    members.Done();
  } else if (source.type == Type::kReference) {
    input.Missing("ref");
  }
  if (selector.has_value()) {
    ParseSelector(*selector, shape, &source);
  } else if (source.type == Type::kSelector) {
    input.Missing("selector");
  }
  return source;
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

bool Source::ReadsEnvironment() const {
  return std::any_of(matchers.begin(), matchers.end(), [](const Matcher& m) {
    return m.from == Matcher::From::kEnvironment;
  });
}

absl::StatusOr<bool> Source::Ask(Value& composite, Value& environment,
                                 Pool* pool, Requirement* requirement) const {
  if (type == Type::kUnknown) return false;
  if (type == Type::kReference) {
    requirement->name = name;
    return true;
  }
  for (const Matcher& matcher : matchers) {
    absl::StatusOr<std::string> value =
        Evaluate(matcher, composite, environment, native, pool);
    if (value.ok()) {
      requirement->labels[matcher.key] = *std::move(value);
    } else if (!Forgives(matcher, value.status(), native)) {
      std::string path = matcher.path.ok() ? matcher.path->text() : "";
      return Annotate(
          value.status(),
          absl::StrCat("cannot get value from field path \"", path, "\""));
    }
  }
  return !requirement->labels.empty();
}

}  // namespace loom
