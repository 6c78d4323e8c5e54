// SPDX-License-Identifier: Apache-2.0
// Definitions (CRDs and XRDs), and the composites that are linted with them.
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/checks/rule_table.h"
#include "tools/schemas/common_schema.h"
#include "tools/schemas/composite_schema.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/kind_schemas.h"
#include "tools/schemas/validation_rules.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

enum class FieldType {
  kAny,
  kBool,
  kInteger,
  kNumber,
  kString,
  kList,
  kObject
};

constexpr absl::string_view kFieldTypes[] = {
    "any value", "a boolean", "an integer", "a number",
    "a string",  "a list",    "an object"};

struct FieldRow {
  absl::string_view name;
  FieldType type = FieldType::kAny;
};

// The keywords of a schema in Kubernetes.
constexpr FieldRow kKeywords[] = {
    {"additionalProperties"},
    {"allOf", FieldType::kList},
    {"anyOf", FieldType::kList},
    {"default"},
    {"description", FieldType::kString},
    {"enum", FieldType::kList},
    {"example"},
    {"exclusiveMaximum", FieldType::kBool},
    {"exclusiveMinimum", FieldType::kBool},
    {"externalDocs", FieldType::kObject},
    {"format", FieldType::kString},
    {"items", FieldType::kObject},
    {"maxItems", FieldType::kInteger},
    {"maxLength", FieldType::kInteger},
    {"maxProperties", FieldType::kInteger},
    {"maximum", FieldType::kNumber},
    {"minItems", FieldType::kInteger},
    {"minLength", FieldType::kInteger},
    {"minProperties", FieldType::kInteger},
    {"minimum", FieldType::kNumber},
    {"multipleOf", FieldType::kNumber},
    {"not", FieldType::kObject},
    {"nullable", FieldType::kBool},
    {"oneOf", FieldType::kList},
    {"pattern", FieldType::kString},
    {"properties", FieldType::kObject},
    {"required", FieldType::kList},
    {"title", FieldType::kString},
    {"type", FieldType::kString},
    {"uniqueItems", FieldType::kBool},
    {"x-kubernetes-embedded-resource", FieldType::kBool},
    {"x-kubernetes-int-or-string", FieldType::kBool},
    {"x-kubernetes-list-map-keys", FieldType::kList},
    {"x-kubernetes-list-type", FieldType::kString},
    {"x-kubernetes-map-type", FieldType::kString},
    {"x-kubernetes-preserve-unknown-fields", FieldType::kBool},
    {"x-kubernetes-validations", FieldType::kList},
};

// The fields of an XRD, and of one of its versions.
constexpr FieldRow kDefinitionFields[] = {
    {"claimNames", FieldType::kObject},
    {"connectionSecretKeys", FieldType::kList},
    {"conversion", FieldType::kObject},
    {"defaultCompositeDeletePolicy", FieldType::kString},
    {"defaultCompositionRef", FieldType::kObject},
    {"defaultCompositionRevisionSelector", FieldType::kObject},
    {"defaultCompositionUpdatePolicy", FieldType::kString},
    {"enforcedCompositionRef", FieldType::kObject},
    {"group", FieldType::kString},
    {"metadata", FieldType::kObject},
    {"names", FieldType::kObject},
    {"scope", FieldType::kString},
    {"versions", FieldType::kList},
};
constexpr FieldRow kVersionFields[] = {
    {"additionalPrinterColumns", FieldType::kList},
    {"deprecated", FieldType::kBool},
    {"deprecationWarning", FieldType::kString},
    {"name", FieldType::kString},
    {"referenceable", FieldType::kBool},
    {"schema", FieldType::kObject},
    {"served", FieldType::kBool},
    {"subresources", FieldType::kObject},
};

constexpr absl::string_view kScopes[] = {"Cluster", "LegacyCluster",
                                         "Namespaced"};
constexpr absl::string_view kSchemaTypes[] = {"array",  "boolean", "integer",
                                              "number", "object",  "string"};

bool IsOf(FieldType type, const Value& value) {
  switch (type) {
    case FieldType::kAny:
      return true;
    case FieldType::kBool:
      return value.IsBool();
    case FieldType::kInteger:
      return value.IsInt64() || value.IsUint64();
    case FieldType::kNumber:
      return value.IsNumber();
    case FieldType::kString:
      return value.IsString();
    case FieldType::kList:
      return value.IsArray();
    case FieldType::kObject:
      return value.IsObject();
  }
  return true;
}

class DefinitionCheck {
 public:
  DefinitionCheck(const LintDocument& document, LintFindings* findings)
      : document_(document), findings_(findings) {}

