// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/testing/brief.h"
#include "tools/convert/convert_command.h"

namespace loom {
namespace {

TEST(ConvertOptionsTest, Defaults) {
  auto options = ParseConvertOptions({"f.yaml"});
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->path, "f.yaml");
  EXPECT_EQ(options->output, ConvertOptions::Output::kYaml);
  EXPECT_EQ(options->rules.function, "function-loom");
  EXPECT_EQ(options->rules.step, "loom");
  EXPECT_FALSE(options->rules.drop_in);
  EXPECT_FALSE(options->in_place || options->check || options->quiet);
}

TEST(ConvertOptionsTest, All) {
  auto options = ParseConvertOptions(
      {"--to=drop-in", "--function", "f", "--step=s", "--name-unnamed",
       "--rewrite", "--output", "json", "--in-place", "-q", "f.yaml"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->output, ConvertOptions::Output::kJson);
  EXPECT_EQ(options->rules.function, "f");
  EXPECT_EQ(options->rules.step, "s");
  EXPECT_TRUE(options->rules.drop_in && options->rules.name_unnamed &&
              options->rules.rewrite && options->in_place && options->quiet);
}

struct Row {
  const char* reason;
  std::vector<std::string> arguments;
  const char* message;
};

TEST(ConvertOptionsTest, Errors) {
  const Row rows[] = {
      {"no file", {}, "missing argument: FILE"},
      {"two files", {"a", "b"}, "unexpected argument b"},
      {"a mistyped flag", {"a", "--rewirte"}, "(--rewrite?)"},
      {"another target", {"a", "--to", "x"}, "expected one of native, drop-in"},
      {"another output",
       {"a", "--output=x"},
       "expected one of yaml, patch, json"},
      {"nothing to write", {"a", "--check", "--in-place"}, "--check writes"},
      {"stdin in place", {"-", "--in-place"}, "cannot write to stdin"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.reason);
    EXPECT_THAT(Brief(ParseConvertOptions(row.arguments).status().message()),
                testing::HasSubstr(row.message));
  }
}

TEST(ConvertOptionsTest, Help) {
  auto options = ParseConvertOptions({"-h"});
  ASSERT_TRUE(options.ok());
  EXPECT_TRUE(options->help);
  EXPECT_THAT(HelpText(ConvertHelp()), testing::HasSubstr("--name-unnamed"));
}

}  // namespace
}  // namespace loom
