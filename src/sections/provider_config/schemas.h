// SPDX-License-Identifier: Apache-2.0
// What the OpenAPI schema of a kind says of its provider config:
//
//   properties: {spec: {properties: {providerConfigRef: {properties: {kind: …}}}}}
//       a managed resource, whose reference has a kind
//   properties: {spec: {properties: {crossplane: …}}}   or compositionRef
//       a nested composite
//   neither of them
//       not managed
//
// A schema can be large and costs a round, so it is asked for only for kinds that
// nothing else decides (detection.h), and only if Crossplane says that it answers.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"

namespace loom {

struct SchemaFacts {
  bool has_reference = false;
  bool reference_has_kind = false;
  bool is_composite = false;

  static SchemaFacts Read(const Value& openapi);
};

// The key of the requirement: schema:example.org/v1/Widget
std::string SchemaKey(absl::string_view api_version, absl::string_view kind);

// Asks for the schema of a kind. nullopt: nothing is known, because Crossplane does
// not answer such requirements, has no schema of the kind, or has not answered yet;
// only then outcome->waits becomes true. InvalidArgument: the bytes of the schema
// are malformed.
absl::StatusOr<std::optional<SchemaFacts>> AskForSchema(
    absl::string_view api_version, absl::string_view kind, Call& call,
    Outcome* outcome);

}  // namespace loom