  void Run() {
    const Value& root = document_.yaml.root;
    const Value* spec = Find(root, "spec");
    if (spec == nullptr || !spec->IsObject()) return;
    const bool is_of_crossplane = Kind(root) == "CompositeResourceDefinition";
    if (is_of_crossplane) {
      Fields(*spec, {"spec"}, kDefinitionFields, "a definition");
      Choice(Find(*spec, "scope"), {"spec", "scope"}, kScopes);
    }
    NameOfDefinition(*spec);
    const absl::Span<const Value> versions = ItemsAt(*spec, {"versions"});
    for (size_t i = 0; i < versions.size(); ++i) {
      if (!versions[i].IsObject()) continue;
      std::vector<std::string> path = {"spec", "versions", absl::StrCat(i)};
      if (is_of_crossplane) {
        Fields(versions[i], path, kVersionFields, "a version");
      }
      const Value* schema = Dig(versions[i], {"schema", "openAPIV3Schema"});
      path.insert(path.end(), {"schema", "openAPIV3Schema"});
      if (schema == nullptr) continue;
      Schema(*schema, path);
      RulesAtRoot(*schema, path);
      if (is_of_crossplane) PropertiesAtRoot(*schema, path);
    }
  }

 private:
  using Names = std::vector<std::string>;

  void Schema(const Value& schema, const Names& path) {
    if (!schema.IsObject()) return;
    Fields(schema, path, kKeywords, "a schema");
    Choice(Find(schema, "type"), Below(path, "type"), kSchemaTypes);
    const Value* properties = Find(schema, "properties");
    if (properties != nullptr && properties->IsObject()) {
      for (const Member& each : Members(*properties)) {
        Schema(each.value, Below(Below(path, "properties"), View(each.name)));
      }
    }
    for (absl::string_view keyword : {"additionalProperties", "items", "not"}) {
      const Value* one = Find(schema, keyword);
      if (one != nullptr) Schema(*one, Below(path, keyword));
    }
    for (absl::string_view keyword : {"allOf", "anyOf", "oneOf"}) {
      const absl::Span<const Value> list = ItemsAt(schema, {keyword});
      for (size_t i = 0; i < list.size(); ++i) {
        Schema(list[i], Below(Below(path, keyword), absl::StrCat(i)));
      }
    }
  }

  // Crossplane takes spec and status of a definition, and nothing beside them. What is
  // there without a spec was meant to be in it.
  void PropertiesAtRoot(const Value& schema, const Names& path) {
    const Value* properties = Find(schema, "properties");
    if (properties == nullptr || !properties->IsObject()) return;
    constexpr absl::string_view kKnown[] = {"apiVersion", "kind", "metadata",
                                            "spec", "status"};
    for (const Member& each : Members(*properties)) {
      const absl::string_view name = View(each.name);
      if (absl::c_linear_search(kKnown, name)) continue;
      const std::string meant = NearestName(name, {"spec", "status"});
      Add(Below(Below(path, "properties"), name),
          absl::StrCat("Crossplane takes only spec and status of a definition, "
                       "so ",
                       name, " is ignored"),
          !meant.empty()
              ? MeantHelp(meant)
              : absl::StrCat("write it below properties.spec.properties"),
          YamlPart::kKey);
    }
  }

  // The API server refuses any other name, of a CRD and of an XRD.
  void NameOfDefinition(const Value& spec) {
    const std::string plural = ScalarText(Dig(spec, {"names", "plural"}));
    const std::string group = ScalarText(Find(spec, "group"));
    const absl::string_view name = Name(document_.yaml.root);
    if (plural.empty() || group.empty() || name.empty()) return;
    const std::string wanted = absl::StrCat(plural, ".", group);
    if (name == wanted) return;
    Add({"metadata", "name"},
        "the name of a definition is its plural and its group, so the API "
        "server refuses this one",
        absl::StrCat("write name: ", wanted));
    findings_->Replace(document_, name, wanted);
  }

  void RulesAtRoot(const Value& schema, const Names& path) {
    const absl::Span<const Value> rules =
        ItemsAt(schema, {"x-kubernetes-validations"});
    for (size_t i = 0; i < rules.size(); ++i) {
      const std::string why =
          WhyRefusedAtRoot(ScalarText(Dig(rules[i], {"rule"})));
      if (why.empty()) continue;
      Names at = path;
      at.insert(at.end(),
                {"x-kubernetes-validations", absl::StrCat(i), "rule"});
      Add(at, why, "");
    }
  }

  static Names Below(Names path, absl::string_view name) {
    path.emplace_back(name);
    return path;
  }

  void Fields(const Value& object, const Names& path,
              absl::Span<const FieldRow> rows, absl::string_view what) {
    for (const Member& each : Members(object)) {
      const absl::string_view name = View(each.name);
      const auto row = absl::c_find_if(
          rows, [&](const FieldRow& known) { return known.name == name; });
      if (row == rows.end()) {
        std::vector<std::string> names;
        for (const FieldRow& known : rows) names.emplace_back(known.name);
        Add(Below(path, name),
            absl::StrCat(what, " has no field ", name, ", so it is ignored"),
            MeantHelp(NearestName(name, names)), YamlPart::kKey);
      } else if (!each.value.IsNull() && !IsOf(row->type, each.value)) {
        Add(Below(path, name),
            absl::StrCat("must be ", kFieldTypes[size_t(row->type)]),
            name == "required" ? HelpOfRequired(each.value, path) : "");
      }
    }
  }

