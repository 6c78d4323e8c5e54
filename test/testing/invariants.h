// SPDX-License-Identifier: Apache-2.0
// What holds for every call, whatever it asks for:
//
//   - the tag of the request comes back
//   - the same request gets the same bytes again, and is not written to
//   - the order of map entries and of fields does not count
//   - whoever watches, for whom objects are decoded whole, sees the same answer
//   - desired resources of which the input does not speak keep their bytes,
//     unknown fields included
//   - a FATAL result leaves desired state and context as they came
#pragma once

#include <string>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"

namespace loom::testing {

namespace v1 = ::apiextensions::fn::proto::v1;

// Without unknown fields, which may be on their way to somebody else.
v1::RunFunctionResponse Answer(const Function& function,
                               const v1::RunFunctionRequest& request);

bool IsFatal(const v1::RunFunctionResponse& answer);

// "" if they are equal.
std::string Differences(const v1::RunFunctionResponse& want,
                        const v1::RunFunctionResponse& got);

// Expects all of the above, of the request written in `orders` ways, the last
// with its fields in random order, too. Returns what it is answered.
v1::RunFunctionResponse ExpectInvariants(const Function& function,
                                         const v1::RunFunctionRequest& request,
                                         unsigned orders);

}  // namespace loom::testing
