// SPDX-License-Identifier: Apache-2.0
// The JSON Schemas of package/schema as they are built into the program, each in one line
// and compressed. cmake/embed.cmake makes the table, in the order of the names.
//
//   EmbeddedSchemas()[0].name;     // "composition"
//   EmbeddedSchemas()[0].Text();   // {"$schema": "https://json-schema.org/…
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace loom {

struct EmbeddedSchema {
  absl::string_view name;       // that of the file, without .json
  const unsigned char* packed;  // in the format of gzip
  size_t packed_size;

  std::string Text() const;
};

absl::Span<const EmbeddedSchema> EmbeddedSchemas();

}  // namespace loom
