// SPDX-License-Identifier: Apache-2.0
// What conditions of function-sequencer read is also in
// test/suites/oracle/cases/sequencer/condition.yaml.
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "crossplane/call/call_variables.h"
#include "function/function.h"
#include "test/testing/call.h"

namespace loom {
namespace {

constexpr char kRequest[] = R"({
  "input": {"apiVersion": "sequencer.fn.crossplane.io/v1beta1",
            "rules": [{"sequence": ["a"], "condition": "$0"}]},
  "observed": {
    "composite": {"resource": {"spec": {"n": 2}},
                  "connectionDetails": {"k": "dg=="}},
    "resources": {"b": {"resource": {"kind": "B"}}, "a": {}}},
  "desired": {"resources": {"a": {"ready": 1}}}$1})";

// "yes" if the condition holds, "no" if not, else the message.
std::string Holds(absl::string_view condition, absl::string_view more = "") {
  auto bytes =
      Function().Run(RequestBytes(absl::Substitute(kRequest, condition, more)));
  ParsedResponse answer(bytes->view());
  std::string message = answer.At("results[0].message");
  if (message == "absent") return "yes";
  return message.find("evaluated to false") != std::string::npos ? "no"
                                                                 : message;
}

TEST(StateRecords, AreTheMessagesOfTheRequest) {
  const struct {
    const char* reason;
    const char* condition;
    const char* want;
  } tests[] = {
      {"an object", "observed.composite.resource.spec.n == 2.0", "yes"},
      {"by name", "observed.resources['b'].resource.kind == 'B'", "yes"},
      {"a name", "'c' in observed.resources", "no"},
      {"names in their order", "observed.resources.map(k, k) == ['a', 'b']",
       "yes"},
      {"an object that is not there is empty",
       "observed.resources['a'].resource.size() == 0", "yes"},
      {"and is not set", "has(observed.resources['a'].resource)", "no"},
      {"readiness", "desired.resources['a'].ready == 1", "yes"},
      {"readiness that is not said", "has(observed.composite.ready)", "no"},
      {"details are bytes",
       "observed.composite.connection_details['k'] == b'v'", "yes"},
      {"details that are set", "has(observed.composite.connection_details)",
       "yes"},
      {"no desired composite", "has(desired.composite)", "no"},
      {"which is empty", "desired.composite.ready == 0", "yes"},
      {"resources that are set", "has(desired.resources)", "yes"},
      {"no context", "context.size() == 0", "yes"},
      {"the type", "type(observed) == type(desired)", "yes"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Holds(test.condition), test.want) << test.reason;
  }
}

TEST(StateRecords, ReadTheContext) {
  constexpr char kContext[] = R"(, "context": {"k": {"a": [1]}})";
  EXPECT_EQ(Holds("context.k.a[0] == 1.0", kContext), "yes");
  EXPECT_EQ(Holds("'x' in context", kContext), "no");
}

}  // namespace
}  // namespace loom
