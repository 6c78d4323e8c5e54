// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/shell_hook.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace loom {
namespace {

TEST(RunHook, ReturnsWhatTheCommandPrints) {
  const struct {
    const char* reason;
    const char* command;
    int exit_code;
    const char* output;
  } kRows[] = {
      {"stdout", "echo a", 0, "a\n"},
      {"stderr", "echo a >&2", 0, "a\n"},
      {"an exit code", "echo a; exit 3", 3, "a\n"},
      {"quotes", R"(echo 'a "b" $HOME' "it's")", 0, "a \"b\" $HOME it's\n"},
      {"several lines", "echo a\necho b", 0, "a\nb\n"},
      {"no stdin", "cat", 0, ""},
      {"the folder", "pwd", 0, "/\n"},
  };
  for (const auto& row : kRows) {
    const auto outcome = RunHook(row.command, "/");
    ASSERT_TRUE(outcome.ok()) << row.reason << ": " << outcome.status();
    EXPECT_EQ(outcome->exit_code, row.exit_code) << row.reason;
    EXPECT_EQ(outcome->output, row.output) << row.reason;
  }
  EXPECT_FALSE(RunHook("yes", "/").ok());
}

TEST(WorkFolder, ExistsAsLongAsTheObject) {
  std::string path;
  {
    auto folder = WorkFolder::Make();
    ASSERT_TRUE(folder.ok()) << folder.status();
    const auto written = folder->Write("a/b.yaml", "c: 1\n");
    ASSERT_TRUE(written.ok()) << written.status();
    const auto copied = folder->CopyIn("d/b.yaml", *written);
    ASSERT_TRUE(copied.ok()) << copied.status();
    EXPECT_TRUE(std::filesystem::exists(*copied));
    EXPECT_FALSE(folder->CopyIn("e", "/no/such/file").ok());
    path = folder->path();
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace loom
