// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "data/yaml/events.h"
#include "tools/yaml/duplicate_keys.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"

namespace loom::example::tools_yaml {

extern const YamlDocument document;
extern Pool pool;
void Use(const YamlEvent& event);
void Report(const YamlMistake& mistake);

}  // namespace loom::example::tools_yaml
