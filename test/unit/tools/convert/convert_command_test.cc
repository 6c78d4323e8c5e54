// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/convert_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "test/testing/expected.h"
#include "test/testing/manifests.h"
#include "test/testing/paths.h"
#include "test/testing/temp_folder.h"
#include "test/unit/tools/workspace/full_disk.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string SlurpConvertCommand(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

class ConvertCommandTest : public testing::Test {
 protected:
  int Convert(const std::vector<std::string>& arguments) {
    std::istringstream in(stdin_);
    std::ostringstream out, err;
    int code = RunConvert(arguments, in, out, err);
    out_ = out.str();
    err_ = err.str();
    return code;
  }

  TempFolder folder_;
  std::string composition_ =
      folder_.Write("composition.yaml", CompositionOf(kBucketStep));
  std::string converted_ =
      "  - step: loom\n"
      "    functionRef: {name: function-loom}\n"
      "    input:\n"
      "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
      "      kind: Input\n"
      "      resources:\n";
  std::string stdin_;
  std::string out_, err_;
};

TEST_F(ConvertCommandTest, PrintsTheText) {
  EXPECT_EQ(Convert({composition_}), 0);
  EXPECT_THAT(out_, HasSubstr(converted_));
  EXPECT_EQ(err_, "");
}

TEST_F(ConvertCommandTest, ReadsStdin) {
  stdin_ = CompositionOf(kBucketStep);
  EXPECT_EQ(Convert({"-"}), 0);
  EXPECT_THAT(out_, HasSubstr(converted_));
}

TEST_F(ConvertCommandTest, PrintsThePatchOfTheExample) {
  std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(InRepository("examples/command-line"));
  EXPECT_EQ(Convert({"composition.yaml", "--output", "patch"}), 0);
  std::filesystem::current_path(before);
  EXPECT_EQ(out_,
            Expected(InRepository("test/suites/convert/session.diff"), out_));
  EXPECT_EQ(err_, "");
}

TEST_F(ConvertCommandTest, PrintsJson) {
  EXPECT_EQ(Convert({composition_, "--output=json", "--to=drop-in"}), 0);
  EXPECT_THAT(out_, StartsWith("{\"format\":\"loom.convert/v1\",\"files\":[{"
                               "\"file\":\"" +
                               composition_ +
                               "\",\"status\":\"converted\",\"notes\":[],"
                               "\"refusals\":[],\"patch\":\"--- "));
}

TEST_F(ConvertCommandTest, PrintsErrorsAsJson) {
  EXPECT_EQ(Convert({"nope.yaml", "--output=json"}), 2);
  EXPECT_EQ(out_,
            "{\"format\":\"loom.convert/v1\",\"error\":{\"message\":\"cannot "
            "read nope.yaml: no such file or directory\"}}\n");
}

TEST_F(ConvertCommandTest, PrintsErrorsOfFlagsAsJson) {
  EXPECT_EQ(Convert({composition_, "--rewirte", "--output", "json"}), 2);
  EXPECT_THAT(out_, StartsWith("{\"format\":\"loom.convert/v1\",\"error\":{"
                               "\"message\":\"unknown flag --rewirte\""));
}

TEST_F(ConvertCommandTest, PutsPositionsIntoJson) {
  stdin_ = CompositionOf(std::string(kBucketStep) + kForeignStep);
  EXPECT_EQ(Convert({"-", "--output=json"}), 0);
  EXPECT_THAT(out_, HasSubstr("\"position\":{\"file\":\"stdin\",\"line\":18,"
                              "\"column\":5,\"offset\":"));
  EXPECT_THAT(out_, HasSubstr("\"path\":\"spec.pipeline[1]\"}"));
}

TEST_F(ConvertCommandTest, WritesInPlace) {
  EXPECT_EQ(Convert({folder_.path(), "--in-place"}), 0);
  EXPECT_EQ(out_, "");
  EXPECT_THAT(SlurpConvertCommand(composition_), HasSubstr(converted_));
  EXPECT_EQ(Convert({folder_.path(), "--in-place"}), 0);
  EXPECT_EQ(err_, "function-loom: note: " + composition_ +
                      ": there is nothing to convert\n");
}

