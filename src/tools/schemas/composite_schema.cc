// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/composite_schema.h"

#include <algorithm>
#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"

// The machinery is written as JSON and parsed when it is needed: a schema is made once
// for each kind.
namespace loom {
namespace {

constexpr int kLongestName = 63;

constexpr char kBase[] = R"({
  "type": "object",
  "required": ["spec"],
  "properties": {
    "apiVersion": {"type": "string"},
    "kind": {"type": "string"},
    "metadata": {"type": "object", "properties": {"name": {"type": "string"}}},
    "spec": {"type": "object", "properties": {}},
    "status": {"type": "object", "properties": {}}}})";

constexpr char kMachinery[] = R"({
  "compositionRef": {"type": "object", "required": ["name"],
    "properties": {"name": {"type": "string"}}},
  "compositionSelector": {"type": "object", "required": ["matchLabels"],
    "properties": {"matchLabels": {"type": "object",
      "additionalProperties": {"type": "string"}}}},
  "compositionRevisionRef": {"type": "object", "required": ["name"],
    "properties": {"name": {"type": "string"}}},
  "compositionRevisionSelector": {"type": "object",
    "required": ["matchLabels"], "properties": {"matchLabels": {
      "type": "object", "additionalProperties": {"type": "string"}}}},
  "compositionUpdatePolicy": {"type": "string",
    "enum": ["Automatic", "Manual"]}})";

constexpr char kResourceRefs[] = R"({
  "type": "array", "x-kubernetes-list-type": "atomic",
  "items": {"type": "object", "required": ["apiVersion", "kind"],
    "properties": {"apiVersion": {"type": "string"},
      "kind": {"type": "string"}, "name": {"type": "string"},
      "namespace": {"type": "string"}}}})";

constexpr char kOfLegacyCluster[] = R"({
  "claimRef": {"type": "object",
    "required": ["apiVersion", "kind", "namespace", "name"],
    "properties": {"apiVersion": {"type": "string"},
      "kind": {"type": "string"}, "namespace": {"type": "string"},
      "name": {"type": "string"}}},
  "writeConnectionSecretToRef": {"type": "object",
    "required": ["name", "namespace"],
    "properties": {"name": {"type": "string"},
      "namespace": {"type": "string"}}}})";

constexpr char kOfClaim[] = R"({
  "compositeDeletePolicy": {"type": "string",
    "enum": ["Background", "Foreground"]},
  "resourceRef": {"type": "object",
    "required": ["apiVersion", "kind", "name"],
    "properties": {"apiVersion": {"type": "string"},
      "kind": {"type": "string"}, "name": {"type": "string"}}},
  "writeConnectionSecretToRef": {"type": "object", "required": ["name"],
    "properties": {"name": {"type": "string"}}}})";

constexpr char kStatus[] = R"({
  "conditions": {"type": "array", "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["type"],
    "items": {"type": "object",
      "required": ["lastTransitionTime", "reason", "status", "type"],
      "properties": {
        "lastTransitionTime": {"type": "string", "format": "date-time"},
        "message": {"type": "string"}, "reason": {"type": "string"},
        "status": {"type": "string"}, "type": {"type": "string"},
        "observedGeneration": {"type": "integer", "format": "int64"}}}}})";

constexpr char kStatusOfLegacyCluster[] = R"({
  "connectionDetails": {"type": "object", "properties": {
    "lastPublishedTime": {"type": "string", "format": "date-time"}}},
  "claimConditionTypes": {"type": "array", "x-kubernetes-list-type": "set",
    "items": {"type": "string"}}})";

constexpr char kCrossplane[] = "crossplane";

Value Json(const char* text, Pool* pool) {
  auto parsed = ParseJson(text, pool);
  return parsed.ok() ? *std::move(parsed) : Value();
}

// Sets the fields of one object in another one.
void Merge(Value members, Value& into, Pool* pool) {
  for (Member& member : Members(members)) {
    Set(into, View(member.name), std::move(member.value), pool);
  }
}

void TakeMembers(const Value* from,
                 std::initializer_list<absl::string_view> names, Value& into,
                 Pool* pool) {
  if (from == nullptr || !from->IsObject()) return;
  for (absl::string_view name : names) {
    const Value* member = Find(*from, name);
    if (member != nullptr && !member->IsNull()) {
      Set(into, name, Copy(*member, pool), pool);
    }
  }
}

void TakeProperties(const Value* from, Value& into, Pool* pool) {
  const Value* properties = from == nullptr || !from->IsObject()
                                ? nullptr
                                : Find(*from, "properties");
  if (properties == nullptr || !properties->IsObject()) return;
  Merge(Copy(*properties, pool), *Find(into, "properties"), pool);
}

// Sets `default` of a property to the value of the definition at that path, or to what
// the definition of definitions has as its default.
void SetDefault(const Value& definition, absl::string_view policy,
                absl::string_view property, absl::string_view otherwise,
                Value& machinery, Pool* pool) {
  const Value* wanted = Dig(definition, {"spec", policy});
  const bool is_given = wanted != nullptr && wanted->IsString();
  if (!is_given && otherwise.empty()) return;
  Set(*Find(machinery, property), "default",
      is_given ? Copy(*wanted, pool) : Borrow(otherwise), pool);
}

