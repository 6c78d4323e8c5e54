// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/explain_command.h"

#include <iostream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "command_line/errors.h"
#include "tools/explain/explain_options.h"
#include "tools/explain/recorder.h"
#include "tools/explain/request_inputs.h"
#include "tools/explain/summary.h"
#include "tools/pipeline/files.h"
#include "tools/render/render_inputs.h"

namespace loom {
namespace {

struct Explained {
  std::string text;
  absl::Status failed;  // of the pipeline
};

std::string ViewText(const Explanation& explanation,
                     const ExplainOptions& options) {
  switch (options.output) {
    case ExplainOptions::Output::kJson:
      return JsonView(explanation);
    case ExplainOptions::Output::kMermaid:
      return MermaidView(explanation, options.view);
    case ExplainOptions::Output::kHtml:
      return PageView(explanation, options.view);
    default:
      return TextView(explanation, options.view);
  }
}

absl::StatusOr<Explained> Explain(const ExplainOptions& options,
                                  std::istream& in) {
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
                        options.request.empty()
                            ? LoadRenderInputs(options.render, in, &pool)
                            : LoadRequest(options.request, in, &pool));
  Recorder recorder(inputs);
  PipelineOutcome outcome =
      RunPipeline(inputs, absl::Now() + options.render.timeout, &recorder);
  Explanation explanation = recorder.Take();
  AddSummary(inputs, outcome, recorder.not_ready(), &explanation);
  if (!options.against.empty()) {
    LOOM_ASSIGN_OR_RETURN(std::vector<TextFile> files,
                          ReadTexts(options.against, Depth::kOne, in));
    if (files.size() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat(options.against, " is no file"));
    }
    absl::StatusOr<Explanation> before = ReadJsonView(files[0].text);
    if (!before.ok()) return Annotate(before.status(), options.against);
    MarkChanges(*before, &explanation);
  }
  // The text leaves out by itself what is not asked for.
  LOOM_ASSIGN_OR_RETURN(Explanation narrowed,
                        Narrowed(explanation, options.view));
  const bool is_text = options.output == ExplainOptions::Output::kText;
  return Explained{ViewText(is_text ? explanation : narrowed, options),
                   outcome.status};
}

int FailToExplain(const absl::Status& status, std::ostream& err) {
  PrintErrors(status, err);
  return absl::IsInvalidArgument(status) ? 2 : 1;
}

}  // namespace

int RunExplain(const std::vector<std::string>& arguments, std::istream& in,
               std::ostream& out, std::ostream& err) {
  auto fail = [&](const absl::Status& status) {
    if (WantsJson(arguments)) out << ErrorJson("explain", status);
    return FailToExplain(status, err);
  };
  absl::StatusOr<ExplainOptions> options = ParseExplainOptions(arguments);
  if (!options.ok()) return fail(options.status());
  if (options->help) {
    out << HelpText(ExplainHelp());
    return 0;
  }
  absl::StatusOr<Explained> explained = Explain(*options, in);
  if (!explained.ok()) return fail(explained.status());
  out << explained->text << std::flush;
  if (!explained->failed.ok()) return FailToExplain(explained->failed, err);
  return out ? 0 : 2;
}

int ExplainCommand(int argc, const char* const* argv) {
  return RunExplain({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
