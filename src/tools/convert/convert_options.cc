// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/convert_options.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "command_line/flags.h"

namespace loom {
namespace {

constexpr CommandLine kLine = {"convert", "FILE|DIR|-"};

constexpr char kText[] =
    R"(Converts Compositions to function-loom: `mode: Resources`, and pipelines with
function-environment-configs, function-extra-resources,
function-patch-and-transform, function-auto-ready and function-sequencer. The text
is changed in place, so order and comments stay; the result is read again and
compared. Other documents stay as they are. A directory is read with all directories
in it.

  function-loom convert composition.yaml --output patch
  function-loom convert compositions/ --in-place
  function-loom convert composition.yaml --to drop-in >converted.yaml

Not done in the text, but by --rewrite: a map or list in braces or brackets that has
to be taken apart, an anchor that is used on both sides of what moves, lines that
are indented inconsistently.
)";

constexpr ExitCode kExitCodes[] = {
    {0, "converted, or there is nothing to do"},
    {1,
     "something cannot be converted (everything else is), or with --check "
     "something could be"},
    {2,
     "it could not be tried (an unknown flag, a file that cannot be read or is "
     "no YAML)"}};

constexpr std::pair<absl::string_view, bool> kTo[] = {{"native", false},
                                                      {"drop-in", true}};
using Output = ConvertOptions::Output;
constexpr std::pair<absl::string_view, Output> kOutputs[] = {
    {"yaml", Output::kYaml},
    {"patch", Output::kPatch},
    {"json", Output::kJson}};

struct Typed {
  std::string to = "native";
  std::string output = "yaml";
};

std::vector<DeclaredFlag> Flags(ConvertOptions& options, Typed& typed) {
  constexpr char kConversion[] = "Conversion";
  constexpr char kOutput[] = "Output";
  ConvertRules& rules = options.rules;
  return {
      {"PATH", &options.path},
      {"--to", &typed.to, WordsText(kTo),
       "One native step (the default), or the old inputs.", kConversion},
      {"--function", &rules.function, "NAME",
       "The name of the Function (function-loom).", kConversion},
      {"--step", &rules.step, "NAME", "The name of the native step (loom).",
       kConversion},
      {"--name-unnamed", &rules.name_unnamed, "",
       "Call resources without a name resource-N.", kConversion},
      {"--rewrite", &rules.rewrite, "",
       "Write documents anew that cannot be changed in place.", kConversion},
      {"--output", &typed.output, WordsText(kOutputs),
       "The text, a unified diff, or JSON.", kOutput},
      {"--in-place", &options.in_place, "", "Write the files.", kOutput},
      {"--check", &options.check, "",
       "Write nothing; exit 1 if something is to be converted.", kOutput},
      {"-q,--quiet", &options.quiet, "", "No notes on stderr.", kOutput},
      {"-h,--help", &options.help, "", "Show this help.", kOutput}};
}

absl::Status Take(const Typed& typed, ConvertOptions* options) {
  LOOM_ASSIGN_OR_RETURN(options->rules.drop_in, Choose("--to", typed.to, kTo));
  LOOM_ASSIGN_OR_RETURN(options->output,
                        Choose("--output", typed.output, kOutputs));
  if (options->path.empty()) {
    return absl::InvalidArgumentError(
        "no file is given\n  want function-loom convert FILE|DIR|-");
  }
  if (options->in_place && options->check) {
    return absl::InvalidArgumentError(
        "--check writes nothing, so it cannot be given with --in-place");
  }
  if (options->in_place && options->path == "-") {
    return absl::InvalidArgumentError(
        "--in-place cannot write to stdin\n  leave it out: the text is on "
        "stdout");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ConvertOptions> ParseConvertOptions(
    const std::vector<std::string>& arguments) {
  ConvertOptions options;
  Typed typed;
  LOOM_RETURN_IF_ERROR(
      ParseFlags(Flags(options, typed), arguments, kLine, options.help));
  if (options.help) return options;
  LOOM_RETURN_IF_ERROR(Take(typed, &options));
  return options;
}

HelpPage ConvertHelp() {
  ConvertOptions options;
  Typed typed;
  return {.line = kLine,
          .summary = "convert Compositions of other functions to this one",
          .text = kText,
          .flags = FlagsOf(Flags(options, typed)),
          .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)}};
}

}  // namespace loom
