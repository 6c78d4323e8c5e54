// SPDX-License-Identifier: Apache-2.0
// The files that the program contains: the JSON Schemas of package/schema, and what the
// page of `explain` is made of. cmake/embed.cmake makes the table, compressed and in the
// order of the names; a schema loses the white space between its lines.
//
//   std::string page = EmbeddedText("page.html");
//   for (const EmbeddedFile& schema : EmbeddedSchemas()) text = schema.name;
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace loom {

struct EmbeddedFile {
  absl::string_view name;       // "page.css"; of a schema "composition"
  const unsigned char* packed;  // in the format of gzip
  size_t packed_size;

  // Empty if the bytes are broken.
  std::string Text() const;
};

absl::Span<const EmbeddedFile> EmbeddedSchemas();

// The text of a file of the page; empty if there is none with this name.
std::string EmbeddedText(absl::string_view name);

}  // namespace loom
