// SPDX-License-Identifier: Apache-2.0
// AskForOpenApi requests the schema of a kind from Crossplane. A schema can be large
// and costs a round, so a section requests it only if nothing else answers its
// question. All sections use the same key, such as schema:example.org/v1/Widget.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

std::string SchemaKey(absl::string_view api_version, absl::string_view kind);

// Returns nullopt if Crossplane does not answer schema requirements, has no schema of
// the kind, or has not answered yet. Only in the last case is outcome->waits set to
// true.
// InvalidArgument: the bytes of the schema are malformed.
absl::StatusOr<std::optional<Value>> AskForOpenApi(
    absl::string_view api_version, absl::string_view kind, Call& call,
    Outcome* outcome);

// Returns whether objects of the kind may have the field. Every object may have
// metadata.
bool HasField(const Value& openapi, absl::Span<const Segment> path);

}  // namespace loom
