// SPDX-License-Identifier: Apache-2.0
#include "patch/patch.h"

#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/discretion.h"
#include "base/limits.h"
#include "base/status_macros.h"
#include "fieldpath/access.h"
#include "go/format.h"
#include "input/fields.h"
#include "patch/destination.h"
#include "resource/object.h"
#include "value/budget.h"
#include "value/number.h"

namespace loom {
namespace {

constexpr absl::string_view kCannotPatch = "cannot patch to object";

// The steps of a patch that moves one small value: about a microsecond.
constexpr uint64_t kSteps = 100;

}  // namespace

std::shared_ptr<const Patch> Patch::Parse(const Input& input,
                                          PatchScope scope) {
  Fields fields(input);
  absl::string_view name = fields.String("type").value_or("");
  if (name.empty()) name = kDefaultPatchType;
  auto patch = std::make_shared<Patch>();
  patch->rules_ = &input.rules();
  patch->place_ = input.place();
  patch->type_ = FindPatchType(scope, name);
  if (patch->type_ == nullptr) {
    fields.NoneOf("type", name, PatchTypeNames(scope), IfUnknown::kInvalid);
  }

  absl::string_view from = fields.String("fromFieldPath").value_or("");
  absl::string_view to = fields.String("toFieldPath").value_or(from);
  patch->from_ = input.ParsePath("fromFieldPath", from);
  if (to != from) patch->to_ = input.ParsePath("toFieldPath", to);
  if (to == from) patch->to_ = patch->from_;

  bool combines = patch->type_ && patch->type_->form == PatchForm::kCombine;
  if (combines) {
    patch->ParseCombine(input, fields);
    if (to.empty()) input.Missing("toFieldPath");
  } else if (patch->type_ != nullptr) {
    if (from.empty()) input.Missing("fromFieldPath");
    if (to.empty() && !from.empty()) {
      input.Mistake("toFieldPath", "\"\": such a patch writes nothing");
    }
    fields.Allow("combine");
  }
  // P&T accepts this member in every patch of a resource.
  if (scope == PatchScope::kResource) fields.String("patchSetName");
  std::vector<Input> transforms = fields.List("transforms");
  patch->transforms_ = combines ? Transforms::ParseOfCombine(transforms)
                                : Transforms::Parse(transforms);
  patch->policy_ = combines ? PatchPolicy::ParseOfCombine(fields)
                            : PatchPolicy::Parse(fields);
  fields.Done();
  if (patch->type_ == nullptr) return nullptr;
  return patch;
}

void Patch::ParseCombine(const Input& input, Fields& fields) {
  std::optional<Input> combine = fields.Object("combine");
  if (!combine.has_value()) return input.Missing("combine");
  Fields members(*combine);
  absl::string_view strategy = members.Required("strategy");
  if (!strategy.empty() && strategy != "string") {
    combine->Invalid("strategy",
                     absl::StrCat("\"", strategy, "\": want string"));
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
  fields.Done();
}

absl::Status Patch::Apply(const Value& from, Value& to, Pool* pool) const {
  LOOM_RETURN_IF_ERROR(Spend(kSteps, pool));
  LOOM_ASSIGN_OR_RETURN(Value value, Read(from, pool));
  if (value.IsDouble() && !std::isfinite(value.GetDouble())) {
    return Harmless(absl::FailedPreconditionError(absl::StrCat(
                        "the value is ", value.GetDouble(), ", not a number")),
                    "the value is not a number");
  }
  LOOM_RETURN_IF_ERROR(Write(to, std::move(value), pool));
  if (type_->to == Endpoint::kSecretLocation) return absl::OkStatus();
  LOOM_RETURN_IF_ERROR(Spend(Reading(to.MemberCount() * sizeof(Member)), pool));
  return Annotate(CheckIdentity(to), kCannotPatch);
}

std::vector<const absl::StatusOr<Path>*> Patch::sources() const {
  if (type_->form == PatchForm::kCopy) return {&from_};
  std::vector<const MaybePath*> sources;
  for (const MaybePath& variable : variables_) sources.push_back(&variable);
  return sources;
}

// The error is harmless, because it names the author's path and no value. One
// that the policy is going to forgive is returned as it is, which costs less.
absl::StatusOr<const Value*> Patch::ReadAt(const Value& from,
                                           const MaybePath& path,
                                           Pool* pool) const {
  if (!path.ok()) return Harmless(path.status());
  absl::StatusOr<const Value*> found = Get(from, *path, pool);
  if (found.ok()) return found;
  if (absl::IsNotFound(found.status()) && !required()) return found;
  return Harmless(found.status());
}

absl::StatusOr<Value> Patch::Untransformed(const Value& from,
                                           Pool* pool) const {
  if (type_->form == PatchForm::kCombine) return Combined(from, pool);
  LOOM_ASSIGN_OR_RETURN(const Value* found, ReadAt(from, from_, pool));
  return Copy(*found, pool);
}

absl::StatusOr<Value> Patch::Read(const Value& from, Pool* pool) const {
  if (type_->form == PatchForm::kCombine) {
    LOOM_ASSIGN_OR_RETURN(Value combined, Combined(from, pool));
    if (transforms_.empty()) return combined;
    LOOM_RETURN_IF_ERROR(Charge(combined, pool));
    return transforms_.Apply(combined, pool);
  }
  LOOM_ASSIGN_OR_RETURN(const Value* found, ReadAt(from, from_, pool));
  if (transforms_.empty()) return Copy(*found, pool);
  return transforms_.Apply(*found, pool);
}

absl::StatusOr<Value> Patch::Combined(const Value& from, Pool* pool) const {
  std::vector<const Value*> values;
  LOOM_RETURN_IF_ERROR(Spend(Finding(variables_.size()), pool));
  for (const MaybePath& variable : variables_) {
    LOOM_ASSIGN_OR_RETURN(const Value* found, ReadAt(from, variable, pool));
    values.push_back(found);
  }
  LOOM_ASSIGN_OR_RETURN(
      std::string text,
      GoFormat(format_, values,
               rules_->prints_scalars_under_s ? ScalarsUnderS::kPrinted
                                              : ScalarsUnderS::kAsInGo));
  LOOM_RETURN_IF_ERROR(Spend(Writing(text.size()), pool));
  return Text(text, pool);
}

absl::Status Patch::Write(Value& to, Value value, Pool* pool) const {
  if (!policy_.mistakes.empty()) {
    return Harmless(absl::InvalidArgumentError(policy_.mistakes));
  }
  if (!to_.ok()) return Annotate(Harmless(to_.status()), kCannotPatch);
  const Destination destination{.path = *to_,
                                .policy = *policy_.to,
                                .rules = *rules_,
                                .expands = rules_->combine_expands_wildcards ||
                                           type_->form == PatchForm::kCopy,
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
