// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/text_chain.h"

#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "test/unit/tools/explain/sample.h"

namespace loom {
namespace {

std::string Lines(const Explanation& all, size_t field) {
  return absl::StrJoin(ChainLines(all, all.fields[field], false), "\n");
}

TEST(ChainLines, TellValuesOfACombine) {
  Explanation all = ExplanationOf(R"("sources":[
      {"kind":"composite","name":"XApp shop","path":"spec.a","value":1},
      {"kind":"observed","name":"bucket","path":"status.b","secret":true}],
      "steps":[{"kind":"patch","type":"CombineFromComposite","index":0,
      "outcome":"wrote","from":["s0","s1"],"transforms":[
      {"type":"combine string","in":"%d-%s","outSecret":true}]}],
      "fields":[{"owner":"bucket","path":"spec.c","secret":true,"by":"t0"}])");
  EXPECT_EQ(Lines(all, 0),
            "patch 1 CombineFromComposite\n"
            "combine string  '%d-%s' -> (secret)\n"
            "XApp shop spec.a = 1\n"
            "bucket (observed) status.b = (secret)");
}

TEST(ChainLines, AnswerForEveryKindOfStep) {
  Explanation all = ExplanationOf(R"("sources":[
      {"kind":"object","name":"Network prod/net","path":"status.id","value":"n",
       "position":{"file":"required.yaml","line":9,"column":7}},
      {"kind":"label","name":"XApp shop","path":"metadata.labels[a.b/c]"},
      {"kind":"observed","name":"bucket","path":"metadata.name"},
      {"kind":"credential","name":"credential key of step a","path":""},
      {"kind":"context","name":"context","path":"[a.b/c].x"}],
      "steps":[
      {"kind":"reference","type":"resource","index":1,"message":"kept observed",
       "outcome":"wrote","from":["s0"]},
      {"kind":"providerConfig","outcome":"wrote","from":["s1"]},
      {"kind":"observedName","outcome":"wrote","from":["s2"]},
      {"kind":"connection","index":0,"outcome":"wrote","from":["s3"]},
      {"kind":"identity","outcome":"wrote","from":["s2"]},
      {"kind":"patch","type":"FromEnvironmentFieldPath","index":4,
       "patchSet":{"name":"tags","index":1},"outcome":"wrote","from":["s4"]}],
      "fields":[
      {"owner":"a","path":"b","value":1,"by":"t0"},
      {"owner":"a","path":"b","value":1,"by":"t1"},
      {"owner":"a","path":"b","value":1,"by":"t2"},
      {"owner":"a","path":"b","secret":true,"by":"t3"},
      {"owner":"a","path":"b","value":1,"by":"t4"},
      {"owner":"a","path":"b","value":1,"by":"t5",
       "was":[{"value":7,"by":"t3"},{"secret":true,"by":"t2"}]}])");
  const char* const kWant[] = {
      "reference 2 resource  kept observed\n"
      "Network prod/net status.id  required.yaml:9:7",
      "provider config\nlabel a.b/c of XApp shop",
      "name of the observed resource\nbucket (observed) metadata.name",
      "connection detail 1\ncredential key of step a",
      "external identity\nbucket (observed) metadata.name",
      "patch 2 of patch set tags FromEnvironmentFieldPath\n"
      "context [a.b/c].x\n"
      "was 7 by connection detail 1\n"
      "was (secret) by name of the observed resource",
  };
  for (size_t i = 0; i < std::size(kWant); ++i) {
    EXPECT_EQ(Lines(all, i), kWant[i]);
  }
}

TEST(ChainLines, FollowFieldsToWhatWasThereThen) {
  Explanation all = ExplanationOf(R"("sources":[
      {"kind":"composite","name":"XApp shop","path":"spec.a","value":1}],
      "steps":[{"kind":"patch","index":0,"outcome":"wrote","from":["s0"]},
      {"kind":"patch","index":1,"outcome":"wrote","from":["f0"]},
      {"kind":"base","outcome":"wrote"}],
      "fields":[{"owner":"xr","path":"status.a","value":2,"by":"t2",
      "was":[{"value":1,"by":"t0"}]},
      {"owner":"bucket","path":"spec.a","value":1,"by":"t1"}])");
  EXPECT_EQ(Lines(all, 1),
            "patch 2\nxr.status.a\n  patch 1\n  XApp shop spec.a");
  EXPECT_EQ(Lines(all, 0), "base\nwas 1 by patch 1");
}

TEST(ChainLines, TellOverriddenConfigsAlsoFromWhatTheFieldWas) {
  Explanation all = Sample();
  const std::string want =
      "EnvironmentConfig eu-west-1 data.stage  environment.yaml:9:15\n"
      "  over test of EnvironmentConfig base  environment.yaml:4:40";
  EXPECT_EQ(Lines(all, 1), want);
  all.steps[2].over.clear();
  EXPECT_EQ(Lines(all, 1), want);
}

TEST(ChainLines, EndWhateverAFileSays) {
  Explanation all = ExplanationOf(R"("steps":[
      {"kind":"patch","outcome":"wrote","from":["f0"]},
      {"kind":"patch","outcome":"wrote","from":["f1"]}],
      "fields":[{"owner":"a","path":"x","value":1,"by":"t1"},
      {"owner":"a","path":"y","value":1,"by":"t0"}])");
  EXPECT_EQ(Lines(all, 0), "patch\na.y\n  patch\n  a.x");
}

TEST(ChainLines, AreNotWithoutEnd) {
  Explanation all;
  for (size_t i = 0; i < 60; ++i) {
    all.steps.push_back({.kind = "patch", .outcome = "wrote", .to = i});
    all.fields.push_back(FieldOf("a", absl::StrCat("x", i), "1", i));
    if (i == 0) continue;
    Origin before{Origin::Kind::kField, i - 1};
    all.steps[i].from = {before, before};
  }
  EXPECT_EQ(ChainLines(all, all.fields[59], false).size(), 201u);
}

TEST(OutcomeLine, SaysWhy) {
  EXPECT_EQ(OutcomeLine(Sample().steps[6]),
            "skipped: patch 3 ToCompositeFieldPath  composition.yaml:32:11  "
            "bucket is not observed");
  EXPECT_EQ(OutcomeLine({.kind = "providerConfig",
                         .outcome = "skipped",
                         .message = "Object has no providerConfigRef"}),
            "not injected: Object has no providerConfigRef");
}

TEST(UnreadyLines, TellWhyAResourceIsNotReady) {
  Explanation all = Sample();
  all.because = {{.resource = "bucket", .reason = "not ready"}};
  all.resources[0].why = {"not ready", "checked by default"};
  EXPECT_EQ(absl::StrJoin(UnreadyLines(all, all.because[0]), "\n"),
            "checked by default");
}

}  // namespace
}  // namespace loom
