// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/render_options.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/errors.h"
#include "command_line/flags.h"
#include "data/go/regexp.h"

namespace loom {
namespace {

constexpr CommandLine kLine = {"render", "XR COMPOSITION [FUNCTIONS]"};

constexpr char kText[] =
    R"(Prints what Crossplane would compose for XR, in the format of `crossplane render` 2.2.
With an Operation instead of XR and COMPOSITION, prints what the Operation applies.

  function-loom render xr.yaml composition.yaml -o observed.yaml -e required/
  function-loom render xr.yaml composition.yaml functions.yaml -r -c
  function-loom render App/shop -n team-a --cluster --composition changed.yaml --diff

A PATH is a YAML or JSON file, a directory of such files, or - for stdin; -o and -e
accept several, separated by commas. Start functions that are not built in, and pass their
addresses with --function-address, or list all functions in FUNCTIONS, with annotations:
render.crossplane.io/runtime: Development and .../runtime-development-target: HOST:PORT.

Objects that functions request are found by exact version, kind, name and namespace. DIR
contains the output of `kubectl get --raw /openapi/v3/apis/GROUP/VERSION`, one file for each.
)";

constexpr ExitCode kExitCodes[] = {
    {0, "rendered"},
    {1,
     "a FATAL result, a Composition of another kind, a difference, or notes "
     "and --strict"},
    {2,
     "the command failed (an unknown flag, a file that cannot be read, a "
     "function that cannot be reached)"}};

// Flags of later versions of `crossplane render`, which say how it is to start
// Crossplane and the functions.
constexpr const char* kWithoutEffect[] = {
    "--crossplane-version",        "--crossplane-image", "--crossplane-binary",
    "--crossplane-docker-network", "--cache-dir",        "--max-concurrency"};

// Flags as text, before they are parsed further.
struct Typed {
  std::string composition;
  std::string project;
  std::vector<std::string> context_files;
  std::vector<std::string> context_values;
  std::vector<std::string> annotations;
  std::vector<std::string> addresses;
  std::string timeout = "1m";
  std::string strict;
  std::string output = "yaml";
};

constexpr std::pair<absl::string_view, RenderFormat> kOutputs[] = {
    {"yaml", RenderFormat::kYaml}, {"json", RenderFormat::kJson}};

std::vector<DeclaredFlag> FileFlags(RenderOptions& options) {
  constexpr char kFiles[] = "Files";
  return {
      {"XR", &options.composite},
      {"COMPOSITION", &options.composition},
      {"FUNCTIONS", &options.runtimes.functions},
      {"-o,--observed-resources", &options.observed, "PATH",
       "Composed resources as they are in the cluster.", kFiles},
      {"-e,--required-resources,--extra-resources", &options.required, "PATH",
       "Objects that functions may request, including CRDs.", kFiles},
      {"-w,--watched-resource", &options.watched, "FILE",
       "The object that a WatchOperation watches.", kFiles},
      {"-s,--required-schemas", &options.schemas, "DIR",
       "OpenAPI v3 documents (JSON) that functions may request.", kFiles},
      {"--xrd", &options.definition, "PATH",
       "The XR's definition, for defaults and validation.", kFiles},
      {"--function-credentials", &options.credentials, "PATH",
       "Secrets for the credentials of steps.", kFiles}};
}

std::vector<DeclaredFlag> LiveFlags(RenderOptions& options, Typed& typed) {
  constexpr char kFiles[] = "Files";
  return {
      {"--cluster", &options.cluster, "",
       "Read everything from the cluster; XR is KIND[.GROUP]/NAME.", kFiles},
      {"--from", &options.from, "FILE",
       "All files in one, as written by `function-loom gather`.", kFiles},
      {"--request", &options.request, "FILE",
       "A recorded RunFunctionRequest, instead of all files.", kFiles},
      {"--composition", &typed.composition, "FILE",
       "Use this Composition instead of the cluster's.", kFiles},
      {"--xr", &options.changed_composite, "FILE",
       "Use this XR instead of the cluster's.", kFiles}};
}

std::vector<DeclaredFlag> InputFlags(RenderOptions& options, Typed& typed) {
  constexpr char kInput[] = "Input";
  return {
      {"--context-files", &typed.context_files, "KEY=FILE",
       "Context for the first step, as JSON or YAML.", kInput},
      {"--context-values", &typed.context_values, "KEY=YAML",
       "Context for the first step; overrides --context-files.", kInput},
      {"-a,--function-annotations", &typed.annotations, "KEY=VALUE",
       "Annotation for every Function; overrides its own.", kInput},
      {"--function-address", &typed.addresses, "NAME=HOST:PORT",
       "Call this Function, which runs elsewhere, without TLS.", kInput},
      {"--skip", &options.runtimes.skip, "STEP", "Skip this step.", kInput}};
}

// The value is "" if there is none.
std::function<absl::Status(const std::string&)> SetExpected(
    RenderOptions& options) {
  return [&options](const std::string& path) {
    options.expected = path;
    options.against_cluster = path.empty();
    return absl::OkStatus();
  };
}

// A flag of CLI11 has a value always or never. Where it may mean the cluster, --diff has
// one only as --diff=PATH, so that what follows can be the composite.
std::vector<std::string> WithValueOfDiff(std::vector<std::string> arguments) {
  const bool live = absl::c_any_of(arguments, [](const std::string& each) {
    return each == "--cluster" || each == "--from" ||
           absl::StartsWith(each, "--from=");
  });
  for (std::string& each : arguments) {
    if (live && each == "--diff") each = "--diff=";
  }
  return arguments;
}

// A recorded request is the only input of the step, so that another would be ignored.
absl::Status CheckRequest(const RenderOptions& options) {
  if (options.request.empty()) return absl::OkStatus();
  const std::pair<bool, absl::string_view> others[] = {
      {!options.composite.empty(), options.composite},
      {!options.composition.empty(), options.composition},
      {!options.runtimes.functions.empty(), options.runtimes.functions},
      {options.cluster, "--cluster"},
      {!options.from.empty(), "--from"},
      {!options.changed_composite.empty(), "--xr"},
      {!options.observed.empty(), "--observed-resources"},
      {!options.required.empty(), "--required-resources"},
      {!options.watched.empty(), "--watched-resource"},
      {!options.schemas.empty(), "--required-schemas"},
      {!options.definition.empty(), "--xrd"},
      {!options.credentials.empty(), "--function-credentials"},
      {!options.context_files.empty(), "--context-files"},
      {!options.context_values.empty(), "--context-values"},
      {!options.runtimes.skip.empty(), "--skip"}};
  for (const auto& [given, what] : others) {
    if (!given) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "--request and ", what, " cannot be combined\n  use one of them"));
  }
  return absl::OkStatus();
}

