// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/convert/chain.h"
#include "tools/convert/converter.h"
#include "tools/convert/moved_text.h"

namespace loom::example::tools_convert {

extern const std::string text;
extern const ConvertRules rules;
extern const Value composition;
extern Chain chain;
extern Pool pool;
extern const DocumentText& document;
extern const Mover::End end;
extern uint32_t input;
extern uint32_t other;
extern const TextRange lines;

}  // namespace loom::example::tools_convert