TEST_F(ConvertCommandTest, LeavesTemplatesOfADirectoryAsTheyAre) {
  folder_.Write("chart/Chart.yaml", "name: a\n");
  const std::string text = "name: {{ .Values.name }}\n";
  const std::string made = folder_.Write("chart/templates/a.yaml", text);
  EXPECT_EQ(Convert({folder_.path(), "--in-place"}), 0);
  EXPECT_THAT(SlurpConvertCommand(composition_), HasSubstr(converted_));
  EXPECT_EQ(SlurpConvertCommand(made), text);
  EXPECT_THAT(err_, HasSubstr("a.yaml:1:1: this is a template, not YAML"));
  // Who names the file wants it converted.
  EXPECT_EQ(Convert({made, "--in-place"}), 2);
}

TEST_F(ConvertCommandTest, TellsOfTheFilesBeforeTheOneThatItCannotWrite) {
  const std::string noted = folder_.Write(
      "a.yaml", CompositionOf(std::string(kBucketStep) + kForeignStep));
  const std::string big =
      CompositionOf(kBucketStep) + "#" + std::string(100000, '-') + "\n";
  folder_.Write("composition.yaml", big);
  int code = 0;
  {
    FullDisk full(50000);
    code = Convert({folder_.path(), "--in-place"});
  }
  EXPECT_EQ(code, 2);
  EXPECT_THAT(err_, StartsWith("function-loom: note: " + noted + ":"));
  EXPECT_THAT(err_, HasSubstr("function-loom: error: cannot write " +
                              composition_ + ": file too large\n"));
  EXPECT_THAT(SlurpConvertCommand(noted), HasSubstr(converted_));
  EXPECT_EQ(SlurpConvertCommand(composition_), big);
}

TEST_F(ConvertCommandTest, ChecksWithoutWriting) {
  EXPECT_EQ(Convert({composition_, "--check"}), 1);
  EXPECT_EQ(out_, "");
  EXPECT_EQ(err_,
            "function-loom: note: " + composition_ + " can be converted\n");
  EXPECT_EQ(SlurpConvertCommand(composition_), CompositionOf(kBucketStep));
  stdin_ = "kind: ConfigMap\n";
  EXPECT_EQ(Convert({"-", "--check"}), 0);
}

TEST_F(ConvertCommandTest, ReadsTheDirectoriesOfADirectory) {
  TempFolder folder;
  folder.Write("a.yaml", "kind: ConfigMap\n");
  const std::string below =
      folder.Write("below/composition.yaml", CompositionOf(kBucketStep));
  EXPECT_EQ(Convert({folder.path(), "--check"}), 1);
  EXPECT_THAT(err_, HasSubstr(below + " can be converted\n"));
  EXPECT_EQ(Convert({folder.path(), "--in-place"}), 0);
  EXPECT_THAT(SlurpConvertCommand(below), HasSubstr(converted_));
}

TEST_F(ConvertCommandTest, RenamesFunctions) {
  EXPECT_EQ(Convert({composition_, "--to", "drop-in"}), 0);
  EXPECT_THAT(out_, HasSubstr("functionRef: {name: function-loom}\n"
                              "    input:\n"
                              "      apiVersion: pt.fn.crossplane.io/v1beta1"));
}

TEST_F(ConvertCommandTest, TakesNames) {
  EXPECT_EQ(Convert({composition_, "--function=mine", "--step", "make"}), 0);
  EXPECT_THAT(out_, HasSubstr("- step: make\n    functionRef: {name: mine}\n"));
}

TEST_F(ConvertCommandTest, PrintsSeveralFiles) {
  folder_.Write("a.yaml", "kind: ConfigMap");
  EXPECT_EQ(Convert({folder_.path(), "-q"}), 0);
  EXPECT_THAT(out_, StartsWith("kind: ConfigMap\n---\napiVersion: "));
  EXPECT_EQ(err_, "");
}

TEST_F(ConvertCommandTest, SaysWhatIsNoYaml) {
  stdin_ = "a: [";
  EXPECT_EQ(Convert({"-"}), 2);
  EXPECT_THAT(err_, StartsWith("function-loom: error: stdin:1:"));
  EXPECT_EQ(out_, "");
}

TEST_F(ConvertCommandTest, ShowsHelp) {
  EXPECT_EQ(Convert({"--help"}), 0);
  EXPECT_THAT(out_, StartsWith("Usage: function-loom convert "));
  EXPECT_LE(std::count(out_.begin(), out_.end(), '\n'), 60);
}

}  // namespace
}  // namespace loom
