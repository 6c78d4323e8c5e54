// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/yaml/edit.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"

namespace loom::example::tools_yaml {

extern const YamlNodes nodes;
extern const YamlLayout layout;
extern Surgery surgery;
extern const uint32_t input, step_input;
extern const size_t key;
extern const TextRange lines_of_step;

extern const YamlDocument document;

}  // namespace loom::example::tools_yaml
