// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/common_schema.h"

#include <functional>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/mutex.h"
#include "base/strings.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"

namespace loom {
namespace {

// Marks objects that may have any fields in the schemas below.
#define LOOM_OPEN R"("x-kubernetes-preserve-unknown-fields": true)"

constexpr char kMetadata[] = R"({"type": "object", "properties": {
  "annotations": {"type": "object", "additionalProperties": {)" LOOM_OPEN R"(}},
  "creationTimestamp": {"type": "string", "nullable": true},
  "deletionGracePeriodSeconds": {"type": "integer"},
  "deletionTimestamp": {"type": "string"},
  "finalizers": {"type": "array", "items": {"type": "string"}},
  "generateName": {"type": "string"},
  "generation": {"type": "integer"},
  "labels": {"type": "object", "additionalProperties": {)" LOOM_OPEN R"(}},
  "managedFields": {"type": "array", "items": {)" LOOM_OPEN R"(}},
  "name": {"type": "string"},
  "namespace": {"type": "string"},
  "ownerReferences": {"type": "array", "items": {"type": "object", "properties": {
    "apiVersion": {"type": "string"}, "blockOwnerDeletion": {"type": "boolean"},
    "controller": {"type": "boolean"}, "kind": {"type": "string"},
    "name": {"type": "string"}, "uid": {"type": "string"}}}},
  "resourceVersion": {"type": "string"},
  "selfLink": {"type": "string"},
  "uid": {"type": "string"}}})";

constexpr char kManaged[] = R"({"type": "object", "properties": {
  "spec": {"type": "object", "properties": {
    "connectionDetails": {)" LOOM_OPEN R"(},
    "deletionPolicy": {"type": "string"},
    "forProvider": {"type": "object", )" LOOM_OPEN R"(, "properties": {
      "region": {)" LOOM_OPEN R"(}}},
    "initProvider": {"type": "object", )" LOOM_OPEN R"(},
    "managementPolicies": {"type": "array", "items": {"type": "string"}},
    "managementPolicy": {"type": "string"},
    "providerConfigRef": {"type": "object", "properties": {
      "kind": {"type": "string"}, "name": {"type": "string"},
      "policy": {"type": "object", )" LOOM_OPEN R"(}}},
    "providerRef": {"type": "object", "properties": {
      "name": {"type": "string"}, "policy": {"type": "object", )" LOOM_OPEN
                            R"(}}},
    "publishConnectionDetailsTo": {"type": "object", "properties": {
      "configRef": {"type": "object", )" LOOM_OPEN R"(},
      "metadata": {"type": "object", )" LOOM_OPEN R"(},
      "name": {"type": "string"}}},
    "readiness": {)" LOOM_OPEN R"(},
    "references": {)" LOOM_OPEN R"(},
    "rollbackLimit": {)" LOOM_OPEN R"(},
    "watch": {)" LOOM_OPEN R"(},
    "writeConnectionSecretToRef": {"type": "object", "properties": {
      "name": {"type": "string"}, "namespace": {"type": "string"}}}}},
  "status": {"type": "object", )" LOOM_OPEN R"(, "properties": {
    "atProvider": {)" LOOM_OPEN R"(},
    "conditions": {"type": "array", "items": {)" LOOM_OPEN R"(}}}}}})";

constexpr char kComposite[] = R"({"type": "object", "properties": {
  "spec": {"type": "object", )" LOOM_OPEN R"(},
  "status": {"type": "object", )" LOOM_OPEN R"(, "properties": {
    "conditions": {"type": "array", "items": {)" LOOM_OPEN R"(}},
    "connectionDetails": {)" LOOM_OPEN R"(}}}}})";

// The fields of spec are those that objects of several kinds have: a typo in one of
// them can be reported.
constexpr char kAny[] = R"({"type": "object", )" LOOM_OPEN R"(, "properties": {
  "spec": {"type": "object", )" LOOM_OPEN R"(, "properties": {
    "compositionRef": {)" LOOM_OPEN R"(},
    "compositionSelector": {)" LOOM_OPEN R"(},
    "compositionUpdatePolicy": {)" LOOM_OPEN R"(},
    "credentials": {"type": "object", )" LOOM_OPEN R"(, "properties": {
      "connectionSecretRef": {"type": "object", )" LOOM_OPEN
                        R"(, "properties": {
        "name": {"type": "string"}, "namespace": {"type": "string"}}}}},
    "forProvider": {)" LOOM_OPEN R"(},
    "providerConfigRef": {)" LOOM_OPEN R"(},
    "writeConnectionSecretToRef": {"type": "object", )" LOOM_OPEN
                        R"(, "properties": {
      "name": {"type": "string"}, "namespace": {"type": "string"}}}}},
  "status": {)" LOOM_OPEN R"(}}})";

#undef LOOM_OPEN

// Several threads look at objects at the same time.
struct ParsedSchemas {
  Mutex mutex;
  Pool pool ABSL_GUARDED_BY(mutex);
  std::map<std::string, Value, std::less<>> by_text ABSL_GUARDED_BY(mutex);
};

const Value& Parsed(absl::string_view text) {
  static auto* const schemas = new ParsedSchemas;
  MutexLock lock(schemas->mutex);
  auto found = schemas->by_text.find(text);
  if (found == schemas->by_text.end()) {
    found =
        schemas->by_text.emplace(text, *ParseJson(text, &schemas->pool)).first;
  }
  return found->second;
}

// Returns the schema of a kind whose fields besides metadata are known.
const Value& SchemaOfBuiltin(const BuiltinKind& kind) {
  std::string text = R"({"type": "object", "properties": {)";
  absl::string_view comma;
  for (absl::string_view member : absl::StrSplit(kind.members, ' ')) {
    absl::StrAppend(&text, comma, "\"", member,
                    R"(": {"x-kubernetes-preserve-unknown-fields": true})");
    comma = ",";
  }
  return Parsed(text + "}}");
}

// Whether an object has forProvider, or would have but for a mistake.
bool IsManaged(const Value& object) {
  constexpr absl::string_view kMember = "forProvider";
  auto has = [&](const Value* in) {
    if (in == nullptr || !in->IsObject()) return false;
    for (const Member& each : Members(*in)) {
      const absl::string_view name = View(each.name);
      if (name == kMember || IsSlip(name, kMember)) return true;
    }
    return false;
  };
  return has(&object) || has(Find(object, "spec"));
}

}  // namespace

KindSchema CommonSchemaOf(const Value& object) {
  KindSchema common;
  common.common = true;
  common.kind = std::string(Kind(object));
  const std::string group(GroupOf(ApiVersion(object)));
  const BuiltinKind* builtin =
      FindBuiltinKind({.group = group, .kind = common.kind});
  if (builtin != nullptr && !builtin->members.empty()) {
    common.schema = &SchemaOfBuiltin(*builtin);
  }
  if (IsManaged(object)) {
    common.schema = &Parsed(kManaged);
  } else if (common.schema == nullptr) {
    common.schema = &Parsed(kAny);
  }
  return common;
}

KindSchema CommonSchemaOfComposite(absl::string_view kind) {
  KindSchema common;
  common.common = true;
  common.kind = std::string(kind);
  common.schema = &Parsed(kComposite);
  return common;
}

const Value& MetadataSchema() {
  static const Value& schema = Parsed(kMetadata);
  return schema;
}

}  // namespace loom
