// SPDX-License-Identifier: Apache-2.0
#include "sections/references/recipe.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/value/budget.h"
#include "data/value/bytes.h"
#include "data/value/utf8.h"
#include "sections/references/entry.h"

namespace loom {
namespace {

void Take(std::unique_ptr<const Source> source,
          std::vector<std::unique_ptr<const Source>>* sources) {
  if (source != nullptr) sources->push_back(std::move(source));
}

bool CheckCount(size_t variables, const Input& at) {
  if (variables <= limits::kVariables) return true;
  at.Invalid("variables",
             absl::StrCat("at most ", limits::kVariables, " variables"));
  return false;
}

bool IsNameCharacter(char c) { return absl::ascii_isalnum(c) || c == '_'; }

// The name in `{{ .name }}`; "" if the braces contain anything else.
absl::string_view NameIn(absl::string_view action) {
  action = absl::StripAsciiWhitespace(action);
  if (!absl::StartsWith(action, ".")) return "";
  action.remove_prefix(1);
  return std::all_of(action.begin(), action.end(), IsNameCharacter)
             ? action
             : absl::string_view();
}

}  // namespace

SourcesRecipe::SourcesRecipe(Fields& entry, Fields& root) {
  if (std::optional<Input> combine = entry.Object("combine")) {
    ParseCombine(*combine, root);
  } else if (entry.Has("template") || entry.Has("variables")) {
    ParseVariables(entry, root);
  } else {
    Take(Source::Parse(entry, root), &sources_);
  }
  const std::vector<Input> transforms = entry.List("transforms");
  decodes_first_ =
      !transforms.empty() && transforms[0].value().IsObject() &&
      TextAt(transforms[0].value(), {"string", "convert"}) == "FromBase64";
  transforms_ = Transforms::Parse(transforms, kNamesOfCall);
}

void SourcesRecipe::ParseCombine(const Input& input, Fields& root) {
  form_ = Form::kCombine;
  Fields fields(input);
  std::vector<Input> variables = fields.List("variables");
  if (variables.empty()) input.Missing("variables");
  CheckCount(variables.size(), input);
  for (const Input& variable : variables) {
    Fields members(variable);
    Take(Source::Parse(members, root), &sources_);
    members.Done();
  }
  format_ = std::string(fields.Required("fmt"));
  if (format_.size() > limits::kFormat) {
    input.Invalid("fmt", absl::StrCat("a format has at most ", limits::kFormat,
                                      " bytes"));
  } else if (absl::Status fits = CheckFormat(format_, variables.size());
             !fits.ok()) {
    input.Invalid("fmt", fits.message());
  }
  fields.Done();
}

void SourcesRecipe::ParseVariables(Fields& entry, Fields& root) {
  form_ = Form::kTemplate;
  std::vector<std::string> names;
  const std::vector<Input> variables = entry.List("variables");
  if (!CheckCount(variables.size(), entry.at())) return;
  for (const Input& variable : variables) {
    Fields members(variable);
    absl::string_view name = members.Required("name");
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      variable.Invalid("name", absl::StrCat("duplicate name \"", name, "\""),
                       ProblemKind::kDuplicate);
    }
    names.emplace_back(name);
    Take(Source::Parse(members, root), &sources_);
    members.Done();
  }
  ParseTemplate(entry.at(), entry.Required("template"), names);
}

void SourcesRecipe::ParseTemplate(const Input& entry, absl::string_view text,
                                  const std::vector<std::string>& names) {
  if (text.size() > limits::kFormat) {
    return entry.Invalid("template", absl::StrCat("a template has at most ",
                                                  limits::kFormat, " bytes"));
  }
  while (!text.empty()) {
    const size_t begin = std::min(text.find("{{"), text.size());
    if (begin > 0) parts_.push_back({std::string(text.substr(0, begin))});
    text.remove_prefix(begin);
    if (text.empty()) return;
    const size_t end = text.find("}}");
    const bool closed = end != absl::string_view::npos;
    const absl::string_view action = text.substr(0, closed ? end + 2 : end);
    const absl::string_view name =
        closed ? NameIn(action.substr(2, end - 2)) : absl::string_view();
    text.remove_prefix(action.size());
    auto known = std::find(names.begin(), names.end(), name);
    if (name.empty()) {
      entry.Invalid("template",
                    absl::StrCat("\"", action, "\": expected {{ .name }}"));
    } else if (known == names.end()) {
      entry.Invalid("template",
                    absl::StrCat("\"", action, "\": no variable has this name"),
                    ProblemKind::kInvalid, NearestName(name, names));
    } else {
      parts_.push_back({"", int(known - names.begin())});
    }
  }
}

