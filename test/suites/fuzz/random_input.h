// SPDX-License-Identifier: Apache-2.0
// Random requests. Each has one of the accepted inputs, which is mostly well
// formed, an observed and a desired state, and answers to requirements.
#pragma once

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/suites/fuzz/random_values.h"

namespace loom::testing {

apiextensions::fn::proto::v1::RunFunctionRequest RandomRequest(unsigned seed);

}  // namespace loom::testing
