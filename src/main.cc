// SPDX-License-Identifier: Apache-2.0
// The program function-loom. Each of its commands is a row of kCommands.
// Without a command it serves, because Crossplane starts a function without
// arguments; a person who does that at a terminal gets help.
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/nearest_name.h"
#include "cli/render_command.h"
#include "convert/convert_command.h"
#include "formats/schema_command.h"
#include "linter/lint_command.h"
#include "process/library_logs.h"
#include "provenance/explain_command.h"
#include "server/serve_command.h"

namespace {

struct Command {
  const char* name;
  const char* summary;
  int (*run)(int argc, const char* const* argv);
};

int HelpCommand(int argc, const char* const* argv);
int VersionCommand(int argc, const char* const* argv);

constexpr Command kCommands[] = {
    {"serve", "serve the function to Crossplane over gRPC (the default)",
     loom::ServeCommand},
    {"render", "print what a Composition makes of a composite resource",
     loom::RenderCommand},
    {"explain", "say where each value came from", loom::ExplainCommand},
    {"lint", "find mistakes in Compositions and inputs", loom::LintCommand},
    {"convert", "convert Compositions of other functions to this one",
     loom::ConvertCommand},
    {"schema", "print the JSON Schema of an input, or of what a command prints",
     loom::SchemaCommand},
    {"help", "list the commands, or the flags of one", HelpCommand},
    {"version", "print the version", VersionCommand},
};

const Command* FindCommand(absl::string_view name) {
  for (const Command& command : kCommands) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

int Help() {
  std::cout << "Usage: function-loom [command] [flags]\n\n"
               "A Crossplane composition function that weaves the environment, "
               "references\nand provider configs into composed resources.\n\n";
  for (const Command& command : kCommands) {
    std::string name = command.name;
    name.resize(10, ' ');
    std::cout << "  " << name << command.summary << "\n";
  }
  std::cout << "\n`function-loom COMMAND --help` lists a command's flags.\n";
  return 0;
}

int VersionCommand(int, const char* const*) {
  std::cout << "function-loom " LOOM_VERSION "\n";
  return 0;
}

int UnknownCommand(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : kCommands) names.push_back(command.name);
  std::string nearest = loom::NearestName(name, names);
  std::cerr << "function-loom: error: unknown command " << name << "\n  "
            << (nearest.empty() ? "" : "did you mean " + nearest + "? ")
            << "`function-loom --help` lists all\n";
  return 2;
}

int HelpCommand(int argc, const char* const* argv) {
  if (argc == 0) return Help();
  const Command* command = FindCommand(argv[0]);
  if (command == nullptr) return UnknownCommand(argv[0]);
  const char* const flags[] = {"--help"};
  if (command->run == HelpCommand || command->run == VersionCommand) {
    return Help();
  }
  return command->run(1, flags);
}

// Nobody has prepared it to serve, and somebody looks at it.
bool IsTriedOut(int argc) {
  return argc == 1 && isatty(STDIN_FILENO) != 0 &&
         std::getenv("TLS_SERVER_CERTS_DIR") == nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  loom::TakeLogOfProtobuf();
  std::string first = argc > 1 ? argv[1] : "";
  if (first == "--help" || first == "-h" || IsTriedOut(argc)) return Help();
  if (first == "--version") return VersionCommand(0, nullptr);
  if (first.empty() || first[0] == '-') {
    return loom::ServeCommand(argc - 1, argv + 1);
  }
  const Command* command = FindCommand(first);
  if (command == nullptr) return UnknownCommand(first);
  return command->run(argc - 2, argv + 2);
}
