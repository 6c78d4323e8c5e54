// SPDX-License-Identifier: Apache-2.0
// Random references, typed and external ones, and identities, as members of a native
// input. They name few objects, which Answers has.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/suites/fuzz/random_values.h"

namespace loom::testing {

void AddReferences(RandomValues* values,
                   std::vector<std::pair<std::string, PbValue>>* members);

// Answers some of what they ask for.
void AnswerReferences(
    RandomValues* values,
    apiextensions::fn::proto::v1::RunFunctionRequest* request);

}  // namespace loom::testing
