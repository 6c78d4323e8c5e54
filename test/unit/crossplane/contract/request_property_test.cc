// SPDX-License-Identifier: Apache-2.0
// On random requests, Request reads the same as the generated classes. That it refuses
// what is given twice, and nothing else, is a test of test/suites/fuzz.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "crossplane/contract/request.h"
#include "data/value/struct_codec.h"
#include "google/protobuf/util/message_differencer.h"
#include "test/testing/random_message.h"

namespace loom {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;
using google::protobuf::util::MessageDifferencer;

// The message that protobuf reads from `bytes`.
template <typename Message>
Message Read(absl::string_view bytes) {
  Message message;
  EXPECT_TRUE(message.ParseFromArray(bytes.data(), int(bytes.size())));
  return message;
}

void ExpectSame(const google::protobuf::Message& read,
                const google::protobuf::Message& want) {
  std::string differences;
  MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&differences);
  EXPECT_TRUE(differencer.Compare(read, want)) << differences;
}

// Go reads a Value without a kind as null, and so do we.
void FillKinds(google::protobuf::Value* value) {
  using google::protobuf::Value;
  if (value->kind_case() == Value::KIND_NOT_SET) {
    value->set_null_value(google::protobuf::NULL_VALUE);
  } else if (value->kind_case() == Value::kStructValue) {
    for (auto& [name, member] :
         *value->mutable_struct_value()->mutable_fields()) {
      FillKinds(&member);
    }
  } else if (value->kind_case() == Value::kListValue) {
    for (Value& element : *value->mutable_list_value()->mutable_values()) {
      FillKinds(&element);
    }
  }
}

// Decodes a Struct into a tree and encodes it again.
void ExpectSameStruct(absl::string_view bytes,
                      const google::protobuf::Struct& want) {
  Pool pool;
  absl::StatusOr<Value> tree = DecodeStruct(bytes, &pool);
  ASSERT_TRUE(tree.ok()) << tree.status();
  WireWriter out;
  EncodeStruct(*tree, &out);
  Bytes written = std::move(out).Finish();
  google::protobuf::Value expected;
  *expected.mutable_struct_value() = want;
  expected.DiscardUnknownFields();
  FillKinds(&expected);
  ExpectSame(Read<google::protobuf::Struct>(written.view()),
             expected.struct_value());
}

void ExpectSameResource(absl::string_view bytes, const v1::Resource& want) {
  absl::StatusOr<Resource> resource = Resource::Parse(bytes);
  ASSERT_TRUE(resource.ok()) << resource.status();
  EXPECT_EQ(int(resource->ready), int(want.ready()));
  std::map<std::string, std::string> details;
  for (const auto& [name, value] : resource->connection_details) {
    EXPECT_TRUE(details.emplace(std::string(name), std::string(value)).second);
  }
  EXPECT_EQ(details, (std::map<std::string, std::string>(
                         want.connection_details().begin(),
                         want.connection_details().end())));
  ExpectSame(Read<google::protobuf::Struct>(resource->object), want.resource());
  ExpectSameStruct(resource->object, want.resource());
}

template <typename Map, typename Check>
void ExpectSameMap(const SpanMap& read, const Map& want, Check check) {
  EXPECT_EQ(read.entries().size(), want.size());
  for (const auto& [key, value] : want) {
    SCOPED_TRACE(key);
    const absl::string_view* found = read.Find(key);
    ASSERT_NE(found, nullptr);
    check(*found, value);
  }
}

void ExpectSameResources(absl::string_view bytes, const v1::Resources& want) {
  ExpectSame(Read<v1::Resources>(bytes), want);
  absl::StatusOr<std::vector<absl::string_view>> objects = ObjectsOf(bytes);
  ASSERT_TRUE(objects.ok()) << objects.status();
  ASSERT_EQ(int(objects->size()), want.items_size());
  for (int i = 0; i < want.items_size(); ++i) {
    ExpectSame(Read<google::protobuf::Struct>((*objects)[i]),
               want.items(i).resource());
  }
}

