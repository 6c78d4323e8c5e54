// SPDX-License-Identifier: Apache-2.0
// What an author or a message may hold, one below each limit and one above.
// The limits of connections are tried in test/suites/faults and test/server, that of a
// list of templates and the like in plan/input_counts_test.cc.
#include "base/limits.h"

#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"
#include "test/testing/plain_status.h"

namespace loom {
namespace {

using apiextensions::fn::proto::v1::RunFunctionRequest;
using apiextensions::fn::proto::v1::RunFunctionResponse;
using ::testing::HasSubstr;

RunFunctionRequest RequestLimits() {
  RunFunctionRequest request;
  EXPECT_TRUE(
      google::protobuf::util::JsonStringToMessage(
          R"({"observed":{"composite":{"resource":{"apiVersion":"example.org/v1",
              "kind":"X","metadata":{"name":"x"},"spec":{"text":"abc"}}}}})",
          &request)
          .ok());
  return request;
}

// A request whose input patches `text` with one patch, given as JSON.
RunFunctionRequest Patching(const std::string& patch) {
  RunFunctionRequest request = RequestLimits();
  std::string input = absl::StrCat(
      R"({"apiVersion":"loom.fn.crossplane.io/v1beta1","kind":"Input",
          "resources":[{"name":"a","base":{"apiVersion":"v1","kind":"ConfigMap",
          "data":{}},"patches":[{"type":"FromCompositeFieldPath",)",
      patch, "}]}]}");
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(
                  input, request.mutable_input())
                  .ok());
  return request;
}

RunFunctionRequest WithText(size_t size, const std::string& patch) {
  RunFunctionRequest request = Patching(patch);
  auto& fields =
      *request.mutable_observed()->mutable_composite()->mutable_resource();
  (*(*fields.mutable_fields())["spec"]
        .mutable_struct_value()
        ->mutable_fields())["text"]
      .set_string_value(std::string(size, 'a'));
  return request;
}

RunFunctionRequest WithPath(size_t segments, size_t last) {
  std::string path = "spec";
  for (size_t i = 2; i < segments; ++i) path += ".a";
  absl::StrAppend(&path, ".", std::string(last, 'b'));
  return Patching(
      absl::StrCat(R"("toFieldPath":"data.a","fromFieldPath":")", path, "\""));
}

std::string Fmt(size_t size) {
  return absl::StrCat(
      R"("fromFieldPath":"spec.text","toFieldPath":"data.a","transforms":[
          {"type":"string","string":{"type":"Format","fmt":"%s)",
      std::string(size - 2, 'f'), "\"}}]");
}

std::string Regexp(const std::string& pattern) {
  return absl::StrCat(
      R"("fromFieldPath":"spec.text","toFieldPath":"data.a","transforms":[
          {"type":"string","string":{"type":"Regexp","regexp":{"match":")",
      pattern, "\"}}}]");
}

// What a call says that it cannot do; "" if it did it.
std::string Complaint(const RunFunctionRequest& request,
                      const FunctionOptions& options = {}) {
  auto answer = Function(options).Run(request.SerializeAsString());
  if (!answer.ok()) return Plain(answer.status()).ToString();
  RunFunctionResponse response;
  EXPECT_TRUE(response.ParseFromString(std::string(answer->view())));
  if (response.results().empty()) return "";
  EXPECT_LE(response.results(0).message().size(), limits::kMessage + 3);
  return response.results(0).message();
}

RunFunctionRequest WithDesired(size_t resources) {
  RunFunctionRequest request =
      Patching(R"("fromFieldPath":"spec.text","toFieldPath":"data.a")");
  for (size_t i = 0; i < resources; ++i) {
    (*request.mutable_desired()->mutable_resources())[absl::StrCat("r", i)];
  }
  return request;
}

RunFunctionRequest WithContext(size_t keys) {
  RunFunctionRequest request =
      Patching(R"("fromFieldPath":"spec.text","toFieldPath":"data.a")");
  auto& fields = *request.mutable_context()->mutable_fields();
  for (size_t i = 0; i < keys; ++i) fields[absl::StrCat("k", i)];
  return request;
}

RunFunctionRequest WithRequired(size_t resources) {
  RunFunctionRequest request =
      Patching(R"("fromFieldPath":"spec.text","toFieldPath":"data.a")");
  for (size_t i = 0; i < resources; ++i) {
    (*request.mutable_required_resources())[absl::StrCat("r", i)];
  }
  return request;
}

RunFunctionRequest WithElements(size_t count) {
  RunFunctionRequest request =
      Patching(R"("fromFieldPath":"list","toFieldPath":"data.a")");
  auto& fields =
      *request.mutable_observed()->mutable_composite()->mutable_resource();
  auto* list = (*fields.mutable_fields())["list"].mutable_list_value();
  for (size_t i = 0; i < count; ++i) list->add_values()->set_bool_value(true);
  return request;
}

TEST(Limits, AreWhereTheySay) {
  struct {
    const char* reason;
    RunFunctionRequest below, above;
    const char* want;
  } tests[] = {
      {"An author's path in bytes.", WithPath(2, limits::kPath - 5),
       WithPath(2, limits::kPath - 4), "a path has at most 4096 bytes"},
      {"An author's path in segments.", WithPath(limits::kPathSegments, 1),
       WithPath(limits::kPathSegments + 1, 1), "more than 64 segments"},
      {"A list that an index makes.",
       Patching(R"("fromFieldPath":"spec.text","toFieldPath":"data.a[1024]")"),
       Patching(R"("fromFieldPath":"spec.text","toFieldPath":"data.a[1025]")"),
       "greater than max allowed index 1024"},
      {"A format.", Patching(Fmt(limits::kFormat)),
       Patching(Fmt(limits::kFormat + 1)), "a format has at most 16384 bytes"},
      {"A pattern.",
       Patching(Regexp("a|" + std::string(limits::kPattern - 2, 'x'))),
       Patching(Regexp("a|" + std::string(limits::kPattern - 1, 'x'))),
       "the pattern has more than 4096 bytes"},
      // (?:a){900} is a program of about a thousand steps.
      {"A pattern and the text it meets.", WithText(1000, Regexp("a{900}")),
       WithText(1 << 20, Regexp("a{900}")),
       "too long for a pattern of this size"},
      {"A text that is made.",
       WithText(limits::kText - 2,
                R"("fromFieldPath":"spec.text","toFieldPath":"metadata.name",
                   "policy":{"fromFieldPath":"Optional"},"transforms":[
                   {"type":"string","string":{"type":"Format","fmt":"%s--"}},
                   {"type":"string","string":{"type":"Regexp","regexp":{
                   "match":"a"}}}])"),
       WithText(limits::kText - 1,
                R"("fromFieldPath":"spec.text","toFieldPath":"metadata.name",
                   "transforms":[{"type":"string","string":{"type":"Format",
                   "fmt":"%s--"}}])"),
       "makes a string of more than 4194304 bytes"},
      {"Desired resources.", WithDesired(limits::kResources),
       WithDesired(limits::kResources + 1), "more than 10000 resources"},
      {"Required resources.", WithRequired(limits::kEntries),
       WithRequired(limits::kEntries + 1),
       "more than 10000 required resources"},
      {"Keys of the context.", WithContext(limits::kEntries),
       WithContext(limits::kEntries + 1),
       "the context has more than 10000 keys"},
      {"Elements of a list.", WithElements(limits::kElements),
       WithElements(limits::kElements + 1), "a list has too many elements"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Complaint(test.below), "");
    EXPECT_THAT(Complaint(test.above), HasSubstr(test.want));
  }
}

TEST(Limits, OfACall) {
  const RunFunctionRequest large = WithElements(limits::kElements);
  EXPECT_EQ(Complaint(large), "");
  EXPECT_THAT(Complaint(large, {.max_call_bytes = 1 << 20}),
              HasSubstr("more than 1048576 bytes of memory"));
  EXPECT_THAT(Complaint(large, {.max_call_steps = 1000}),
              HasSubstr("more than 1000 steps"));
}

TEST(Limits, NameSomeErrorsAndCountTheRest) {
  RunFunctionRequest request = RequestLimits();
  std::string resources;
  for (int i = 0; i < 100; ++i) {
    absl::StrAppend(&resources, i == 0 ? "" : ",", R"({"nam":1})");
  }
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(
                  absl::StrCat(R"({"apiVersion":"loom.fn.crossplane.io/v1beta1",
                                   "kind":"Input","resources":[)",
                               resources, "]}"),
                  request.mutable_input())
                  .ok());
  EXPECT_THAT(Complaint(request), HasSubstr("; and 36 more"));
}

// Many cores ask for one thing, which is over before it is worked on.
TEST(Limits, StopACallNobodyWaitsFor) {
  RunFunctionRequest request = WithElements(limits::kElements);
  request.mutable_meta()->set_tag("9f2c");
  CallFacts facts;
  auto answer =
      Function().Run(request.SerializeAsString(),
                     {.stopped = [](uint64_t) { return true; }}, &facts);
  EXPECT_EQ(answer.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(facts.tag, "9f2c") << "the log tells which call it was";
}

// A request of P&T's, whose checks and secrets forgive errors.
RunFunctionRequest Forgiving() {
  RunFunctionRequest request;
  EXPECT_TRUE(
      google::protobuf::util::JsonStringToMessage(
          R"({"observed":{"composite":{"resource":{"apiVersion":"example.org/v1",
              "kind":"X","metadata":{"name":"x"},"spec":{"text":"abc",
              "crossplane":{}}}},
              "resources":{"a":{"resource":{"apiVersion":"v1",
              "kind":"ConfigMap","metadata":{"name":"a"},
              "data":{"state":"up"}}}}},
              "input":{"apiVersion":"pt.fn.crossplane.io/v1beta1",
              "kind":"Resources",
              "writeConnectionSecretToRef":{"name":"s","namespace":"n",
              "patches":[{"fromFieldPath":"spec.text","toFieldPath":"name",
              "transforms":[{"type":"match","match":{"fallbackTo":"Input",
              "patterns":[{"type":"regexp","regexp":"^b","result":1}]}}]}]},
              "resources":[{"name":"a","base":{"apiVersion":"v1",
              "kind":"ConfigMap"},
              "connectionDetails":[{"name":"state","type":"FromFieldPath",
              "fromFieldPath":"data.state"}],
              "readinessChecks":[{"type":"MatchString",
              "fieldPath":"data.state","matchString":"up"}]}]}})",
          &request)
          .ok());
  return request;
}

// Reading an input can take longer than the rest of the call.
TEST(Limits, StopACallWhoseInputIsBeingRead) {
  const std::string request = Patching(Regexp("^a")).SerializeAsString();
  int asked = 0;
  const CallOptions options{.stopped = [&](uint64_t) { return ++asked > 0; }};
  EXPECT_EQ(Function().Run(request, options).status().code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(asked, 1) << "the expression is not compiled";
}

// Whatever a call is at when its steps are used up: it does not go on with a part
// of the result.
TEST(Limits, EndACallAtWhateverItIs) {
  const RunFunctionRequest request = Forgiving();
  const std::string bytes = request.SerializeAsString();
  auto whole = Function().Run(bytes);
  ASSERT_TRUE(whole.ok());
  ASSERT_EQ(Complaint(request), "");
  for (uint64_t steps = 0; steps < 20'000; steps += 7) {
    const FunctionOptions options{.max_call_steps = steps};
    auto answer = Function(options).Run(bytes);
    ASSERT_TRUE(answer.ok());
    if (answer->view() == whole->view()) continue;
    ASSERT_THAT(Complaint(request, options),
                HasSubstr(absl::StrCat("more than ", steps, " steps")));
  }
}

// A server makes room for others before a long match, not after it.
TEST(Limits, TellWhatACallIsAboutToDo) {
  auto answer = Function().Run(
      WithText(100'000, Regexp("(?:a|b)*a(?:a|b){400}c")).SerializeAsString(),
      {.stopped = [](uint64_t steps) { return steps > 10'000'000; }});
  EXPECT_EQ(answer.status().code(), absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace loom
