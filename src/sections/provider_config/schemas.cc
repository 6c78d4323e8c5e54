// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/detection.h"

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {

SchemaFacts SchemaFacts::Read(const Value& openapi) {
  SchemaFacts facts;
  const Value* spec = Dig(openapi, {"properties", "spec", "properties"});
  if (spec == nullptr || !spec->IsObject()) return facts;
  facts.has_reference = Find(*spec, "providerConfigRef") != nullptr;
  facts.reference_has_kind =
      Dig(*spec, {"providerConfigRef", "properties", "kind"}) != nullptr;
  facts.is_composite = Find(*spec, "crossplane") != nullptr ||
                       Find(*spec, "compositionRef") != nullptr;
  return facts;
}

std::string SchemaKey(absl::string_view api_version, absl::string_view kind) {
  return absl::StrCat("schema:", api_version, "/", kind);
}

absl::StatusOr<std::optional<SchemaFacts>> AskForSchema(
    absl::string_view api_version, absl::string_view kind, Call& call,
    Outcome* outcome) {
  if (!call.request.Has(Capability::kRequiredSchemas)) return std::nullopt;
  const std::string key = SchemaKey(api_version, kind);
  outcome->schemas.try_emplace(
      key, SchemaRequirement{std::string(api_version), std::string(kind)});
  const absl::string_view* answer = call.request.Schema(key);
  if (answer == nullptr) {
    outcome->waits = true;
    return std::nullopt;
  }
  auto openapi = OpenApiOf(*answer);
  LOOM_RETURN_IF_ERROR(
      call.decoder.Check(openapi.status(), "required schema", key));
  if (!openapi->has_value()) return std::nullopt;
  LOOM_ASSIGN_OR_RETURN(Value tree,
                        call.decoder.Object(**openapi, "required schema", key));
  return SchemaFacts::Read(tree);
}

}  // namespace loom
