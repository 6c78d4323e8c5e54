// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/template.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "language/input/fields.h"

namespace loom {
namespace {

// Returns what keeps the value from being a Kubernetes object.
void CheckBase(const Input& at, const Value& value, const std::string& name) {
  const Value* version = value.IsObject() ? Find(value, "apiVersion") : nullptr;
  if (version != nullptr && !version->IsNull() && !version->IsString()) {
    at.Mistake("apiVersion",
               absl::StrCat("expected a string, got ", KindName(*version)),
               ProblemKind::kType);
  }
  Pool pool;
  absl::Status identity =
      value.IsObject() ? CheckIdentity(value, &pool)
                       : absl::InvalidArgumentError(absl::StrCat(
                             "expected an object, got ", KindName(value)));
  if (identity.ok()) return;
  Problem problem = {
      .kind = ProblemKind::kType,
      .message = absl::StrCat("cannot parse base template of composed resource "
                              "\"",
                              name, "\": ", identity.message())};
  if (value.IsObject()) {
    problem.kind = ProblemKind::kIncomplete;
    problem.names = {"kind"};
  }
  at.Problem(std::move(problem));
}

void ParseBase(Fields& fields, PatchScope scope, Template* made) {
  std::optional<Input> base = fields.Any("base");
  if (base.has_value()) {
    made->base = &base->value();
    CheckBase(*base, *made->base, made->name);
  }
  if (fields.at().rules().follows_go) return;
  std::optional<Input> inlined = fields.Any("template");
  if (!inlined.has_value()) return;
  if (base.has_value()) {
    return fields.at().Invalid("template", "cannot be combined with base");
  }
  made->inline_object = InlineObject::Parse(*inlined, scope);
  made->base = &made->inline_object->base();
  // A kind that was refused still counts as present.
  const Value* kind =
      inlined->value().IsObject() ? Find(inlined->value(), "kind") : nullptr;
  if (kind != nullptr && Find(*made->base, "kind") == nullptr) return;
  CheckBase(*inlined, *made->base, made->name);
}

bool TemplateHasExpressions(const Template& made) {
  return made.condition.has_value() || made.for_each.has_value() ||
         made.connection_details.has_expressions() ||
         std::any_of(made.patches.begin(), made.patches.end(),
                     [](const auto& patch) {
                       return patch->has_expressions() && !patch->is_inline();
                     });
}

FieldMask WrittenBy(const Template& made) {
  FieldMask written;
  written.Add({"metadata", "name"});
  written.Add({"metadata", "namespace"});
  if (made.for_each.has_value()) written.Add({"metadata", "annotations"});
  for (const auto& patch : made.patches) {
    if (patch->type().to != Endpoint::kDesiredComposed) continue;
    const absl::StatusOr<Path>& path = patch->destination();
    if (path.ok()) AddPath(path->segments(), &written);
  }
  if (made.inline_object != nullptr) {
    for (const auto& list : made.inline_object->lists())
      AddPath(list, &written);
  }
  return written;
}

Template ParseTemplate(const Input& input, PatchSets& sets) {
  Fields fields(input);
  Template result;
  const bool loops = !input.rules().follows_go && fields.Has("forEach");
  result.resource_name = ResourceName::Parse(fields, loops);
  result.name = result.resource_name.id();
  const PatchScope scope = loops ? PatchScope::kLoop : PatchScope::kResource;
  ParseBase(fields, scope, &result);
  if (result.base != nullptr && result.base->IsObject()) {
    result.encoded_base = std::make_shared<const EncodedObject>(*result.base);
  }
  ExpressionNames names = kNamesOfCall | ExpressionName::kObject;
  if (loops) names = names | kNamesOfItem;
  result.for_each = ForEach::Parse(fields);
  if (!input.rules().follows_go) {
    result.condition = InputExpression::Read(fields, "condition", names,
                                             ExpressionType::kBool);
    result.values = NamedValues::Parse(fields, names, /*is_own=*/true);
    result.resource_name.SetValues(result.values);
  }
  result.patches = sets.Resolve(fields.List("patches"), scope);
  if (result.inline_object != nullptr) {
    const Patches& own = result.inline_object->patches();
    result.patches.insert(result.patches.begin(), own.begin(), own.end());
  }
  result.connection_details =
      ConnectionDetails::Parse(fields.List("connectionDetails"), names);
  result.readiness = Readiness::Parse(fields.List("readinessChecks"));
  if (!input.rules().follows_go) {
    result.replaces = fields.Bool("replace").value_or(false);
  }
  fields.Done();
  result.has_expressions = TemplateHasExpressions(result);
  result.written = WrittenBy(result);
  return result;
}

// Two templates of one name exclude each other by their conditions.
bool MayShareName(const Template& one, const Template& other) {
  auto may = [](const Template& each) {
    return each.condition.has_value() && !each.for_each.has_value() &&
           !each.resource_name.is_computed();
  };
  return may(one) && may(other);
}

void CheckNameOf(const Input& entry, Template& added,
                 std::vector<Template>& templates,
                 std::map<std::string, size_t>& names) {
  if (added.name.empty()) return;
  auto [first, is_new] = names.try_emplace(added.name, added.index);
  if (is_new) return;
  Template& other = templates[first->second];
  if (!entry.rules().follows_go && MayShareName(other, added)) {
    for (Template* each : {&other, &added}) {
      each->shares_name = each->replaces = true;
    }
    return;
  }
  const bool is_id = loom::Find(entry.value(), "id") != nullptr;
  const bool one_has_condition =
      other.condition.has_value() != added.condition.has_value();
  entry.Mistake(
      is_id ? "id" : "name",
      absl::StrCat("duplicate ", is_id ? "id" : "name", " \"", added.name, "\"",
                   one_has_condition
                       ? "; resources share a name only if each has a condition"
                       : ""),
      ProblemKind::kDuplicate);
}

}  // namespace

bool AreOfOneKind(const Value& one, const Value& other) {
  return Kind(one) == Kind(other) &&
         GroupOf(ApiVersion(one)) == GroupOf(ApiVersion(other));
}

std::vector<Template> Template::ParseList(const std::vector<Input>& list,
                                          PatchSets& sets) {
  std::vector<Template> templates;
  std::map<std::string, size_t> names;
  templates.reserve(list.size());
  for (const Input& entry : list) {
    Template& added = templates.emplace_back(ParseTemplate(entry, sets));
    added.index = templates.size() - 1;
    CheckNameOf(entry, added, templates, names);
  }
  return templates;
}

}  // namespace loom
