// SPDX-License-Identifier: Apache-2.0
#include "tools/checks/input_walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "crossplane/kinds/provider_object.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/keyed_elements.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "function/plan/inputs.h"
#include "language/cel/program/expression.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/program/inline_tree.h"
#include "language/input/fields.h"
#include "sections/shared/patches/patch_parameters.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/workspace/input_mistakes.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

// For ResourcesOf.

struct ListedItems {
  std::string place;
  const Value* value;
};

// Returns the objects of a list that is a field.
std::vector<ListedItems> ObjectsOf(const Value& object,
                                   absl::string_view member,
                                   absl::string_view place) {
  std::vector<ListedItems> items;
  const absl::Span<const Value> list = ItemsAt(object, {member});
  for (size_t i = 0; i < list.size(); ++i) {
    if (!list[i].IsObject()) continue;
    items.push_back(
        {absl::StrCat(place, place.empty() ? "" : ".", member, "[", i, "]"),
         &list[i]});
  }
  return items;
}

std::optional<LintPatch> Read(const ListedItems& listed, PatchScope scope,
                              const Rules& rules) {
  LintPatch patch;
  patch.place = listed.place;
  patch.value = listed.value;
  std::string type = ScalarText(Find(*listed.value, "type"));
  patch.type = FindPatchType(
      scope, type.empty() ? kDefaultPatchType : type.c_str(), rules);
  if (patch.type == nullptr) return std::nullopt;
  const std::string from = ScalarText(Find(*listed.value, "fromFieldPath"));
  const Value* to = Find(*listed.value, "toFieldPath");
  bool has_to = to != nullptr && to->IsString();
  patch.to_member = has_to ? "toFieldPath" : "fromFieldPath";
  auto from_path = Path::Parse(from);
  auto to_path = Path::Parse(has_to ? ScalarText(to) : from);
  if (!from_path.ok() || !to_path.ok()) return std::nullopt;
  if (patch.type->form == PatchForm::kCopy) patch.from = *from_path;
  patch.to = *to_path;
  const std::string policy =
      ScalarText(Dig(*listed.value, {"policy", "fromFieldPath"}));
  const bool computes = patch.type->form == PatchForm::kExpression;
  patch.required = policy == "Required" || (computes && policy.empty());
  std::string merging =
      ScalarText(Dig(*listed.value, {"policy", "toFieldPath"}));
  patch.merges = !merging.empty() && merging != "Replace";
  return patch;
}

void Append(const std::vector<ListedItems>& list, PatchScope scope,
            const Rules& rules, std::vector<LintPatch>* patches) {
  for (const ListedItems& each : list) {
    if (auto patch = Read(each, scope, rules))
      patches->push_back(*std::move(patch));
  }
}

// Adds the patch that represents a part of a template with these expressions. Its value
// has the type of `expression`.
void AddComputed(std::vector<std::string> inlined, absl::string_view expression,
                 const std::string& place, const Rules& rules,
                 const std::vector<Segment>& path,
                 std::vector<LintPatch>* patches) {
  auto to = Path::Parse(ToString(path));
  if (!to.ok()) return;
  LintPatch patch;
  patch.inlined = std::move(inlined);
  patch.made_up = std::make_shared<LintPatch::MadeUp>();
  Pool* pool = &patch.made_up->pool;
  Set(patch.made_up->value, "expression", Text(expression, pool), pool);
  patch.place = place;
  patch.value = &patch.made_up->value;
  patch.type = absl::StartsWith(place, "status.")
                   ? FindPatchType(PatchScope::kEnvironment,
                                   "ToCompositeFromExpression", rules)
                   : FindPatchType(PatchScope::kLoop, "FromExpression", rules);
  patch.to = *std::move(to);
  patch.required = true;
  patches->push_back(std::move(patch));
}

// Appends the expressions of a string, or of all strings and keys of a value.
void AppendExpressions(absl::string_view text,
                       std::vector<std::string>* expressions) {
  auto parts = PartsOf(text);
  if (!parts.ok()) return;
  for (const InlinePart& part : *parts) {
    if (part.is_expression) expressions->push_back(part.text);
  }
}
void AppendExpressions(const Value& value,
                       std::vector<std::string>* expressions) {
  if (value.IsString()) {
    AppendExpressions(View(value), expressions);
  } else if (value.IsArray()) {
    for (const Value& each : Items(value)) AppendExpressions(each, expressions);
  } else if (value.IsObject()) {
    for (const Member& each : Members(value)) {
      AppendExpressions(View(each.name), expressions);
      AppendExpressions(each.value, expressions);
    }
  }
}

