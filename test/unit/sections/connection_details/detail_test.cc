// SPDX-License-Identifier: Apache-2.0
// What an author may write, and what becomes of it.
#include "sections/connection_details/detail.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

constexpr char kUserDetail[] =
    R"("fromConnectionSecretKey": {"resource": "db", "key": "user"})";
constexpr char kBytes[] =
    R"("fromConnectionSecretKey": {"resource": "db", "key": "bytes"})";
constexpr char kPort[] =
    R"("fromFieldPath": {"resource": "db", "fieldPath": "status.port"})";
constexpr char kList[] =
    R"("fromFieldPath": {"resource": "db", "fieldPath": "status.list"})";

std::string Combined(absl::string_view variables, absl::string_view format) {
  return absl::StrCat(R"("combine": {"variables": [)", variables,
                      R"(], "fmt": ")", format, "\"}");
}

std::string Of(absl::string_view member) {
  return absl::StrCat("{", member, "}");
}

std::string Made(absl::string_view members) {
  TestCall call(RequestBytes(R"({"observed": {"resources": {"db": {
      "resource": {"apiVersion": "example.org/v1", "kind": "Db",
                   "status": {"port": 5432, "list": [2, {"a": "<"}]}},
      "connectionDetails": {"user": "YW5u", "bytes": "/w=="}}}}})"));
  const AuthorInput input(absl::StrCat(R"({"name": "n", )", members, "}"),
                          Dialect::kNative);
  const Detail detail = Detail::Parse(input.root());
  EXPECT_EQ(input.problems(), "");
  absl::StatusOr<DetailValue> value = detail.Make(call.state);
  EXPECT_TRUE(value.ok()) << value.status();
  return value->is_missing() ? "cause " + value->cause : value->bytes;
}

TEST(Detail, IsMade) {
  const struct {
    const char* reason;
    std::string members;
    std::string want;
  } tests[] = {
      {"Of a key.", kUserDetail, "ann"},
      {"Of a number.", kPort, "5432"},
      {"Of a list, as Go writes JSON.", kList, R"([2,{"a":"\u003c"}])"},
      {"Of a text.", R"("value": "fixed")", "fixed"},
      {"Of an empty text.", R"("value": "")", ""},
      {"Of any bytes.", kBytes, "\xff"},
      {"Of several.",
       Combined(absl::StrCat(Of(kUserDetail), ", ", Of(kPort)), "%s:%d"),
       "ann:5432"},
      {"Of several, one of which is missing.",
       Combined(absl::StrCat(Of(kUserDetail), R"(, {"fromFieldPath":
            {"resource": "db", "fieldPath": "status.x"}})"),
                "%s:%s"),
       "cause db field status.x is missing"},
      {"A list cannot be part of a string.", Combined(Of(kList), "%s"),
       "cause a list or an object cannot be part of a string"},
      {"Bytes cannot be part of a string, and are not quoted.",
       Combined(Of(kBytes), "%s"),
       "cause a value that is not UTF-8 cannot be part of a string"},
      {"A text is transformed.",
       absl::StrCat(kUserDetail,
                    R"(, "transforms": [{"type": "string", "string":
            {"type": "Convert", "convert": "ToUpper"}}])"),
       "ANN"},
      {"A number is transformed as one.",
       absl::StrCat(kPort, R"(, "transforms": [{"type": "math", "math":
            {"type": "Multiply", "multiply": 2}}])"),
       "10864"},
      {"A transform that fails quotes nothing.",
       absl::StrCat(kUserDetail, R"(, "transforms": [{"type": "math", "math":
            {"type": "Multiply", "multiply": 2}}])"),
       "cause transforms[0] (math): input is required to be a number for math "
       "transformer, got string"},
      {"Bytes are not transformed.",
       absl::StrCat(kBytes, R"(, "transforms": [{"type": "string", "string":
            {"type": "Convert", "convert": "ToUpper"}}])"),
       "cause transforms[0] (string): NotText: the value is not UTF-8 text, so "
       "only data of a Secret, binaryData of a ConfigMap and connection "
       "details can hold it"},
      {"Except by a transform that takes bytes.",
       absl::StrCat(kBytes, R"(, "transforms": [{"type": "string", "string":
            {"type": "Convert", "convert": "ToBase64"}}])"),
       "/w=="},
      {"Bytes of an expression are published as they are.",
       R"x("fromExpression": "observed.resources.db.connection_details.bytes")x",
       "\xff"},
      {"Bytes in a map are strings of JSON.",
       R"x("fromExpression": "{'u': observed.resources.db.connection_details.user}")x",
       R"({"u":"ann"})"},
      {"… if they are UTF-8.",
       R"x("fromExpression": "[observed.resources.db.connection_details.bytes]")x",
       "cause NotText: the value is not UTF-8 text, so only data of a Secret, "
       "binaryData of a ConfigMap and connection details can hold it"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Made(test.members), test.want);
  }
}

