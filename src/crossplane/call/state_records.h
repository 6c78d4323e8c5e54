// SPDX-License-Identifier: Apache-2.0
// The messages of a call that expressions read: `observed`, `desired` and `context`, with
// the fields that language/cel/program/declarations.h declares.
//
//   observed.resources["db"].resource.status.ready
//   observed.composite.connection_details["password"]      // bytes
//   has(desired.composite.resource)
//   "region" in context
//
// An object is decoded when an expression comes to it, and not before. What the request
// does not have is empty, as protobuf has it: observed.composite.resource is {} then, and
// has() says false. A connection detail that is not published, and a field of an object
// that is empty, may come, so selecting it is pending as in other objects.
//
// `desired` is that of the request, as function-sequencer has it, but for the readiness
// of the composite, which is that of the call. Connection details make the call discreet
// (base/discretion.h).
#pragma once

#include "crossplane/call/call.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom {

CelValue ObservedState(Call* call, CelContext* context);
CelValue DesiredState(Call* call, CelContext* context);
CelValue ContextMap(Call* call, CelContext* context);

}  // namespace loom
