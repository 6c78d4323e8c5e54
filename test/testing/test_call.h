// SPDX-License-Identifier: Apache-2.0
// TestCall is a call whose steps a test runs one by one. Requests are bytes, which
// test/testing/call.h makes from protojson.
//
//   TestCall call(RequestBytes(R"({"input": {…}, "observed": {…}})"));
//   ASSERT_TRUE(RenderTemplates(*call.plan, &call.state).ok());
//   EXPECT_EQ(call.Finish().At("desired.resources[db].ready"), …);
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "crossplane/call/call.h"
#include "crossplane/call/object_decoder.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/request.h"
#include "crossplane/contract/response.h"
#include "function/plan/plan.h"
#include "test/testing/call.h"

namespace loom {

// A request and the decoder of its objects.
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
      : of(std::move(wire)), state(of.request, &of.pool, &access) {
    response.tag = of.request.tag;
    auto parsed = Plan::Parse(of.request.input.value_or(""));
    EXPECT_TRUE(parsed.ok()) << parsed.status();
    plan = *std::move(parsed);
  }

  // Runs the sections of the input in order, without the code that combines their
  // outcomes.
  absl::Status RunSections() {
    for (const auto& section : plan->sections) {
      absl::Status status = section->Run(state, &outcome);
      if (!status.ok()) return status;
    }
    response.results = outcome.results;
    return outcome.not_ready ? state.composite.SetNotReady() : absl::OkStatus();
  }

  // Returns the response with the current desired state and context.
  ParsedResponse Finish() {
    response.composite = state.composite.Finish();
    response.resources = state.composed.Finish();
    EXPECT_TRUE(state.context.Finish(&response).ok());
    return Respond();
  }
  // Returns the response as a step left it.
  ParsedResponse Respond() const {
    return ParsedResponse(Serialize(response, 64).view());
  }

  AccessPolicy access;
  TestRequest of;
  std::shared_ptr<const Plan> plan;
  Call state;
  Outcome outcome;
  Response response;
};

}  // namespace loom