// Adds the patch that represents a string with expressions.
void AddInlineText(absl::string_view text, const std::string& place,
                   const Rules& rules, const std::vector<Segment>& path,
                   std::vector<LintPatch>* patches) {
  std::vector<std::string> inlined;
  AppendExpressions(text, &inlined);
  if (inlined.empty()) return;
  // Next to other characters the value is a string, regardless of the expressions.
  const std::string expression =
      PartsOf(text)->size() == 1 ? inlined[0] : "string('')";
  AddComputed(std::move(inlined), expression, place, rules, path, patches);
}

// Adds the patch that represents a document, which is a string.
void AddDocument(const Value& document, const std::string& place,
                 const Rules& rules, const std::vector<Segment>& path,
                 std::vector<LintPatch>* patches) {
  std::vector<std::string> inlined;
  AppendExpressions(document, &inlined);
  if (inlined.empty()) inlined.emplace_back("''");
  AddComputed(std::move(inlined), "string('')", place, rules, path, patches);
}

// Adds the patch that represents the entries of a map that have computed keys.
void AddComputedKeys(const Value& map, const std::string& place,
                     const Rules& rules, const std::vector<Segment>& path,
                     std::vector<LintPatch>* patches) {
  std::vector<std::string> inlined;
  for (const Member& each : Members(map)) {
    if (!IsComputedKey(View(each.name))) continue;
    AppendExpressions(View(each.name), &inlined);
    AppendExpressions(each.value, &inlined);
  }
  if (inlined.empty()) return;
  AddComputed(std::move(inlined), "dyn('')", place, rules, path, patches);
  patches->back().merges = true;
}

// Adds the patches of all strings of a template.
void AddInline(const Value& value, const std::string& place, const Rules& rules,
               std::vector<Segment>* path, std::vector<LintPatch>* patches) {
  if (value.IsString() && IsInline(View(value))) {
    AddInlineText(View(value), place, rules, *path, patches);
  } else if (IsDocument(value)) {
    AddDocument(value, place, rules, *path, patches);
  } else if (value.IsArray()) {
    for (uint32_t i = 0; i < value.Size(); ++i) {
      path->push_back(Segment::Index(i));
      AddInline(ItemAt(value, i), absl::StrCat(place, "[", i, "]"), rules, path,
                patches);
      path->pop_back();
    }
  } else if (value.IsObject()) {
    AddComputedKeys(value, place, rules, *path, patches);
    for (const Member& each : Members(value)) {
      if (IsComputedKey(View(each.name))) continue;
      path->push_back(Segment::Field(ConstantKey(View(each.name), value)));
      AddInline(each.value, absl::StrCat(place, ".", View(each.name)), rules,
                path, patches);
      path->pop_back();
    }
  }
}

// The values of the `status` section. A constant is an expression that is one.
void AddStatus(const Value& value, const std::string& place, const Rules& rules,
               std::vector<Segment>* path, std::vector<LintPatch>* patches) {
  if (value.IsObject() && !value.ObjectEmpty()) {
    for (const Member& each : Members(value)) {
      path->push_back(Segment::Field(View(each.name)));
      AddStatus(each.value, absl::StrCat(place, ".", View(each.name)), rules,
                path, patches);
      path->pop_back();
    }
  } else if (value.IsString() && IsInline(View(value))) {
    AddInlineText(View(value), place, rules, *path, patches);
  } else if (auto json = CompactJson(value); json.ok()) {
    AddInlineText(absl::StrCat("${", *json, "}"), place, rules, *path, patches);
  }
}

struct LintSet {
  std::vector<ListedItems> patches;
  const Value* value;
};

using Sets = std::map<std::string, LintSet>;

Sets SetsOf(const Value& input) {
  Sets sets;
  for (const ListedItems& set : ObjectsOf(input, "patchSets", "")) {
    sets[ScalarText(Find(*set.value, "name"))] = {
        ObjectsOf(*set.value, "patches", set.place), set.value};
  }
  return sets;
}