absl::StatusOr<Value> SourcesRecipe::Joined(std::vector<Value> values,
                                            Pool* pool) const {
  bool has_bytes = false;
  for (Value& value : values) {
    if (IsBytes(value)) {
      has_bytes = true;
      if (!IsUtf8(ViewBytes(value))) {
        return Harmless(absl::FailedPreconditionError(
            "a value that is not UTF-8 cannot be part of a string"));
      }
      LOOM_RETURN_IF_ERROR(BytesToText(&value, pool));
    }
    if (value.IsObject() || value.IsArray()) {
      return Harmless(absl::FailedPreconditionError(
          "a list or an object cannot be part of a string"));
    }
  }
  std::string text;
  if (form_ == Form::kCombine) {
    std::vector<const Value*> arguments;
    arguments.reserve(values.size());
    for (const Value& value : values) arguments.push_back(&value);
    LOOM_ASSIGN_OR_RETURN(text,
                          GoFormat(format_, arguments, ScalarsUnderS::kPrinted,
                                   Misfits::kRefused));
  } else {
    for (const Part& part : parts_) {
      if (part.source < 0) {
        absl::StrAppend(&text, part.text);
        continue;
      }
      LOOM_ASSIGN_OR_RETURN(std::string printed,
                            GoFormat("%v", {&values[size_t(part.source)]}));
      LOOM_RETURN_IF_ERROR(CheckText(text.size() + printed.size()));
      absl::StrAppend(&text, printed);
    }
  }
  const absl::string_view kept = View(MakeText(text, pool));
  return has_bytes ? BytesValue(kept, pool) : Borrow(kept);
}

namespace {

Resolution Unusable(const absl::Status& status, std::string where,
                    bool decodes_twice, Pool* pool) {
  Resolution failed = Resolution::Failed(
      absl::IsNotFound(status) ? reasons::kFieldMissing : reasons::kInvalid,
      MessageOf(status, pool->redacted()), std::move(where));
  if (decodes_twice) {
    failed.failure.detail =
        "a reference decodes the value itself, so remove FromBase64";
  }
  return failed;
}

}  // namespace

absl::StatusOr<Resolution> SourcesRecipe::Read(Call& call,
                                               const ResolveOptions& options,
                                               Outcome* outcome) const {
  std::vector<Value> values;
  std::string where;
  std::optional<Resolution> other;
  for (const auto& source : sources_) {
    LOOM_ASSIGN_OR_RETURN(Resolution made,
                          source->Resolve(call, options, outcome));
    if (made.state == LookupState::kFound) {
      // Only the value of a single source has a location.
      if (sources_.size() == 1) where = std::move(made.failure.where);
      values.push_back(std::move(made.value));
    } else if (!other.has_value() || made.state == LookupState::kPending) {
      // A pending value may still be found, so it takes precedence over a
      // failure.
      other = std::move(made);
    }
  }
  if (other.has_value()) return *std::move(other);
  absl::StatusOr<Value> value =
      form_ == Form::kCopy ? absl::StatusOr<Value>(std::move(values.front()))
                           : Joined(std::move(values), call.pool);
  bool is_source = value.ok() && form_ == Form::kCopy;
  const bool decodes_twice = is_source && decodes_first_ && IsBytes(*value);
  if (value.ok() && !transforms_.empty()) {
    CallVariables variables(&call);
    value = transforms_.Apply(*value, &variables, call.pool, BytesAs::kBytes);
    is_source = false;
  }
  if (value.ok() && !options.into_encoded && HasBytes(*value)) {
    absl::Status text = BytesToText(&*value, call.pool);
    if (!text.ok()) value = text;
  }
  if (EndsCall(value.status())) return value.status();
  if (!value.ok()) {
    return Unusable(value.status(), is_source ? std::move(where) : "",
                    decodes_twice, call.pool);
  }
  return Resolution::Of(*std::move(value));
}

absl::StatusOr<std::optional<Resolution>> SourcesRecipe::Make(
    const Filling& filling) const {
  const ReferencePolicy& policy = filling.entry.policy;
  LOOM_ASSIGN_OR_RETURN(const bool asks,
                        filling.field.KeepBefore(policy.resolve));
  if (!asks) return Resolution{.state = LookupState::kNothing};
  const ResolveOptions options{.policies = filling.policies,
                               .wait_for = policy.wait_for,
                               .into_encoded = filling.field.is_encoded()};
  LOOM_ASSIGN_OR_RETURN(Resolution made,
                        Read(filling.call, options, &filling.outcome));
  // The last value stays anyway. While an answer is pending, later entries use the
  // value in their requirements.
  if (made.state == LookupState::kPending ||
      made.state == LookupState::kNothing) {
    LOOM_RETURN_IF_ERROR(filling.field.KeepRest().status());
  }
  return made;
}

}  // namespace loom
