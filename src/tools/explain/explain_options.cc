// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/explain_options.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "command_line/flags.h"

namespace loom {
namespace {

constexpr CommandLine kLine = {"explain", "XR COMPOSITION [FUNCTIONS]"};

constexpr char kText[] =
    R"(Says where each value of a rendered Composition came from, what was skipped or
withheld and why, and why the composite is not ready. It takes all flags of
`function-loom render`, so the word can be replaced in a command. Values of Secrets
are shown as (secret).

  function-loom explain xr.yaml composition.yaml -e required.yaml
  function-loom explain xr.yaml composition.yaml --at bucket.spec.region
  function-loom explain xr.yaml composition.yaml --output html > flow.html
)";

constexpr ExitCode kExitCodes[] = {
    {0, "explained, also if something is withheld"},
    {1,
     "a step returned a FATAL result, up to which is explained, or nothing has "
     "the name of --at"},
    {2, "it could not be tried (an unknown flag, a file that cannot be read)"}};

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
       "Tell of this alone: a resource, a resource and a path, xr.PATH, "
       "env.PATH, context.KEY. Can be repeated.",
       kGroup},
      {"--output", &typed.output, WordsText(kOutputs),
       "How it is printed (text).", kGroup},
      {"--against", &options.against, "FILE",
       "Say what changed since this earlier output of --output json.", kGroup},
      {"--request", &options.request, "FILE",
       "A RunFunctionRequest, as JSON or bytes, instead of XR and "
       "COMPOSITION.",
       kGroup},
      {"--full", &options.view.full, "", "Print long values whole.", kGroup},
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
  if (options.request.empty()) {
    LOOM_ASSIGN_OR_RETURN(options.render,
                          ParseRenderOptions(rest, ExplainHelp()));
  } else if (!rest.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--request has all that is explained, and ", rest[0],
                     " is for XR and COMPOSITION\n  give one of them"));
  }
  return options;
}

HelpPage ExplainHelp() {
  ExplainOptions options;
  Typed typed;
  std::vector<Flag> flags = FlagsOf(Flags(options, typed));
  return {.line = kLine,
          .summary = "say where each value came from",
          .text = kText,
          .flags = flags,
          .other_flags = FlagsOfRender(flags),
          .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)}};
}

}  // namespace loom
