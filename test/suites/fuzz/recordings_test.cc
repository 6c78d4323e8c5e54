// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "function/function.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/message_differencer.h"
#include "server/grpc/call_redaction.h"
#include "test/testing/paths.h"
#include "test/testing/yaml_message.h"

namespace loom {
namespace {

namespace fn = ::apiextensions::fn::proto::v1;
namespace fs = std::filesystem;
using google::protobuf::util::MessageDifferencer;

struct RecordedCall {
  fn::RunFunctionRequest request;
  fn::RunFunctionResponse response;
};

// The call as it is recorded, after everything was learned.
RecordedCall Recorded(CallRedaction* redaction, RecordedCall call) {
  const Knowledge knowledge = redaction->Learn(call.request, call.response);
  redaction->Redact(knowledge, &call.request, &call.response);
  return call;
}

template <typename Message>
Message Parsed(absl::string_view json) {
  Message message;
  const auto read =
      google::protobuf::util::JsonStringToMessage(std::string(json), &message);
  EXPECT_TRUE(read.ok()) << read.ToString() << " of " << json;
  return message;
}

fn::RunFunctionResponse Answered(const fn::RunFunctionRequest& request) {
  static const auto& function = *new Function();
  auto bytes = function.Run(request.SerializeAsString());
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  fn::RunFunctionResponse response;
  EXPECT_TRUE(
      response.ParseFromArray(bytes->view().data(), int(bytes->view().size())));
  return response;
}

std::string Json(const google::protobuf::Message& message) {
  std::string json;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(message, &json).ok());
  return json;
}

// A recording is the call that was made: no message is added.
TEST(CallRedaction, AddsNothing) {
  for (const char* request :
       {"{}", R"({"observed": {"composite": {"resource": {"kind": "App"}}}})",
        R"({"observed": {"resources": {"a": {"ready": "READY_TRUE"}}}})",
        R"({"desired": {}, "input": {}, "context": {}})",
        R"({"credentials": {"a": {}}, "requiredResources": {"b": {}}})"}) {
    for (const char* response :
         {"{}", R"({"desired": {}})", R"({"requirements": {}})"}) {
      CallRedaction redaction;
      const RecordedCall call{Parsed<fn::RunFunctionRequest>(request),
                              Parsed<fn::RunFunctionResponse>(response)};
      const RecordedCall made = Recorded(&redaction, call);
      EXPECT_TRUE(MessageDifferencer::Equals(made.request, call.request))
          << made.request.ShortDebugString() << " of " << request;
      EXPECT_TRUE(MessageDifferencer::Equals(made.response, call.response));
    }
  }
}

// The two steps of a pipeline: the first reads a Secret into the environment, and the
// second one gets only what the first has written.
constexpr char kReads[] = R"({"apiVersion": "loom.fn.crossplane.io/v1beta1",
    "kind": "Input", "environment": {"configs": [{"type": "Secret",
    "namespaceFromFieldPath": "metadata.namespace", "ref": {"name": "login"}}]},
    "resources": [{"name": "site", "base": {"apiVersion": "web.example.org/v1",
    "kind": "Site"}, "patches": [
      {"type": "FromEnvironmentFieldPath", "fromFieldPath": "token",
       "toFieldPath": "spec.token"},
      {"type": "FromEnvironmentFieldPath", "fromFieldPath": "token",
       "toFieldPath": "spec.encoded", "transforms": [{"type": "string",
       "string": {"type": "Convert", "convert": "ToBase64"}}]},
      {"type": "FromEnvironmentFieldPath", "fromFieldPath": "token",
       "toFieldPath": "spec.json", "transforms": [{"type": "string",
       "string": {"type": "Convert", "convert": "ToJson"}}]},
      {"type": "CombineFromEnvironment", "combine": {"strategy": "string",
       "variables": [{"fromFieldPath": "token"}], "string": {"fmt": "t=%s;"}},
       "toFieldPath": "spec.combined"},
      {"type": "FromCompositeFieldPath", "fromFieldPath": "spec.region",
       "toFieldPath": "spec.region"}]},
     {"name": "copy", "base": {"apiVersion": "v1", "kind": "Secret"},
      "patches": [{"type": "FromEnvironmentFieldPath", "fromFieldPath": "token",
       "toFieldPath": "stringData.token"}]}],
    "connectionDetails": [{"name": "k", "fromExpression": "environment.token"}]
    })";

RecordedCall FirstStep(const std::string& token) {
  RecordedCall call;
  std::string quoted;
  google::protobuf::Value text;
  text.set_string_value(token);
  (void)google::protobuf::util::MessageToJsonString(text, &quoted);
  call.request = Parsed<fn::RunFunctionRequest>(absl::StrCat(
      R"({"meta": {"capabilities": ["CAPABILITY_CAPABILITIES",
          "CAPABILITY_REQUIRED_RESOURCES"]}, "observed": {"composite":
          {"resource": {"apiVersion": "example.org/v1", "kind": "App",
          "metadata": {"name": "shop", "namespace": "team-a"},
          "spec": {"region": "eu-north-1", "size": 3}}}, "resources": {
          "site": {"resource": {"apiVersion": "web.example.org/v1",
          "kind": "Site", "spec": {"token": )",
      quoted, R"(}}}}}, "requiredResources": {"obj:v1/Secret/team-a/login":
          {"items": [{"resource": {"apiVersion": "v1", "kind": "Secret",
          "metadata": {"name": "login", "namespace": "team-a"}, "data":
          {"token": ")",
      absl::Base64Escape(token), R"("}}}]}}, "input": )", kReads, "}"));
  call.response = Answered(call.request);
  return call;
}

RecordedCall NextStep(const RecordedCall& first) {
  RecordedCall call;
  *call.request.mutable_observed() = first.request.observed();
  *call.request.mutable_desired() = first.response.desired();
  *call.request.mutable_context() = first.response.context();
  *call.request.mutable_input() =
      Parsed<fn::RunFunctionRequest>(
          R"({"input": {"apiVersion": "loom.fn.crossplane.io/v1beta1",
              "kind": "Input", "readiness": {}}})")
          .input();
  call.response = Answered(call.request);
  return call;
}