  // Others know `required: true` of a field; here the object around it lists the field.
  static std::string HelpOfRequired(const Value& value, const Names& path) {
    if (!value.IsTrue() || path.size() < 2 ||
        path[path.size() - 2] != "properties") {
      return "";
    }
    return absl::StrCat("write required: [", path.back(),
                        "] in the schema around it, next to properties");
  }

  void Choice(const Value* value, const Names& path,
              absl::Span<const absl::string_view> known) {
    if (value == nullptr || !value->IsString() || View(*value).empty() ||
        absl::c_linear_search(known, View(*value))) {
      return;
    }
    Add(path,
        absl::StrCat("\"", View(*value), "\" is not one of ",
                     absl::StrJoin(known, ", ")),
        MeantHelp(NearestName(View(*value), {known.begin(), known.end()})));
  }

  void Add(const Names& path, absl::string_view message, absl::string_view help,
           YamlPart part = YamlPart::kValue) {
    findings_->Add("definition/invalid", document_, PathText(path), message,
                   help, part);
  }

  const LintDocument& document_;
  LintFindings* findings_;
};

// Returns the field of the same name in the only field of the object: name is meant to be
// from.name if the object can only have from. "" if there is none.
std::string MeantWithin(const KindSchema& kind,
                        const std::vector<std::string>& unknown) {
  auto above = Path::Parse(PathText({unknown.begin(), unknown.end() - 1}));
  if (!above.ok() || above->segments().empty()) return "";
  const SchemaPlace place = FollowPath(kind, above->segments());
  const Value* fields = place.answer == SchemaPlace::Answer::kKnown
                            ? Find(*place.schema, "properties")
                            : nullptr;
  if (fields == nullptr || !fields->IsObject() || fields->MemberCount() != 1) {
    return "";
  }
  const Member& only = *fields->MemberBegin();
  return Dig(only.value, {"properties", unknown.back()}) == nullptr
             ? ""
             : absl::StrCat(View(only.name), ".", unknown.back());
}

// Whether `render` may have printed it: conditions, and nothing that an author writes.
bool IsRendered(const Value& composite) {
  const Value* spec = Find(composite, "spec");
  if (spec == nullptr) return Find(composite, "status") != nullptr;
  return Dig(composite, {"status", "conditions"}) != nullptr &&
         spec->IsObject() &&
         absl::c_all_of(Members(*spec), [](const Member& each) {
           return IsWrittenByCrossplane(View(each.name));
         });
}

// The composite as its author wrote it, against its definition among the files.
void CheckComposite(const Corpus& corpus, const LintDocument& document,
                    LintFindings* findings) {
  const Value& root = document.yaml.root;
  if (IsRendered(root)) return;
  const KindSchema* kind = corpus.schemas().Find(ApiVersion(root), Kind(root));
  const bool is_known =
      kind != nullptr && kind->definition != nullptr &&
      Kind(kind->definition->root) == "CompositeResourceDefinition";
  Pool pool;
  const KindSchema common = CommonSchemaOfComposite(Kind(root));
  const Value& schema = is_known ? *kind->schema : *common.schema;
  Value stored = Copy(root, &pool);
  FillDefaults(schema, stored, &pool);
  std::vector<Violation> violations = ViolationsOf(schema, stored, &pool);
  if (violations.empty() && is_known) {
    violations = CheckRules(schema, stored, &pool).violations;
  }
  if (const Value* metadata = Find(root, "metadata")) {
    for (Violation& each : ViolationsOf(MetadataSchema(), *metadata, &pool)) {
      each.path.insert(each.path.begin(), "metadata");
      violations.push_back(std::move(each));
    }
  }
  for (const Violation& each : violations) {
    std::vector<std::string> path = each.path;
    const bool is_unknown = !each.unknown_member.empty();
    if (is_unknown) path.push_back(each.unknown_member);
    findings->Add("composite/invalid", document, PathText(path), each.message,
                  MeantHelp(each.meant.empty() && is_unknown && is_known
                                ? MeantWithin(*kind, path)
                                : each.meant),
                  is_unknown ? YamlPart::kKey : YamlPart::kValue);
  }
}

}  // namespace

void CheckDefinitions(const Corpus& corpus, LintFindings* findings) {
  for (const LintDocument* each : corpus.OfKind(DocumentKind::kDefinition)) {
    DefinitionCheck(*each, findings).Run();
  }
  for (const LintDocument* each : corpus.OfKind(DocumentKind::kComposite)) {
    CheckComposite(corpus, *each, findings);
  }
}

}  // namespace loom
