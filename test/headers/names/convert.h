// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/chain.h"
#include "convert/converter.h"
#include "convert/moved_text.h"

namespace loom::example {

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

}  // namespace loom::example
