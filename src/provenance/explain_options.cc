// SPDX-License-Identifier: Apache-2.0
#include "provenance/explain_options.h"

#include <CLI/CLI.hpp>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "flags/flags.h"

namespace loom {
namespace {

constexpr char kUsage[] =
    R"(Usage: function-loom explain XR COMPOSITION [FUNCTIONS] [flags]

Says where each value of a rendered Composition came from, what was skipped or
withheld and why, and why the composite is not ready. It takes all flags of
`function-loom render`, so the word can be replaced in a command. Values of Secrets
are shown as (secret).

  function-loom explain xr.yaml composition.yaml -e required.yaml
  function-loom explain xr.yaml composition.yaml --at bucket.spec.region
  function-loom explain xr.yaml composition.yaml --output html > flow.html

)";

constexpr char kExitCodes[] = R"(
Exit codes: 0, explained, also if something is withheld; 1, a step returned a FATAL
result, up to which is explained, or nothing has the name of --at; 2, it could not be
tried.
)";

struct Typed {
  std::string output = "text";
};

void Declare(CLI::App& app, ExplainOptions& options, Typed& typed) {
  app.set_help_flag();
  app.allow_extras();
  app.add_flag("-h,--help", options.help, "print this help")
      ->group("Explanation");
  app.add_option(
         "--at", options.view.at,
         "tell of this alone: a resource, a resource and a path, xr.PATH, "
         "env.PATH, context.KEY; may be given several times")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->group("Explanation");
  app.add_option("--output", typed.output, "text, json, mermaid or html")
      ->type_name("FORMAT")
      ->group("Explanation");
  app.add_option("--against", options.against,
                 "say what changed since this earlier output of --output json")
      ->type_name("FILE")
      ->group("Explanation");
  app.add_option("--request", options.request,
                 "a RunFunctionRequest, as JSON or bytes, instead of XR and "
                 "COMPOSITION")
      ->type_name("FILE")
      ->group("Explanation");
  app.add_flag("--full", options.view.full, "print long values whole")
      ->group("Explanation");
}

}  // namespace

absl::StatusOr<ExplainOptions> ParseExplainOptions(
    const std::vector<std::string>& arguments) {
  using Output = ExplainOptions::Output;
  ExplainOptions options;
  Typed typed;
  CLI::App app;
  Declare(app, options, typed);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(error.what());
  }
  if (options.help) return options;
  static constexpr std::pair<absl::string_view, Output> kOutputs[] = {
      {"text", Output::kText},
      {"json", Output::kJson},
      {"mermaid", Output::kMermaid},
      {"html", Output::kHtml}};
  LOOM_ASSIGN_OR_RETURN(options.output,
                        Choose("--output", typed.output, kOutputs));
  if (options.request.empty()) {
    LOOM_ASSIGN_OR_RETURN(options.render, ParseRenderOptions(app.remaining()));
  } else if (!app.remaining().empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--request has all that is explained, and ", app.remaining()[0],
        " is for XR and COMPOSITION\n  give one of them"));
  }
  return options;
}

std::string ExplainHelp() {
  ExplainOptions options;
  Typed typed;
  CLI::App app;
  Declare(app, options, typed);
  return absl::StrCat(kUsage, FlagsText(app, 24), kExitCodes);
}

}  // namespace loom
