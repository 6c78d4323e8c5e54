// SPDX-License-Identifier: Apache-2.0
// ConvertOptions is what `function-loom convert` is told on its command line.
//
//   convert composition.yaml --output patch
//   convert --in-place compositions/
//   convert - --to drop-in
//
// A command line that fails: `convert --check --in-place composition.yaml`,
// because --check writes nothing.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "command_line/help.h"
#include "tools/convert/converter.h"

namespace loom {

struct ConvertOptions {
  enum class Output { kYaml, kPatch, kJson };

  bool help = false;
  bool quiet = false;
  std::string path;
  Output output = Output::kYaml;
  bool in_place = false;
  bool check = false;
  ConvertRules rules;
};

// Reads the arguments that follow `convert`. InvalidArgument: an argument is
// wrong; the first line of the message says which, further lines give advice.
absl::StatusOr<ConvertOptions> ParseConvertOptions(
    const std::vector<std::string>& arguments);

// What `convert --help` prints.
HelpPage ConvertHelp();

}  // namespace loom
