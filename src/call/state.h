// SPDX-License-Identifier: Apache-2.0
// State is one call at work: a request, which never changes, and what becomes
// of it. It is the only thing that the steps of run.h change. Objects are
// decoded when they are first looked at; what nobody changes goes into the
// response as the bytes in which it came.
#pragma once

#include "call/answers.h"
#include "call/composed_state.h"
#include "call/composite.h"
#include "call/context.h"
#include "call/object_decoder.h"
#include "sdk/request.h"
#include "sdk/response.h"

namespace loom {

struct State {
  State(const Request& the_request, Pool* the_pool)
      : request(the_request),
        pool(the_pool),
        decoder(the_pool),
        composite(request, &decoder),
        composed(request, &decoder),
        context(request, &decoder),
        answers(request, &decoder) {
    response.tag = request.tag;
  }

  void Warn(std::string message) {
    response.results.push_back({Severity::kWarning, std::move(message), ""});
  }

  const Request& request;
  Pool* pool;
  ObjectDecoder decoder;
  Composite composite;
  ComposedState composed;
  Context context;
  Answers answers;
  // What is said besides the desired state and the context, which Finish adds.
  Response response;
};

}  // namespace loom
