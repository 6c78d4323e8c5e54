// SPDX-License-Identifier: Apache-2.0
// What the names of the native input are, asked by the condition of a template.
#include "crossplane/call/call_variables.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

TEST(CallVariables, AreThoseOfTheCall) {
  const struct {
    const char* reason;
    const char* condition;
    const char* want;
  } tests[] = {
      {"The observed composite.", "composite.metadata.name == 'net'", "yes"},
      {"It is the one of the state.",
       "composite == observed.composite.resource", "yes"},
      {"The merged environment.", "environment.region == 'eu'", "yes"},
      {"Which is a key of the context.",
       "context['apiextensions.crossplane.io/environment'].region == 'eu'",
       "yes"},
      {"Observed resources.", "observed.resources['old'].resource.spec.n == 1",
       "yes"},
      {"Their object is that of the template.",
       "object == observed.resources.?a.?resource.orValue({})", "yes"},
      {"Nothing was required.", "required.size() == 0", "yes"},
      {"A whole number is an int.", "type(composite.spec.n) == int", "yes"},
      {"A detail that is published, as bytes.",
       "string(observed.resources.old.connection_details.user) == 'me'", "yes"},
      {"One that is not yet is pending.",
       "string(observed.resources.old.connection_details.password) == ''",
       " not ready; FieldMissing: a: resources[0].condition: 1:49: a key, "
       "field "
       "or index is missing"},
      {"So it is while there are none.",
       "string(observed.resources.bare.connection_details.password) == ''",
       " not ready; FieldMissing: a: resources[0].condition: 1:50: "
       "observed.resources.bare.connection_details.password: no such key"},
      {"Those of the composite are the same.",
       "string(observed.composite.connection_details.password) == ''",
       " not ready; FieldMissing: a: resources[0].condition: 1:45: "
       "observed.composite.connection_details.password: no such key"},
      {"And what it publishes now.",
       "string(desired.composite.connection_details.password) == ''",
       " not ready; FieldMissing: a: resources[0].condition: 1:44: "
       "desired.composite.connection_details.password: no such key"},
      {"A resource without an object has its fields later.",
       "observed.resources.empty.resource.kind == 'E'",
       " not ready; FieldMissing: a: resources[0].condition: 1:34: "
       "observed.resources.empty.resource.kind: no such key"},
      {"Any other is a double.", "type(composite.spec.f) == double", "yes"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = R"({"n": 2, "f": 2.5})";
    call.observed = R"({
        "old": {"resource": {"kind": "O", "spec": {"n": 1}},
                "connectionDetails": {"user": "bWU="}},
        "bare": {"resource": {"kind": "B"}}, "empty": {}})";
    call.more = R"("environment": {"defaultData": {"region": "eu"}})";
    call.resources =
        absl::StrCat(R"([{"name": "a", "base": {"kind": "K"}, "condition": ")",
                     test.condition, "\"}]");
    const std::string made = call.Made();
    EXPECT_EQ(made == "a" ? "yes" : made.empty() ? "no" : made, test.want);
  }
}

}  // namespace
}  // namespace loom
