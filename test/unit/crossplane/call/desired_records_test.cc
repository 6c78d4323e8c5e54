// SPDX-License-Identifier: Apache-2.0
// What expressions see of the desired state while a call makes it, asked by the
// condition of a template behind others.
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "crossplane/call/call_variables.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

TEST(DesiredRecords, HaveWhatTheStepHasMade) {
  const struct {
    const char* reason;
    const char* condition;
    const char* want;
  } tests[] = {
      {"A resource of an earlier step.",
       "desired.resources['earlier'].resource.kind == 'E'", "yes"},
      {"Its readiness.", "desired.resources['earlier'].ready == 1", "yes"},
      {"A resource of an earlier template.",
       "desired.resources['first'].resource.spec.v == 3", "yes"},
      {"Whose readiness is not said.", "has(desired.resources['first'].ready)",
       "no"},
      {"A template without a resource.", "'off' in desired.resources", "no"},
      {"All names, in their order.",
       "desired.resources.map(k, k) == ['earlier', 'first']", "yes"},
      {"What was written to the composite.",
       "desired.composite.resource.status.v == 3", "yes"},
      {"It is there.", "has(desired.composite)", "yes"},
      {"Of details only those of the composite are known.",
       "desired.resources['earlier'].connection_details.size() == 0", "yes"},
      {"What the context has got.", "'mine' in context", "yes"},
      {"The environment among it.", "context.size() == 2", "yes"},
      {"A resource that nobody desires is pending.",
       "desired.resources['none'].ready == 1",
       "earlier first not ready; FieldMissing: last: resources[2].condition: "
       "1:18: desired.resources.none: no such key"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.desired =
        R"({"earlier": {"resource": {"kind": "E"}, "ready": "READY_TRUE"}})";
    call.context = R"({"mine": 1})";
    call.resources = absl::StrCat(R"([
        {"name": "first", "base": {"kind": "K"}, "patches": [
          {"type": "FromExpression", "expression": "3", "toFieldPath": "spec.v"},
          {"type": "ToCompositeFromExpression", "expression": "3",
           "toFieldPath": "status.v"}]},
        {"name": "off", "base": {"kind": "K"}, "condition": "false"},
        {"name": "last", "base": {"kind": "K"}, "condition": ")",
                                  test.condition, "\"}]");
    const std::string made = call.Made();
    EXPECT_EQ(made == "earlier first last" ? "yes"
              : made == "earlier first"    ? "no"
                                           : made,
              test.want);
  }
}

}  // namespace
}  // namespace loom
