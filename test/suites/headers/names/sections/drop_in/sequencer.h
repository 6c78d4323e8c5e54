// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sections/drop_in/sequencer/sequencer.h"

namespace loom::example::sections_drop_in_sequencer {

extern Call call;
extern const SequencePattern first, second;
extern SequenceUsages usages;

}  // namespace loom::example::sections_drop_in_sequencer
