// SPDX-License-Identifier: Apache-2.0
// PlaceOfFatal says which member of its input a FATAL result of a step is about, as a
// path in the input:
//
//   std::string place = PlaceOfFatal(*step.input, message, "", asked);
//
//   a patch failed             that patch, or the member of it that the message has:
//                              resources[0].patches[1].transforms[0].math
//   the message has            the place is
//   resources[0].patches[1]:   resources[0].patches[1], as the native input says it
//   a requirement in vain      the entry that asks for it: spec.environmentConfigs[0]
//
// The first that applies counts: a path in an object, which a message may quote as well,
// can look like one of the input.
//
// "": it is not known, as of the results of other functions.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/pipeline/requirement_answers.h"

namespace loom {

// `failed` is the place of a patch that failed, or "". `asked` is what the step asked
// for, answered or not.
std::string PlaceOfFatal(const Value& input, absl::string_view message,
                         absl::string_view failed,
                         const std::vector<StepRequirement>& asked);

}  // namespace loom
