// SPDX-License-Identifier: Apache-2.0
#include "function/run.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "data/value/object.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"
#include "test/testing/test_call.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr char kBase[] =
    "obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//base";

// A request of that input; `rest` are more members. BASE stands for kBase, as a
// member's name or within a text.
std::string Wire(absl::string_view input, absl::string_view rest) {
  std::string json =
      absl::StrCat(R"({"meta": {"tag": "t"}, "observed": {"composite":
          {"resource": {"apiVersion": "demo.example.org/v1", "kind": "XApp",
                        "metadata": {"name": "shop"}}}},
          "desired": {"resources": {"other": {"ready": "READY_TRUE"}}},
          "input": )",
                   input, rest, "}");
  return RequestBytes(absl::StrReplaceAll(json, {{"BASE", kBase}}));
}

ParsedResponse ResponseRun(absl::string_view input, absl::string_view rest) {
  TestCall call(Wire(input, rest));
  EXPECT_TRUE(loom::Run(*call.plan, call.state, &call.response).ok());
  return call.Respond();
}

// One config by name, and a resource that takes a value from it.
constexpr char kNative[] = R"({
    "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
    "environment": {"configs": [{"ref": {"name": "base"}}]},
    "resources": [{"name": "a", "base": {"kind": "K"}, "patches": [
        {"type": "FromEnvironmentFieldPath", "fromFieldPath": "zone"}]}]})";
constexpr char kDropIn[] = R"({
    "apiVersion": "environmentconfigs.fn.crossplane.io/v1beta1",
    "kind": "Input",
    "spec": {"environmentConfigs": [{"ref": {"name": "base"}}]}})";
constexpr char kAnswer[] =
    R"({"items": [{"resource": {"kind": "EnvironmentConfig",
        "metadata": {"name": "base"}, "data": {"zone": "b"}}}]})";

// Writes to a base, as a section would through a node that it shares with the plan
// because a mask lacks the field.
class Vandal : public Section {
 public:
  explicit Vandal(Plan* plan) : plan_(plan) {}
  absl::Status Run(Call& call, Outcome*) const override {
    Value& resources = *Find(plan_->input, "resources", call.pool);
    Set(*Find(resources[0], "base", call.pool), "kind", Borrow("Other"),
        call.pool);
    return absl::OkStatus();
  }

 private:
  Plan* plan_;
};

TEST(RunDeathTest, NoticesACallThatChangesItsPlan) {
  TestCall call(Wire(R"({"apiVersion": "loom.fn.crossplane.io/v1beta1",
      "kind": "Input", "resources": [{"name": "a", "base": {"kind": "K"}}]})",
                     ""));
  EXPECT_TRUE(loom::Run(*call.plan, call.state, &call.response).ok());
  auto& plan = const_cast<Plan&>(*call.plan);
  plan.sections.push_back(std::make_unique<Vandal>(&plan));
  EXPECT_DEBUG_DEATH(
      (void)loom::Run(*call.plan, call.state, &call.response).ok(),
      "a call has changed its plan");
}

TEST(Run, AsksFirstAndMarksANativeCall) {
  ParsedResponse asking =
      ResponseRun(kNative, R"(, "context": {"example.org/k": 1})");
  EXPECT_EQ(asking.At("meta"), R"({"tag":"t","ttl":"0s"})");
  EXPECT_EQ(asking.At("desired"),
            R"({"resources":{"other":{"ready":"READY_TRUE"}}})");
  EXPECT_EQ(asking.At("context"),
            absl::StrCat(R"({"example.org/k":1,"loom.fn.crossplane.io/asked":)",
                         R"({"keys":[")", kBase, R"("]}})"));
  EXPECT_NE(asking.At(absl::StrCat("requirements.resources[", kBase, "]")),
            "absent");
  EXPECT_EQ(asking.At("results"), "absent");
}

