// SPDX-License-Identifier: Apache-2.0
// The program function-loom. Each of its commands is a row of kCommands.
// Without a command it serves, because Crossplane starts a function without
// arguments.
#include <iostream>
#include <string>
#include <vector>

#include "base/nearest_name.h"
#include "cli/render_command.h"
#include "convert/convert_command.h"
#include "process/library_logs.h"
#include "server/serve_command.h"

namespace {

struct Command {
  const char* name;
  const char* summary;
  int (*run)(int argc, const char* const* argv);
};

constexpr Command kCommands[] = {
    {"serve", "serve the function to Crossplane over gRPC (the default)",
     loom::ServeCommand},
    {"render", "print what a Composition makes of a composite resource",
     loom::RenderCommand},
    {"convert", "convert Compositions of other functions to this one",
     loom::ConvertCommand},
};

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

int Version() {
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

}  // namespace

int main(int argc, char** argv) {
  loom::TakeLogOfProtobuf();
  std::string first = argc > 1 ? argv[1] : "";
  if (first == "--help" || first == "-h") return Help();
  if (first == "--version") return Version();
  if (first.empty() || first[0] == '-') {
    return loom::ServeCommand(argc - 1, argv + 1);
  }
  for (const Command& command : kCommands) {
    if (first == command.name) return command.run(argc - 2, argv + 2);
  }
  return UnknownCommand(first);
}
