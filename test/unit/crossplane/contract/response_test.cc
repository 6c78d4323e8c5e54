// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/response.h"

#include <gtest/gtest.h>

#include <string>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/testing/json.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

std::string Written(const Response& response) {
  return std::string(Serialize(response, 16).view());
}

// What protobuf makes of a response, in its text format.
std::string ReadResponse(const Response& response) {
  apiextensions::fn::proto::v1::RunFunctionResponse message;
  EXPECT_TRUE(message.ParseFromString(Written(response)));
  return message.ShortDebugString();
}

const Value& Bucket() {
  static const Value object = Json(R"({"kind": "Bucket", "spec": {"n": 3}})");
  return object;
}

TEST(Response, ReadsBackWithProtobuf) {
  const struct {
    const char* reason;
    void (*fill)(Response*);
    const char* want;
  } tests[] = {
      {"Without anything in it.", [](Response*) {},
       "meta { ttl { seconds: 60 } }"},
      {"A TTL of zero is written as an empty Duration.",
       [](Response* response) {
         response->tag = "t";
         response->ttl = absl::ZeroDuration();
       },
       "meta { tag: \"t\" ttl { } }"},
      {"A TTL has seconds and nanoseconds.",
       [](Response* response) { response->ttl = absl::Milliseconds(90500); },
       "meta { ttl { seconds: 90 nanos: 500000000 } }"},
      {"Seconds are only written if there are any.",
       [](Response* response) { response->ttl = absl::Nanoseconds(1); },
       "meta { ttl { nanos: 1 } }"},
      {"Nanoseconds have the sign of the seconds.",
       [](Response* response) { response->ttl = absl::Milliseconds(-1500); },
       "meta { ttl { seconds: -1 nanos: -500000000 } }"},
      {"Parts of a nanosecond are not written.",
       [](Response* response) {
         response->ttl = absl::Seconds(1) + absl::Nanoseconds(1) / 2;
       },
       "meta { ttl { seconds: 1 } }"},
      {"An empty desired state of the request is kept.",
       [](Response* response) { response->desired_bytes = ""; },
       "meta { ttl { seconds: 60 } } desired { }"},
      {"Results are for the composite; a reason only if there is one.",
       [](Response* response) {
         response->results = {{Severity::kWarning, "careful", "Missing"},
                              {Severity::kFatal, "over", ""}};
       },
       "meta { ttl { seconds: 60 } } "
       "results { severity: SEVERITY_WARNING message: \"careful\" "
       "reason: \"Missing\" target: TARGET_COMPOSITE } "
       "results { severity: SEVERITY_FATAL message: \"over\" "
       "target: TARGET_COMPOSITE }"},
      {"Conditions are for the claim, too; a message only if there is one.",
       [](Response* response) {
         response->conditions = {
             {"A", ConditionStatus::kTrue, "Up", ""},
             {"B", ConditionStatus::kFalse, "Down", "b is down"},
             {"C", ConditionStatus::kUnknown, "Soon", ""}};
       },
       "meta { ttl { seconds: 60 } } "
       "conditions { type: \"A\" status: STATUS_CONDITION_TRUE reason: \"Up\" "
       "target: TARGET_COMPOSITE_AND_CLAIM } "
       "conditions { type: \"B\" status: STATUS_CONDITION_FALSE "
       "reason: \"Down\" message: \"b is down\" "
       "target: TARGET_COMPOSITE_AND_CLAIM } "
       "conditions { type: \"C\" status: STATUS_CONDITION_UNKNOWN "
       "reason: \"Soon\" target: TARGET_COMPOSITE_AND_CLAIM }"},
      {"A desired state of parts: trees with their details, or bytes.",
       [](Response* response) {
         DesiredResource& composite = response->composite.emplace();
         composite.object = &Bucket();
         composite.connection_details = {{"host", "a"}};
         composite.ready = Ready::kFalse;
         response->resources.resize(2);
         response->resources[0].name = "b";
         response->resources[0].object = &Bucket();
         response->resources[0].ready = Ready::kTrue;
         response->resources[1].name = "a";
         response->resources[1].bytes = "\x18\x02";
       },
       "meta { ttl { seconds: 60 } } desired { composite { resource { "
       "fields { key: \"kind\" value { string_value: \"Bucket\" } } "
       "fields { key: \"spec\" value { struct_value { fields { key: \"n\" "
       "value { number_value: 3 } } } } } } "
       "connection_details { key: \"host\" value: \"a\" } "
       "ready: READY_FALSE } "
       "resources { key: \"a\" value { ready: READY_FALSE } } "
       "resources { key: \"b\" value { resource { "
       "fields { key: \"kind\" value { string_value: \"Bucket\" } } "
       "fields { key: \"spec\" value { struct_value { fields { key: \"n\" "
       "value { number_value: 3 } } } } } } ready: READY_TRUE } } }"},
      {"A context of parts: bytes of a Value, and trees.",
       [](Response* response) {
         response->context = {{"b", "\x1a\x01x", nullptr},
                              {"a", "", &Bucket()["kind"]}};
       },
       "meta { ttl { seconds: 60 } } context { "
       "fields { key: \"a\" value { string_value: \"Bucket\" } } "
       "fields { key: \"b\" value { string_value: \"x\" } } }"},
      {"An empty context is written, as an empty Struct.",
       [](Response* response) { response->context.emplace(); },
       "meta { ttl { seconds: 60 } } context { }"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Response response;
    test.fill(&response);
    EXPECT_EQ(ReadResponse(response), test.want);
  }
}

TEST(Response, AsksInOneFieldOrInBoth) {
  const Requirements all = {
      {"by-name", {"v1", "ConfigMap", "team-a", "settings", {}}},
      {"by-labels",
       {"v1",
        "Namespace",
        std::nullopt,
        std::nullopt,
        {{"b", "2"}, {"a", ""}}}}};
  const std::string labels =
      "api_version: \"v1\" kind: \"Namespace\" match_labels { "
      "labels { key: \"a\" value: \"\" } labels { key: \"b\" value: \"2\" } }";
  const std::string name =
      "api_version: \"v1\" kind: \"ConfigMap\" match_name: \"settings\"";
  const std::string resources = "resources { key: \"by-labels\" value { " +
                                labels +
                                " } } resources { key: \"by-name\" value { " +
                                name + " namespace: \"team-a\" } }";
  const std::string extra =
      "extra_resources { key: \"by-labels\" value { " + labels +
      " } } extra_resources { key: \"by-name\" value { " + name + " } } ";
  const struct {
    const char* reason;
    Requirements requirements;
    bool fill_extra_resources;
    std::string want;
  } tests[] = {
      {"Crossplane 2.0 and newer reads `resources`.", all, false,
       "requirements { " + resources + " }"},
      {"The older field knows no namespaces.", all, true,
       "requirements { " + extra + resources + " }"},
      {"Asking for nothing is a message, too.", {}, true, "requirements { }"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Response response;
    response.requirements = test.requirements;
    response.fill_extra_resources = test.fill_extra_resources;
    const std::string read = ReadResponse(response);
    const size_t at = read.find("requirements");
    ASSERT_NE(at, std::string::npos) << read;
    EXPECT_EQ(read.substr(at), test.want);
  }
}

TEST(Response, AsksForSchemas) {
  const std::string schemas =
      "schemas { key: \"a\" value { api_version: \"v1\" kind: \"Secret\" } } "
      "schemas { key: \"b\" value { } }";
  const struct {
    const char* reason;
    std::optional<Requirements> requirements;
    std::string want;
  } tests[] = {
      {"Schemas need no resources.", std::nullopt,
       "requirements { " + schemas + " }"},
      {"An empty map of resources makes no difference then.", Requirements(),
       "requirements { " + schemas + " }"},
      {"Resources and schemas are different fields.",
       Requirements{{"a", {"v1", "Namespace", {}, "team-a", {}}}},
       "requirements { resources { key: \"a\" value { api_version: \"v1\" "
       "kind: \"Namespace\" match_name: \"team-a\" } } " +
           schemas + " }"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Response response;
    response.requirements = test.requirements;
    response.schemas = {{"b", {"", ""}}, {"a", {"v1", "Secret"}}};
    EXPECT_EQ(ReadResponse(response),
              "meta { ttl { seconds: 60 } } " + test.want);
  }
}

TEST(Response, PassesBytesThrough) {
  // An entry of a map, and a field that is not known.
  const std::string desired = MapEntryWire(2, "a", "") + FieldWire(15, "?");
  Request request;
  request.desired.bytes = desired;
  request.context = "\x7a\x01!";
  Response response;
  response.context.emplace();
  response.resources.emplace_back().name = "lost";
  response.PassThrough(request);
  const std::string written = Written(response);
  EXPECT_NE(written.find(FieldWire(2, desired)), std::string::npos);
  EXPECT_NE(written.find("\x22\x03\x7a\x01!"), std::string::npos);
  EXPECT_EQ(written.find("lost"), std::string::npos);
}

TEST(Response, KeepsFieldsThatNobodyKnows) {
  const std::string of_state = FieldWire(15, "s"),
                    of_resource = FieldWire(14, "r");
  Response response;
  response.desired_bytes = of_state;
  response.desired_has_more = true;
  response.resources.resize(1);
  response.resources[0].name = "a";
  response.resources[0].bytes = of_resource;
  response.resources[0].object_bytes = "";
  EXPECT_EQ(Written(response).find(of_resource), std::string::npos);
  response.resources[0].has_more = true;
  const std::string want =
      MapEntryWire(2, "a", FieldWire(1, "") + of_resource) + of_state;
  EXPECT_NE(Written(response).find(FieldWire(2, want)), std::string::npos);
}

TEST(Response, IsWrittenUpToALimitAndMeasuredBeyondIt) {
  Response response;
  response.tag = "t";
  response.context = {{"b", "\x1a\x01x", nullptr},
                      {"a", "", &Bucket()["kind"]}};
  response.resources.resize(2);
  response.resources[0].name = "a";
  response.resources[0].object = &Bucket();
  response.resources[1].name = "b";
  response.resources[1].bytes = "\x18\x02";
  const std::string want = Written(response);
  EXPECT_EQ(SizeOf(response), want.size());
  EXPECT_EQ(SizeOf(response.resources[1]),
            MapEntryWire(2, "b", "??").size() - 2);
  EXPECT_EQ(SizeOf((*response.context)[0]), EntryWire("b", "???").size() - 2);
  auto within = SerializeWithin(response, 16, want.size());
  ASSERT_TRUE(within.has_value());
  EXPECT_EQ(within->view(), want);
  EXPECT_FALSE(SerializeWithin(response, 16, want.size() - 1).has_value());
}

TEST(Response, WithoutDesiredStateHasNone) {
  Response response;
  response.PassThrough(Request());
  EXPECT_EQ(ReadResponse(response), "meta { ttl { seconds: 60 } }");
}

}  // namespace
}  // namespace loom
