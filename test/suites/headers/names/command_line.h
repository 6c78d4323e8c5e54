// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>
#include <string>
#include <vector>

#include "command_line/flags.h"

namespace loom::example::command_line {

extern const CLI::App& app;
extern const std::vector<std::string> arguments;
extern const absl::Status status;
extern std::ostream& out;

}  // namespace loom::example::command_line
