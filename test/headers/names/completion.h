// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "flags/help.h"

namespace loom::example {

extern const std::vector<HelpPage> pages;

}  // namespace loom::example
