// SPDX-License-Identifier: Apache-2.0
// Plays the folders of cases/: composition.yaml becomes converted.yaml, and
// notes.txt is what is said on stderr. A file `arguments` holds further flags, and
// a folder with xr.yaml is rendered before and after as well: both have to desire
// the same, first and, with observed.yaml, later.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "test/testing/expected.h"
#include "test/testing/paths.h"
#include "test/testing/temp_folder.h"
#include "test/unit/tools/convert/rendered.h"
#include "tools/convert/convert_command.h"

namespace loom {
namespace {

namespace fs = std::filesystem;

std::string Slurp(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

std::vector<fs::path> Cases() {
  std::vector<fs::path> cases;
  for (const auto& entry :
       fs::directory_iterator(InRepository("test/suites/convert/cases"))) {
    cases.push_back(entry.path());
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

class CasesTest : public testing::TestWithParam<fs::path> {
 protected:
  // Runs `convert` on the text, which is given as stdin.
  int Convert(const std::string& text, std::string* out, std::string* err) {
    std::vector<std::string> arguments = {"-"};
    for (absl::string_view flag :
         absl::StrSplit(Slurp(GetParam() / "arguments"), absl::ByAnyChar(" \n"),
                        absl::SkipEmpty())) {
      arguments.emplace_back(flag);
    }
    std::istringstream in(text);
    std::ostringstream out_stream, err_stream;
    int code = RunConvert(arguments, in, out_stream, err_stream);
    *out = out_stream.str();
    *err =
        absl::StrReplaceAll(err_stream.str(), {{"stdin", "composition.yaml"}});
    return code;
  }
};

TEST_P(CasesTest, IsConverted) {
  std::string out, err;
  int code = Convert(Slurp(GetParam() / "composition.yaml"), &out, &err);
  EXPECT_EQ(out, Expected(GetParam() / "converted.yaml", out));
  EXPECT_EQ(err, Expected(GetParam() / "notes.txt", err));
  EXPECT_EQ(code, absl::StrContains(err, "error: ") ? 1 : 0);
}

TEST_P(CasesTest, IsNotConvertedTwice) {
  std::string out, err;
  if (fs::exists(GetParam() / "refused")) return;
  std::string converted = Slurp(GetParam() / "converted.yaml");
  Convert(converted, &out, &err);
  EXPECT_EQ(out, converted);
}

TEST_P(CasesTest, RendersAlike) {
  if (!fs::exists(GetParam() / "xr.yaml")) return;
  fs::path before = GetParam() / "before.yaml";
  if (!fs::exists(before)) before = GetParam() / "composition.yaml";
  for (bool observed : {false, true}) {
    RenderedFiles files{GetParam() / "xr.yaml", GetParam() / "required.yaml",
                        observed ? GetParam() / "observed.yaml" : ""};
    if (observed && !fs::exists(files.observed)) continue;
    if (!fs::exists(files.required)) files.required.clear();
    std::string wanted = Rendered(before, files);
    EXPECT_THAT(wanted, testing::StartsWith("---\n"));
    EXPECT_EQ(Rendered(GetParam() / "converted.yaml", files), wanted);
  }
}

struct Guide {
  const char* folder;
  const char* before;  // what renders as before.yaml should
};

TEST(GuidesTest, RenderAlike) {
  const Guide guides[] = {{"from-patch-and-transform", "before.yaml"},
                          {"from-native", "composition.yaml"},
                          {"sequence", "composition.yaml"}};
  for (const Guide& guide : guides) {
    SCOPED_TRACE(guide.folder);
    fs::path folder = fs::path(InRepository("examples")) / guide.folder;
    RenderedFiles files{folder / "xr.yaml", folder / "required.yaml", ""};
    if (!fs::exists(files.required)) files.required.clear();
    if (fs::exists(folder / "observed.yaml")) {
      files.observed = folder / "observed.yaml";
    }
    std::istringstream in;
    std::ostringstream out, err;
    EXPECT_EQ(RunConvert({folder / "before.yaml"}, in, out, err), 0);
    TempFolder work;
    std::string wanted = Rendered(folder / guide.before, files);
    EXPECT_THAT(wanted, testing::StartsWith("---\n"));
    EXPECT_EQ(Rendered(work.Write("converted.yaml", out.str()), files), wanted);
  }
}

INSTANTIATE_TEST_SUITE_P(All, CasesTest, testing::ValuesIn(Cases()),
                         [](const auto& tested) {
                           return absl::StrReplaceAll(
                               tested.param.filename().string(), {{"-", "_"}});
                         });

}  // namespace
}  // namespace loom
