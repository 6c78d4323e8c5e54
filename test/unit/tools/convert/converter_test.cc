// SPDX-License-Identifier: Apache-2.0
// The cases of cases_test.cc compare what becomes of whole documents.
#include "tools/convert/converter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "test/unit/tools/yaml/trees.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Status = DocumentResult::Status;

struct RowConverter {
  const char* reason;
  std::string text;
  ConvertRules rules;
  Status status;
};

std::string ResourcesConverter() {
  return "resources: [{name: a, base: {apiVersion: v1, kind: A}}]";
}

TEST(ConverterTest, Status) {
  std::string steps = Pipeline({Step("a", "environmentconfigs", "spec: {}"),
                                Step("b", "pt", ResourcesConverter())});
  const RowConverter rows[] = {
      {"no Composition", "kind: ConfigMap\n", {}, Status::kUntouched},
      {"of another group",
       "apiVersion: v1\nkind: Composition\n",
       {},
       Status::kUntouched},
      {"items of a List",
       "apiVersion: v1\nkind: List\nitems:\n- kind: ConfigMap\n"
       "- apiVersion: apiextensions.crossplane.io/v1\n  kind: Composition\n",
       {},
       Status::kRefused},
      {"other items of a List",
       "apiVersion: v1\nkind: List\nitems:\n- kind: ConfigMap\n",
       {},
       Status::kUntouched},
      {"nothing to do", Pipeline({"- {step: kcl}\n"}), {}, Status::kUnchanged},
      {"no pipeline at all",
       "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n",
       {},
       Status::kUnchanged},
      {"one step",
       Pipeline({Step("a", "pt", ResourcesConverter())}),
       {},
       Status::kConverted},
      {"in braces", steps, {}, Status::kRefused},
      {"in braces, rewritten", steps, {.rewrite = true}, Status::kRewritten},
      {"renamed", steps, {.drop_in = true}, Status::kConverted},
      {"renamed before",
       steps,
       {.drop_in = true, .function = "f"},
       Status::kUnchanged},
  };
  for (const RowConverter& row : rows) {
    SCOPED_TRACE(row.reason);
    absl::StatusOr<DocumentResult> result =
        ConvertDocument(row.text, row.rules);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->status, row.status);
    bool changed =
        row.status == Status::kConverted || row.status == Status::kRewritten;
    EXPECT_EQ(result->text != row.text, changed);
  }
}

TEST(ConverterTest, DoesNotUseATextThatMeansSomethingElse) {
  // The anchor would be changed for the foreign step, too.
  std::string text =
      "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n"
      "spec:\n  pipeline:\n"
      "  - step: a\n    functionRef: &f {name: g}\n    input:\n"
      "      apiVersion: pt.fn.crossplane.io/v1beta1\n      " +
      ResourcesConverter() + "\n  - {step: b, functionRef: *f}\n";
  auto refused = ConvertDocument(text, {});
  ASSERT_TRUE(refused.ok());
  EXPECT_EQ(refused->text, text);
  ASSERT_EQ(refused->remarks.refusals.size(), 1);
  EXPECT_THAT(refused->remarks.refusals[0].message, HasSubstr("anchor"));
  auto rewritten = ConvertDocument(text, {.rewrite = true});
  ASSERT_TRUE(rewritten.ok());
  EXPECT_THAT(rewritten->text, HasSubstr("    name: g\n    step: b"));
}

TEST(ConverterTest, KeepsWhatStandsBeforeARewrittenDocument) {
  auto result =
      ConvertDocument("# lead\n--- # first\n" +
                          Pipeline({Step("a", "environmentconfigs", "spec: {}"),
                                    Step("b", "pt", ResourcesConverter())}) +
                          "# last\n",
                      {.rewrite = true});
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(result->text, StartsWith("# lead\n--- # first\napiVersion: "));
  EXPECT_THAT(
      Texts(result->remarks.notes),
      testing::ElementsAre(": the document was rewritten; 1 comment is lost"));
}

TEST(ConverterTest, KeepsTheLineBreaksOfOtherSystems) {
  const std::string text = absl::StrReplaceAll(
      "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n"
      "spec:\n  pipeline:\n  - step: a\n"
      "    functionRef: {name: function-patch-and-transform}\n    input:\n"
      "      apiVersion: pt.fn.crossplane.io/v1beta1\n"
      "      kind: Resources\n      " +
          ResourcesConverter(),
      {{"\n", "\r\n"}});
  for (const std::string end : {"\r\n", ""}) {
    auto result = ConvertDocument(text + end, {});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->status, Status::kConverted);
    EXPECT_THAT(result->text, HasSubstr("\r\n    functionRef: {name: "
                                        "function-loom}\r\n    input:\r\n"));
    EXPECT_EQ(absl::StrReplaceAll(result->text, {{"\r\n", "\n"}}).find('\r'),
              std::string::npos);
    EXPECT_EQ(absl::StrReplaceAll(result->text, {{"\r\n", ""}}).find('\n'),
              std::string::npos);
    EXPECT_EQ(absl::EndsWith(result->text, "\r\n"), !end.empty());
  }
}

TEST(ConverterTest, NoYaml) { EXPECT_FALSE(ConvertDocument("a: [", {}).ok()); }

}  // namespace
}  // namespace loom
