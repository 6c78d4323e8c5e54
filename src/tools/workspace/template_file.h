// SPDX-License-Identifier: Apache-2.0
// IsTemplateFile recognizes a file that becomes YAML only when Helm, ytt or xprin has
// rendered it, among files that are not YAML:
//
//   templates/db.yaml   has {{, and its directory or one above it has a Chart.yaml
//   config.yml          has a line that begins with #@
//   shop_xprin.yaml     has {{, and is named as a suite of xprin
//
// Call it only for content that a parser rejects.
#pragma once

#include "absl/strings/string_view.h"
#include "tools/workspace/files.h"

namespace loom {

bool IsTemplateFile(const TextFile& file);

// Returns whether a file is named as a suite of xprin: xprin.yaml, or *_xprin.yaml.
bool IsXprinName(absl::string_view path);

}  // namespace loom
