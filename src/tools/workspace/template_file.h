// SPDX-License-Identifier: Apache-2.0
// IsTemplateFile recognizes a file that becomes YAML only when Helm or ytt has rendered
// it, among files that are not YAML:
//
//   templates/db.yaml   has {{, and its directory or one above it has a Chart.yaml
//   config.yml          has a line that begins with #@
//
// Call it only for content that a parser rejects.
#pragma once

#include "tools/workspace/files.h"

namespace loom {

bool IsTemplateFile(const TextFile& file);

}  // namespace loom
