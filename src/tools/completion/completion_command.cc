// SPDX-License-Identifier: Apache-2.0
#include "tools/completion/completion_command.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "command_line/errors.h"
#include "command_line/flags.h"
#include "tools/completion/scripts.h"

namespace loom {
namespace {

constexpr CommandLine kCompletion = {"completion", "SHELL"};
constexpr CommandLine kManual = {"manual", ""};

constexpr char kCompletionText[] =
    R"(Prints a script that completes command lines in bash, zsh or fish.

  source <(function-loom completion bash)
  source <(function-loom completion zsh)
  function-loom completion fish | source
)";

constexpr char kManualText[] =
    R"(Prints the manual page function-loom(1), as roff.

  function-loom manual | man -l -
)";

using Script = std::string (*)(const std::vector<HelpPage>&);
constexpr std::pair<absl::string_view, Script> kShells[] = {
    {"bash", BashCompletion}, {"zsh", ZshCompletion}, {"fish", FishCompletion}};

DeclaredFlag HelpFlag(bool* help) {
  return {"-h,--help", help, "", "Show this help.", "Output"};
}

std::vector<Flag> Flags() {
  bool help = false;
  return FlagsOf({HelpFlag(&help)});
}

std::vector<std::string> Shells() {
  std::vector<std::string> names;
  for (const auto& [name, script] : kShells) names.emplace_back(name);
  return names;
}

}  // namespace

HelpPage CompletionHelp() {
  return {.line = kCompletion,
          .summary = "print a script that completes command lines in a shell",
          .text = kCompletionText,
          .flags = Flags(),
          .exit_codes = {{0, "printed"}, {2, "unknown shell"}},
          .words = Shells()};
}

HelpPage ManualHelp() {
  return {.line = kManual,
          .summary = "print the manual page",
          .text = kManualText,
          .flags = Flags()};
}

int RunCompletion(const std::vector<std::string>& arguments,
                  const std::vector<HelpPage>& pages, std::ostream& out,
                  std::ostream& err) {
  std::string shell;
  bool help = false;
  absl::Status parsed = ParseFlags({{"SHELL", &shell}, HelpFlag(&help)},
                                   arguments, kCompletion, help);
  if (!parsed.ok()) return Refuse("completion", arguments, parsed, out, err);
  if (help) {
    out << HelpText(CompletionHelp());
    return 0;
  }
  for (const auto& [name, script] : kShells) {
    if (name != shell) continue;
    out << script(pages) << std::flush;
    return out ? 0 : 2;
  }
  return Refuse(
      "completion", arguments,
      absl::NotFoundError(absl::StrCat(
          shell.empty() ? "missing argument: SHELL"
                        : "there is no completion for ",
          shell, "\n  expected one of ", absl::StrJoin(Shells(), ", "))),
      out, err);
}

int RunManual(const std::vector<std::string>& arguments,
              const std::vector<HelpPage>& pages, std::ostream& out,
              std::ostream& err) {
  bool help = false;
  absl::Status parsed = ParseFlags({HelpFlag(&help)}, arguments, kManual, help);
  if (!parsed.ok()) return Refuse("manual", arguments, parsed, out, err);
  out << (help ? HelpText(ManualHelp()) : Manual(pages)) << std::flush;
  return out ? 0 : 2;
}

}  // namespace loom