// What takes the place of XR and COMPOSITION.
absl::Status CheckLive(const RenderOptions& options, const CommandLine& line) {
  LOOM_RETURN_IF_ERROR(CheckRequest(options));
  const bool live = options.cluster || !options.from.empty();
  if (options.cluster && !options.from.empty()) {
    return absl::InvalidArgumentError(
        "--cluster and --from cannot be combined\n  use one of them");
  }
  if (options.cluster && options.composite.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--cluster requires a composite\n  usage: function-loom ",
                     line.command, " KIND/NAME -n NAMESPACE --cluster"));
  }
  if (!options.from.empty() && !options.composite.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--from already has the composite, but ", options.composite,
        " is passed as well\n  --xr FILE and --composition FILE replace a "
        "part"));
  }
  if (live && options.watch) {
    return absl::InvalidArgumentError("--watch watches files, not a cluster");
  }
  if (!live && options.against_cluster) {
    return absl::InvalidArgumentError(
        "--diff: a value is missing\n  pass the PATH of an earlier output, or "
        "use "
        "--cluster or --from");
  }
  if (!live && !options.changed_composite.empty()) {
    return absl::InvalidArgumentError(
        "--xr is for --cluster and --from\n  pass the XR as an argument");
  }
  return absl::OkStatus();
}

