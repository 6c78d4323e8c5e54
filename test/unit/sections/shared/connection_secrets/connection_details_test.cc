// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/connection_secrets/connection_details.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

constexpr char kObserved[] = R"({
  "spec": {"none": null},
  "status": {"address": "db.example.org", "port": 5432, "share": 0.5,
             "open": true, "hosts": ["a", "<b>"]}})";

// The details as "name=value", those of earlier steps among them.
std::string Extracted(absl::string_view list) {
  AuthorInput input(absl::StrCat(R"({"connectionDetails": )", list, "}"),
                    Dialect::kPatchAndTransform);
  auto rows = ConnectionDetails::Parse(input.List("connectionDetails"));
  EXPECT_EQ(input.problems(), "");
  Value observed = Json(kObserved);
  ObservedDetails secret = {{"password", "s3cret"}, {"empty", ""}};
  Details details = {{"earlier", "kept"}};
  EXPECT_TRUE(rows.Extract({observed, secret}, TestPool(), &details).ok());
  return absl::StrJoin(details, " ", absl::PairFormatter("="));
}

TEST(ConnectionDetails, TakesWhatCanBeHad) {
  const struct {
    const char* reason;
    const char* list;
    const char* want;
  } tests[] = {
      {"Nothing asked for, nothing added.", "[]", "earlier=kept"},
      {"A key of the observed secret.",
       R"([{"name": "pw", "type": "FromConnectionSecretKey",
            "fromConnectionSecretKey": "password"}])",
       "earlier=kept pw=s3cret"},
      {"A key that is there and empty is kept.",
       R"([{"name": "e", "type": "FromConnectionSecretKey",
            "fromConnectionSecretKey": "empty"}])",
       "e= earlier=kept"},
      {"A text of the object as it is.",
       R"([{"name": "host", "type": "FromFieldPath",
            "fromFieldPath": "status.address"}])",
       "earlier=kept host=db.example.org"},
      {"Whole numbers have no fraction, whatever they were on the wire.",
       R"([{"name": "port", "type": "FromFieldPath",
            "fromFieldPath": "status.port"},
           {"name": "share", "type": "FromFieldPath",
            "fromFieldPath": "status.share"}])",
       "earlier=kept port=5432 share=0.5"},
      {"Anything else as Go's JSON.",
       R"([{"name": "hosts", "type": "FromFieldPath",
            "fromFieldPath": "status.hosts"},
           {"name": "none", "type": "FromFieldPath",
            "fromFieldPath": "spec.none"},
           {"name": "open", "type": "FromFieldPath",
            "fromFieldPath": "status.open"}])",
       "earlier=kept hosts=[\"a\",\"\\u003cb\\u003e\"] none=null open=true"},
      {"A literal.", R"([{"name": "v", "type": "FromValue", "value": "x"}])",
       "earlier=kept v=x"},
      {"Of two with one name the later counts.",
       R"([{"name": "v", "type": "FromValue", "value": "x"},
           {"name": "v", "type": "FromValue", "value": "y"}])",
       "earlier=kept v=y"},
      {"What an earlier step published is replaced.",
       R"([{"name": "earlier", "type": "FromValue", "value": ""}])",
       "earlier="},

      {"A key that is absent leaves out the detail.",
       R"([{"name": "k", "type": "FromConnectionSecretKey",
            "fromConnectionSecretKey": "Password"}])",
       "earlier=kept"},
      {"A field that is missing leaves it out.",
       R"([{"name": "f", "type": "FromFieldPath",
            "fromFieldPath": "status.nope"}])",
       "earlier=kept"},
      {"A path of another shape leaves it out.",
       R"([{"name": "f", "type": "FromFieldPath",
            "fromFieldPath": "status.address.x"}])",
       "earlier=kept"},
      {"A malformed path leaves it out in a drop-in input.",
       R"([{"name": "f", "type": "FromFieldPath", "fromFieldPath": "a..b"}])",
       "earlier=kept"},
      {"Leaving out does not take back an earlier one of that name.",
       R"([{"name": "v", "type": "FromValue", "value": "x"},
           {"name": "v", "type": "FromFieldPath", "fromFieldPath": "nope"}])",
       "earlier=kept v=x"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Extracted(test.list), test.want);
  }
}

TEST(ConnectionDetails, ReportsMistakes) {
  const struct {
    const char* reason;
    Dialect dialect;
    const char* row;
    const char* want;
  } tests[] = {
      {"A literal may be empty.", Dialect::kNative,
       R"({"name": "v", "type": "FromValue", "value": ""})", ""},
      {"Operands of other types do no harm.", Dialect::kNative,
       R"({"name": "v", "type": "FromValue", "value": "x",
           "fromFieldPath": "a..b", "fromConnectionSecretKey": "k"})",
       ""},
      {"A malformed path waits in a drop-in input.",
       Dialect::kPatchAndTransform,
       R"({"name": "v", "type": "FromFieldPath", "fromFieldPath": "a]"})", ""},

      {"A malformed path is a mistake of a native input.", Dialect::kNative,
       R"({"name": "v", "type": "FromFieldPath", "fromFieldPath": "a]"})",
       "connectionDetails[0].fromFieldPath: Invalid value: cannot parse path "
       "\"a]\": unexpected ']' at position 1"},
      {"A name is needed.", Dialect::kPatchAndTransform,
       R"({"type": "FromValue", "value": "x"})",
       "connectionDetails[0].name: Required value: name is required"},
      {"A type is needed; there is no default.", Dialect::kPatchAndTransform,
       R"({"name": "v", "value": "x"})",
       "connectionDetails[0].type: Required value: type is required"},
      {"Types are spelt exactly.", Dialect::kPatchAndTransform,
       R"({"name": "v", "type": "fromValue", "value": "x"})",
       "connectionDetails[0].type: Invalid value: \"fromValue\": expected one "
       "of "
       "FromConnectionSecretKey, FromFieldPath, FromValue (FromValue?)"},
      {"Each type needs its own operand.", Dialect::kPatchAndTransform,
       R"({"name": "v", "type": "FromConnectionSecretKey", "value": "x"})",
       "connectionDetails[0].fromConnectionSecretKey: Required value: "
       "fromConnectionSecretKey is required"},
      {"A number is no text.", Dialect::kPatchAndTransform,
       R"({"name": "v", "type": "FromValue", "value": 5432})",
       "connectionDetails[0].value: Invalid value: expected a string, got a "
       "number"},
      {"Unknown members are mistakes.", Dialect::kPatchAndTransform,
       R"({"name": "v", "type": "FromValue", "value": "x", "key": "k"})",
       "connectionDetails[0]: unknown key"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(
        absl::StrCat(R"({"connectionDetails": [)", test.row, "]}"),
        test.dialect);
    ConnectionDetails::Parse(input.List("connectionDetails"));
    EXPECT_EQ(Brief(input.problems()), test.want);
  }
}

}  // namespace
}  // namespace loom
