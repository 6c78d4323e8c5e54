// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sequencer/sequencer.h"

namespace loom::example {

extern Call call;
extern const SequencePattern first, second;
extern SequenceUsages usages;

}  // namespace loom::example
