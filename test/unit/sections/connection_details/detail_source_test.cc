// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "sections/connection_details/detail.h"
#include "test/testing/json.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

// What a source has: its bytes, "json …" of a field, or "cause …".
std::string Read(const char* source) {
  TestCall call(RequestBytes(R"({"observed": {"resources": {
      "db": {"resource": {"apiVersion": "example.org/v1", "kind": "Db",
             "status": {"host": "h", "port": 5432, "none": null, "empty": "",
                        "list": [{"b": 1, "a": true}]}},
             "connectionDetails": {"user": "YW5u", "empty": "",
                                   "bytes": "/w=="}},
      "login": {"resource": {"apiVersion": "v1", "kind": "Secret", "data":
                {"password": "czNjcmV0", "bytes": "/w==", "bad": "#",
                 "a.b": "eA=="}}}}}})"));
  const AuthorInput input(source, Dialect::kNative);
  Fields fields(input.root());
  const DetailSource parsed = DetailSource::Parse(fields);
  EXPECT_EQ(input.problems(), "");
  absl::StatusOr<DetailValue> value = parsed.Read(call.state);
  EXPECT_TRUE(value.ok()) << value.status();
  if (value->is_missing()) return "cause " + value->cause;
  return value->field == nullptr ? value->bytes
                                 : "json " + ToJson(*value->field);
}

TEST(DetailSource, IsWhatAResourceIsObservedWith) {
  const struct {
    const char* reason;
    const char* source;
    std::string want;
  } tests[] = {
      {"A key.",
       R"({"fromConnectionSecretKey": {"resource": "db", "key": "user"}})",
       "ann"},
      {"A key that is empty is there.",
       R"({"fromConnectionSecretKey": {"resource": "db", "key": "empty"}})",
       ""},
      {"A key of any bytes.",
       R"({"fromConnectionSecretKey": {"resource": "db", "key": "bytes"}})",
       "\xff"},
      {"A key that is not there.",
       R"({"fromConnectionSecretKey": {"resource": "db", "key": "x"}})",
       "cause db connection key x is missing"},
      {"A resource that is not observed.",
       R"({"fromConnectionSecretKey": {"resource": "no", "key": "x"}})",
       "cause no connection key x is missing"},
      {"A text.",
       R"({"fromFieldPath": {"resource": "db", "fieldPath": "status.host"}})",
       "h"},
      {"An empty text is there.",
       R"({"fromFieldPath": {"resource": "db", "fieldPath": "status.empty"}})",
       ""},
      {"A number.",
       R"({"fromFieldPath": {"resource": "db", "fieldPath": "status.port"}})",
       "json 5432"},
      {"An object.",
       R"({"fromFieldPath": {"resource": "db", "fieldPath": "status.list[0]"}})",
       R"(json {"a":true,"b":1})"},
      {"A null is missing.",
       R"({"fromFieldPath": {"resource": "db", "fieldPath": "status.none"}})",
       "cause db field status.none is missing"},
      {"A path that does not fit.",
       R"({"fromFieldPath": {"resource": "db", "fieldPath": "kind.x"}})",
       "cause db field kind.x is missing"},
      {"A field of a resource that is not observed.",
       R"({"fromFieldPath": {"resource": "no", "fieldPath": "kind"}})",
       "cause no field kind is missing"},
      {"What stands in a Secret is decoded.",
       R"({"fromFieldPath": {"resource": "login",
                             "fieldPath": "data.password"}})",
       "s3cret"},
      {"Also when it is no text.",
       R"({"fromFieldPath": {"resource": "login", "fieldPath": "data.bytes"}})",
       "\xff"},
      {"Under a key with a dot.",
       R"({"fromFieldPath": {"resource": "login",
                             "fieldPath": "data[a.b]"}})",
       "x"},
      {"What cannot be decoded is not quoted.",
       R"({"fromFieldPath": {"resource": "login", "fieldPath": "data.bad"}})",
       "cause login field data.bad is not valid base64"},
      {"Unless the author wants it as it is.",
       R"({"fromFieldPath": {"resource": "login", "decode": "None",
                             "fieldPath": "data.password"}})",
       "czNjcmV0"},
      {"Or wants it decoded elsewhere.",
       R"({"fromFieldPath": {"resource": "db", "decode": "Base64",
                             "fieldPath": "status.host"}})",
       "cause db field status.host is not valid base64"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Read(test.source), test.want);
  }
}

}  // namespace
}  // namespace loom
