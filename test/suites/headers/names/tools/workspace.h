// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "tools/yaml/reader.h"

namespace loom::example::tools_workspace {

extern const YamlDocument composite;
extern std::vector<YamlDocument> documents;

}  // namespace loom::example::tools_workspace