TEST(Run, WeavesOnceItWasAnsweredAndTakesTheMarkAway) {
  ParsedResponse woven = ResponseRun(
      kNative, absl::StrCat(R"(, "requiredResources": {"BASE": )", kAnswer,
                            R"(}, "context": {"example.org/k": 1,
                            "loom.fn.crossplane.io/asked":
                            {"keys": ["BASE"]}})"));
  EXPECT_EQ(woven.At("results"), "absent");
  EXPECT_EQ(woven.At("meta.ttl"), R"("60s")");
  EXPECT_EQ(woven.At("desired.resources[a].resource"),
            R"({"kind":"K","zone":"b"})");
  EXPECT_EQ(woven.At("context[loom.fn.crossplane.io/asked]"), "absent");
  EXPECT_EQ(woven.At("context[example.org/k]"), "1");
  EXPECT_NE(woven.At(absl::StrCat("requirements.resources[", kBase, "]")),
            "absent")
      << "the last answer repeats what was asked for";
}

TEST(Run, GoesOnWaitingOrGivesUp) {
  const struct {
    const char* reason;
    const char* input;
    const char* rest;
    bool fatal;
  } tests[] = {
      {"A key of somebody else is no answer to a native call.", kNative,
       R"(, "requiredResources": {"somebody-else": {}})", false},
      {"The mark of a round that asked for something else, and got it.",
       kNative,
       R"(, "requiredResources": {"x": {}}, "context":
           {"loom.fn.crossplane.io/asked": {"keys": ["x"]}})",
       false},
      {"A mark that is none.", kNative,
       R"(, "context": {"loom.fn.crossplane.io/asked": ["BASE"]})", false},
      {"A drop-in call knows no mark.", kDropIn,
       R"(, "context": {"loom.fn.crossplane.io/asked": {"keys": ["BASE"]}})",
       false},

      {"Asked, and not answered.", kNative,
       R"(, "context": {"loom.fn.crossplane.io/asked": {"keys": ["BASE"]}})",
       true},
      {"Asked, and somebody else was answered.", kNative,
       R"(, "requiredResources": {"somebody-else": {}}, "context":
           {"loom.fn.crossplane.io/asked": {"keys": ["BASE"]}})",
       true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ParsedResponse response = ResponseRun(test.input, test.rest);
    EXPECT_EQ(response.At("desired"),
              R"({"resources":{"other":{"ready":"READY_TRUE"}}})");
    EXPECT_NE(response.At("requirements"), "absent");
    if (!test.fatal) {
      EXPECT_EQ(response.At("results"), "absent");
      continue;
    }
    EXPECT_EQ(response.At("results[0].severity"), R"("SEVERITY_FATAL")");
    EXPECT_NE(response.At("results[0].message").find(kBase), std::string::npos);
    EXPECT_EQ(response.At("meta.ttl"), R"("15s")");
  }
}

TEST(Run, LetsADropInCallAskWithoutANote) {
  ParsedResponse asking = ResponseRun(kDropIn, "");
  EXPECT_EQ(asking.At("meta.ttl"), R"("60s")");
  EXPECT_EQ(asking.At("context"), "absent");
  EXPECT_EQ(
      asking.At(absl::StrCat("requirements.resources[", kBase, "].matchName")),
      R"("base")");

  ParsedResponse answered =
      ResponseRun(kDropIn, absl::StrCat(R"(, "requiredResources": {")", kBase,
                                        R"(": )", kAnswer, "}"));
  EXPECT_EQ(answered.At("context[apiextensions.crossplane.io/environment]"),
            R"({"apiVersion":"internal.crossplane.io/v1alpha1",)"
            R"("kind":"Environment","zone":"b"})");
  EXPECT_EQ(answered.At("desired"),
            R"({"resources":{"other":{"ready":"READY_TRUE"}}})");
}

