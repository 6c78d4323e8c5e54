// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/convert/chain.h"
#include "tools/convert/converter.h"
#include "tools/yaml/edit.h"

namespace loom::example::tools_convert {

extern const std::string text;
extern const ConvertRules rules;
extern const Value composition;
extern Chain chain;
extern YamlEdit edit;

}  // namespace loom::example::tools_convert
