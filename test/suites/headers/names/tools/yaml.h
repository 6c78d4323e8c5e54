// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "tools/yaml/duplicate_keys.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"

namespace loom::example::tools_yaml {

extern const YamlDocument document;
extern Pool pool;

}  // namespace loom::example::tools_yaml
