// SPDX-License-Identifier: Apache-2.0
// ConvertOutput makes the text that `function-loom convert` prints of the files
// that it has converted.
//
//   yaml     the new texts, with `---` between files
//   patch    a unified diff of each file that changes
//   json     {"format":"loom.convert/v1","files":[{"file","status","notes",
//            "refusals","patch"}]}
//
// A note or refusal is {"message", "help"?, "position": {"file", "line",
// "column", "offset", "path"}}.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tools/convert/convert_file.h"
#include "tools/convert/convert_options.h"

namespace loom {

std::string ConvertOutput(const std::vector<FileResult>& files,
                          ConvertOptions::Output output);

}  // namespace loom
