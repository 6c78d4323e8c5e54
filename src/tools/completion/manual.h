// SPDX-License-Identifier: Apache-2.0
// Manual is the manual page function-loom(1) as roff, made of the help of all
// commands:
//
//   std::string page = Manual(pages);
//   // function-loom manual | man -l -
#pragma once

#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

std::string Manual(const std::vector<HelpPage>& pages);

}  // namespace loom
