// SPDX-License-Identifier: Apache-2.0
#include "pipeline/given_schemas.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/nearest_name.h"
#include "pipeline/schema_references.h"
#include "pipeline/struct_message.h"
#include "resource/object.h"
#include "value/object.h"
#include "yaml/scalar_text.h"

namespace loom {

namespace fn = ::apiextensions::fn::proto::v1;

namespace {

constexpr char kIdentity[] = "x-kubernetes-group-version-kind";

// The kind of a schema, if it has the apiVersion and belongs to one kind only;
// otherwise "". What many kinds share, such as DeleteOptions, lists them all.
std::string KindOf(const Value& schema, absl::string_view api_version) {
  const Value* kinds = Dig(schema, {kIdentity});
  if (kinds == nullptr || !kinds->IsArray() || kinds->Size() != 1) return "";
  const Value& kind = (*kinds)[0];
  if (!kind.IsObject()) return "";
  std::string group = ScalarText(Find(kind, "group"));
  std::string version = ScalarText(Find(kind, "version"));
  if (!group.empty()) absl::StrAppend(&group, "/");
  if (group + version != api_version) return "";
  return ScalarText(Find(kind, "kind"));
}

// components.schemas; nullptr if a document has none.
const Value* SchemasOf(const Value& document) {
  const Value* schemas = Dig(document, {"components", "schemas"});
  return schemas != nullptr && schemas->IsObject() ? schemas : nullptr;
}

}  // namespace

absl::StatusOr<fn::Schema> GivenSchemas::Fetch(
    const fn::SchemaSelector& selector) const {
  fn::Schema answer;
  for (const JsonFile& file : files_) {
    const Value* schemas = SchemasOf(file.root);
    if (schemas == nullptr) continue;
    for (const Member& schema : schemas->GetObject()) {
      std::string kind = KindOf(schema.value, selector.api_version());
      if (kind.empty() || kind != selector.kind()) continue;
      Pool pool;
      absl::StatusOr<Value> flat =
          FlattenSchema(*schemas, View(schema.name), &pool);
      if (!flat.ok()) return Annotate(flat.status(), file.path);
      *answer.mutable_openapi_v3() = ToStruct(*flat);
      return answer;
    }
  }
  return answer;
}

std::string GivenSchemas::NearMiss(const fn::SchemaSelector& selector) const {
  std::vector<std::string> kinds;
  const JsonFile* first = nullptr;
  for (const JsonFile& file : files_) {
    const Value* schemas = SchemasOf(file.root);
    if (schemas == nullptr) continue;
    for (const Member& schema : schemas->GetObject()) {
      std::string kind = KindOf(schema.value, selector.api_version());
      if (kind.empty()) continue;
      if (kind == selector.kind()) return "";
      if (first == nullptr) first = &file;
      kinds.push_back(std::move(kind));
    }
  }
  if (first == nullptr) return "";
  std::string nearest = NearestName(selector.kind(), kinds);
  return absl::StrCat(
      first->path, " has no such kind",
      nearest.empty() ? "" : absl::StrCat(", did you mean ", nearest, "?"));
}

std::string Describe(const fn::SchemaSelector& selector) {
  return absl::StrCat("the schema of ", selector.kind(), " of ",
                      selector.api_version());
}

}  // namespace loom
