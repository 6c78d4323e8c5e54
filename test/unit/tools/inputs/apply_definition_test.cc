// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "test/testing/brief.h"
#include "tools/inputs/render_inputs.h"

namespace loom {
namespace {

TEST(ApplyDefinition, GivesDefaultsAndRefuses) {
  struct Case {
    const char* reason;
    const char* composite;
    const char* want;  // spec, or the error
  };
  const Case kCases[] = {
      {"a default", "spec: {region: eu}", R"({"region":"eu","size":3})"},
      {"what Crossplane adds",
       "{spec: {region: eu, size: 1, compositionRef: {name: c}},\n"
       " status: {conditions: []}}",
       R"({"compositionRef":{"name":"c"},"region":"eu","size":1})"},
      {"every mistake, at its place",
       "spec:\n"
       "  size: big\n"
       "  regoin: eu\n"
       "  crossplane: {}\n"
       "status: {conditions: {}}\n",
       "xr:4:3: spec.region: Required value\n"
       "xr:4:9: spec.size: Invalid value: expected an integer, got a string\n"
       "xr:5:3: spec: unknown regoin (region?)\n"
       "xr:6:3: spec: unknown crossplane\n"
       "  XShop is a legacy composite: move the fields of spec.crossplane to "
       "spec\n"
       "xr:7:22: status.conditions: Invalid value: expected a list, got an "
       "object"},
  };
  for (const Case& c : kCases) {
    Pool pool;
    YamlDocument definition = std::move(
        (*ReadYaml("xrd",
                   "apiVersion: apiextensions.crossplane.io/v1\n"
                   "kind: CompositeResourceDefinition\n"
                   "spec:\n"
                   "  group: example.org\n"
                   "  names: {kind: XShop}\n"
                   "  versions:\n"
                   "  - name: v1\n"
                   "    schema:\n"
                   "      openAPIV3Schema:\n"
                   "        properties:\n"
                   "          spec:\n"
                   "            required: [region]\n"
                   "            properties:\n"
                   "              region: {type: string}\n"
                   "              size: {type: integer, default: 3}\n",
                   &pool))[0]);
    absl::string_view text = c.composite;
    YamlDocument composite = std::move(
        (*ReadYaml("xr",
                   absl::StrCat(text[0] == '{' ? "{apiVersion: example.org/v1, "
                                                 "kind: XShop,\n"
                                               : "apiVersion: example.org/v1\n"
                                                 "kind: XShop\n",
                                text.substr(text[0] == '{' ? 1 : 0)),
                   &pool))[0]);
    Diagnostics notes;
    absl::Status status =
        ApplyDefinition(definition, &composite, &notes, &pool);
    EXPECT_EQ(status.ok() ? *CompactJson(composite.root["spec"])
                          : Brief(status.message()),
              c.want)
        << c.reason;
    EXPECT_EQ(status.ok(), c.want[0] == '{') << c.reason;
  }
}

}  // namespace
}  // namespace loom