TEST(Run, AsksInTheOlderFieldWhereCrossplaneMayBeOld) {
  const struct {
    const char* reason;
    const char* capabilities;
    bool want;
  } tests[] = {
      {"Crossplane says nothing of itself.", "", true},
      {"It says what it can, and this is not among it.",
       R"("CAPABILITY_CAPABILITIES")", true},
      {"It says it answers the newer field.",
       R"("CAPABILITY_CAPABILITIES", "CAPABILITY_REQUIRED_RESOURCES")", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestCall call(RequestBytes(absl::StrCat(R"({"meta": {"capabilities": [)",
                                            test.capabilities,
                                            R"(]}, "input": )", kDropIn, "}")));
    EXPECT_TRUE(loom::Run(*call.plan, call.state, &call.response).ok());
    ParsedResponse response = call.Respond();
    EXPECT_NE(response.At("requirements.resources"), "absent");
    EXPECT_EQ(response.At("requirements.extraResources") != "absent",
              test.want);
  }
}

TEST(Run, LeavesEverythingAsItCameIfItFails) {
  constexpr char kInput[] = R"({
      "apiVersion": "pt.fn.crossplane.io/v1beta1", "resources": [
      {"name": "a", "base": {"kind": "K"}, "patches": [
        {"type": "FromCompositeFieldPath", "fromFieldPath": "spec.nope",
         "policy": {"fromFieldPath": "Required"}}]},
      {"name": "b", "base": {"kind": "K"}, "patches": [
        {"fromFieldPath": "metadata.name.first"}]}]})";
  ParsedResponse response =
      ResponseRun(kInput, R"(, "context": {"example.org/k": 1})");
  EXPECT_EQ(response.At("desired"),
            R"({"resources":{"other":{"ready":"READY_TRUE"}}})");
  EXPECT_EQ(response.At("context"), R"({"example.org/k":1})");
  EXPECT_EQ(response.At("results[0].severity"), R"("SEVERITY_WARNING")");
  EXPECT_EQ(response.At("results[1].severity"), R"("SEVERITY_FATAL")");
  EXPECT_EQ(response.At("results[1].message"),
            R"("cannot render composed resource \"b\" )"
            R"(\"FromCompositeFieldPath\" patch at index 0: metadata.name: )"
            R"(not an object")");
  EXPECT_EQ(response.At("results[2]"), "absent");
}

TEST(Run, LooksAtProviderConfigsLastAndAtAllResources) {
  constexpr char kInput[] = R"({
      "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
      "resources": [{"name": "a", "base": {
          "apiVersion": "s3.aws.upbound.io/v1beta1", "kind": "Bucket",
          "spec": {"forProvider": {}}}}],
      "providerConfig": {}})";
  TestCall call(RequestBytes(absl::StrCat(
      R"({"observed": {"composite": {"resource": {
          "apiVersion": "demo.example.org/v1", "kind": "XApp",
          "metadata": {"name": "shop",
                       "labels": {"appcat.vshn.io/provider-config": "eu"}}}}},
          "desired": {"resources": {"earlier": {"resource": {
              "apiVersion": "s3.aws.upbound.io/v1beta1", "kind": "Bucket",
              "spec": {"forProvider": {}}}}}},
          "input": )",
      kInput, "}")));
  EXPECT_TRUE(loom::Run(*call.plan, call.state, &call.response).ok());
  ParsedResponse response = call.Respond();
  EXPECT_EQ(response.At("results"), "absent");
  for (const char* name : {"a", "earlier"}) {
    EXPECT_EQ(response.At(absl::StrCat("desired.resources[", name,
                                       "].resource.spec.providerConfigRef")),
              R"({"name":"eu"})");
  }
}

TEST(Run, GivesNoDesiredStateWhereNoneCameAndNoneWasMade) {
  for (const char* input :
       {R"({"apiVersion": "loom.fn.crossplane.io/v1", "ttl": "5s"})",
        R"({"apiVersion": "loom.fn.crossplane.io/v1", "resources": []})",
        R"({"apiVersion": "environmentconfigs.fn.crossplane.io/v1"})",
        R"({"apiVersion": "extra-resources.fn.crossplane.io/v1"})"}) {
    SCOPED_TRACE(input);
    TestCall call(RequestBytes(absl::StrCat(
        R"({"observed": {"composite": {"resource": {"kind": "X",
            "spec": {"crossplane": {}}}}}, "input": )",
        input, "}")));
    EXPECT_TRUE(loom::Run(*call.plan, call.state, &call.response).ok());
    EXPECT_EQ(call.Respond().At("desired"), "absent");
  }
}

TEST(Run, IsAnErrorIfWhatItLooksAtIsNoObject) {
  TestCall call(RequestBytes(absl::StrCat(R"({"input": )", kNative, "}")) +
                FieldWire(2, FieldWire(1, FieldWire(1, "\x0a\x05"))));
  EXPECT_EQ(Plain(loom::Run(*call.plan, call.state, &call.response)).ToString(),
            "INVALID_ARGUMENT: observed composite: a Struct is truncated");
}

}  // namespace
}  // namespace loom
