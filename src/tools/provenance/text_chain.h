// SPDX-License-Identifier: Apache-2.0
// These functions say in a few lines how a field got its value, or why it has none.
//
//   patch 1 FromCompositeFieldPath  composition.yaml:17:11
//   XApp shop spec.region  xr.yaml:6:11
#pragma once

#include <string>
#include <vector>

#include "tools/provenance/explanation.h"

namespace loom {

// Returns lines that show how a field got its value: the step that wrote it, its
// transforms, what it read, and where that came from. Indented lines belong to the line
// above them. The text view and the list of the page use these lines.
std::vector<std::string> ChainLines(const Explanation& all,
                                    const ExplainedField& field, bool full);

// Returns the outcome of a step, such as "skipped: patch 2 ToCompositeFieldPath …".
std::string OutcomeLine(const ExplainedStep& step);
// Returns the same for the step with that id, followed by what its expression read.
std::vector<std::string> OutcomeLines(const Explanation& all, size_t id,
                                      bool full);

// Returns the lines below the reason why a resource is not ready: the fields that wait
// and their locations, the conditions that exclude what they wait for, and the step that
// would write the missing value.
std::vector<std::string> UnreadyLines(const Explanation& all,
                                      const Unready& unready);

}  // namespace loom
