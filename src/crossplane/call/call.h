// SPDX-License-Identifier: Apache-2.0
// Call holds the state of one call: the request, which never changes, and what
// the sections have read and changed. It is the only thing that sections change
// (crossplane/call/section.h). Objects are decoded when they are first read. What no
// section changes goes into the response as the bytes in which it came.
#pragma once

#include "crossplane/call/composed_state.h"
#include "crossplane/call/composite.h"
#include "crossplane/call/context.h"
#include "crossplane/call/expansions.h"
#include "crossplane/call/object_decoder.h"
#include "crossplane/call/observer.h"
#include "crossplane/call/required_state.h"
#include "crossplane/contract/request.h"
#include "crossplane/kinds/access_policy.h"

namespace loom {

struct Call {
  Call(const Request& the_request, Pool* the_pool,
       const AccessPolicy* the_access)
      : request(the_request),
        pool(the_pool),
        access(the_access),
        decoder(the_pool),
        composite(request, &decoder),
        composed(request, &decoder),
        context(request, &decoder),
        required(request, &decoder) {}

  const Request& request;
  Pool* pool;
  // What references may read, as the flags of the server have it.
  const AccessPolicy* access;
  ObjectDecoder decoder;
  Composite composite;
  ComposedState composed;
  Context context;
  RequiredState required;
  Expansions expansions;

  // An earlier section waits for an answer or has failed, so its changes are
  // missing. Later sections then only ask for the objects that they already
  // know to be required, and change nothing.
  bool incomplete = false;

  // Whether the rules of function-auto-ready for kinds count
  // (sections/drop_in/auto_ready/health_rules.h).
  bool health_rules = false;

  // Who is told what the call does; nullptr: nobody.
  Observer* observer = nullptr;
};

}  // namespace loom
