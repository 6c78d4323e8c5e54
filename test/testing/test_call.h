// SPDX-License-Identifier: Apache-2.0
// Calls whose steps a test takes one by one. Requests are bytes, which
// test/testing/call.h makes of protojson.
//
//   TestCall call(RequestBytes(R"({"input": {…}, "observed": {…}})"));
//   ASSERT_TRUE(RenderTemplates(*call.plan, &call.state).ok());
//   EXPECT_EQ(call.Finish().At("desired.resources[db].ready"), …);
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "call/object_decoder.h"
#include "call/state.h"
#include "plan/plan.h"
#include "sdk/request.h"
#include "sdk/response.h"
#include "test/testing/call.h"

namespace loom {

// A request, and what decodes its objects.
struct TestRequest {
  explicit TestRequest(std::string wire)
      : bytes(std::move(wire)),
        request(*Request::Parse(bytes)),
        decoder(&pool) {}
  TestRequest(const TestRequest&) = delete;
  TestRequest& operator=(const TestRequest&) = delete;

  std::string bytes;
  Request request;
  Pool pool;
  ObjectDecoder decoder;
};

// A request, the plan of its input, and the state of the call.
struct TestCall {
  explicit TestCall(std::string wire)
      : of(std::move(wire)), state(of.request, &of.pool) {
    bool odd = false;
    auto parsed = Plan::Parse(of.request.input.value_or(""), &odd);
    EXPECT_TRUE(parsed.ok()) << parsed.status();
    plan = *std::move(parsed);
  }

  // The response with desired state and context as they are now.
  ParsedResponse Finish() {
    state.response.composite = state.composite.Finish();
    state.response.resources = state.composed.Finish();
    state.context.Finish(&state.response);
    return Respond();
  }
  // The response as a step left it.
  ParsedResponse Respond() const {
    return ParsedResponse(Serialize(state.response, 64).view());
  }

  TestRequest of;
  std::shared_ptr<const Plan> plan;
  State state;
};

}  // namespace loom
