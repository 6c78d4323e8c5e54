// SPDX-License-Identifier: Apache-2.0
#include "tools/test/test_command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "test/testing/expected.h"
#include "test/testing/paths.h"

namespace loom {
namespace {

namespace fs = std::filesystem;

// Each folder of test/suites/timelines/cases has tests, what they print, and maybe flags.
TEST(Timelines, PrintWhatIsExpected) {
  std::vector<fs::path> folders;
  for (const auto& folder :
       fs::directory_iterator(InRepository("test/suites/timelines/cases"))) {
    folders.push_back(folder.path());
  }
  std::sort(folders.begin(), folders.end());
  ASSERT_FALSE(folders.empty());
  const fs::path before = fs::current_path();
  for (const fs::path& folder : folders) {
    fs::current_path(folder);
    std::vector<std::string> arguments = {"--verbose"};
    std::ifstream flags(folder / "flags.txt");
    for (std::string flag; flags >> flag;) arguments.push_back(flag);
    std::istringstream in;
    std::ostringstream out, err;
    const int code = RunTest(arguments, in, out, err);
    const std::string text =
        absl::StrCat(out.str(), err.str(), "exit code ", code, "\n");
    EXPECT_EQ(text, Expected((folder / "expected.txt").string(), text))
        << folder;
  }
  fs::current_path(before);
}

TEST(TestCommand, SaysWhyItPlaysNothing) {
  const struct {
    const char* reason;
    std::vector<std::string> arguments;
    const char* error;
  } kRows[] = {
      {"a folder without tests",
       {InRepository("test/suites/timelines/cases/life/crds")},
       "cannot read "},
      {"an unknown flag", {"--onyl", "x"}, "unknown flag --onyl"},
      {"more than all", {"--min-coverage", "101"}, "--min-coverage"},
      {"a malformed pattern", {"--only", "("}, "missing"},
      {"an address without a name",
       {"--function-address", "localhost:9443"},
       "want NAME=HOST:PORT"},
  };
  for (const auto& row : kRows) {
    std::istringstream in;
    std::ostringstream out, err;
    EXPECT_EQ(RunTest(row.arguments, in, out, err), 2) << row.reason;
    EXPECT_NE(err.str().find(row.error), std::string::npos)
        << row.reason << ": " << err.str();
  }
}

}  // namespace
}  // namespace loom
