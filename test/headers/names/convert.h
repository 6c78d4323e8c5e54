// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/chain.h"
#include "convert/converter.h"

namespace loom::example {

extern const std::string text;
extern const ConvertRules rules;
extern const Value composition;
extern Chain chain;
extern Pool pool;

}  // namespace loom::example
