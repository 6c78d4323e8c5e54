// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/convert/convert_command.h"

namespace loom {
namespace {

using Output = ConvertOptions::Output;

std::vector<FileResult> Files() {
  FileResult first{
      "a.yaml", FileResult::Status::kConverted, "a: 1\n", "a: 2", {}, {}};
  first.notes = {
      {.position = {.file = "a.yaml", .line = 1, .column = 4, .offset = 3},
       .path = "a",
       .message = "a \"note\""}};
  FileResult second{
      "b.yaml", FileResult::Status::kRefused, "b: 1\n", "b: 1\n", {}, {}};
  second.refusals = {
      {.position = {.file = "b.yaml"}, .message = "why", .help = "what to do"}};
  return {first, second};
}

TEST(ConvertOutputTest, Yaml) {
  EXPECT_EQ(ConvertOutput(Files(), Output::kYaml), "a: 2\n---\nb: 1\n");
}

TEST(ConvertOutputTest, Patch) {
  EXPECT_EQ(ConvertOutput(Files(), Output::kPatch),
            "--- a.yaml\n+++ a.yaml\n@@ -1 +1 @@\n-a: 1\n+a: 2\n"
            "\\ No newline at end of file\n");
}

TEST(ConvertOutputTest, Json) {
  EXPECT_EQ(
      ConvertOutput(Files(), Output::kJson),
      R"({"format":"loom.convert/v1","files":[{"file":"a.yaml","status":)"
      R"("converted","notes":[{"message":"a \"note\"","position":{"file":)"
      R"("a.yaml","line":1,"column":4,"offset":3,"path":"a"}}],"refusals":[],)"
      R"("patch":"--- a.yaml\n+++ a.yaml\n@@ -1 +1 @@\n-a: 1\n+a: 2\n\\ No )"
      R"(newline at end of file\n"},{"file":"b.yaml","status":"refused",)"
      R"("notes":[],"refusals":[{"message":"why","help":"what to do",)"
      R"("position":{"file":"b.yaml","line":1,"column":1,"offset":0}}],)"
      R"("patch":""}]})"
      "\n");
}

}  // namespace
}  // namespace loom