// Appends the patches of a set with the values that a use gives its parameters. The
// validator reports invalid values.
void AppendSet(const LintSet& set, const Value* use, const Rules& rules,
               std::vector<LintPatch>* patches) {
  if (rules.follows_go || Find(*set.value, "parameters") == nullptr) {
    return Append(set.patches, PatchScope::kPatchSet, rules, patches);
  }
  Problems said;
  Pool pool;
  Fields fields(Input(*set.value, rules, &said));
  const PatchParameters parameters = PatchParameters::Parse(fields);
  Value nothing = Object();
  Fields given(Input(use == nullptr ? nothing : *use, rules, &said));
  const std::optional<Value> values = parameters.ValuesOf(given, "", &pool);
  if (!values.has_value()) return;
  for (const ListedItems& each : set.patches) {
    auto made = std::make_shared<LintPatch::MadeUp>();
    made->value =
        Filled(Input(*each.value, rules, &said), *values, &made->pool);
    auto patch = Read({each.place, &made->value}, PatchScope::kPatchSet, rules);
    if (!patch.has_value()) continue;
    patch->made_up = std::move(made);
    patches->push_back(*std::move(patch));
  }
}

// `room` is how many patches of sets may still be listed. An input with more is refused.
LintResource ReadResource(const ListedItems& listed, const Sets& sets,
                          const Rules& rules, size_t* room) {
  LintResource resource{listed.place, listed.value, nullptr, {}};
  const Value* base = Find(*listed.value, "base");
  if (base != nullptr && base->IsObject()) resource.base = base;
  const Value* inlined =
      rules.follows_go ? nullptr : Find(*listed.value, "template");
  if (base == nullptr && inlined != nullptr && inlined->IsObject()) {
    resource.base = inlined;
    std::vector<Segment> path;
    AddInline(*inlined, listed.place + ".template", rules, &path,
              &resource.patches);
  }
  for (const ListedItems& patch :
       ObjectsOf(*listed.value, "patches", listed.place)) {
    if (ScalarText(Find(*patch.value, "type")) != kPatchSetReference) {
      Append({patch}, PatchScope::kLoop, rules, &resource.patches);
      continue;
    }
    auto set = sets.find(ScalarText(Find(*patch.value, "patchSetName")));
    if (set == sets.end()) continue;
    const size_t size = set->second.patches.size();
    // Rules compare the patches of a resource with each other.
    if (size > *room || resource.patches.size() + size > 2000) continue;
    *room -= size;
    AppendSet(set->second, patch.value, rules, &resource.patches);
  }
  return resource;
}

// For StaticTypeOf.

StaticType NamedExpression(const CelType& type) {
  if (type.sort() != CelType::Sort::kKind) return {};
  switch (type.kind()) {
    case CelKind::kBool:
      return {"boolean"};
    case CelKind::kInt:
    case CelKind::kUint:
      return {"integer"};
    case CelKind::kDouble:
      return {"number"};
    case CelKind::kString:
      return {"string"};
    case CelKind::kList:
      return {"array"};
    case CelKind::kMap:
      return {"object"};
    case CelKind::kOptional: {
      StaticType content = NamedExpression(type.first());
      content.may_be_absent = true;
      return content;
    }
    default:
      return {};
  }
}

// Adds the paths in a field of the objects of a list.
void AddSources(const Value& object, absl::string_view list,
                const std::string& place, absl::string_view member,
                std::vector<LintSource>* sources) {
  for (const ListedItems& item : ObjectsOf(object, list, place)) {
    const Value* text = Find(*item.value, member);
    if (text == nullptr || !text->IsString()) continue;
    auto path = Path::Parse(View(*text));
    if (!path.ok()) continue;
    sources->push_back(
        {absl::StrCat(item.place, ".", member), *std::move(path)});
  }
}

}  // namespace

namespace {

std::vector<LintResource> ReadResources(const LintInput& input) {
  std::vector<LintResource> resources;
  const Sets sets = SetsOf(*input.value);
  size_t room = limits::kPatchUses;
  for (const ListedItems& each : ObjectsOf(*input.value, "resources", "")) {
    resources.push_back(
        ReadResource(each, sets, StrictRulesOf(input.dialect()), &room));
  }
  return resources;
}

// An element that is named by key counts as the first one.
Path WithoutKeys(const Path& path) {
  std::vector<Segment> segments = path.segments();
  for (Segment& segment : segments) {
    if (!ElementKeyOf(segment).empty()) segment = Segment::Index(0);
  }
  absl::StatusOr<Path> plain = Path::Parse(ToString(segments));
  return plain.ok() ? *std::move(plain) : path;
}

}  // namespace

