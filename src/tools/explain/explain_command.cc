// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/explain_command.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "command_line/errors.h"
#include "command_line/flags.h"
#include "tools/inputs/live_inputs.h"
#include "tools/provenance/recorder.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

constexpr CommandLine kLine = {"explain", "XR COMPOSITION [FUNCTIONS]"};

constexpr char kText[] =
    R"(Shows where each value of a rendered Composition came from, what was skipped or
withheld and why, and why the composite is not ready. It accepts all flags of
`function-loom render`, so you can replace `render` with `explain` in a command.
Values of Secrets are shown as (secret).

  function-loom explain xr.yaml composition.yaml -e required.yaml
  function-loom explain xr.yaml composition.yaml --at bucket.spec.region
  function-loom explain xr.yaml composition.yaml --output html > flow.html
  function-loom explain App/shop -n team-a --cluster
  function-loom explain --request request.json
)";

constexpr ExitCode kExitCodes[] = {
    {0, "explained, even if something is withheld"},
    {1,
     "a step returned a FATAL result (everything before it is explained), or "
     "nothing has the name of --at"},
    {2, "the command failed (an unknown flag, a file that cannot be read)"}};

using Output = ExplainOptions::Output;
constexpr std::pair<absl::string_view, Output> kOutputs[] = {
    {"text", Output::kText},
    {"json", Output::kJson},
    {"mermaid", Output::kMermaid},
    {"html", Output::kHtml}};

struct Typed {
  std::string output = "text";
};

std::vector<DeclaredFlag> Flags(ExplainOptions& options, Typed& typed) {
  constexpr char kGroup[] = "Explanation";
  return {
      {"--at", &options.view.at, "NAME",
       "Show only one value: NAME is a resource, RESOURCE.PATH, xr.PATH, "
       "env.PATH, context.KEY, details.KEY or conditions.TYPE. Can be "
       "repeated.",
       kGroup},
      {"--output", &typed.output, WordsText(kOutputs),
       "Output format (default text).", kGroup},
      {"--against", &options.against, "FILE",
       "Show what changed since this earlier output of --output json.", kGroup},
      {"--full", &options.view.full, "", "Print long values in full.", kGroup},
      {"-h,--help", &options.help, "", "Show this help.", kGroup}};
}

// Those of `render` that are no flags of explain itself.
std::vector<Flag> FlagsOfRender(const std::vector<Flag>& own) {
  std::vector<Flag> others = RenderHelp().flags;
  auto is_own = [&own](const Flag& flag) {
    return std::any_of(own.begin(), own.end(), [&flag](const Flag& each) {
      return each.names.back() == flag.names.back();
    });
  };
  others.erase(std::remove_if(others.begin(), others.end(), is_own),
               others.end());
  return others;
}

struct Explained {
  std::string text;
  absl::Status failed;  // of the pipeline
  bool is_incomplete = false;
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
                                  std::istream& in, std::ostream& err) {
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(const LiveInputs live,
                        LoadInputs(options.render, in, err, &pool));
  const PipelineInputs& inputs = live.inputs;
  if (inputs.is_operation) {
    return absl::InvalidArgumentError(
        "an Operation has no composed resources to explain\n  `function-loom "
        "render` prints what it applies");
  }
  Recorder recorder(inputs, live.secrets);
  PipelineOutcome outcome =
      RunPipeline(inputs, absl::Now() + options.render.timeout, &recorder);
  recorder.Apply(outcome);
  Explanation explanation = recorder.Take();
  AddSummary(inputs, outcome, recorder.not_ready(), &explanation);
  if (!options.against.empty()) {
    LOOM_ASSIGN_OR_RETURN(std::vector<TextFile> files,
                          ReadTexts(options.against, Depth::kOne, in));
    if (files.size() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat(options.against, " is not a file"));
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
                   outcome.status, live.is_incomplete};
}

int FailToExplain(const absl::Status& status, std::ostream& err) {
  PrintErrors(status, err);
  return absl::IsInvalidArgument(status) ? 2 : 1;
}

}  // namespace

absl::StatusOr<ExplainOptions> ParseExplainOptions(
    const std::vector<std::string>& arguments) {
  ExplainOptions options;
  Typed typed;
  LOOM_ASSIGN_OR_RETURN(std::vector<std::string> rest,
                        ParseKnownFlags(Flags(options, typed), arguments));
  if (options.help) return options;
  LOOM_ASSIGN_OR_RETURN(options.output,
                        Choose("--output", typed.output, kOutputs));
  LOOM_ASSIGN_OR_RETURN(options.render,
                        ParseRenderOptions(rest, ExplainHelp()));
  return options;
}

HelpPage ExplainHelp() {
  ExplainOptions options;
  Typed typed;
  std::vector<Flag> flags = FlagsOf(Flags(options, typed));
  return {.line = kLine,
          .summary = "show where each value came from",
          .text = kText,
          .flags = flags,
          .other_flags = FlagsOfRender(flags),
          .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)}};
}

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
  absl::StatusOr<Explained> explained = Explain(*options, in, err);
  if (!explained.ok()) return fail(explained.status());
  out << explained->text << std::flush;
  if (!explained->failed.ok()) return FailToExplain(explained->failed, err);
  if (!out) return 2;
  return explained->is_incomplete ? 1 : 0;
}

int ExplainCommand(int argc, const char* const* argv) {
  return RunExplain({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
