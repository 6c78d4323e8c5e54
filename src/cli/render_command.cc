// SPDX-License-Identifier: Apache-2.0
#include "cli/render_command.h"

#include <unistd.h>

#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/status_macros.h"
#include "cli/difference.h"
#include "cli/render_inputs.h"
#include "cli/render_notes.h"
#include "cli/render_options.h"
#include "cli/render_output.h"
#include "cli/timings.h"
#include "cli/watched_render.h"
#include "flags/flags.h"
#include "pipeline/files.h"
#include "pipeline/pipeline.h"

namespace loom {
namespace {

struct Rendered {
  std::string text;
  // Whether the content is wrong all the same, so that the exit code is 1.
  bool is_wrong = false;
};

// Instead of the text, how it differs from what is expected.
absl::StatusOr<Rendered> Compare(const std::string& text,
                                 const RenderOptions& options, std::istream& in,
                                 Pool* pool) {
  Files files(in, pool);
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> expected,
                        files.ReadAll({options.expected}));
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> rendered,
                        ReadYaml("the rendered text", text, pool));
  std::string difference =
      DifferenceOf(expected, options.expected, rendered, options.subset);
  return Rendered{difference, !difference.empty()};
}

absl::StatusOr<Rendered> Render(const RenderOptions& options, std::istream& in,
                                std::ostream& err) {
  const absl::Time began = absl::Now();
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
                        LoadRenderInputs(options, in, &pool));
  const absl::Time read = absl::Now();
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
  const absl::Time ran = absl::Now();
  LOOM_ASSIGN_OR_RETURN(std::string text,
                        RenderOutput(inputs, *outcome, options, &pool));
  if (options.timings) {
    const absl::Time wrote = absl::Now();
    err << TimingsText(inputs, outcome->timings,
                       {read - began, wrote - ran, wrote - began});
  }
  Rendered rendered{std::move(text)};
  if (!options.expected.empty()) {
    LOOM_ASSIGN_OR_RETURN(rendered, Compare(rendered.text, options, in, &pool));
  }
  rendered.is_wrong |= options.strict && !notes.empty();
  return rendered;
}

int Fail(const absl::Status& status, std::ostream& err) {
  PrintErrors(status, err);
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
  if (options->watch) {
    auto render = [&]() -> std::optional<std::string> {
      absl::StatusOr<Rendered> rendered = Render(*options, in, err);
      if (rendered.ok()) return std::move(rendered->text);
      Fail(rendered.status(), err);
      return std::nullopt;
    };
    WatchRender(
        *options, render, [&out] { return out.good(); },
        &out == &std::cout && isatty(STDOUT_FILENO) != 0, out, err);
    return 2;
  }
  absl::StatusOr<Rendered> rendered = Render(*options, in, err);
  if (!rendered.ok()) return Fail(rendered.status(), err);
  out << rendered->text << std::flush;
  if (!out) return 2;
  return rendered->is_wrong ? 1 : 0;
}

int RenderCommand(int argc, const char* const* argv) {
  return RunRender({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