std::vector<LintPatch> StatusOf(const LintInput& input) {
  std::vector<LintPatch> patches;
  const Value* status = Find(*input.value, "status");
  if (!input.native() || status == nullptr) return patches;
  std::vector<Segment> path = {Segment::Field("status")};
  AddStatus(*status, "status", StrictRulesOf(input.dialect()), &path, &patches);
  return patches;
}

std::vector<LintPatch> OverlayPatchesOf(const LintInput& input) {
  std::vector<LintPatch> patches;
  if (!input.native()) return patches;
  const Rules& rules = StrictRulesOf(input.dialect());
  const Sets sets = SetsOf(*input.value);
  size_t room = limits::kPatchUses;
  for (const ListedItems& each : ObjectsOf(*input.value, "overlays", "")) {
    if (const Value* merge = Find(*each.value, "merge")) {
      std::vector<Segment> path;
      AddInline(*merge, each.place + ".merge", rules, &path, &patches);
    }
    LintResource rule = ReadResource(each, sets, rules, &room);
    for (LintPatch& patch : rule.patches) {
      patch.to = WithoutKeys(patch.to);
      patches.push_back(std::move(patch));
    }
  }
  return patches;
}

std::vector<LintObject> ObjectsOf(const LintResource& resource) {
  std::vector<LintObject> objects;
  if (resource.base == nullptr || !resource.base->IsObject()) return objects;
  const std::string place = resource.BasePlace();
  objects.push_back({place, resource.base, {}});
  if (const Value* manifest = ManifestOf(*resource.base)) {
    objects.push_back({place + ".spec.forProvider.manifest",
                       manifest,
                       {Segment::Field("spec"), Segment::Field("forProvider"),
                        Segment::Field("manifest")}});
  }
  return objects;
}

bool IsPatched(const LintResource& resource, absl::Span<const Segment> place) {
  for (const LintPatch& patch : resource.patches) {
    if (patch.type->to != Endpoint::kDesiredComposed) continue;
    const auto& to = patch.to.segments();
    const size_t length = std::min(to.size(), place.size());
    if (std::equal(to.begin(), to.begin() + length, place.begin(),
                   [](const Segment& written, const Segment& read) {
                     return written.IsWildcard() || written == read;
                   })) {
      return true;
    }
  }
  return false;
}

bool HasOtherWriters(const LintInput& input) {
  constexpr absl::string_view kWriters[] = {
      "externalReferences", "externalValues",          "identities",
      "references",         "referencesFromComposite", "typedReferences"};
  return input.native() &&
         absl::c_any_of(kWriters, [&](absl::string_view section) {
           return Find(*input.value, section) != nullptr;
         });
}

std::vector<RemovedReference> RemovedReferencesOf(
    const LintPipeline& pipeline) {
  std::vector<RemovedReference> removed;
  for (const LintInput* input : pipeline.inputs) {
    if (!input->native()) continue;
    for (const ListedItems& each :
         ObjectsOf(*input->value, "externalReferences", "")) {
      const Value* target = Find(*each.value, "target");
      if (Find(*each.value, "writeTo") == nullptr || target == nullptr ||
          !target->IsObject()) {
        continue;
      }
      // Some write the field next to the target, which another rule reports.
      for (const Value* holder : {target, each.value}) {
        auto field = Path::Parse(ScalarText(Find(*holder, "field")));
        if (!field.ok() || field->segments().empty()) continue;
        removed.push_back(
            {ScalarText(Find(*target, "resource")), *std::move(field)});
      }
    }
  }
  return removed;
}

bool IsRemoved(const std::vector<RemovedReference>& removed,
               const LintResource& resource, absl::Span<const Segment> path) {
  const std::string name(IdOfTemplate(*resource.value));
  return absl::c_any_of(removed, [&](const RemovedReference& each) {
    const auto& field = each.field.segments();
    const size_t length = std::min(field.size(), path.size());
    return (each.resource.empty() || each.resource == name) &&
           std::equal(path.begin(), path.begin() + length, field.begin());
  });
}

