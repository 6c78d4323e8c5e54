// SPDX-License-Identifier: Apache-2.0
// PlaceOfFatal says which member of its input a FATAL result of a step is about, as a
// path in the input:
//
//   std::string place = PlaceOfFatal(*step.input, message, "", asked);
//
//   the message has            the place is
//   resources[0].patches[1]:   resources[0].patches[1], as the native input says it
//   nothing of the kind        the patch that failed, if one did
//   a requirement in vain      the entry that asks for it: spec.environmentConfigs[0]
//
// "": it is not known, as of the results of other functions.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "pipeline/requirement_answers.h"
#include "value/value.h"

namespace loom {

// `failed` is the place of a patch that failed, or "". `asked` is what the step asked
// for, answered or not.
std::string PlaceOfFatal(const Value& input, absl::string_view message,
                         absl::string_view failed,
                         const std::vector<StepRequirement>& asked);

}  // namespace loom
