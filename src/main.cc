// SPDX-License-Identifier: Apache-2.0
// The program function-loom. Each of its commands is a row of kCommands.
// Without a command it serves, because Crossplane starts a function without
// arguments; a person who does that at a terminal gets help.
#include <google/protobuf/stubs/common.h>
#include <grpcpp/grpcpp.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "base/strings.h"
#include "command_line/errors.h"
#include "command_line/help.h"
#include "function/plan/inputs.h"
#include "server/grpc/options.h"
#include "server/grpc/serve_command.h"
#include "server/process/log.h"
#include "tools/completion/completion_command.h"
#include "tools/convert/convert_command.h"
#include "tools/explain/explain_command.h"
#include "tools/gather/gather_command.h"
#include "tools/inputs/render_options.h"
#include "tools/lint/lint_command.h"
#include "tools/render/render_command.h"
#include "tools/schema/schema_command.h"
#include "tools/test/test_command.h"

namespace {

int CompletionCommand(int argc, const char* const* argv);
int ManualCommand(int argc, const char* const* argv);
int HelpCommand(int argc, const char* const* argv);
int VersionCommand(int argc, const char* const* argv);
loom::HelpPage HelpHelp();
loom::HelpPage VersionHelp();

struct Command {
  const char* name;
  loom::HelpPage (*page)();
  int (*run)(int argc, const char* const* argv);
};

constexpr Command kCommands[] = {
    {"serve", loom::ServerHelp, loom::ServeCommand},
    {"render", loom::RenderHelp, loom::RenderCommand},
    {"explain", loom::ExplainHelp, loom::ExplainCommand},
    {"lint", loom::LintHelp, loom::LintCommand},
    {"test", loom::TestHelp, loom::TestCommand},
    {"gather", loom::GatherHelp, loom::GatherCommand},
    {"convert", loom::ConvertHelp, loom::ConvertCommand},
    {"schema", loom::SchemaHelp, loom::SchemaCommand},
    {"completion", loom::CompletionHelp, CompletionCommand},
    {"manual", loom::ManualHelp, ManualCommand},
    {"help", HelpHelp, HelpCommand},
    {"version", VersionHelp, VersionCommand},
};

const Command* FindCommand(absl::string_view name) {
  for (const Command& command : kCommands) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

std::vector<std::string> CommandNames() {
  std::vector<std::string> names;
  for (const Command& command : kCommands) names.emplace_back(command.name);
  return names;
}

std::vector<loom::HelpPage> Pages() {
  std::vector<loom::HelpPage> pages;
  for (const Command& command : kCommands) pages.push_back(command.page());
  return pages;
}

int Help() {
  std::cout
      << "Usage: function-loom [command] [flags]\n\n"
         "A Crossplane composition function: patches, templates, environment, "
         "references,\norder and readiness in one pipeline step.\n\n";
  for (const loom::HelpPage& page : Pages()) {
    std::string name(page.line.command);
    name.resize(12, ' ');
    std::cout << "  " << name << page.summary << "\n";
  }
  std::cout << "\n`function-loom COMMAND --help` lists a command's flags.\n";
  return 0;
}

loom::HelpPage HelpHelp() {
  return {.line = {"help", "[COMMAND]"},
          .summary = "list the commands, or the flags of one",
          .text = "Lists the commands; with COMMAND, the flags of one.\n",
          .words = CommandNames()};
}

loom::HelpPage VersionHelp() {
  return {
      .line = {"version", ""},
      .summary = "print the version",
      .text =
          "Prints the version, its commit and date, what it was built with, "
          "and the inputs that it accepts.\n"};
}

int CompletionCommand(int argc, const char* const* argv) {
  return loom::RunCompletion({argv, argv + argc}, Pages(), std::cout,
                             std::cerr);
}

int ManualCommand(int argc, const char* const* argv) {
  return loom::RunManual({argv, argv + argc}, Pages(), std::cout, std::cerr);
}

// For the commands that know no flag but --help.
bool AsksForHelp(absl::string_view argument) {
  return argument == "--help" || argument == "-h";
}

int Refuse(absl::string_view message) {
  loom::PrintErrors(absl::InvalidArgumentError(message), std::cerr);
  return 2;
}

int RefuseArgument(absl::string_view argument, absl::string_view command) {
  const bool is_flag = !argument.empty() && argument[0] == '-';
  return Refuse(absl::StrCat(is_flag ? "unknown flag " : "unexpected argument ",
                             argument, "\n  `function-loom ", command,
                             " --help` shows its usage"));
}

int VersionCommand(int argc, const char* const* argv) {
  if (argc > 0 && AsksForHelp(argv[0])) {
    std::cout << loom::HelpText(VersionHelp());
    return 0;
  }
  if (argc > 0) return RefuseArgument(argv[0], "version");
  const absl::string_view commit = LOOM_COMMIT;
  std::cout << "function-loom " LOOM_VERSION " ("
            << (commit.empty() ? "" : absl::StrCat("commit ", commit, ", "))
            << "GCC " __VERSION__ ", gRPC " << grpc::Version() << ", Protobuf "
            << google::protobuf::internal::VersionString(
                   GOOGLE_PROTOBUF_VERSION)
            << "; accepts " << absl::StrJoin(loom::AcceptedGroups(), ", ")
            << ")\n";
  return 0;
}

int UnknownCommand(const std::string& name) {
  std::string nearest = loom::NearestName(name, CommandNames());
  return Refuse(absl::StrCat(
      "unknown command ", name, "\n  ", loom::MeantHelp(nearest),
      nearest.empty() ? "" : " ", "`function-loom --help` lists all"));
}

int HelpCommand(int argc, const char* const* argv) {
  if (argc == 0 || AsksForHelp(argv[0])) return Help();
  if (argv[0][0] == '-') return RefuseArgument(argv[0], "help");
  const Command* command = FindCommand(argv[0]);
  if (command == nullptr) return UnknownCommand(argv[0]);
  std::cout << loom::HelpText(command->page());
  return 0;
}

// Nobody has prepared it to serve, and somebody looks at it.
bool IsTriedOut(int argc) {
  return argc == 1 && isatty(STDIN_FILENO) != 0 &&
         std::getenv("TLS_SERVER_CERTS_DIR") == nullptr;
}

int Run(int argc, char** argv) {
  std::string first = argc > 1 ? argv[1] : "";
  if (first == "--help" || first == "-h" || IsTriedOut(argc)) return Help();
  if (first == "--version") return VersionCommand(0, nullptr);
  if (first.empty() || first[0] == '-') {
    return loom::ServeCommand(argc - 1, argv + 1);
  }
  // So the Crossplane CLI calls it from 2.3 on.
  const bool is_new_name = first == "composition" && argc > 2 &&
                           absl::string_view(argv[2]) == "render";
  const int words = is_new_name ? 3 : 2;
  const Command* command = FindCommand(is_new_name ? "render" : first);
  if (command == nullptr) return UnknownCommand(first);
  return command->run(argc - words, argv + words);
}

}  // namespace

int main(int argc, char** argv) {
  loom::TakeLogOfProtobuf();
  try {
    return Run(argc, argv);
  } catch (const std::bad_alloc&) {
    return Refuse("out of memory\n  pass fewer or smaller files");
  }
}
