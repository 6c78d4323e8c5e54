// SPDX-License-Identifier: Apache-2.0
// The command `explain`: its flags, and what it does.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/explain/views.h"
#include "tools/inputs/render_options.h"

namespace loom {

// ExplainCommand is `function-loom explain`: it runs the pipeline of a Composition as
// `render` does, and says where each value came from.
//
// Exit codes: 0, explained, also if something is withheld; 1, a step returned a
// FATAL result, and what happened until then is explained, or --at names nothing; 2,
// it could not be tried.
//
// `argv` holds the arguments that follow the command. Returns the exit code.
int ExplainCommand(int argc, const char* const* argv);

// The same with other streams than those of the process.
int RunExplain(const std::vector<std::string>& arguments, std::istream& in,
               std::ostream& out, std::ostream& err);

// ExplainOptions are the arguments of `function-loom explain`: the flags of `render`, and
// its own.
//
//   explain xr.yaml composition.yaml -e required.yaml --at bucket
//   explain xr.yaml composition.yaml --output html > flow.html
//   explain --request request.json
struct ExplainOptions {
  enum class Output { kText, kJson, kMermaid, kHtml };

  bool help = false;
  Output output = Output::kText;
  ViewOptions view;
  std::string against;  // a file; "" if none
  RenderOptions render;
};

// Reads the arguments that follow `explain`. InvalidArgument: an argument is wrong;
// the first line of the message says which, further lines give advice.
absl::StatusOr<ExplainOptions> ParseExplainOptions(
    const std::vector<std::string>& arguments);

// What `explain --help` prints.
HelpPage ExplainHelp();

}  // namespace loom