void ExpectHidden(const RecordedCall& made, const std::string& token) {
  for (const google::protobuf::Message* message :
       {static_cast<const google::protobuf::Message*>(&made.request),
        static_cast<const google::protobuf::Message*>(&made.response)}) {
    const std::string json = Json(*message);
    google::protobuf::Value text;
    text.set_string_value(token);
    std::string quoted = Json(text);
    quoted = quoted.substr(1, quoted.size() - 2);
    for (const std::string& form :
         {token, quoted, absl::Base64Escape(token),
          absl::StrReplaceAll(quoted, {{"\\", "\\\\"}}), token.substr(0, 8)}) {
      EXPECT_FALSE(absl::StrContains(json, form)) << form << " in " << json;
    }
  }
  EXPECT_TRUE(absl::StrContains(Json(made.request), "eu-north-1"))
      << Json(made.request);
}

TEST(CallRedaction, HidesWhereverAValueIs) {
  for (const std::string& token :
       {std::string("s3cr3t-canary-word"),
        std::string("first-line\nsecond-line\nthird-line\n"),
        std::string("say \"s3cr3t\" it's \\me <b>"),
        std::string("gr\xc3\xbc\xc3\x9f-s3cr3t-gr\xc3\xbc\xc3\x9f")}) {
    SCOPED_TRACE(token);
    CallRedaction redaction;
    const RecordedCall first = FirstStep(token);
    const RecordedCall next = NextStep(first);
    ASSERT_TRUE(absl::StrContains(Json(next.request), "combined"));
    ExpectHidden(Recorded(&redaction, first), token);
    ExpectHidden(Recorded(&redaction, next), token);
    // A replica that has not answered the first step.
    CallRedaction other;
    const RecordedCall made = Recorded(&other, next);
    ExpectHidden(made, token);
    EXPECT_TRUE(absl::StrContains(Json(made.request), "web.example.org/v1"));
  }
}

TEST(CallRedaction, HidesWhatWasLearnedLater) {
  CallRedaction redaction;
  const RecordedCall first = FirstStep("s3cr3t-canary-word");
  RecordedCall round = first;
  round.request.clear_required_resources();
  round.response = Answered(round.request);
  const Knowledge knowledge = redaction.Learn(round.request, round.response);
  redaction.Learn(first.request, first.response);
  redaction.Redact(knowledge, &round.request, &round.response);
  ExpectHidden(round, "s3cr3t-canary-word");
}

// Compares two JSON texts, except for strings that are redacted.
bool AreAlike(const google::protobuf::Value& a,
              const google::protobuf::Value& b);

bool IsRedacted(const google::protobuf::Value& value) {
  const std::string& text = value.string_value();
  return absl::StrContains(text, "(redacted)") ||
         absl::StrContains(text, "KHJlZGFjdGVkK");
}

bool AreAlike(const google::protobuf::Value& a,
              const google::protobuf::Value& b) {
  if (IsRedacted(a) || IsRedacted(b)) return true;
  if (a.kind_case() != b.kind_case()) return false;
  if (a.has_struct_value()) {
    const auto& left = a.struct_value().fields();
    const auto& right = b.struct_value().fields();
    if (left.size() != right.size()) return false;
    for (const auto& [name, value] : left) {
      auto found = right.find(name);
      if (found == right.end() || !AreAlike(value, found->second)) return false;
    }
    return true;
  }
  if (a.has_list_value()) {
    if (a.list_value().values_size() != b.list_value().values_size()) {
      return false;
    }
    for (int i = 0; i < a.list_value().values_size(); ++i) {
      if (!AreAlike(a.list_value().values(i), b.list_value().values(i))) {
        return false;
      }
    }
    return true;
  }
  return MessageDifferencer::Equals(a, b);
}

// A recorded call that is replayed gives the response that was given, redaction apart.
// A value that a step converts to a number, decodes or compares cannot be replayed; the
// cases that do so are named.
TEST(CallRedaction, KeepsTheCall) {
  int replayed = 0;
  std::set<std::string> names;
  for (const auto& file :
       fs::recursive_directory_iterator(InRepository("test/suites/golden"))) {
    if (!absl::StartsWith(file.path().filename().string(), "request")) continue;
    RecordedCall call;
    ASSERT_TRUE(
        testing::ReadYamlMessage(file.path().string(), &call.request).ok());
    call.response = Answered(call.request);
    CallRedaction redaction;
    const RecordedCall made = Recorded(&redaction, call);
    const auto again =
        Answered(Parsed<fn::RunFunctionRequest>(Json(made.request)));
    ++replayed;
    if (AreAlike(Parsed<google::protobuf::Value>(Json(again)),
                 Parsed<google::protobuf::Value>(Json(made.response)))) {
      continue;
    }
    names.insert(file.path().parent_path().filename().string());
  }
  EXPECT_GT(replayed, 150);
  EXPECT_EQ(names, std::set<std::string>({"in_a_call_that_reads_a_secret",
                                          "quote_no_value_of_a_secret"}));
}

}  // namespace
}  // namespace loom
