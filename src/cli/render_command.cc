// SPDX-License-Identifier: Apache-2.0
#include "cli/render_command.h"

#include <iostream>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/status_macros.h"
#include "cli/render_inputs.h"
#include "cli/render_options.h"
#include "cli/render_output.h"
#include "pipeline/pipeline.h"

namespace loom {
namespace {

absl::StatusOr<std::string> Render(const RenderOptions& options,
                                   std::istream& in, std::ostream& err) {
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
                        LoadRenderInputs(options, in, &pool));
  std::vector<std::string> notes;
  for (const PipelineStep& step : inputs.composition.steps) {
    if (inputs.routes[step.index].kind == Route::Kind::kSkipped) {
      notes.push_back(absl::StrCat("step \"", step.name, "\" (", step.place,
                                   ") is left out"));
    }
  }
  absl::StatusOr<PipelineOutcome> outcome =
      RunPipeline(inputs, absl::Now() + options.timeout, &notes);
  if (!options.quiet) {
    for (const std::string& note : notes) {
      err << "function-loom: note: " << note << "\n";
    }
  }
  if (!outcome.ok()) return outcome.status();
  return RenderOutput(inputs, *outcome, options, &pool);
}

int Fail(const absl::Status& status, std::ostream& err) {
  err << "function-loom: error: " << status.message() << "\n";
  return absl::IsFailedPrecondition(status) ? 1 : 2;
}

}  // namespace

int RunRender(const std::vector<std::string>& arguments, std::istream& in,
              std::ostream& out, std::ostream& err) {
  absl::StatusOr<RenderOptions> options = ParseRenderOptions(arguments);
  if (!options.ok()) return Fail(options.status(), err);
  if (options->help) {
    out << RenderHelp();
    return 0;
  }
  absl::StatusOr<std::string> text = Render(*options, in, err);
  if (!text.ok()) return Fail(text.status(), err);
  out << *text << std::flush;
  return out ? 0 : 2;
}

int RenderCommand(int argc, const char* const* argv) {
  return RunRender({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
