// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/request_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "function/protobuf.h"
#include "test/testing/call.h"
#include "test/testing/temp_folder.h"
#include "tools/explain/explain_command.h"

namespace loom {
namespace {

using testing::HasSubstr;

// What a request and its files have in common.
constexpr char kRequest[] = R"({
"observed": {
 "composite": {"resource": {
  "apiVersion": "demo.example.org/v1", "kind": "XApp",
  "metadata": {"name": "shop"}, "spec": {"region": "eu"}},
  "connectionDetails": {"k": "cGFzcw=="}},
 "resources": {"bucket": {"resource": {
  "apiVersion": "s3.example.org/v1", "kind": "Bucket",
  "metadata": {"name": "shop-1"}}}}},
"desired": {"resources": {"other": {
 "resource": {"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "b"}},
 "ready": "READY_TRUE"}}},
"context": {"k": "v"},
"input": {
 "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
 "environment": {"configs": [{"ref": {"name": "base"}}]},
 "resources": [{
  "name": "bucket",
  "base": {"apiVersion": "s3.example.org/v1", "kind": "Bucket"},
  "patches": [
   {"fromFieldPath": "spec.region", "toFieldPath": "spec.region"},
   {"type": "FromEnvironmentFieldPath", "fromFieldPath": "stage",
    "toFieldPath": "spec.stage"}]}]},
"requiredResources": {"base": {"items": [{"resource": {
 "apiVersion": "apiextensions.crossplane.io/v1beta1",
 "kind": "EnvironmentConfig", "metadata": {"name": "base"},
 "data": {"stage": "test"}}}]}}
})";

// The same without an answer, or with one to what was asked last time.
std::string AskedAgain(absl::string_view answers) {
  std::string request(kRequest);
  const size_t begin = request.find("\"requiredResources\"");
  return absl::StrCat(request.substr(0, begin),
                      "\"requiredResources\": ", answers, "}");
}

class RequestInputsTest : public testing::Test {
 protected:
  // What explain prints of a request in a file.
  std::string Explain(const std::string& request) {
    std::istringstream in;
    std::ostringstream out, err;
    RunExplain({"--request", folder_.Write("request.json", request)}, in, out,
               err);
    return absl::StrReplaceAll(out.str() + err.str(),
                               {{folder_.path() + "/", ""}});
  }

  TempFolder folder_;
};

TEST_F(RequestInputsTest, ExplainsARecordedRequest) {
  EXPECT_EQ(Explain(kRequest), R"(XApp shop is not ready
  bucket  not ready, no Ready condition

bucket  s3.example.org/v1 Bucket  not ready
  metadata.name = shop-1
    name of the observed resource
    bucket (observed) metadata.name  request.json:9:24
  spec.region = eu
    patch 1 FromCompositeFieldPath  request.json:21:4
    XApp shop spec.region  request.json:5:52
  spec.stage = test
    patch 2 FromEnvironmentFieldPath  request.json:22:4
    EnvironmentConfig base data.stage  request.json:27:20

other  v1 ConfigMap  set by an earlier step
  apiVersion = v1
    set before the first step
  data.a = b
    set before the first step
  kind = ConfigMap
    set before the first step

context
  k = v
    set before the first step
)");
}

TEST_F(RequestInputsTest, ExplainsItsBytesAlike) {
  std::string text = Explain(RequestBytes(kRequest));
  EXPECT_THAT(text, HasSubstr("XApp shop spec.region  request.json as YAML:"));
  EXPECT_THAT(text, HasSubstr("  data.a = b\n    set before the first step\n"));
  EXPECT_THAT(text, HasSubstr("    EnvironmentConfig base data.stage"));
}

TEST_F(RequestInputsTest, TakesTheNamesOfTheContract) {
  EXPECT_THAT(Explain(absl::StrReplaceAll(
                  kRequest, {{"requiredResources", "extra_resources"},
                             {"connectionDetails", "connection_details"}})),
              HasSubstr("spec.stage = test\n"));
}

TEST_F(RequestInputsTest, SaysWhatTheCallAsksFor) {
  for (const char* answers : {"{}", R"({"environment-config-0": {}})"}) {
    const std::string text = Explain(AskedAgain(answers));
    EXPECT_THAT(text, HasSubstr("the call asks Crossplane for "
                                "EnvironmentConfig \"base\""));
    EXPECT_THAT(text, HasSubstr("not answered yet"));
  }
  EXPECT_THAT(Explain(AskedAgain(R"({"obj:apiextensions.crossplane.io/v1beta1/)"
                                 R"(EnvironmentConfig//base": {}})")),
              HasSubstr("Required environment config \"base\" not found"))
      << "an answer without objects is one";
}

TEST_F(RequestInputsTest, Errors) {
  struct {
    const char* reason;
    std::string request;
    const char* want;
  } rows[] = {
      {"no object", "[1]", "request.json is not a RunFunctionRequest"},
      {"two documents", "a: 1\n---\na: 2\n",
       "request.json is not a RunFunctionRequest"},
      {"no composite", "{\"input\": {}}",
       "request.json:1:1: the request has no observed composite"},
      {"no input",
       "{\"observed\": {\"composite\": {\"resource\": {\"kind\": \"X\"}}}}",
       "request.json:1:1: the request has no input"},
      {"details that are no base64",
       absl::StrReplaceAll(kRequest, {{"cGFzcw==", "?"}}),
       "the connection detail k is not valid base64"},
  };
  for (const auto& row : rows) {
    EXPECT_THAT(Explain(row.request), HasSubstr(row.want)) << row.reason;
  }
}

TEST_F(RequestInputsTest, TakesNoOtherFiles) {
  std::istringstream in;
  std::ostringstream out, err;
  EXPECT_EQ(RunExplain({"--request", "r.json", "xr.yaml"}, in, out, err), 2);
  EXPECT_EQ(err.str(),
            "function-loom: error: --request and xr.yaml cannot be combined\n  "
            "use one of them\n");
}

}  // namespace
}  // namespace loom
