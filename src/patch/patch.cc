// SPDX-License-Identifier: Apache-2.0
#include "patch/patch.h"

#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/limits.h"
#include "base/status_macros.h"
#include "fieldpath/access.h"
#include "fieldpath/wildcard.h"
#include "go/format.h"
#include "resource/object.h"
#include "value/budget.h"
#include "value/number.h"

namespace loom {

std::shared_ptr<const Patch> Patch::Parse(const Input& input,
                                          PatchScope scope) {
  Fields fields(input);
  absl::string_view name = fields.String("type").value_or("");
  if (name.empty()) name = kDefaultPatchType;
  auto patch = std::make_shared<Patch>();
  patch->native_ = input.native();
  patch->type_ = FindPatchType(scope, name);
  if (patch->type_ == nullptr) {
    input.Invalid("type", absl::StrCat("\"", name, "\": want one of ",
                                       PatchTypeNames(scope)));
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
    fields.Has("combine");
  }
  // P&T reads it in every patch of a resource.
  if (scope == PatchScope::kResource) fields.String("patchSetName");
  std::vector<Input> transforms = fields.List("transforms");
  patch->transforms_ = combines ? Transforms::ParseOfCombine(transforms)
                                : Transforms::Parse(transforms);
  patch->policy_ = PatchPolicy::Parse(fields);
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

absl::Status Patch::Apply(Value& from, Value& to, Pool* pool) const {
  LOOM_ASSIGN_OR_RETURN(Value value, Read(from, pool));
  if (value.IsDouble() && !std::isfinite(value.GetDouble())) {
    return absl::FailedPreconditionError(
        absl::StrCat("the value is ", value.GetDouble(), ", not a number"));
  }
  LOOM_RETURN_IF_ERROR(Write(to, std::move(value), pool));
  if (type_->to == Endpoint::kSecretReference) return absl::OkStatus();
  return Annotate(CheckIdentity(to), "cannot patch to object");
}

absl::StatusOr<Value> Patch::Read(Value& from, Pool* pool) const {
  if (type_->form == PatchForm::kCombine) return Combined(from, pool);
  LOOM_RETURN_IF_ERROR(from_.status());
  LOOM_ASSIGN_OR_RETURN(Value * found, Get(from, *from_, pool));
  if (transforms_.empty()) return Copy(*found, pool);
  return transforms_.Apply(*found, pool);
}

absl::StatusOr<Value> Patch::Combined(Value& from, Pool* pool) const {
  std::vector<const Value*> values;
  for (const MaybePath& variable : variables_) {
    LOOM_RETURN_IF_ERROR(variable.status());
    LOOM_ASSIGN_OR_RETURN(Value * found, Get(from, *variable, pool));
    values.push_back(found);
  }
  LOOM_ASSIGN_OR_RETURN(std::string text, GoFormat(format_, values));
  Value combined = Text(text, pool);
  if (transforms_.empty()) return combined;
  return transforms_.Apply(combined, pool);
}

absl::Status Patch::Write(Value& to, Value value, Pool* pool) const {
  if (!to_.ok()) return Annotate(to_.status(), "cannot patch to object");
  bool expands =
      to_->HasWildcard() && (native_ || type_->form == PatchForm::kCopy);
  if (!expands) {
    LOOM_RETURN_IF_ERROR(Charge(value, pool));
    return WriteAt(to, *to_, std::move(value), pool);
  }
  LOOM_ASSIGN_OR_RETURN(std::vector<Path> places,
                        Expand(to, *to_, {.create_last = native_}, pool));
  if (places.empty() && !native_) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot expand ToFieldPath ", to_->text()));
  }
  LOOM_RETURN_IF_ERROR(Charge(WeightOf(value) * places.size(), pool));
  for (const Path& place : places) {
    LOOM_RETURN_IF_ERROR(WriteAt(to, place, Copy(value, pool), pool));
  }
  return absl::OkStatus();
}

absl::Status Patch::WriteAt(Value& to, const Path& path, Value value,
                            Pool* pool) const {
  if (policy_.to->merges && !value.IsNull()) {
    absl::StatusOr<Value*> present = Get(to, path, pool);
    if (!present.ok() && !absl::IsNotFound(present.status())) {
      return Annotate(present.status(), "cannot patch to object");
    }
    if (present.ok() && !(*present)->IsNull()) {
      return Annotate(Combine(**present, value, policy_.to->combine, pool),
                      "cannot patch to object: failed to merge values");
    }
  }
  return Annotate(Put(to, path, std::move(value), pool),
                  "cannot patch to object");
}

}  // namespace loom
