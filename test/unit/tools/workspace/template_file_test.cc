// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/template_file.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(TemplateFile, KnowsTheNamesOfXprin) {
  const struct {
    const char* path;
    bool is_suite;
  } kRows[] = {
      {"xprin.yaml", true},
      {"tests/xprin.yaml", true},
      {"tests/app_xprin.yaml", true},
      {"_xprin.yaml", false},
      {"app-xprin.yaml", false},
      {"xprin.yml", false},
      {"app_xprin.yaml/xr.yaml", false},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(IsXprinName(row.path), row.is_suite) << row.path;
  }
}

TEST(TemplateFile, IsNotYaml) {
  const struct {
    const char* reason;
    TextFile file;
    bool is_template;
  } kRows[] = {
      {"a suite of xprin", {"a_xprin.yaml", "xr: {{ .A }}"}, true},
      {"a suite without actions", {"a_xprin.yaml", "xr: ["}, false},
      {"another file", {"a.yaml", "xr: {{ .A }}"}, false},
      {"a line of ytt", {"a.yaml", "  #@ if True:\na: ["}, true},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(IsTemplateFile(row.file), row.is_template) << row.reason;
  }
}

}  // namespace
}  // namespace loom
