// SPDX-License-Identifier: Apache-2.0
// `desired` and `context` of the native input: the desired state and the context of the
// pipeline, as the sections of the call have made them so far. state_records.h has those
// of the request.
//
//   desired.resources["app"].resource.spec.size
//   desired.resources["app"].ready == 1
//   desired.composite.resource.status.?endpoint
//   context["example.org/stage"]
//
// Of connection details only those of the composite are known. What is not there may
// come, and is pending.
#pragma once

#include "crossplane/call/call.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom {

CelValue DesiredSoFar(Call* call, CelContext* context);
CelValue ContextSoFar(Call* call, CelContext* context);

}  // namespace loom
