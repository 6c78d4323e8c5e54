// SPDX-License-Identifier: Apache-2.0
// GithubCommand returns the line that makes GitHub Actions show a message at a line of a
// file (a workflow command).
//
//   GithubCommand("error", finding.position, "patch/type", "expected a string")
//   // ::error file=c.yaml,line=7,col=20,title=patch/type::expected a string
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "tools/yaml/reader.h"

namespace loom {

// `severity` is error or warning. The message may have several lines.
std::string GithubCommand(absl::string_view severity, const YamlPosition& at,
                          absl::string_view title, absl::string_view message);

}  // namespace loom
