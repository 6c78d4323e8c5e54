// SPDX-License-Identifier: Apache-2.0
// Call is one call at work: a request, which never changes, and what becomes of
// it. It is the only thing that sections change (call/section.h). Objects are
// decoded when they are first looked at; what nobody changes goes into the
// response as the bytes in which it came.
#pragma once

#include "call/composed_state.h"
#include "call/composite.h"
#include "call/context.h"
#include "call/object_decoder.h"
#include "call/required_state.h"
#include "sdk/request.h"

namespace loom {

struct Call {
  Call(const Request& the_request, Pool* the_pool)
      : request(the_request),
        pool(the_pool),
        decoder(the_pool),
        composite(request, &decoder),
        composed(request, &decoder),
        context(request, &decoder),
        required(request, &decoder) {}

  const Request& request;
  Pool* pool;
  ObjectDecoder decoder;
  Composite composite;
  ComposedState composed;
  Context context;
  RequiredState required;

  // An earlier section waits for an answer or has failed, so what it would have
  // made is not there. Sections that ask for objects go on asking for those that
  // they know already, and change nothing.
  bool incomplete = false;
};

}  // namespace loom
