// SPDX-License-Identifier: Apache-2.0
#include "environment/source.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "fieldpath/access.h"
#include "value/number.h"

namespace loom {
namespace {

constexpr char kApiVersion[] = "apiextensions.crossplane.io/v1beta1";
constexpr char kKind[] = "EnvironmentConfig";

absl::StatusOr<Path> ParsePath(const Input& at, absl::string_view member,
                               absl::string_view text) {
  absl::StatusOr<Path> path = Path::Parse(text);
  if (!path.ok() && at.native()) at.Invalid(member, path.status().message());
  return path;
}

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
    {"FromEnvironmentFieldPath", Matcher::From::kEnvironment,
     "valueFromFieldPath"},
    {"Value", Matcher::From::kValue, "value"},
};

std::optional<Matcher> ParseMatcher(const Input& input) {
  Fields fields(input);
  Matcher matcher;
  matcher.key = std::string(fields.String("key").value_or(""));
  if (matcher.key.empty() && input.native()) input.Missing("key");
  absl::string_view policy =
      fields.String("fromFieldPathPolicy").value_or("Required");
  if (input.native() && policy != "Optional" && policy != "Required") {
    input.Invalid("fromFieldPathPolicy",
                  absl::StrCat("\"", policy, "\": want Optional or Required"));
  }
  matcher.optional = policy == "Optional";
  std::optional<absl::string_view> path = fields.String("valueFromFieldPath");
  std::optional<absl::string_view> value = fields.String("value");
  absl::string_view name = fields.String("type").value_or("");
  if (name.empty()) name = kMatcherTypes[0].name;
  fields.Done();
  for (const MatcherType& type : kMatcherTypes) {
    if (type.name != name) continue;
    bool literal = type.from == Matcher::From::kValue;
    if (!(literal ? value : path).has_value()) input.Missing(type.operand);
    matcher.from = type.from;
    matcher.value = std::string(value.value_or(""));
    if (!literal) {
      matcher.path = ParsePath(input, "valueFromFieldPath", path.value_or(""));
    }
    return matcher;
  }
  if (input.native()) {
    input.Invalid("type", absl::StrCat("\"", name, "\": unknown matcher type"));
  }
  return std::nullopt;
}

void ParseSelector(const Input& input, Source* source) {
  Fields fields(input);
  absl::string_view mode = fields.String("mode").value_or("");
  if (mode.empty()) mode = "Single";
  if (mode != "Single" && mode != "Multiple") {
    input.Invalid("mode",
                  absl::StrCat("\"", mode, "\": want Single or Multiple"));
  }
  source->multiple = mode == "Multiple";
  source->min_match = Count(fields, "minMatch");
  source->max_match = Count(fields, "maxMatch");
  absl::string_view sort = fields.String("sortByFieldPath").value_or("");
  source->sort_by = ParsePath(input, "sortByFieldPath",
                              sort.empty() ? "metadata.name" : sort);
  for (const Input& entry : fields.List("matchLabels")) {
    std::optional<Matcher> matcher = ParseMatcher(entry);
    if (matcher.has_value()) source->matchers.push_back(*std::move(matcher));
  }
  fields.Done();
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
  FN_RETURN_IF_ERROR(matcher.path.status());
  Value& from =
      matcher.from == Matcher::From::kComposite ? composite : environment;
  FN_ASSIGN_OR_RETURN(Value * value, Get(from, *matcher.path, pool));
  return LabelValue(*value, *matcher.path, native);
}

// Whether an optional matcher is left out because of this. The Go function
// forgives everything; in the native input a value of a wrong type is reported.
bool Forgives(const Matcher& matcher, const absl::Status& status, bool native) {
  return matcher.optional && (!native || absl::IsNotFound(status));
}

}  // namespace

std::optional<Source> Source::Parse(const Input& input) {
  Fields fields(input);
  Source source;
  source.native = input.native();
  absl::string_view type = fields.String("type").value_or("");
  if (type.empty()) type = "Reference";
  source.is_reference = type == "Reference";
  std::optional<Input> ref = fields.Object("ref");
  std::optional<Input> selector = fields.Object("selector");
  source.to = ParsePath(input, "toFieldPath",
                        fields.String("toFieldPath").value_or(""));
  if (ref.has_value()) {
    Fields members(*ref);
    source.name =
        std::string(source.is_reference ? members.Required("name")
                                        : members.String("name").value_or(""));
    members.Done();
  }
  if (selector.has_value()) ParseSelector(*selector, &source);
  fields.Done();
  if (source.is_reference && !ref.has_value()) input.Missing("ref");
  if (type == "Selector" && !selector.has_value()) input.Missing("selector");
  if (source.is_reference || type == "Selector") return source;
  if (input.native()) {
    input.Invalid("type",
                  absl::StrCat("\"", type, "\": want Reference or Selector"));
  }
  return std::nullopt;
}

absl::StatusOr<std::optional<Requirement>> Source::Ask(Value& composite,
                                                       Value& environment,
                                                       Pool* pool) const {
  Requirement requirement{kApiVersion, kKind, {}, {}, {}};
  if (is_reference) {
    requirement.name = name;
    return requirement;
  }
  for (const Matcher& matcher : matchers) {
    absl::StatusOr<std::string> value =
        Evaluate(matcher, composite, environment, native, pool);
    if (value.ok()) {
      requirement.labels[matcher.key] = *std::move(value);
    } else if (!Forgives(matcher, value.status(), native)) {
      std::string path = matcher.path.ok() ? matcher.path->text() : "";
      return Annotate(
          value.status(),
          absl::StrCat("cannot get value from field path \"", path, "\""));
    }
  }
  if (requirement.labels.empty()) return std::nullopt;
  return requirement;
}

}  // namespace loom