Value MachineryOf(const Value& definition, CompositeForm form, Pool* pool) {
  Value machinery = Json(kMachinery, pool);
  if (form == CompositeForm::kClaim) {
    Merge(Json(kOfClaim, pool), machinery, pool);
    SetDefault(definition, "defaultCompositeDeletePolicy",
               "compositeDeletePolicy", "Background", machinery, pool);
    return machinery;
  }
  Value references = Json(kResourceRefs, pool);
  if (form == CompositeForm::kNamespaced) {
    // All that it composes is in its own namespace.
    Erase(*Find(*Find(references, "items"), "properties"), "namespace", pool);
  }
  Set(machinery, "resourceRefs", std::move(references), pool);
  SetDefault(definition, "defaultCompositionUpdatePolicy",
             "compositionUpdatePolicy", "", machinery, pool);
  if (form == CompositeForm::kLegacyCluster) {
    Merge(Json(kOfLegacyCluster, pool), machinery, pool);
    return machinery;
  }
  Value crossplane = Object();
  Set(crossplane, "type", Borrow("object"), pool);
  Set(crossplane, "properties", std::move(machinery), pool);
  Value modern = Object();
  Set(modern, kCrossplane, std::move(crossplane), pool);
  return modern;
}

bool IsMachinery(absl::string_view name) {
  constexpr absl::string_view kNames[] = {
      "compositionRef",          "compositionSelector",
      "compositionRevisionRef",  "compositionRevisionSelector",
      "compositionUpdatePolicy", "resourceRefs"};
  return std::find(std::begin(kNames), std::end(kNames), name) !=
         std::end(kNames);
}

}  // namespace

std::optional<CompositeForm> FormOf(const Value& definition,
                                    absl::string_view kind) {
  if (Kind(definition) != "CompositeResourceDefinition") return std::nullopt;
  if (ScalarText(Dig(definition, {"spec", "claimNames", "kind"})) == kind) {
    return CompositeForm::kClaim;
  }
  if (ScalarText(Dig(definition, {"spec", "names", "kind"})) != kind) {
    return std::nullopt;
  }
  const std::string scope = ScalarText(Dig(definition, {"spec", "scope"}));
  if (scope == "Namespaced") return CompositeForm::kNamespaced;
  if (scope == "Cluster") return CompositeForm::kCluster;
  if (scope == "LegacyCluster") return CompositeForm::kLegacyCluster;
  return ApiVersion(definition) == "apiextensions.crossplane.io/v2"
             ? CompositeForm::kNamespaced
             : CompositeForm::kLegacyCluster;
}

bool IsWrittenByCrossplane(absl::string_view field) {
  return field == kCrossplane || field == "claimRef" || IsMachinery(field);
}

absl::string_view FormWords(CompositeForm form) {
  switch (form) {
    case CompositeForm::kLegacyCluster:
      return "legacy composite";
    case CompositeForm::kNamespaced:
      return "namespaced composite";
    case CompositeForm::kCluster:
      return "cluster-scoped composite";
    case CompositeForm::kClaim:
      return "claim";
  }
  return "composite";
}

Value CompositeSchema(const Value& definition, const Value& schema,
                      CompositeForm form, Pool* pool) {
  Value made = Json(kBase, pool);
  TakeMembers(&schema, {"description", "x-kubernetes-validations"}, made, pool);
  Value& properties = *Find(made, "properties");

  const Value* longest = Dig(
      schema, {"properties", "metadata", "properties", "name", "maxLength"});
  const bool is_shorter = longest != nullptr && longest->IsNumber() &&
                          longest->GetDouble() < kLongestName;
  Set(*Find(*Find(*Find(properties, "metadata"), "properties"), "name"),
      "maxLength", is_shorter ? Copy(*longest, pool) : Value(kLongestName),
      pool);

  Value& spec = *Find(properties, "spec");
  const Value* own_spec = Dig(schema, {"properties", "spec"});
  TakeMembers(own_spec,
              {"required", "oneOf", "description", "x-kubernetes-validations",
               "x-kubernetes-preserve-unknown-fields"},
              spec, pool);
  TakeProperties(own_spec, spec, pool);
  Merge(MachineryOf(definition, form, pool), *Find(spec, "properties"), pool);

  Value& status = *Find(properties, "status");
  const Value* own_status = Dig(schema, {"properties", "status"});
  TakeMembers(own_status,
              {"required", "oneOf", "description", "x-kubernetes-validations"},
              status, pool);
  TakeProperties(own_status, status, pool);
  Value& status_properties = *Find(status, "properties");
  Merge(Json(kStatus, pool), status_properties, pool);
  if (!IsModern(form)) {
    Merge(Json(kStatusOfLegacyCluster, pool), status_properties, pool);
  }
  return made;
}

std::string WhereItMoved(CompositeForm form, absl::string_view parent,
                         absl::string_view member) {
  if (IsModern(form)) {
    if (parent != "spec" || !IsMachinery(member)) return "";
    return absl::StrCat("spec.crossplane.", member);
  }
  return parent == "spec" && member == kCrossplane ? "spec" : "";
}

}  // namespace loom
