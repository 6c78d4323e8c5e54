// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>
#include <string>
#include <vector>

#include "command_line/errors.h"
#include "command_line/flags.h"
#include "command_line/json_writer.h"

namespace loom::example::command_line {

extern const std::vector<DeclaredFlag> flags;
extern const std::vector<int> lines;
extern const std::vector<std::string> arguments;

}  // namespace loom::example::command_line