std::vector<DeclaredFlag> OutputFlags(RenderOptions& options, Typed& typed) {
  constexpr char kOutput[] = "Output";
  return {
      {"-r,--include-function-results", &options.results, "",
       "Also print the results of functions.", kOutput},
      {"-x,--include-full-xr", &options.full_composite, "",
       "Also print spec and metadata of the XR.", kOutput},
      {"-c,--include-context", &options.context, "", "Also print the context.",
       kOutput},
      {"--output", &typed.output, WordsText(kOutputs),
       "json has everything, on one line (default yaml).", kOutput},
      {"--diff", SetExpected(options), "PATH",
       "Print the difference from PATH or from the cluster.", kOutput},
      {"--subset", &options.subset, "",
       "With --diff: compare only the fields in PATH.", kOutput},
      {"--expect-fatal", &options.expected_fatal, "REGEX",
       "Exit with 0 if a FATAL result matches, otherwise with 1.", kOutput},
      {"-q,--quiet", &options.quiet, "", "Do not print notes to stderr.",
       kOutput},
      {.names = "--strict",
       .target = &typed.strict,
       .description = "Exit with 1 if there are notes (=objects: more notes).",
       .group = kOutput,
       .one_of = {"true", "objects"},
       .value_is_optional = true},
      {"--watch", &options.watch, "", "Render again when a file changes.",
       kOutput},
      {"--show-secrets", &options.show_secrets, "",
       "Print values of Secrets of the cluster, and connection details in "
       "JSON.",
       kOutput},
      {"--timings", &options.timings, "",
       "Print to stderr how long each step took.", kOutput},
      {"--timeout", &typed.timeout, "DURATION",
       "Time limit for all steps together (default 1m).", kOutput},
      {"-h,--help", &options.help, "", "Show this help.", kOutput}};
}

// They are accepted, and not on the help page.
std::vector<DeclaredFlag> ForeignFlags(RenderOptions& options, Typed& typed) {
  std::vector<DeclaredFlag> flags;
  for (const char* flag : kWithoutEffect) {
    auto note = [&options, flag](const std::string&) {
      options.without_effect.emplace_back(flag);
      return absl::OkStatus();
    };
    flags.push_back({flag, note});
  }
  flags.push_back({"-f,--project-file", &typed.project});
  // `function-loom gather --help` lists them.
  for (DeclaredFlag& flag : ClusterFlags(options.where, "")) {
    flags.push_back(std::move(flag));
  }
  return flags;
}

std::vector<DeclaredFlag> Flags(RenderOptions& options, Typed& typed) {
  std::vector<DeclaredFlag> flags;
  for (const std::vector<DeclaredFlag>& group :
       {FileFlags(options), LiveFlags(options, typed),
        InputFlags(options, typed), OutputFlags(options, typed),
        ForeignFlags(options, typed)}) {
    flags.insert(flags.end(), group.begin(), group.end());
  }
  return flags;
}

absl::StatusOr<std::vector<std::pair<std::string, std::string>>> SplitPairs(
    const std::string& flag, const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& text : texts) {
    size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat(flag, " ", text,
                       ": expected KEY=VALUE; repeat the flag for more pairs"));
    }
    pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return pairs;
}

absl::Status NoFile(absl::string_view what, const CommandLine& line) {
  return absl::InvalidArgumentError(
      absl::StrCat("missing argument: ", what, "\n  usage: function-loom ",
                   line.command, " ", line.arguments));
}