std::vector<LintSource> SourcesOf(const LintPatch& patch) {
  if (patch.type->form == PatchForm::kCopy) {
    return {{patch.place + ".fromFieldPath", patch.from}};
  }
  std::vector<LintSource> sources;
  const Value* combine = Find(*patch.value, "combine");
  if (combine == nullptr || !combine->IsObject()) return sources;
  AddSources(*combine, "variables", patch.place + ".combine", "fromFieldPath",
             &sources);
  return sources;
}

std::vector<LintSource> SourcesOfChecks(const LintResource& resource) {
  std::vector<LintSource> sources;
  AddSources(*resource.value, "connectionDetails", resource.place,
             "fromFieldPath", &sources);
  AddSources(*resource.value, "readinessChecks", resource.place, "fieldPath",
             &sources);
  return sources;
}

namespace {

std::vector<LintPatch> ReadPatches(const LintInput& input) {
  std::vector<LintPatch> patches;
  const Rules& rules = StrictRulesOf(input.dialect());
  if (const Value* environment = Find(*input.value, "environment")) {
    Append(ObjectsOf(*environment, "patches", "environment"),
           PatchScope::kEnvironment, rules, &patches);
  }
  for (const auto& [name, set] : SetsOf(*input.value)) {
    AppendSet(set, nullptr, rules, &patches);
  }
  for (const ListedItems& resource : ObjectsOf(*input.value, "resources", "")) {
    Append(ObjectsOf(*resource.value, "patches", resource.place),
           PatchScope::kLoop, rules, &patches);
  }
  for (LintPatch& patch : StatusOf(input)) patches.push_back(std::move(patch));
  for (LintPatch& patch : OverlayPatchesOf(input)) {
    patches.push_back(std::move(patch));
  }
  return patches;
}

}  // namespace

struct InputWalk {
  std::vector<LintResource> resources;
  std::vector<LintPatch> patches;
};

const InputWalk& WalkThrough(const LintInput& input) {
  if (input.walk == nullptr) {
    input.walk = std::make_shared<InputWalk>(
        InputWalk{ReadResources(input), ReadPatches(input)});
  }
  return *input.walk;
}

const std::vector<LintResource>& ResourcesOf(const LintInput& input) {
  return WalkThrough(input).resources;
}

const std::vector<LintPatch>& AllPatchesOf(const LintInput& input) {
  return WalkThrough(input).patches;
}

std::vector<LintExpression> ExpressionsOf(
    const LintInput& input, const std::vector<LintResource>& resources) {
  std::vector<LintExpression> expressions;
  // A patch set with parameters is compiled for each of its uses.
  std::set<std::pair<absl::string_view, absl::string_view>> seen;
  for (const WrittenExpression& each : input.planned->problems.expressions()) {
    if (!seen.emplace(each.place, each.text).second) continue;
    auto resource = absl::c_find_if(resources, [&](const LintResource& of) {
      return absl::StartsWith(each.place, of.place + ".");
    });
    expressions.push_back(
        {.place = PathText(StepsOf(each.place, *input.value)),
         .member = each.member,
         // Blanks stand for the characters in front of ${…}.
         .text = std::string(absl::StripLeadingAsciiWhitespace(each.text)),
         .resource = resource == resources.end() ? nullptr : &*resource});
  }
  return expressions;
}

bool HasConditions(const LintExpression& expression) {
  return absl::StrContains(expression.text, "&&") ||
         absl::StrContains(expression.text, "||") ||
         absl::StrContains(expression.text, " ? ");
}

StaticType StaticTypeOf(absl::string_view expression) {
  const Declarations names =
      DeclarationsOf(kNamesOfCall | kNamesOfItem | ExpressionName::kObject |
                     ExpressionName::kValue | ExpressionName::kConditions |
                     ExpressionName::kParams | ExpressionName::kName);
  CompilerOptions options;
  options.dialect = CelDialect::kNative;
  options.names = &names;
  auto compiled = Expression::Compile(expression, options);
  return compiled.ok() ? NamedExpression(compiled->type()) : StaticType();
}

std::optional<ExpressionRead> ListOf(const LintResource& resource) {
  const Value* loop = Find(*resource.value, "forEach");
  if (loop == nullptr || !loop->IsObject()) return std::nullopt;
  return OnlyReadOrDefaultOf(ScalarText(Find(*loop, "items")));
}

}  // namespace loom
