// SPDX-License-Identifier: Apache-2.0
#include "cli/render_command.h"

#include <iostream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "base/status_macros.h"
#include "cli/render_inputs.h"
#include "cli/render_notes.h"
#include "cli/render_options.h"
#include "cli/render_output.h"
#include "pipeline/pipeline.h"

namespace loom {
namespace {

absl::StatusOr<std::string> Render(const RenderOptions& options,
                                   std::istream& in, std::ostream& err,
                                   bool* noted) {
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
                        LoadRenderInputs(options, in, &pool));
  std::vector<std::string> notes = NotesBefore(inputs, options);
  absl::StatusOr<PipelineOutcome> outcome =
      RunPipeline(inputs, absl::Now() + options.timeout, &notes);
  if (outcome.ok()) AddNotesAfter(inputs, *outcome, options, &notes);
  if (!options.quiet) {
    for (const std::string& note : notes) {
      err << "function-loom: note: " << note << "\n";
    }
  }
  if (!outcome.ok()) return outcome.status();
  *noted = !notes.empty();
  return RenderOutput(inputs, *outcome, options, &pool);
}

// Each line is an error of its own, except for those that are indented, which give
// advice.
int Fail(const absl::Status& status, std::ostream& err) {
  for (absl::string_view line : absl::StrSplit(status.message(), '\n')) {
    bool advice = absl::StartsWith(line, "  ");
    err << (advice ? "" : "function-loom: error: ") << line << "\n";
  }
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
  bool noted = false;
  absl::StatusOr<std::string> text = Render(*options, in, err, &noted);
  if (!text.ok()) return Fail(text.status(), err);
  out << *text << std::flush;
  if (!out) return 2;
  return options->strict && noted ? 1 : 0;
}

int RenderCommand(int argc, const char* const* argv) {
  return RunRender({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
