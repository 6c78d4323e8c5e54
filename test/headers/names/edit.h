// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edit/surgery.h"
#include "yaml/layout.h"
#include "yaml/nodes.h"

namespace loom::example {

extern const YamlNodes nodes;
extern const YamlLayout layout;
extern Surgery surgery;
extern const uint32_t input, step_input;
extern const size_t key;
extern const TextRange lines_of_step;

}  // namespace loom::example
