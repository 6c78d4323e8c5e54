// SPDX-License-Identifier: Apache-2.0
#include "tools/test/timeline/repeated_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "test/testing/scripted_function.h"
#include "test/testing/temp_folder.h"
#include "tools/test/test_command.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::Not;

// Changes the answer to a call; the number of the call is from 1.
using Change = std::function<void(int, fn::RunFunctionResponse*)>;

class RepeatedAnswersTest : public testing::Test {
 protected:
  // Plays a test of a pipeline whose second step is done by the script. `expect` is in
  // flow style.
  std::string Played(const Change& change, const std::string& expect) {
    int calls = 0;
    ScriptedFunction function(
        [&](const std::string&, const std::string& bytes) {
          fn::RunFunctionRequest request;
          request.ParseFromString(bytes);
          fn::RunFunctionResponse response;
          *response.mutable_desired() = request.desired();
          change(++calls, &response);
          return ScriptedFunction::Answer{response.SerializeAsString(),
                                          grpc::Status::OK};
        });
    folder_.Write(
        "composition.yaml",
        "apiVersion: apiextensions.crossplane.io/v1\n"
        "kind: Composition\n"
        "metadata: {name: shop}\n"
        "spec:\n"
        "  compositeTypeRef: {apiVersion: example.org/v1, kind: Shop}\n"
        "  mode: Pipeline\n"
        "  pipeline:\n"
        "  - step: weave\n"
        "    functionRef: {name: function-loom}\n"
        "    input:\n"
        "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
        "      kind: Input\n"
        "      resources:\n"
        "      - {name: a, base: {apiVersion: example.org/v1, kind: "
        "A}}\n"
        "  - step: other\n"
        "    functionRef: {name: function-other}\n");
    const std::string test = folder_.Write(
        "a.test.yaml",
        absl::StrCat("apiVersion: loom.fn.crossplane.io/v1beta1\n"
                     "kind: CompositionTest\n"
                     "metadata: {name: shop}\n"
                     "spec:\n"
                     "  composition: composition.yaml\n"
                     "  composite: {apiVersion: example.org/v1, kind: Shop, "
                     "metadata: {name: corner, namespace: a}}\n"
                     "  steps:\n"
                     "  - name: first\n"
                     "    expect: ",
                     expect, "\n"));
    std::istringstream in;
    std::ostringstream out, err;
    RunTest({test, "--function-address",
             absl::StrCat("function-other=", function.address())},
            in, out, err);
    calls_ = calls;
    return out.str() + err.str();
  }

  TempFolder folder_;
  int calls_ = 0;
};

// A field of the desired resource `a`.
void SetField(const std::string& name, double value,
              fn::RunFunctionResponse* response) {
  (*(*response->mutable_desired()->mutable_resources())["a"]
        .mutable_resource()
        ->mutable_fields())[name]
      .set_number_value(value);
}

TEST_F(RepeatedAnswersTest, EveryStepCallsOthersOnceMore) {
  EXPECT_THAT(Played([](int, auto*) {}, "{}"), HasSubstr("all passed"));
  EXPECT_EQ(calls_, 3);  // two reconciles
}

TEST_F(RepeatedAnswersTest, NamesTheStepAndTheField) {
  const Change counts = [](int call, fn::RunFunctionResponse* response) {
    SetField("count", call, response);
  };
  const std::string text = Played(counts, "{unsteady: true}");
  EXPECT_THAT(text, HasSubstr("step \"other\" ("));
  EXPECT_THAT(text, HasSubstr("composition.yaml:15:5) answers the same request "
                              "differently\n"));
  EXPECT_THAT(text,
              HasSubstr("desired.resources.a.resource.count: 10, then 11\n"));
}

TEST_F(RepeatedAnswersTest, FindsWhatNoReconcileShows) {
  // Crossplane applies no result.
  const Change counts = [](int call, fn::RunFunctionResponse* response) {
    fn::Result* result = response->add_results();
    result->set_severity(fn::SEVERITY_NORMAL);
    result->set_message(absl::StrCat("call ", call));
  };
  EXPECT_THAT(Played(counts, "{}"),
              HasSubstr("results[0].message: \"call 2\", then \"call 3\"\n"));
  EXPECT_THAT(Played(counts, "{differs: [other]}"), HasSubstr("all passed"));
  EXPECT_THAT(Played(counts, "{differs: [weave]}"), HasSubstr("1 failed"));
}

TEST_F(RepeatedAnswersTest, TheOrderOfAMapDoesNotCount) {
  // protobuf writes the entries of a map in any order.
  const Change adds = [](int call, fn::RunFunctionResponse* response) {
    for (int i = 0; i < 50; ++i) {
      SetField(absl::StrCat("f", call % 2 == 0 ? i : 49 - i), 1, response);
    }
  };
  EXPECT_THAT(Played(adds, "{}"), HasSubstr("all passed"));
}

TEST_F(RepeatedAnswersTest, SecretsStaySecret) {
  const Change adds = [](int call, fn::RunFunctionResponse* response) {
    auto& details = *(*response->mutable_desired()->mutable_resources())["a"]
                         .mutable_connection_details();
    details["password"] = absl::StrCat("planted", call);
  };
  const std::string text = Played(adds, "{}");
  EXPECT_THAT(text, HasSubstr("answers the same request differently"));
  EXPECT_THAT(text, Not(HasSubstr("planted")));
}

TEST_F(RepeatedAnswersTest, TheSecondCallMayFail) {
  const Change fails = [](int call, fn::RunFunctionResponse* response) {
    if (call < 3) return;
    fn::Result* result = response->add_results();
    result->set_severity(fn::SEVERITY_FATAL);
    result->set_message("only twice");
  };
  EXPECT_THAT(Played(fails, "{}"), HasSubstr("results: null, then"));
}

}  // namespace
}  // namespace loom