absl::Status Check(const RenderOptions& options, const CommandLine& line) {
  LOOM_RETURN_IF_ERROR(CheckLive(options, line));
  if (options.composite.empty() && options.from.empty() &&
      options.request.empty()) {
    return NoFile("XR", line);
  }
  std::vector<std::string> files = {options.composite,
                                    options.composition,
                                    options.watched,
                                    options.from,
                                    options.request,
                                    options.changed_composite,
                                    options.runtimes.functions,
                                    options.definition,
                                    options.expected};
  for (const auto* more :
       {&options.observed, &options.required, &options.credentials}) {
    files.insert(files.end(), more->begin(), more->end());
  }
  if (std::count(files.begin(), files.end(), "-") > 1) {
    return absl::InvalidArgumentError("only one file can be -, which is stdin");
  }
  if (options.watch && std::count(files.begin(), files.end(), "-") > 0) {
    return absl::InvalidArgumentError(
        "--watch: stdin cannot be read twice\n  pass files instead of -");
  }
  if (options.subset && options.expected.empty()) {
    return absl::InvalidArgumentError(
        "--subset needs --diff\n  pass the expected output: --diff PATH "
        "--subset");
  }
  if (options.format == RenderFormat::kJson &&
      (!options.expected.empty() || options.against_cluster)) {
    return absl::InvalidArgumentError(
        "--output json and --diff cannot be combined\n  use one of them");
  }
  return absl::OkStatus();
}

// A flag may be given again, and may have several paths between commas.
void SplitLists(RenderOptions* options) {
  for (std::vector<std::string>* paths :
       {&options->observed, &options->required, &options->schemas,
        &options->credentials}) {
    const std::string all = absl::StrJoin(*paths, ",");
    *paths = absl::StrSplit(all, ',', absl::SkipEmpty());
  }
}

absl::Status Take(const Typed& typed, RenderOptions* options) {
  SplitLists(options);
  if (!typed.composition.empty() && !options->composition.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument ", options->composition,
                     "\n  --composition names the Composition already"));
  }
  if (options->composition.empty()) options->composition = typed.composition;
  options->runtimes.skips_foreign = options->cluster || !options->from.empty();
  LOOM_ASSIGN_OR_RETURN(options->context_files,
                        SplitPairs("--context-files", typed.context_files));
  LOOM_ASSIGN_OR_RETURN(options->context_values,
                        SplitPairs("--context-values", typed.context_values));
  LOOM_ASSIGN_OR_RETURN(
      options->runtimes.annotations,
      SplitPairs("--function-annotations", typed.annotations));
  LOOM_RETURN_IF_ERROR(AddAddresses(typed.addresses, &options->runtimes));
  LOOM_ASSIGN_OR_RETURN(options->format,
                        Choose("--output", typed.output, kOutputs));
  if (auto regexp = Regexp::Compile(options->expected_fatal); !regexp.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--expect-fatal ", options->expected_fatal,
        " is not a regular expression: ", regexp.status().message()));
  }
  options->strict = !typed.strict.empty();
  options->notes_all_objects = typed.strict == "objects";
  if (!absl::ParseDuration(typed.timeout, &options->timeout) ||
      options->timeout <= absl::ZeroDuration()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--timeout ", typed.timeout,
                     ": expected a duration above zero, such as 30s or 1m30s"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<RenderOptions> ParseRenderOptions(
    const std::vector<std::string>& arguments) {
  return ParseRenderOptions(arguments, {.line = kLine});
}

absl::StatusOr<RenderOptions> ParseRenderOptions(
    const std::vector<std::string>& arguments, const HelpPage& page) {
  RenderOptions options;
  Typed typed;
  LOOM_RETURN_IF_ERROR(ParseFlags(Flags(options, typed),
                                  WithValueOfDiff(arguments), page.line,
                                  options.help, page.flags));
  if (options.help) return options;
  if (!typed.project.empty()) {
    return absl::InvalidArgumentError(
        "--project-file: only the Crossplane CLI builds projects\n  pass the "
        "XR and the Composition themselves");
  }
  LOOM_RETURN_IF_ERROR(Take(typed, &options));
  LOOM_RETURN_IF_ERROR(Check(options, page.line));
  return options;
}

HelpPage RenderHelp() {
  RenderOptions options;
  Typed typed;
  return {
      .line = kLine,
      .summary = "print what a Composition renders for a composite resource",
      .text = kText,
      .flags = FlagsOf(Flags(options, typed)),
      .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)}};
}

}  // namespace loom
