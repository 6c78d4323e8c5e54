// SPDX-License-Identifier: Apache-2.0
#include "tools/gather/gather_command.h"

#include <iostream>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "command_line/errors.h"
#include "command_line/flags.h"
#include "tools/inputs/gather.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

constexpr CommandLine kLine = {"gather", "KIND[.GROUP]/NAME"};

constexpr char kText[] =
    R"(Prints everything that the pipeline of a composite or a claim reads in a cluster as
one YAML file: the composite, its definition, Composition and functions, the composed
resources, and the objects that the steps request. It reads with kubectl and your
permissions, and changes nothing. Values of Secrets are replaced.

  function-loom gather App/shop -n team-a > shop.yaml
  function-loom explain --from shop.yaml
  function-loom render --from shop.yaml --composition changed.yaml --diff

`explain` and `render` do this in one step with --cluster, and accept the same flags:

  function-loom explain App/shop -n team-a --cluster
)";

constexpr ExitCode kExitCodes[] = {
    {0, "gathered"},
    {1,
     "something could not be read (the rest is printed), or the composite does "
     "not exist"},
    {2, "the command failed (no kubectl, no cluster, an unknown flag)"}};

struct GatherOptions {
  bool help = false;
  RenderOptions render;
  GatheredTextOptions text;
};

std::vector<DeclaredFlag> Flags(GatherOptions& options) {
  std::vector<DeclaredFlag> flags = {
      {"KIND[.GROUP]/NAME", &options.render.composite}};
  for (DeclaredFlag& flag : ClusterFlags(options.render.where, "Cluster")) {
    flags.push_back(std::move(flag));
  }
  constexpr char kOutput[] = "Output";
  const std::vector<DeclaredFlag> own = {
      {"--skip", &options.render.runtimes.skip, "STEP", "Skip this step.",
       "Input"},
      {"--secrets", &options.text.secrets, "",
       "Also print the values of Secrets.", kOutput},
      {"--managed-fields", &options.text.managed_fields, "",
       "Also print metadata.managedFields.", kOutput},
      {"-h,--help", &options.help, "", "Show this help.", kOutput}};
  flags.insert(flags.end(), own.begin(), own.end());
  return flags;
}

}  // namespace

HelpPage GatherHelp() {
  GatherOptions options;
  return {
      .line = kLine,
      .summary = "save a composite, and all that its pipeline reads, to a file",
      .text = kText,
      .flags = FlagsOf(Flags(options)),
      .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)}};
}

int RunGather(const std::vector<std::string>& arguments, std::istream& in,
              std::ostream& out, std::ostream& err) {
  GatherOptions options;
  options.render.cluster = true;
  options.render.runtimes.skips_foreign = true;
  auto fail = [&](const absl::Status& status) {
    return Refuse("gather", arguments, status, out, err);
  };
  const absl::Status parsed =
      ParseFlags(Flags(options), arguments, kLine, options.help);
  if (!parsed.ok()) return fail(parsed);
  if (options.help) {
    out << HelpText(GatherHelp());
    return 0;
  }
  if (options.render.composite.empty()) {
    return fail(
        absl::InvalidArgumentError("missing argument: KIND/NAME\n  usage: "
                                   "function-loom gather KIND/NAME -n "
                                   "NAMESPACE"));
  }
  Pool pool;
  Kubectl kubectl(options.render.where, &err);
  Gather gather(options.render, &kubectl, &pool);
  const absl::Status gathered = gather.Run(in);
  if (!gathered.ok()) return fail(gathered);
  for (const std::string& note : gather.notes()) PrintNote(note, err);
  for (const std::string& problem : gather.problems()) {
    PrintErrors(absl::FailedPreconditionError(problem), err);
  }
  const std::string text = gather.Text(options.text);
  if (text.size() > kMostOfAFile) {
    PrintNote(absl::StrCat("this is more than ", kMostOfAFile >> 20,
                           " MiB, which --from does not read; use `explain` or "
                           "`render` with --cluster"),
              err);
  }
  out << text << std::flush;
  if (!out) return 2;
  return gather.problems().empty() ? 0 : 1;
}

int GatherCommand(int argc, const char* const* argv) {
  return RunGather({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
