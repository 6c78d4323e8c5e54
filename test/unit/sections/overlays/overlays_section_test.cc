// SPDX-License-Identifier: Apache-2.0
#include "sections/overlays/overlays_section.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

TEST(Lay, UnitesObjects) {
  const struct {
    const char* reason;
    const char* over;
    const char* object;
    bool overrides;
    const char* want;
  } tests[] = {
      {"Objects are united.", R"({"a":{"b":1}})", R"({"a":{"c":2}})", true,
       R"({"a":{"b":1,"c":2}})"},
      {"A list is replaced.", R"({"a":[1]})", R"({"a":[2,3]})", true,
       R"({"a":[1]})"},
      {"An object replaces a text, and a text an object.",
       R"({"a":{"b":1},"c":"d"})", R"({"a":"x","c":{}})", true,
       R"({"a":{"b":1},"c":"d"})"},
      {"What is there stays.", R"({"a":{"b":1,"d":4},"e":5})",
       R"({"a":{"b":2},"e":null})", false, R"({"a":{"b":2,"d":4},"e":null})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value object = Copy(Json(test.object), &pool);
    Lay(Json(test.over), test.overrides, object, &pool);
    EXPECT_EQ(ToJson(object), test.want);
  }
}

TEST(OverlaysSection, ReportsMistakes) {
  const struct {
    const char* reason;
    const char* overlay;
    const char* want;
  } tests[] = {
      {"It has to do something.", R"({"match": [{"kind": "A"}]})",
       "overlays[0]: merge or patches is required"},
      {"It keeps the kind.", R"({"merge": {"kind": "B"}})",
       "overlays[0].merge.kind: Invalid value: an overlay cannot change the "
       "kind of a resource"},
      {"An empty selector.", R"({"match": [{}], "merge": {"a": 1}})",
       "overlays[0].match[0]: Required value: group, kind, resource or labels "
       "is required"},
      {"A label that is no text.",
       R"({"exclude": [{"labels": {"a": 1}}], "merge": {"a": 1}})",
       "overlays[0].exclude[0].labels.a: Invalid value: expected a string, got "
       "a "
       "number"},
      {"A name that there is not.", R"({"merge": {"a": "${comp.x}"}})",
       "overlays[0].merge.a: Invalid value: 1:3: unknown name \"comp\""},
      {"A policy.", R"({"merge": {"a": 1}, "policy": "Keep"})",
       "overlays[0].policy: Invalid value: \"Keep\": expected one of Override, "
       "IfNotPresent"},
      {"Several fields.", R"({"merge": {"a": 1}, "requireField": "a[*].b"})",
       "overlays[0].requireField: Invalid value: expected one field, not a "
       "wildcard"},
      {"A set that there is not.",
       R"({"patches": [{"type": "PatchSet", "patchSetName": "a"}]})",
       "overlays[0].patches[0].patchSetName: cannot find PatchSet by name a"},
      {"A member that there is not.", R"({"merge": {}, "mathc": []})",
       "overlays[0]: unknown mathc (match?)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.more = absl::StrCat(R"("overlays": [)", test.overlay, "]");
    const std::string made = Brief(call.Made());
    EXPECT_TRUE(absl::StrContains(made, test.want)) << made;
  }
}

TEST(OverlaysSection, SaysWhereItFails) {
  NativeCall call;
  call.spec = R"({"n": 3})";
  call.desired = R"({"db": {"resource": {"apiVersion": "e/v1", "kind": "A"}}})";
  call.more =
      R"("overlays": [{"merge": {"spec": {"a": "${composite.spec.n > 'x'}"}}}])";
  EXPECT_TRUE(
      absl::StrContains(call.Made(),
                        "FATAL: cannot apply overlays[0] to composed resource "
                        "\"db\": overlays[0].merge.spec.a: 1:"))
      << call.Made();
}

}  // namespace
}  // namespace loom
