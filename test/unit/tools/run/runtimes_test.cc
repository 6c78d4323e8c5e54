// SPDX-License-Identifier: Apache-2.0
#include "tools/run/runtimes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/testing/manifests.h"
#include "test/testing/temp_folder.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

using testing::HasSubstr;

constexpr char kDevelopment[] =
    "{apiVersion: pkg.crossplane.io/v1, kind: Function,\n"
    " metadata: {name: function-patch-and-transform}}\n"
    "---\n"
    "apiVersion: pkg.crossplane.io/v1\n"
    "kind: Function\n"
    "metadata:\n"
    "  name: function-foreign\n"
    "  annotations: {render.crossplane.io/runtime: Development}\n";

class RuntimesTest : public testing::Test {
 protected:
  std::vector<YamlDocument> Functions() {
    if (options_.functions.empty()) return {};
    return *files_.ReadAll({options_.functions});
  }
  absl::StatusOr<std::vector<Route>> Routes() {
    absl::StatusOr<Composition> composition =
        TakeComposition(*files_.ReadOne(folder_.Write(
            "c.yaml", CompositionOf(absl::StrCat(kBucketStep, kForeignStep)))));
    return RouteSteps(composition->steps, options_, Functions());
  }
  std::string Error() { return std::string(Routes().status().message()); }

  Pool pool_;
  std::istringstream in_;
  Files files_{in_, &pool_};
  TempFolder folder_;
  RuntimeOptions options_;
};

TEST_F(RuntimesTest, ADevelopmentTargetIsCalled) {
  options_.functions = folder_.Write("f.yaml", kDevelopment);
  absl::StatusOr<std::vector<Route>> routes = Routes();
  ASSERT_TRUE(routes.ok()) << routes.status();
  EXPECT_EQ((*routes)[0].kind, Route::Kind::kInProcess);
  EXPECT_EQ((*routes)[1].kind, Route::Kind::kRemote);
  EXPECT_EQ((*routes)[1].target, "localhost:9443");
}

TEST_F(RuntimesTest, AllFunctionsAreListed) {
  options_.functions =
      folder_.Write("f.yaml",
                    "{apiVersion: pkg.crossplane.io/v1, kind: Function,\n"
                    " metadata: {name: function-foreigns}}\n");
  EXPECT_EQ(Routes().status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Error(), HasSubstr("f.yaml has no Function "
                                 "function-patch-and-transform\n"
                                 "  it has function-foreigns"));
  EXPECT_THAT(Brief(Error()),
              HasSubstr("f.yaml has no Function function-foreign\n"
                        "  (function-foreigns?)"));
  options_.skip = {"patch"};
  EXPECT_THAT(Error(), testing::Not(HasSubstr("patch-and-transform")))
      << "a step that is left out";
}

TEST_F(RuntimesTest, AnnotationsOfTheCommandLineWin) {
  options_.annotations = {
      {"render.crossplane.io/runtime", "Development"},
      {"render.crossplane.io/runtime-development-target", "host:1"}};
  absl::StatusOr<std::vector<Route>> routes = Routes();
  ASSERT_TRUE(routes.ok()) << routes.status();
  EXPECT_EQ((*routes)[0].target, "host:1") << "even what is built in";
  EXPECT_EQ((*routes)[1].target, "host:1");
}

TEST_F(RuntimesTest, WhatIsNotBuiltInHasToRunElsewhere) {
  std::string error = Error();
  EXPECT_THAT(error, HasSubstr("step \"foreign\" ("));
  EXPECT_THAT(error, HasSubstr("c.yaml:18:5) needs function-foreign, which is "
                               "not built in\n  run it with --insecure"));
  EXPECT_THAT(error, HasSubstr("\n  or leave the step out: --skip foreign"));

  options_.functions = folder_.Write("f.yaml", kDevelopment);
  options_.annotations = {{"render.crossplane.io/runtime", "InProcess"}};
  EXPECT_THAT(Error(), HasSubstr("not built in"));
}

TEST_F(RuntimesTest, AStepOfThisFunctionRunsHereWhateverItsInputIs) {
  struct Case {
    const char* reason;
    const char* function;
    const char* package;
    bool here;
  };
  const Case kCases[] = {
      {"its name", "function-loom", "", true},
      {"as what depends on it installs it", "platform-function-loom", "", true},
      {"another name of the package", "loom",
       "example.org/platform/function-loom:v1.0.0", true},
      {"a package by its digest", "loom",
       "example.org:5000/function-loom:v1@sha256:00", true},
      {"a name that only ends alike", "myfunction-loom", "", false},
      {"another package", "loom", "example.org/function-loom-two:v1", false},
  };
  for (const Case& c : kCases) {
    Composition composition = *TakeComposition(*files_.ReadOne(folder_.Write(
        "own.yaml",
        CompositionOf(absl::StrCat(
            "  - {step: s, functionRef: {name: ", c.function, "}}\n")))));
    options_.functions = folder_.Write(
        "own-f.yaml",
        absl::StrCat("{apiVersion: pkg.crossplane.io/v1, kind: Function, "
                     "metadata: {name: ",
                     c.function, "}, spec: {package: \"", c.package, "\"}}"));
    EXPECT_EQ(RouteSteps(composition.steps, options_, Functions()).ok(), c.here)
        << c.reason;
  }
}

TEST_F(RuntimesTest, AMisspeltNameOfThisFunctionIsReported) {
  Composition composition = *TakeComposition(*files_.ReadOne(folder_.Write(
      "own.yaml", CompositionOf("  - {step: s, functionRef: {name: "
                                "function-lom}}\n"))));
  EXPECT_THAT(
      Brief(RouteSteps(composition.steps, options_, Functions())
                .status()
                .message()),
      testing::EndsWith(
          "needs function-lom, which is not built in\n  (function-loom?)"));
}

TEST_F(RuntimesTest, AStepCanBeSkipped) {
  options_.skip = {"foreign"};
  absl::StatusOr<std::vector<Route>> routes = Routes();
  ASSERT_TRUE(routes.ok()) << routes.status();
  EXPECT_EQ((*routes)[1].kind, Route::Kind::kSkipped);

  options_.skip = {"foregn"};
  EXPECT_EQ(Brief(Error()),
            "--skip foregn: the Composition has no such step\n  (foreign?)");
}

TEST_F(RuntimesTest, FunctionsAreFunctions) {
  options_.functions = folder_.Write("f.yaml", kXr);
  EXPECT_THAT(Error(), HasSubstr("f.yaml:2:7: this is not a Function"));
}

}  // namespace
}  // namespace loom
