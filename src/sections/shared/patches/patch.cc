// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/patch.h"

#include <cmath>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/fieldpath/keyed_elements.h"
#include "data/go/format.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "language/input/fields.h"

namespace loom {
namespace {

constexpr absl::string_view kCannotPatch = "cannot patch to object";

// Bytes as an observer gets them.
void ShowBytes(Value* value, Pool* pool) {
  if (HasBytes(*value) && !BytesToText(value, pool).ok()) {
    *value = Borrow("(bytes)");
  }
}

// The names that expressions may use there. Whether the resources that use a patch set
// have items is known only when the set is resolved (patch_set.h).
ExpressionNames NamesOf(PatchScope scope) {
  switch (scope) {
    case PatchScope::kResource:
      return kNamesOfCall | ExpressionName::kObject;
    case PatchScope::kOverlay:
      return kNamesOfCall | ExpressionName::kObject | ExpressionName::kName;
    case PatchScope::kLoop:
    case PatchScope::kPatchSet:
      return kNamesOfCall | ExpressionName::kObject | kNamesOfItem;
    default:
      return kNamesOfCall;
  }
}

// The source is one value, so a wildcard would be the name of a field there. An author
// who writes one expects a list.
void RefuseWildcard(const Input& input, const absl::StatusOr<Path>& path,
                    Endpoint from) {
  if (!path.ok() || !path->HasWildcard()) return;
  const absl::string_view root = from == Endpoint::kEnvironment ? "environment"
                                 : from == Endpoint::kObservedComposed ||
                                         from == Endpoint::kDesiredComposed
                                     ? "object"
                                     : "composite";
  std::vector<Segment> before, behind;
  for (const Segment& segment : path->segments()) {
    const bool first = behind.empty() && !segment.IsWildcard();
    (first ? before : behind).push_back(segment);
  }
  const std::string rest =
      ToString(absl::MakeConstSpan(behind).subspan(behind.empty() ? 0 : 1));
  input.Mistake(
      "fromFieldPath",
      absl::StrCat("\"", path->text(),
                   "\" has a wildcard, which only toFieldPath accepts; to make "
                   "a list, use a FromExpression patch: ",
                   root, ".", ToString(before), ".map(x, x",
                   rest.empty() || rest[0] == '[' ? "" : ".", rest, ")"));
}

}  // namespace

std::shared_ptr<const Patch> Patch::Parse(const Input& input,
                                          PatchScope scope) {
  Fields fields(input);
  absl::string_view name = fields.String("type").value_or("");
  if (name.empty()) name = kDefaultPatchType;
  auto patch = std::make_shared<Patch>();
  patch->rules_ = &input.rules();
  patch->place_ = input.place();
  patch->type_ = FindPatchType(scope, name, input.rules());
  if (patch->type_ == nullptr) {
    fields.NoneOf("type", name, PatchTypeNames(scope, input.rules()),
                  IfUnknown::kInvalid);
    // The intended type may have these fields.
    for (const char* member : {"combine", "expression"}) fields.Allow(member);
  }
  patch->ParsePaths(input, fields, scope);
  // P&T accepts this field in every patch of a resource.
  bool in_resource = scope == PatchScope::kResource ||
                     scope == PatchScope::kLoop ||
                     scope == PatchScope::kOverlay;
  if (in_resource) fields.String("patchSetName");
  if (in_resource && !input.rules().follows_go &&
      fields.Object("parameters").has_value()) {
    input.Note("parameters", "has no effect without type: PatchSet");
  }
  bool combines = patch->type_ && patch->type_->form == PatchForm::kCombine;
  bool computes = patch->type_ && patch->type_->form == PatchForm::kExpression;
  std::vector<Input> transforms = fields.List("transforms");
  patch->transforms_ =
      combines ? Transforms::ParseOfCombine(transforms, NamesOf(scope))
               : Transforms::Parse(transforms, NamesOf(scope));
  patch->policy_ = combines ? PatchPolicy::ParseOfCombine(
                                  fields, /*required_if_unknown=*/scope ==
                                              PatchScope::kEnvironment)
                            : PatchPolicy::Parse(fields, computes);
  fields.Done();
  if (patch->type_ == nullptr) return nullptr;
  return patch;
}

std::shared_ptr<const Patch> Patch::OfText(const Input& at, InlineTree text,
                                           Path to, PatchScope scope) {
  auto patch = std::make_shared<Patch>();
  patch->rules_ = &at.rules();
  patch->place_ = at.place();
  const bool of_status = scope == PatchScope::kEnvironment;
  patch->type_ = FindPatchType(
      scope, of_status ? "ToCompositeFromExpression" : "FromExpression",
      at.rules());
  patch->to_ = std::move(to);
  patch->policy_ = text.adds_entries() ? PatchPolicy::RequiredAndMerged()
                                       : PatchPolicy::Required();
  patch->text_ = std::move(text);
  return patch;
}

std::vector<const InputExpression*> Patch::expressions() const {
  std::vector<const InputExpression*> all;
  if (expression_.has_value()) all.push_back(&*expression_);
  if (text_.has_value()) {
    for (const InputExpression* each : text_->expressions()) {
      all.push_back(each);
    }
  }
  return all;
}

absl::StatusOr<std::optional<Value>> Patch::Evaluated(CelVariables* variables,
                                                      Pool* pool) const {
  return text_.has_value()
             ? text_->OptionalTree(variables, pool)
             : expression_->OptionalTree(variables, pool, BytesAs::kBytes);
}

void Patch::FindElementKeys(const Input& input) {
  names_elements_ = type_->to == Endpoint::kDesiredComposed && to_.ok() &&
                    NamesElements(*to_);
  if (names_elements_ && to_->HasWildcard()) {
    input.Invalid("toFieldPath", "[*] and [KEY=VALUE] cannot be combined");
  }
}

void Patch::ParsePaths(const Input& input, Fields& fields, PatchScope scope) {
  absl::string_view from = fields.String("fromFieldPath").value_or("");
  absl::string_view to = fields.String("toFieldPath").value_or(from);
  from_ = input.ParsePath("fromFieldPath", from);
  if (to != from) to_ = input.ParsePath("toFieldPath", to);
  if (to == from) to_ = from_;
  if (type_ == nullptr) return;
  if (scope == PatchScope::kOverlay && fields.Has("toFieldPath")) {
    FindElementKeys(input);
  }
  switch (type_->form) {
    case PatchForm::kExpression:
      ParseExpression(input, fields, scope);
      if (to.empty()) input.Missing("toFieldPath");
      return;
    case PatchForm::kCombine:
      ParseCombine(input, fields);
      if (to.empty()) input.Missing("toFieldPath");
      return;
    case PatchForm::kCopy:
      break;
  }
  fields.Allow("combine");
  if (type_->from == Endpoint::kItem) {
    if (scope == PatchScope::kResource) {
      input.Invalid("type",
                    absl::StrCat("\"", type_->name,
                                 "\" is available only inside forEach"));
    }
    if (to.empty()) input.Missing("toFieldPath");
    return;
  }
  if (from.empty()) input.Missing("fromFieldPath");
  RefuseWildcard(input, from_, type_->from);
  if (to.empty() && !from.empty()) {
    input.Mistake("toFieldPath", "\"\": the patch writes nothing",
                  ProblemKind::kNoEffect);
  }
}

void Patch::ParseExpression(const Input& input, Fields& fields,
                            PatchScope scope) {
  if (fields.Has("fromFieldPath")) {
    input.Invalid("fromFieldPath", "cannot be combined with expression");
  }
  if (!fields.Has("expression")) input.Missing("expression");
  std::optional<InputExpression> read =
      InputExpression::Read(fields, "expression", NamesOf(scope));
  // Errors of patches begin with the location of the patch.
  if (read.has_value()) expression_ = (*std::move(read)).At("expression");
}

void Patch::ParseCombine(const Input& input, Fields& fields) {
  std::optional<Input> combine = fields.Object("combine");
  if (!combine.has_value()) return input.Missing("combine");
  Fields members(*combine);
  absl::string_view strategy = members.Required("strategy");
  if (!strategy.empty() && strategy != "string") {
    combine->Invalid("strategy",
                     absl::StrCat("\"", strategy, "\": expected string"),
                     ProblemKind::kChoice);
  }
  std::vector<Input> variables = members.List("variables");
  if (variables.empty()) combine->Missing("variables");
  for (const Input& variable : variables) ParseVariable(variable);
  if (std::optional<Input> text = members.Object("string")) {
    Fields string(*text);
    format_ = std::string(string.String("fmt").value_or(""));
    if (format_.size() > limits::kFormat) {
      text->Invalid("fmt", absl::StrCat("a format has at most ",
                                        limits::kFormat, " bytes"));
    } else if (absl::Status fits = CheckFormat(format_, variables_.size());
               !fits.ok()) {
      text->Mistake("fmt", fits.message());
    }
    string.Done();
  } else {
    combine->Missing("string");
  }
  members.Done();
}

void Patch::ParseVariable(const Input& variable) {
  Fields fields(variable);
  absl::string_view path = fields.Required("fromFieldPath");
  variables_.push_back(variable.ParsePath("fromFieldPath", path));
  RefuseWildcard(variable, variables_.back(), type_->from);
  fields.Done();
}

absl::Status Patch::Apply(const Value& from, Value& to, CelVariables* variables,
                          Pool* pool) const {
  if (type_->form == PatchForm::kExpression) {
    LOOM_ASSIGN_OR_RETURN(std::optional<Value> made, Computed(variables, pool));
    return made.has_value() ? Place(to, *std::move(made), pool)
                            : absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(Value value, Read(from, variables, pool));
  return Place(to, std::move(value), pool);
}

bool Patch::PassesOver(const absl::Status& status) const {
  if (!absl::IsNotFound(status)) return false;
  return IsPending(status) ? policy_.says_optional : !required();
}

absl::Status Patch::Place(Value& to, Value value, Pool* pool) const {
  if (value.IsDouble() && !std::isfinite(value.GetDouble())) {
    return Harmless(absl::FailedPreconditionError(absl::StrCat(
                        "the value is ", value.GetDouble(), ", not a number")),
                    "the value is not a number");
  }
  LOOM_RETURN_IF_ERROR(Write(to, std::move(value), pool));
  // A template may compute apiVersion and kind, one after the other.
  const bool needs_kind =
      type_->to != Endpoint::kSecretLocation && !is_inline();
  if (!needs_kind) return absl::OkStatus();
  return Annotate(CheckIdentity(to, pool), kCannotPatch);
}

std::vector<const absl::StatusOr<Path>*> Patch::sources() const {
  if (type_->form == PatchForm::kCopy) return {&from_};
  std::vector<const MaybePath*> sources;
  sources.reserve(variables_.size());
  for (const MaybePath& variable : variables_) sources.push_back(&variable);
  return sources;
}

// The error is harmless, because it contains the author's path and no value. An error
// that the policy will ignore is returned unchanged, which costs less.
absl::StatusOr<const Value*> Patch::ReadAt(const Value& from,
                                           const MaybePath& path,
                                           Pool* pool) const {
  if (!path.ok()) return Harmless(path.status());
  // The empty path is the whole item; in other objects it selects nothing.
  if (type_->from == Endpoint::kItem && path->segments().empty()) return &from;
  absl::StatusOr<const Value*> found = Get(from, *path, pool);
  if (found.ok()) return found;
  if (absl::IsNotFound(found.status()) && !required()) return found;
  return Harmless(found.status());
}

bool Patch::reads_item() const {
  return type_->from == Endpoint::kItem ||
         transforms_.names().Meets(kNamesOfItem) ||
         absl::c_any_of(expressions(), [](const InputExpression* each) {
           return each->names().Meets(kNamesOfItem);
         });
}

absl::StatusOr<std::optional<Value>> Patch::Untransformed(
    const Value& from, CelVariables* variables, Pool* pool) const {
  if (type_->form == PatchForm::kExpression) {
    return Evaluated(variables, pool);
  }
  if (type_->form == PatchForm::kCombine) return Combined(from, pool);
  LOOM_ASSIGN_OR_RETURN(const Value* found, ReadAt(from, from_, pool));
  return std::optional<Value>(Copy(*found, pool));
}

PatchTrace Patch::Traced(const Value& from, CelVariables* variables,
                         Pool* pool) const {
  PatchTrace trace;
  if (transforms_.empty() && type_->form == PatchForm::kCopy) return trace;
  auto value = Untransformed(from, variables, pool);
  if (!value.ok() || !value->has_value()) return trace;
  trace.value = **std::move(value);
  trace.stages = transforms_.Stages(*trace.value, variables, pool);
  for (Value& stage : trace.stages) ShowBytes(&stage, pool);
  ShowBytes(&*trace.value, pool);
  return trace;
}

absl::StatusOr<std::optional<Value>> Patch::Computed(CelVariables* variables,
                                                     Pool* pool) const {
  LOOM_ASSIGN_OR_RETURN(std::optional<Value> made, Evaluated(variables, pool));
  if (!made.has_value() || transforms_.empty()) return made;
  LOOM_ASSIGN_OR_RETURN(
      Value transformed,
      transforms_.Apply(*made, variables, pool, BytesAs::kBytes));
  return std::optional<Value>(std::move(transformed));
}

absl::StatusOr<Value> Patch::Read(const Value& from, CelVariables* variables,
                                  Pool* pool) const {
  if (type_->form == PatchForm::kCombine) {
    LOOM_ASSIGN_OR_RETURN(Value combined, Combined(from, pool));
    if (transforms_.empty()) return combined;
    return transforms_.Apply(CountMade(std::move(combined), pool), variables,
                             pool, BytesAs::kBytes);
  }
  LOOM_ASSIGN_OR_RETURN(const Value* found, ReadAt(from, from_, pool));
  if (transforms_.empty()) return Copy(*found, pool);
  return transforms_.Apply(*found, variables, pool, BytesAs::kBytes);
}

absl::StatusOr<Value> Patch::Combined(const Value& from, Pool* pool) const {
  std::vector<const Value*> values;
  for (const MaybePath& variable : variables_) {
    LOOM_ASSIGN_OR_RETURN(const Value* found, ReadAt(from, variable, pool));
    values.push_back(found);
  }
  LOOM_ASSIGN_OR_RETURN(std::string text,
                        rules_->follows_go
                            ? GoFormat(format_, values, ScalarsUnderS::kAsInGo)
                            : GoFormat(format_, values, ScalarsUnderS::kPrinted,
                                       Misfits::kRefused));
  return Text(text, pool);
}

absl::Status Patch::Write(Value& to, Value value, Pool* pool) const {
  LOOM_RETURN_IF_ERROR(policy_.mistakes);
  if (!to_.ok()) return Annotate(Harmless(to_.status()), kCannotPatch);
  if (has_expressions() && HasBytes(value)) {
    LOOM_RETURN_IF_ERROR(
        Annotate(EncodeBytes(to, to_->segments(), &value, pool), kCannotPatch));
  }
  const Destination destination{
      .path = *to_,
      .policy = *policy_.to,
      .rules = *rules_,
      .expands = !rules_->follows_go || type_->form == PatchForm::kCopy,
      .names_elements = names_elements_,
      .prefix = kCannotPatch};
  return destination.Write(to, std::move(value), pool);
}

Patches ParsePatches(const std::vector<Input>& list, PatchScope scope) {
  Patches patches;
  for (const Input& input : list) {
    auto patch = Patch::Parse(input, scope);
    if (patch != nullptr) patches.push_back(std::move(patch));
  }
  return patches;
}

}  // namespace loom
