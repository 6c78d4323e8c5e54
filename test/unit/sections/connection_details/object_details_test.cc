// SPDX-License-Identifier: Apache-2.0
// What an author may write.
#include "sections/connection_details/object_details.h"

#include <gtest/gtest.h>

#include "test/testing/section_call.h"

namespace loom {
namespace {

TEST(ObjectDetails, TellMistakes) {
  const struct {
    const char* reason;
    const char* entries;
    const char* refusal;
  } tests[] = {
      {"Nothing.", "[{}]",
       "objectConnectionDetails[0].resource: Required value: resource is "
       "required; objectConnectionDetails[0].details: Required value: details "
       "is required"},
      {"A detail of nothing.", R"([{"resource": "o", "details": [{}]}])",
       "objectConnectionDetails[0].details[0].apiVersion: Required value: "
       "apiVersion is required; objectConnectionDetails[0].details[0].kind: "
       "Required value: kind is required; "
       "objectConnectionDetails[0].details[0].name: Required value: name is "
       "required; objectConnectionDetails[0].details[0].fieldPath: Required "
       "value: fieldPath is required; "
       "objectConnectionDetails[0].details[0].toConnectionSecretKey: Required "
       "value: toConnectionSecretKey is required"},
      {"A Secret without a name, a path and a key that are none.",
       R"([{"resource": "o", "writeConnectionSecretToRef": {},
            "details": [{"apiVersion": "v1", "kind": "Secret", "name": "a",
            "fieldPath": "a[", "toConnectionSecretKey": "a b"}]}])",
       "objectConnectionDetails[0].writeConnectionSecretToRef.name: Required "
       "value: name is required; "
       "objectConnectionDetails[0].details[0].fieldPath: Invalid value: "
       R"(cannot parse path "a[": unterminated '[' at position 1; )"
       "objectConnectionDetails[0].details[0].toConnectionSecretKey: Invalid "
       R"(value: "a b": expected at most 253 of the characters A-Z a-z 0-9 - _ .)"},
      {"A resource and a key twice.",
       R"([{"resource": "o", "details": [
            {"apiVersion": "v1", "kind": "Secret", "name": "a",
             "fieldPath": "a", "toConnectionSecretKey": "k"},
            {"apiVersion": "v1", "kind": "Secret", "name": "b",
             "fieldPath": "a", "toConnectionSecretKey": "k"}]},
           {"resource": "o", "details": [
            {"apiVersion": "v1", "kind": "Secret", "name": "a",
             "fieldPath": "a", "toConnectionSecretKey": "k"}]}])",
       "objectConnectionDetails[0].details[1].toConnectionSecretKey: Invalid "
       R"(value: duplicate key "k"; objectConnectionDetails[1].resource: )"
       R"(Invalid value: duplicate resource "o")"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const SectionCall call(
        {.input =
             absl::StrCat(R"("objectConnectionDetails": )", test.entries)});
    EXPECT_EQ(call.Refusal(), test.refusal);
  }
}

}  // namespace
}  // namespace loom
