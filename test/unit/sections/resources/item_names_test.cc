// SPDX-License-Identifier: Apache-2.0
// Two templates of a step that would make one resource.
#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "sections/resources/loop.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

TEST(ItemNames, RefuseASecondResourceOfOneName) {
  const struct {
    const char* reason;
    const char* resources;
    const char* want;
  } tests[] = {
      {"An item would replace a resource.",
       R"({"name": "net-a", "base": {"kind": "R"}},
          {"name": "net", "base": {"kind": "N"},
           "forEach": {"items": "['b', 'a']"}})",
       "FATAL: resources[1].forEach: item 1: resource name \"net-a\" is "
       "already used by "
       "resources[0]"},
      {"A resource would replace an item.",
       R"({"name": "net", "base": {"kind": "N"},
           "forEach": {"items": "['a', 'b']"}},
          {"name": "net-a", "base": {"kind": "R"}})",
       "FATAL: resources[0].forEach: item 0: resource name \"net-a\" is "
       "already used by "
       "resources[1]"},
      {"An item would replace one of another loop.",
       R"({"name": "net", "base": {"kind": "N"},
           "forEach": {"items": "['b-c']"}},
          {"name": "net-b", "base": {"kind": "R"},
           "forEach": {"items": "['c']"}})",
       "FATAL: resources[1].forEach: item 0: resource name \"net-b-c\" is "
       "already used by "
       "an item of resources[0]"},
      {"So would one if the other were not withheld.",
       R"({"name": "net", "base": {"kind": "N"},
           "forEach": {"items": "['b-c']"}, "condition": "object.x"},
          {"name": "net-b", "base": {"kind": "R"},
           "forEach": {"items": "['c']"}})",
       "FATAL: resources[1].forEach: item 0: resource name \"net-b-c\" is "
       "already used by "
       "an item of resources[0]"},
      {"A name is given once, also to what a condition switches off.",
       R"({"name": "net-a", "base": {"kind": "R"}, "condition": "false"},
          {"name": "net", "base": {"kind": "N"},
           "forEach": {"items": "['a']"}})",
       "FATAL: resources[1].forEach: item 0: resource name \"net-a\" is "
       "already used by "
       "resources[0]"},
      {"A condition may leave an item to another template.",
       R"({"name": "net-a", "base": {"kind": "R"}},
          {"name": "net", "base": {"kind": "N"}, "condition": "key != 'a'",
           "forEach": {"items": "['a', 'b']"}})",
       "net-a net-b"},
      {"And to another loop.",
       R"({"name": "net", "base": {"kind": "N"}, "condition": "key != 'b-c'",
           "forEach": {"items": "['a', 'b-c']"}},
          {"name": "net-b", "base": {"kind": "R"},
           "forEach": {"items": "['c']"}})",
       "net-a net-b-c"},
      {"A loop has no resource of its own name.",
       R"({"name": "net", "base": {"kind": "N"},
           "forEach": {"items": "['a']"}},
          {"name": "net-a", "base": {"kind": "R"},
           "forEach": {"items": "['b']"}})",
       "net-a net-a-b"},
      {"A tenant chose the key, and an item replaced a NetworkPolicy of an "
       "earlier "
       "step.",
       R"({"name": "old", "base": {"kind": "N"},
           "forEach": {"items": "['a']"}})",
       "FATAL: resources[0].forEach: item 0: resource name \"old-a\" is "
       "already used by "
       "a resource of an earlier step"},
      {"The condition of the item says that it is not made.",
       R"({"name": "old", "base": {"kind": "N"}, "condition": "false",
           "forEach": {"items": "['a']"}})",
       "old-a"},
      {"A template without base changes items of an earlier step.",
       R"({"name": "old", "forEach": {"items": "['a']"}})", "old-a"},
      {"An earlier step has made the items of this loop.",
       R"({"name": "older", "base": {"kind": "N"},
           "forEach": {"items": "['a']"}})",
       "old-a older-a"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.resources = absl::StrCat("[", test.resources, "]");
    if (absl::StrContains(test.resources, "old")) {
      call.desired = R"({"old-a": {"resource": {"kind": "E"}}})";
    }
    if (absl::StrContains(test.resources, "older")) {
      call.desired = R"({"old-a": {"resource": {"kind": "E"}},
          "older-a": {"resource": {"kind": "E", "metadata": {"annotations":
              {"loom.fn.crossplane.io/for-each": "older"}}}}})";
    }
    EXPECT_EQ(call.Made(), test.want);
  }
}

TEST(ItemNames, AreNotReportedByACallThatHasReadASecret) {
  NativeCall call;
  call.observed = R"({"net-x": {"resource": {"kind": "R"},
      "connectionDetails": {"pw": "eA=="}}})";
  call.resources = R"x([{"name": "net-x", "base": {"kind": "R"}},
      {"name": "net", "base": {"kind": "N"}, "forEach": {"items":
       "[string(observed.resources['net-x'].connection_details.pw)]"}}])x";
  EXPECT_EQ(call.Made(),
            "FATAL: resources[1].forEach: item 0: the resource name is already "
            "used by resources[0]");
}

// Each of these Secrets has a name that this function makes up, and would have replaced
// what a template makes.
TEST(MadeUpNames, AreNotThoseOfTemplates) {
  const struct {
    const char* reason;
    const char* resources;
    const char* more;
    const char* want;
  } tests[] = {
      {"The connection Secret of the section connectionDetails.",
       R"([{"name": "net-connection-secret", "base": {"kind": "R"}}])",
       R"("connectionDetails": [{"name": "n", "fromExpression": "'x'"}])",
       "FATAL: connectionDetails: the name \"net-connection-secret\" of "
       "their Secret is already used by resources[0]"},
      {"It, and an item.",
       R"([{"name": "net-connection", "base": {"kind": "R"},
            "forEach": {"items": "['secret']"}}])",
       R"("connectionDetails": [{"name": "n", "fromExpression": "'x'"}])",
       "FATAL: connectionDetails: the name \"net-connection-secret\" of "
       "their Secret is already used by an item of resources[0]"},
      {"The Secret of an obscured reference.",
       R"([{"name": "a", "base": {"kind": "R"}},
           {"name": "a-refs", "base": {"kind": "R"}}])",
       R"("references": [{"fromComposite": {"fieldPath": "kind"}, "obscured":
           {"secret": {"key": "k"}, "target": {"resource": "a"},
            "refFieldPath": "spec.ref"}}])",
       "FATAL: references[0].obscured.secret: the name \"a-refs\" of its "
       "Secret is already used by resources[1]"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = R"({"crossplane": {}})";
    call.resources = test.resources;
    call.more = test.more;
    EXPECT_EQ(call.Made(), test.want);
  }
}

TEST(Templates, SayWhenTheyReplaceAnotherKind) {
  NativeCall call;
  call.resources = R"([{"name": "old", "base": {"kind": "ConfigMap"}}])";
  call.desired = R"({"old": {"resource": {"kind": "NetworkPolicy"}}})";
  EXPECT_EQ(call.At("results[0].message"),
            R"("composed resource \"old\": this ConfigMap replaces the )"
            R"(NetworkPolicy that an earlier step desires")");
  EXPECT_EQ(call.At("results[0].severity"), R"("SEVERITY_NORMAL")");
  call.desired = R"({"old": {"resource": {"kind": "ConfigMap"}}})";
  EXPECT_EQ(call.At("results"), "absent");
}

}  // namespace
}  // namespace loom
