// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/schema_of_kind.h"

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/value/object.h"

namespace loom {

std::string SchemaKey(absl::string_view api_version, absl::string_view kind) {
  return absl::StrCat("schema:", api_version, "/", kind);
}

absl::StatusOr<std::optional<Value>> AskForOpenApi(
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
  return std::optional<Value>(std::move(tree));
}

bool HasField(const Value& openapi, absl::Span<const Segment> path) {
  if (!path.empty() && path[0].field == "metadata") return true;
  const Value* schema = &openapi;
  for (const Segment& segment : path) {
    const Value* members = Find(*schema, "properties");
    const Value* below = nullptr;
    if (segment.is_index) {
      below = Find(*schema, "items");
    } else if (members != nullptr && members->IsObject()) {
      below = Find(*members, segment.field);
    }
    if (below == nullptr) {
      const Value* values = Find(*schema, "additionalProperties");
      const Value* free = Find(*schema, "x-kubernetes-preserve-unknown-fields");
      if (free != nullptr && free->IsTrue()) return true;
      if (values != nullptr && values->IsTrue()) return true;
      below = values;
    }
    if (below == nullptr || !below->IsObject()) return false;
    schema = below;
  }
  return true;
}

}  // namespace loom
