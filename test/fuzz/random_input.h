// SPDX-License-Identifier: Apache-2.0
// Random requests: an input of any of the accepted kinds, mostly well formed,
// beside a state of the cluster and answers to what it asks for.
#pragma once

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/fuzz/random_values.h"

namespace loom::testing {

apiextensions::fn::proto::v1::RunFunctionRequest RandomRequest(unsigned seed);

}  // namespace loom::testing