void ExpectSameCredentials(absl::string_view bytes,
                           const v1::Credentials& want) {
  absl::StatusOr<SpanMap> data = CredentialDataOf(bytes);
  ASSERT_TRUE(data.ok()) << data.status();
  std::map<std::string, std::string> read;
  for (const SpanMap::Entry& entry : data->entries()) {
    EXPECT_TRUE(
        read.emplace(std::string(entry.key), std::string(entry.value)).second);
  }
  const auto& wanted = want.credential_data().data();
  EXPECT_EQ(read,
            (std::map<std::string, std::string>(wanted.begin(), wanted.end())));
}

void ExpectSameSchema(absl::string_view bytes, const v1::Schema& want) {
  absl::StatusOr<std::optional<absl::string_view>> schema = OpenApiOf(bytes);
  ASSERT_TRUE(schema.ok()) << schema.status();
  EXPECT_EQ(schema->has_value(), want.has_openapi_v3());
  ExpectSameStruct(schema->value_or(""), want.openapi_v3());
}

void ExpectSameState(const StateSpans& read, const v1::State& want) {
  EXPECT_EQ(read.composite.has_value(), want.has_composite());
  ExpectSameResource(read.composite.value_or(""), want.composite());
  ExpectSameMap(read.resources, want.resources(), ExpectSameResource);
}

void ExpectSameRequest(const Request& read,
                       const v1::RunFunctionRequest& want) {
  EXPECT_EQ(read.tag, want.meta().tag());
  for (int capability = 0; capability <= 5; ++capability) {
    bool has = std::count(want.meta().capabilities().begin(),
                          want.meta().capabilities().end(), capability) > 0;
    EXPECT_EQ(read.Has(Capability(capability)), has) << capability;
  }
  ExpectSameState(read.observed, want.observed());
  ExpectSameState(read.desired, want.desired());
  EXPECT_EQ(read.input.has_value(), want.has_input());
  ExpectSameStruct(read.input.value_or(""), want.input());
  EXPECT_EQ(read.context.has_value(), want.has_context());
  ExpectSameStruct(read.context.value_or(""), want.context());
  ExpectSameMap(read.extra_resources, want.extra_resources(),
                ExpectSameResources);
  ExpectSameMap(read.required_resources, want.required_resources(),
                ExpectSameResources);
  ExpectSameMap(read.credentials, want.credentials(), ExpectSameCredentials);
  ExpectSameMap(read.required_schemas, want.required_schemas(),
                ExpectSameSchema);
}

// Reads `bytes` both ways.
void ExpectSameReading(const std::string& bytes) {
  auto want = Read<v1::RunFunctionRequest>(bytes);
  absl::StatusOr<Request> request = Request::Parse(bytes);
  ASSERT_TRUE(request.ok()) << request.status();
  ExpectSameRequest(*request, want);
}

void ExpectSameReadings(const testing::Encoding& encoding) {
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    std::mt19937 random(seed);
    v1::RunFunctionRequest request;
    testing::FillRandomly(&request, &random);
    ExpectSameReading(testing::Encode(request, encoding, &random));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(RequestProperty, ReadsWhatGoWrites) { ExpectSameReadings({}); }

TEST(RequestProperty, ReadsFieldsInAnyOrderAndSkipsUnknownOnes) {
  ExpectSameReadings({.unordered = true});
}

TEST(RequestProperty, NeverReadsBeyondACut) {
  std::mt19937 random(7);
  v1::RunFunctionRequest request;
  testing::FillRandomly(&request, &random);
  const std::string bytes = testing::Encode(request, {}, &random);
  for (size_t size = 0; size < bytes.size(); ++size) {
    // A copy of exactly this size: the address sanitizer sees a read beyond it.
    std::string cut(bytes.data(), size);
    v1::RunFunctionRequest want;
    if (want.ParseFromString(cut)) continue;
    EXPECT_FALSE(Request::Parse(cut).ok()) << size;
  }
}

}  // namespace
}  // namespace loom
