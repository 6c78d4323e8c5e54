// SPDX-License-Identifier: Apache-2.0
// EmbeddedFile is a file that the program contains: a JSON Schema of package/schema, a
// part of the page of `explain`, or the schemas of Kubernetes' kinds. cmake/embed.cmake generates the table, compressed
// and sorted by name; it removes the white space between the lines of a schema.
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
  absl::string_view name;       // "page.css"; for a schema "composition"
  const unsigned char* packed;  // in the format of gzip
  size_t packed_size;

  // Returns the decompressed file; "" if the bytes are corrupt.
  std::string Text() const;
};

absl::Span<const EmbeddedFile> EmbeddedSchemas();

// Returns the content of a file that is not in package/schema; "" if no file has this
// name.
std::string EmbeddedText(absl::string_view name);

// Returns the address of the documentation, with a slash at its end. CMake knows it.
absl::string_view SiteAddress();

}  // namespace loom
