// SPDX-License-Identifier: Apache-2.0
#include "tools/checks/template_types.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crossplane/kinds/provider_object.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/schemas/common_schema.h"

namespace loom {
namespace {

constexpr std::pair<absl::string_view, absl::string_view> kConverted[] = {
    {"string", "string"},  {"int", "integer"},  {"int64", "integer"},
    {"float64", "number"}, {"bool", "boolean"}, {"object", "object"},
    {"array", "array"},
};

// The version of an XRD that its Compositions are written for.
std::string ReferenceableVersion(const Value& definition) {
  const absl::Span<const Value> versions =
      ItemsAt(definition, {"spec", "versions"});
  std::string only;
  for (const Value& version : versions) {
    only = ScalarText(Dig(version, {"name"}));
    if (IsTrue(Dig(version, {"referenceable"}))) return only;
  }
  return versions.size() == 1 ? only : "";
}

CompositeType OfOnlyDefinition(const Corpus& corpus) {
  CompositeType type;
  const LintDocument* only = nullptr;
  for (const LintDocument* each : corpus.OfKind(DocumentKind::kDefinition)) {
    if (Kind(each->yaml.root) != "CompositeResourceDefinition") continue;
    if (only != nullptr) return type;
    only = each;
  }
  if (only == nullptr) return type;
  const Value& root = only->yaml.root;
  type.kind = ScalarText(Dig(root, {"spec", "names", "kind"}));
  type.api_version = absl::StrCat(ScalarText(Dig(root, {"spec", "group"})), "/",
                                  ReferenceableVersion(root));
  return type;
}

// The values of a map transform, if all are of one type.
std::string TypeOfPairs(const Value& transform) {
  const Value* pairs = Find(transform, "map");
  if (pairs == nullptr || !pairs->IsObject()) return "";
  bool texts =
      std::all_of(pairs->MemberBegin(), pairs->MemberEnd(),
                  [](const Member& pair) { return pair.value.IsString(); });
  return texts ? "string" : "";
}

}  // namespace

TemplateTypes::TemplateTypes(const Corpus& corpus, const LintPipeline& pipeline)
    : corpus_(corpus) {
  for (const LintInput* input : pipeline.inputs) {
    for (const LintResource& each : ResourcesOf(*input)) {
      resources_.emplace(IdOfTemplate(*each.value), &each);
    }
  }
  const Value& root = pipeline.document->yaml.root;
  if (pipeline.document->kind == DocumentKind::kComposition) {
    composite_.api_version =
        ScalarText(Dig(root, {"spec", "compositeTypeRef", "apiVersion"}));
    composite_.kind =
        ScalarText(Dig(root, {"spec", "compositeTypeRef", "kind"}));
  } else {
    composite_ = OfOnlyDefinition(corpus);
  }
  if (composite_.kind.empty()) return;
  composite_.schema =
      corpus.schemas().Find(composite_.api_version, composite_.kind);
  if (composite_.schema != nullptr) return;
  common_composite_ = CommonSchemaOfComposite(composite_.kind);
  composite_.schema = &common_composite_;
}

const KindSchema* TemplateTypes::SchemaOf(const LintResource& resource) const {
  if (resource.base == nullptr || PatchesIdentity(resource)) return nullptr;
  return SchemaOfObject(*resource.base);
}

const LintResource* TemplateTypes::Named(absl::string_view name) const {
  const std::string key(name);
  auto found = resources_.find(key);
  if (found == resources_.end() || resources_.count(key) > 1 ||
      Find(*found->second->value, "forEach") != nullptr) {
    return nullptr;
  }
  return found->second;
}

const KindSchema* TemplateTypes::SchemaOfNamed(absl::string_view name) const {
  const LintResource* resource = Named(name);
  return resource == nullptr ? nullptr : SchemaOf(*resource);
}

std::vector<std::string> TemplateTypes::NamesWith(
    absl::Span<const Segment> field) const {
  std::vector<std::string> names;
  for (const auto& [name, resource] : resources_) {
    const KindSchema* kind = SchemaOfNamed(name);
    if (kind != nullptr && !kind->common &&
        FollowPath(*kind, field).answer == SchemaPlace::Answer::kKnown) {
      names.push_back(name);
    }
  }
  return names;
}

bool TemplateTypes::HasDefinition(const Value& object) const {
  return corpus_.schemas().Find(ApiVersion(object), Kind(object)) != nullptr;
}

const KindSchema* TemplateTypes::SchemaOfObject(const Value& object) const {
  const absl::string_view kind = Kind(object);
  if (kind.empty()) return nullptr;
  const KindSchema* given = corpus_.schemas().Find(ApiVersion(object), kind);
  const Value* manifest = ManifestOf(object);
  if (given != nullptr && manifest == nullptr) return given;
  auto [known, added] = known_.try_emplace(&object);
  if (!added) return &known->second;
  known->second = given == nullptr ? CommonSchemaOf(object) : *given;
  if (manifest != nullptr) known->second.manifest = SchemaOfObject(*manifest);
  return &known->second;
}

std::string TypeOfExpression(absl::string_view expression,
                             const KindSchema* composite) {
  std::string type = StaticTypeOf(expression).name;
  if (!type.empty()) return type;
  const std::optional<ExpressionRead> read = OnlyReadOf(expression);
  if (!read.has_value() || read->name != "composite") return "";
  return TypeAt(composite, read->path);
}

bool PatchesIdentity(const LintResource& resource) {
  for (const LintPatch& patch : resource.patches) {
    if (patch.type->to != Endpoint::kDesiredComposed) continue;
    const auto& to = patch.to.segments();
    if (to.empty() || to[0].IsWildcard() || to[0].field == "kind" ||
        to[0].field == "apiVersion") {
      return true;
    }
  }
  return false;
}

std::string TypeAfter(const Value& transform, absl::string_view type) {
  if (!transform.IsObject()) return "";
  const std::string name = ScalarText(Find(transform, "type"));
  if (name == "string") return "string";
  if (name == "math") return type == "integer" ? "integer" : "number";
  if (name == "map") return TypeOfPairs(transform);
  if (name == "expression") {
    return StaticTypeOf(ScalarText(Find(transform, "expression"))).name;
  }
  if (name != "convert") return "";
  const std::string to = ScalarText(Dig(transform, {"convert", "toType"}));
  for (const auto& [given, made] : kConverted) {
    if (given == to) return std::string(made);
  }
  return "";
}

std::string TypeAfterTransforms(const LintPatch& patch,
                                absl::string_view type) {
  std::string now(type);
  for (const Value& transform : ItemsAt(*patch.value, {"transforms"})) {
    now = TypeAfter(transform, now);
  }
  return now;
}

}  // namespace loom
