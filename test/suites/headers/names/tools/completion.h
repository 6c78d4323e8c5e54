// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "command_line/help.h"

namespace loom::example::tools_completion {

extern const std::vector<HelpPage> pages;

}  // namespace loom::example::tools_completion
