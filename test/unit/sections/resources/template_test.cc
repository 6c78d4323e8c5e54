// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sections/resources/templates.h"
#include "test/testing/json.h"

namespace loom {
namespace {

TEST(Templates, ReportsMistakes) {
  const struct {
    const char* reason;
    Dialect dialect;
    const char* input;
    const char* want;
  } tests[] = {
      {"A resource has a name.", Dialect::kPatchAndTransform,
       R"({"resources": [{"base": {"kind": "K"}}]})",
       "resources[0].name: Required value: name is required"},
      {"A base has a kind.", Dialect::kPatchAndTransform,
       R"({"resources": [{"name": "a", "base": {"apiVersion": "v1"}}]})",
       "resources[0].base: cannot parse base template of composed resource "
       "\"a\": Object 'Kind' is missing in '{\"apiVersion\":\"v1\"}'"},
      {"A base is an object.", Dialect::kPatchAndTransform,
       R"({"resources": [{"name": "a", "base": "Bucket"}]})",
       "resources[0].base: cannot parse base template of composed resource "
       "\"a\": expected an object, got a string"},
      {"An apiVersion that is no text.", Dialect::kNative,
       R"({"resources": [{"name": "a", "base": {"apiVersion": 1,
                                                "kind": "K"}}]})",
       "resources[0].base.apiVersion: Invalid value: expected a string, got a "
       "number"},
      {"The Go function takes that for none.", Dialect::kPatchAndTransform,
       R"({"resources": [{"name": "a", "base": {"apiVersion": 1,
                                                "kind": "K"}}]})",
       ""},
      {"Two resources with one name.", Dialect::kNative,
       R"({"resources": [{"name": "a"}, {"name": "b"}, {"name": "a"}]})",
       "resources[2].name: Invalid value: duplicate name \"a\""},
      {"The Go function lets the last one win.", Dialect::kPatchAndTransform,
       R"({"resources": [{"name": "a"}, {"name": "b"}, {"name": "a"}]})", ""},
      {"Two without a name are just that.", Dialect::kNative,
       R"({"resources": [{}, {}]})",
       "resources[0].name: Required value: name is required; "
       "resources[1].name: Required value: name is required"},
      {"A native secret's mistakes do not wait.", Dialect::kNative,
       R"({"writeConnectionSecretToRef": {"patches": [{}]}})",
       "writeConnectionSecretToRef.patches[0].fromFieldPath: Required value: "
       "fromFieldPath is required"},
      {"Those of a drop-in one wait until a secret is due.",
       Dialect::kPatchAndTransform,
       R"({"resources": [{"name": "a", "base": {"kind": "K"}}],
           "writeConnectionSecretToRef": {"patches": [{}]}})",
       ""},
      {"… unless it is the shape, which Go checks at once.",
       Dialect::kPatchAndTransform,
       R"({"resources": [{"name": "a", "base": {"kind": "K"}}],
           "writeConnectionSecretToRef": {"name": {}, "patches": [{}]}})",
       "writeConnectionSecretToRef.name: Invalid value: expected a string, got "
       "an "
       "object"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.input, test.dialect);
    Fields fields(input.root());
    bool native = test.dialect == Dialect::kNative;
    native ? Templates::ParseNative(fields) : Templates::ParseDropIn(fields);
    EXPECT_EQ(input.problems(), test.want);
  }
}

}  // namespace
}  // namespace loom
