// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/yaml/trees.h"
#include "tools/convert/converter.h"

namespace loom {
namespace {

constexpr char kForeign[] = "- {step: kcl, functionRef: {name: kcl}}\n";

std::string Convertible() {
  return Pipeline({Step("a", "pt",
                        "resources: [{name: a, base: {apiVersion: v1, kind: "
                        "A}}]"),
                   kForeign});
}

TEST(ConvertFileTest, KeepsOtherDocuments) {
  std::string first = "# one\na:   1\n--- # two\n", last = "...\n---\nb: [ 2 ]";
  auto file = ConvertFile("f.yaml", first + Convertible() + last, {});
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->status, FileResult::Status::kConverted);
  EXPECT_THAT(file->after, testing::StartsWith(first));
  EXPECT_THAT(file->after, testing::EndsWith(kForeign + last));
  EXPECT_THAT(file->after, testing::HasSubstr("step: loom"));
}

TEST(ConvertFileTest, LocatesWhatIsSaid) {
  auto file = ConvertFile("f.yaml", "a: 1\n---\n" + Convertible(), {});
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(file->notes.size(), 1);
  EXPECT_EQ(PlaceText(file->notes[0].position), "f.yaml:9:5");
  EXPECT_EQ(file->notes[0].path, "spec.pipeline[1]");
  EXPECT_EQ(file->before.substr(file->notes[0].position.offset, 10),
            "{step: kcl");
}

TEST(ConvertFileTest, LocatesAMistakeInAPatchSet) {
  auto file = ConvertFile(
      "f",
      Pipeline({Step("a", "pt",
                     "patchSets: [{name: tags, patches: [{fromFieldPath: "
                     "'spec['}]}], resources: []")}),
      {});
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(file->refusals.size(), 1);
  EXPECT_EQ(file->refusals[0].path,
            "spec.pipeline[0].input.patchSets[tags].patches[0].fromFieldPath");
  EXPECT_EQ(file->before.substr(file->refusals[0].position.offset, 7),
            "'spec['");
}

TEST(ConvertFileTest, ConvertsTheRestOfAFile) {
  std::string refused =
      "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n"
      "spec: {resources: [{}]}\n";
  auto file = ConvertFile("f", refused + "---\n" + Convertible(), {});
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->status, FileResult::Status::kConverted);
  EXPECT_EQ(file->refusals.size(), 1);
  file = ConvertFile("f", refused, {});
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->status, FileResult::Status::kRefused);
  EXPECT_EQ(file->after, refused);
}

TEST(ConvertFileTest, RefusesTheItemsOfAList) {
  const std::string list =
      "apiVersion: v1\nkind: List\nitems:\n- kind: ConfigMap\n"
      "- apiVersion: apiextensions.crossplane.io/v1\n  kind: Composition\n";
  auto file = ConvertFile("f", list, {});
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->status, FileResult::Status::kRefused);
  EXPECT_EQ(file->after, list);
  ASSERT_EQ(file->refusals.size(), 1u);
  EXPECT_EQ(PlaceText(file->refusals[0].position), "f:5:3");
  EXPECT_EQ(file->refusals[0].path, "items[1]");
}

TEST(ConvertFileTest, NothingToDo) {
  for (const char* text : {"", "# only\n", "a: 1", "---\n---\n"}) {
    SCOPED_TRACE(text);
    auto file = ConvertFile("f", text, {});
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(file->status, FileResult::Status::kUnchanged);
    EXPECT_EQ(file->after, text);
  }
}

TEST(ConvertFileTest, NoYaml) {
  auto file = ConvertFile("f", "a: 1\nb: 'x\n", {});
  EXPECT_EQ(file.status().message(),
            "f:2:4: unclosed ': add the ' that ends this string");
}

}  // namespace
}  // namespace loom
