// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/yaml/events.h"

namespace loom::example::data_yaml {

void Use(const YamlEvent& event);
void Report(const YamlMistake& mistake);

}  // namespace loom::example::data_yaml
