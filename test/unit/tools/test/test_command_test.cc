// SPDX-License-Identifier: Apache-2.0
#include "tools/test/test_command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "test/testing/expected.h"
#include "test/testing/paths.h"
#include "test/testing/temp_folder.h"

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

struct Output {
  int code = 0;
  std::string out;
  std::string err;
};

Output Tested(const std::vector<std::string>& arguments) {
  std::istringstream in;
  std::ostringstream out, err;
  Output printed;
  printed.code = RunTest(arguments, in, out, err);
  printed.out = out.str();
  printed.err = err.str();
  return printed;
}

// A copy of a folder, which is the current one until it goes out of scope.
class FolderCopy {
 public:
  explicit FolderCopy(const fs::path& from) : before_(fs::current_path()) {
    fs::copy(from, folder_.path(), fs::copy_options::recursive);
    fs::current_path(folder_.path());
  }
  ~FolderCopy() { fs::current_path(before_); }

 private:
  fs::path before_;
  TempFolder folder_;
};

void WriteFile(const fs::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

std::vector<fs::path> FoldersIn(const char* path) {
  std::vector<fs::path> folders;
  for (const auto& folder : fs::directory_iterator(InRepository(path))) {
    folders.push_back(folder.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

// Each folder of test/suites/timelines/random has a Composition with one fault, which
// random lives find. The tests that they print fail.
TEST(Timelines, FindFaults) {
  for (const fs::path& folder : FoldersIn("test/suites/timelines/random")) {
    FolderCopy copy(folder);
    const Output found = Tested({"--random", "100", "--seed", "1"});
    EXPECT_EQ(found.code, 1) << folder << found.err;
    EXPECT_EQ(found.out,
              Expected((folder / "expected.yaml").string(), found.out))
        << folder;
    WriteFile("found.yaml", found.out);
    const Output again = Tested({"found.yaml"});
    EXPECT_EQ(again.code, 1) << folder << again.err;
    EXPECT_EQ(again.out.find("ok "), again.out.npos) << folder << again.out;
  }
}

// The Compositions of test/suites/timelines/first have no fault.
TEST(Timelines, WriteFirstTestsThatPass) {
  std::vector<fs::path> folders = FoldersIn("test/suites/timelines/first");
  for (const fs::path& each : FoldersIn("test/suites/timelines/random")) {
    folders.push_back(each);
  }
  for (const fs::path& folder : folders) {
    FolderCopy copy(folder);
    const Output first =
        Tested({"--init", "composition.yaml", "--xrd", "definition.yaml"});
    EXPECT_EQ(first.code, 0) << folder << first.err;
    EXPECT_EQ(first.out, Expected((folder / "first.yaml").string(), first.out))
        << folder;
    WriteFile("first.yaml", first.out);
    const Output played = Tested({"first.yaml"});
    EXPECT_EQ(played.code, 0) << folder << played.out << played.err;
  }
}

// --update makes after.yaml of before.yaml.
TEST(Timelines, UpdateExpectations) {
  for (const fs::path& folder : FoldersIn("test/suites/timelines/update")) {
    FolderCopy copy(folder);
    const Output updated = Tested({"--update", "before.yaml"});
    const std::string after = ReadFile("before.yaml");
    EXPECT_EQ(after, Expected((folder / "after.yaml").string(), after))
        << folder;
    const std::string text = absl::StrCat(updated.out, updated.err);
    EXPECT_EQ(text, Expected((folder / "expected.txt").string(), text))
        << folder;
    Tested({"--update", "before.yaml"});
    EXPECT_EQ(ReadFile("before.yaml"), after) << "a second time";
  }
}

TEST(TestCommand, WritesWhatOtherProgramsRead) {
  const fs::path before = fs::current_path();
  const fs::path folder =
      InRepository("test/suites/timelines/cases/nothing-proved");
  fs::current_path(folder);
  for (const char* format : {"json", "junit", "github"}) {
    std::istringstream in;
    std::ostringstream out, err;
    EXPECT_EQ(RunTest({"--output", format}, in, out, err), 1);
    EXPECT_EQ(out.str(),
              Expected(absl::StrCat(folder.string(), "/expected.", format),
                       out.str()));
    EXPECT_EQ(err.str(), "");
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
      {"an output that there is not", {"--output", "xml"}, "--output"},
      {"an unknown flag", {"--onyl", "x"}, "unknown flag --onyl"},
      {"more than all", {"--min-coverage", "101"}, "--min-coverage"},
      {"a malformed pattern", {"--only", "("}, "missing"},
      {"an address without a name",
       {"--function-address", "localhost:9443"},
       "expected NAME=HOST:PORT"},
      {"a first test without a definition",
       {"--init", "composition.yaml"},
       "--xrd FILE"},
      {"a definition without a first test",
       {"--xrd", "definition.yaml"},
       "only --init"},
      {"a seed without lives", {"--seed", "1"}, "only --random"},
      {"two modes", {"--random", "1", "--update"}, "exclude each other"},
      {"no lives", {"--random", "0"}, "--random"},
      {"a mode that does not watch", {"--watch", "--update"}, "do not watch"},
      {"stdin again and again", {"-", "--watch"}, "cannot be read twice"},
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
