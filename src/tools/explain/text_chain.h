// SPDX-License-Identifier: Apache-2.0
// ChainLines tells in lines how a field came to its value: the step that wrote
// it, its transforms, what it read, and what that came from.
//
//   patch 1 FromEnvironmentFieldPath  composition.yaml:27:11
//   string Convert ToUpper  prod -> PROD  composition.yaml:31:13
//   EnvironmentConfig eu-west-1 data.stage  environment.yaml:9:15
//     over test of EnvironmentConfig base  environment.yaml:4:40
//
// Lines that begin with blanks belong to the line above them. The text and the
// list of the page are made of these.
#pragma once

#include <string>
#include <vector>

#include "tools/explain/explanation.h"

namespace loom {

std::vector<std::string> ChainLines(const Explanation& all,
                                    const ExplainedField& field, bool full);

// Such as "patch 2 ToCompositeFieldPath  composition.yaml:32:11  bucket is not
// observed" with "skipped: " before it, or what else the step did.
std::string OutcomeLine(const ExplainedStep& step);
// The same of the step of that id, and below it what its expression has read.
std::vector<std::string> OutcomeLines(const Explanation& all, size_t id,
                                      bool full);

// The lines below the reason why a resource is not ready: where, the checks that
// failed, and who would write what is missing.
std::vector<std::string> UnreadyLines(const Explanation& all,
                                      const Unready& unready);

}  // namespace loom
