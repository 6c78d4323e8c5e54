// SPDX-License-Identifier: Apache-2.0
#include "command_line/errors.h"

#include <gtest/gtest.h>

#include <sstream>

namespace loom {
namespace {

TEST(PrintErrors, AreALineEachAndAdviceIsIndented) {
  std::ostringstream err;
  PrintErrors(absl::InvalidArgumentError("one\n  do this\ntwo"), err);
  EXPECT_EQ(err.str(),
            "function-loom: error: one\n"
            "  do this\n"
            "function-loom: error: two\n");
}

TEST(ErrorJson, IsAskedForWhateverElseIsWrong) {
  struct {
    const char* reason;
    std::vector<std::string> arguments;
    bool want;
  } tests[] = {
      {"as two arguments", {"--output", "json", "--frobnicate"}, true},
      {"as one", {"a.yaml", "--output=json"}, true},
      {"another form", {"--output", "text"}, false},
      {"a file of that name", {"json"}, false},
      {"the value of another flag", {"--against", "json"}, false},
      {"nothing is asked for", {}, false},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(WantsJson(test.arguments), test.want) << test.reason;
  }
}

TEST(ErrorJson, HasTheAdviceApart) {
  EXPECT_EQ(ErrorJson("lint", absl::InvalidArgumentError("a \"b\"\n  do c")),
            R"({"format":"loom.lint/v1","error":{"message":"a \"b\"",)"
            R"("help":"do c"}})"
            "\n");
  EXPECT_EQ(ErrorJson("render", absl::InvalidArgumentError("no file")),
            R"({"format":"loom.render/v1","error":{"message":"no file"}})"
            "\n");
}

}  // namespace
}  // namespace loom