TEST(Detail, TellsMistakes) {
  constexpr char kOneOf[] =
      "one of fromConnectionSecretKey, fromFieldPath, combine, value, "
      "fromExpression, allFrom is required";
  const struct {
    const char* reason;
    std::string entry;
    std::string problems;
  } tests[] = {
      {"Nothing.", "{}",
       absl::StrCat("name: Required value: name is required; ", kOneOf)},
      {"No value.", R"({"name": "a"})", kOneOf},
      {"Two values.",
       absl::StrCat(R"({"name": "a", "value": "x", )", kUserDetail, "}"),
       "fromConnectionSecretKey and value cannot be combined"},
      {"A name that no Secret has.", R"({"name": "a/b", "value": "x"})",
       R"(name: Invalid value: "a/b": expected at most 253 of the characters A-Z )"
       "a-z 0-9 - _ ."},
      {"All of a resource have their own names.",
       R"({"name": "a", "transforms": [], "allFrom": {"resource": "db"}})",
       "name: Invalid value: cannot be combined with allFrom, which copies the "
       "details unchanged; transforms: Invalid value: cannot be combined with "
       "allFrom, which copies the details unchanged"},
      {"All of nothing.", R"({"allFrom": {}})",
       "allFrom.resource: Required value: resource is required"},
      {"A key of nothing.",
       R"({"name": "a", "fromConnectionSecretKey": {"keys": "x"}})",
       "fromConnectionSecretKey.resource: Required value: resource is "
       "required; fromConnectionSecretKey: unknown keys (key?)"},
      {"Several fields.",
       R"({"name": "a", "fromFieldPath": {"resource": "b",
           "fieldPath": "a[*]"}})",
       "fromFieldPath.fieldPath: Invalid value: expected one field, not a "
       "wildcard"},
      {"A path that is none.",
       R"({"name": "a", "fromFieldPath": {"resource": "b",
           "fieldPath": "a["}})",
       R"(fromFieldPath.fieldPath: Invalid value: cannot parse path "a[": )"
       "unterminated '[' at "
       "position 1"},
      {"A format without values.", R"({"name": "a", "combine": {"fmt": "x"}})",
       "combine.variables: Required value: variables is required"},
      {"A format that does not fit.",
       absl::StrCat(R"({"name": "a", )", Combined(Of(kUserDetail), "%s%s"),
                    "}"),
       "combine.fmt: Invalid value: the format uses 2 arguments, but gets "
       "1"},
      {"A variable that is none.",
       R"({"name": "a", "combine": {"variables": [{"value": "x"}],
           "fmt": "%s"}})",
       "combine.variables[0]: one of fromConnectionSecretKey, fromFieldPath is "
       "required; combine.variables[0]: unknown value"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const AuthorInput input(test.entry, Dialect::kNative);
    Detail::Parse(input.root());
    EXPECT_EQ(Brief(input.problems()), test.problems);
  }
}

}  // namespace
}  // namespace loom
