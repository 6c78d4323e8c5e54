// SPDX-License-Identifier: Apache-2.0
// The command `explain`, and its flags.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/explain/views.h"
#include "tools/inputs/render_options.h"

namespace loom {

// Runs the pipeline of a Composition as `render` does, and shows where each value came
// from.
//
// Exit codes: 0, explained, even if something is withheld; 1, a step returned a FATAL
// result (everything up to it is explained), or --at matches nothing; 2, any other
// error.
//
// `argv` holds the arguments after the command.
int ExplainCommand(int argc, const char* const* argv);

int RunExplain(const std::vector<std::string>& arguments, std::istream& in,
               std::ostream& out, std::ostream& err);

// ExplainOptions holds the arguments of `function-loom explain`: the flags of `render`
// and its own.
struct ExplainOptions {
  enum class Output { kText, kJson, kMermaid, kHtml };

  bool help = false;
  Output output = Output::kText;
  ViewOptions view;
  std::string against;  // a file; "" for none
  RenderOptions render;
};

// Reads the arguments after `explain`. InvalidArgument: an argument is invalid; the
// first line of the message names it, further lines give advice.
absl::StatusOr<ExplainOptions> ParseExplainOptions(
    const std::vector<std::string>& arguments);

HelpPage ExplainHelp();

}  // namespace loom
