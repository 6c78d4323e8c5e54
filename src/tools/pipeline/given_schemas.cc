// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/given_schemas.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/nearest_name.h"
#include "data/value/object.h"
#include "tools/crds/schema_references.h"
#include "tools/pipeline/struct_message.h"

namespace loom {

namespace fn = ::apiextensions::fn::proto::v1;

absl::StatusOr<fn::Schema> GivenSchemas::Fetch(
    const fn::SchemaSelector& selector) const {
  fn::Schema answer;
  for (const JsonFile& file : files_) {
    Pool pool;
    absl::StatusOr<Value> flat = FindInDocument(
        file.root, selector.api_version(), selector.kind(), &pool);
    if (!flat.ok()) return Annotate(flat.status(), file.path);
    if (flat->IsNull()) continue;
    *answer.mutable_openapi_v3() = ToStruct(*flat);
    return answer;
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
      std::string kind = DescribedKind(schema.value, selector.api_version());
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
