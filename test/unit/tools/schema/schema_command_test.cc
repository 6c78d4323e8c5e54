// SPDX-License-Identifier: Apache-2.0
#include "tools/schema/schema_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "test/testing/brief.h"

namespace loom {
namespace {

struct Row {
  const char* reason;
  std::vector<std::string> arguments;
  int code;
  const char* out;  // a part of it
  const char* err;
};

TEST(SchemaCommand, PrintsTheSchemaThatIsNamed) {
  const Row rows[] = {
      {"what editors read",
       {"composition"},
       0,
       R"("title": "Composition")",
       ""},
      {"the definitions that it refers to",
       {"composition"},
       0,
       R"("$defs": {"apiKind": {)",
       ""},
      {"what a machine reads", {"lint"}, 0, R"({"const": "loom.lint/v1"})", ""},
      {"a mistyped name",
       {"rendr"},
       2,
       "",
       "function-loom: error: unknown schema rendr\n  (render?) expected one "
       "of "
       "composition, convert, explain, input, lint, render, test, "
       "test-results\n"},
      {"no name",
       {},
       2,
       "",
       "function-loom: error: no schema is named\n  expected one of "
       "composition, "
       "convert, explain, input, lint, render, test, test-results\n"},
      {"a flag that there is not", {"lint", "--yaml"}, 2, "", "--yaml"},
      {"two names", {"lint", "input"}, 2, "", "unexpected argument input"},
      {"help", {"--help"}, 0, "yaml-language-server", ""},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.reason);
    std::ostringstream out, err;
    EXPECT_EQ(RunSchema(row.arguments, out, err), row.code);
    EXPECT_THAT(out.str(), testing::HasSubstr(row.out));
    EXPECT_THAT(Brief(err.str()), testing::HasSubstr(row.err));
    EXPECT_EQ(out.str().empty(), row.code != 0);
  }
}

}  // namespace
}  // namespace loom
