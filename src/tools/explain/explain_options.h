// SPDX-License-Identifier: Apache-2.0
// ExplainOptions is what `function-loom explain` is told on its command line: the
// flags of `render`, and its own.
//
//   explain xr.yaml composition.yaml -e required.yaml --at bucket
//   explain xr.yaml composition.yaml --output html > flow.html
//   explain --request request.json
//
// A command line that fails: `explain xr.yaml composition.yaml --output svg`.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/explain/views.h"
#include "tools/render/render_options.h"

namespace loom {

struct ExplainOptions {
  enum class Output { kText, kJson, kMermaid, kHtml };

  bool help = false;
  Output output = Output::kText;
  ViewOptions view;
  std::string against;  // a file; "" if none
  // A recorded request instead of XR and COMPOSITION; "" if none.
  std::string request;
  RenderOptions render;
};

// Reads the arguments that follow `explain`. InvalidArgument: an argument is wrong;
// the first line of the message says which, further lines give advice.
absl::StatusOr<ExplainOptions> ParseExplainOptions(
    const std::vector<std::string>& arguments);

// What `explain --help` prints.
HelpPage ExplainHelp();

}  // namespace loom
