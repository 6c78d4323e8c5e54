// SPDX-License-Identifier: Apache-2.0
// The JSON Schemas of package/schema as they are built into the program, each in
// one line. cmake/embed.cmake makes the table, in the order of the names.
//
//   EmbeddedSchemas()[0].name;  // "composition"
//   EmbeddedSchemas()[0].head;  // {"$schema": "https://json-schema.org/…
//   EmbeddedSchemas()[0].defs;  // "$defs": {"apiKind": {…}, …}}
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace loom {

struct EmbeddedSchema {
  absl::string_view name;  // that of the file, without .json
  // All before the member $defs, and the rest.
  absl::string_view head;
  absl::string_view defs;
};

absl::Span<const EmbeddedSchema> EmbeddedSchemas();

}  // namespace loom
