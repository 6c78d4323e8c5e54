// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

std::string Data(const std::string& data) {
  return "apiVersion: apiextensions.crossplane.io/v1beta1\n"
         "kind: EnvironmentConfig\ndata:\n" +
         data;
}

TEST(CheckYaml, FindsWhatYamlDoesSilently) {
  const struct {
    const char* reason;
    std::string text;
    const char* want;
  } tests[] = {
      {"Nothing odd.", Data("  a: true\n  b: 12\n  c: \"yes\"\n  d: 1.5\n"),
       ""},
      {"A boolean of YAML 1.1.", Data("  a: yes\n"),
       "4:6 yaml/legacy-boolean data.a"},
      {"As a key.", Data("  on: 1\n"), "4:3 yaml/legacy-boolean data"},
      {"An octal number.", Data("  a: 010\n"), "4:6 yaml/number data.a"},
      {"The mode of a file is meant to be octal.",
       Data("  defaultMode: 0644\n"), ""},
      {"A hexadecimal number is meant.", Data("  a: 0x10\n"), ""},
      {"A fraction that is none.", Data("  threshold: 1.0\n"), ""},
      {"Underscores.", Data("  a: 1_000\n"), "4:6 yaml/number data.a"},
      {"A number that a double cannot hold.", Data("  a: 9007199254740993\n"),
       "4:6 yaml/number data.a"},
      {"One that it can.", Data("  a: 9007199254740994\n"), ""},
      {"More than 64 bits.", Data("  a: 123456789012345678901234\n"),
       "4:6 yaml/number data.a"},
      {"Equal keys.", Data("  a: 1\n  b: {c: 1, c: 2}\n  a: 2\n"),
       "5:13 yaml/duplicate-key data.b\n6:3 yaml/duplicate-key data"},
      {"Merging is no key.", Data("  a: &a {x: 1}\n  b: {<<: *a, <<: *a}\n"),
       ""},
      {"A quote that is never closed.", "a: \"b\n", "1:4 yaml/syntax"},
      {"Other documents are nobody's business.", "kind: Other\non: yes\n", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({test.text}), test.want);
  }
}

}  // namespace
}  // namespace loom
