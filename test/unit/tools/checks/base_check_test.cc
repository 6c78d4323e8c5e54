// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "test/testing/brief.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

constexpr char kDefinitionsBaseCheck[] =
    R"(apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
spec:
  group: example.org
  names: {kind: XApp}
  connectionSecretKeys: [host]
  versions: [{name: v1, schema: {openAPIV3Schema: {type: object}}}]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.org
  names: {kind: Bucket}
  versions: [{name: v1, schema: {openAPIV3Schema: {type: object, properties: {
    spec: {type: object, required: [name, mode], minProperties: 3, properties: {
      name: {type: string, pattern: "^[a-z]+$"}, size: {type: integer},
      tags: {type: object, additionalProperties: {type: string}},
      mode: {type: string, enum: [fast], default: fast}}}}}}}]
)";

std::string BucketBaseCheck(const std::string& spec,
                            const std::string& members = "") {
  return absl::StrCat(
      "apiVersion: pt.fn.crossplane.io/v1beta1\nkind: Resources\nresources:\n"
      "- name: a\n  base:\n    apiVersion: example.org/v1\n    kind: "
      "Bucket\n"
      "    spec: ",
      spec, "\n", members);
}

TEST(CheckBases, ComparesBasesWithSchemas) {
  const struct {
    const char* reason;
    std::string text;
    const char* want;
  } tests[] = {
      {"What fits; a default fills in what is required.",
       BucketBaseCheck("{name: a}"), ""},
      {"A member that is not there.", BucketBaseCheck("{name: a, sise: 1}"),
       "8:21 schema/unknown-destination resources[0].base.spec"},
      {"A value of another type.", BucketBaseCheck("{name: a, size: big}"),
       "8:27 schema/type-mismatch resources[0].base.spec.size"},
      {"A number as the value of a map.",
       BucketBaseCheck("{name: a, tags: {b: 1}}"),
       "8:31 schema/type-mismatch resources[0].base.spec.tags.b"},
      {"A value that reads like the message about a limit.",
       BucketBaseCheck("{name: expected at home}"),
       "8:18 schema/type-mismatch resources[0].base.spec.name"},
      {"A pattern.", BucketBaseCheck("{name: A}"),
       "8:18 schema/type-mismatch resources[0].base.spec.name"},
      {"None of the choices.", BucketBaseCheck("{name: a, mode: slow}"),
       "8:27 schema/type-mismatch resources[0].base.spec.mode"},
      {"What is required is missing.", BucketBaseCheck("{size: 1}"),
       "8:11 schema/required-unset resources[0].base.spec.name"},
      {"A patch sets it.",
       BucketBaseCheck(
           "{size: 1}",
           "  patches: [{fromFieldPath: metadata.name, toFieldPath: "
           "spec.name}]\n"),
       ""},
      {"A patch replaces what does not fit.",
       BucketBaseCheck(
           "{name: a, size: big}",
           "  patches: [{type: FromEnvironmentFieldPath, fromFieldPath: "
           "a, toFieldPath: "
           "spec.size}]\n"),
       ""},
      {"A patch may make another kind of it.",
       BucketBaseCheck(
           "{size: big}",
           "  patches: [{fromFieldPath: metadata.name, toFieldPath: kind}]\n"),
       ""},
      {"A connection detail that the XRD lets through.",
       BucketBaseCheck(
           "{name: a}",
           "  connectionDetails: [{name: host, type: FromValue, value: a}]\n"),
       ""},
      {"One that it does not.",
       BucketBaseCheck(
           "{name: a}",
           "  connectionDetails: [{name: port, type: FromValue, value: a}]\n"),
       "9:30 connection/unlisted resources[0].connectionDetails[0].name"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({test.text, kDefinitionsBaseCheck}), test.want);
  }
}

TEST(CheckBases, AConnectionDetailThatGetsLostIsAWarning) {
  LintReport report = LintOf(
      {BucketBaseCheck(
           "{name: a}",
           "  connectionDetails: [{name: hosts, type: FromValue, value: a}]\n"),
       kDefinitionsBaseCheck});
  EXPECT_EQ(report.errors, 0u);
  EXPECT_EQ(report.warnings, 1u);
  EXPECT_EQ(Brief(report.findings[0].help), "(host?)");
}

TEST(CheckBases, TellsOnceOfAKindThatTheGivenSchemasLack) {
  Corpus corpus;
  corpus.AddText("f0.yaml",
                 BucketBaseCheck("{}") +
                     "- {name: b, base: {apiVersion: example.org/v1, kind: "
                     "Bucket}}\n- {name: c, base: {apiVersion: apps/v1, kind: "
                     "Deployment}, readinessChecks: [{type: None}]}\n");
  std::istringstream schemas("kind: Nothing\n");
  ASSERT_TRUE(corpus.ReadSchemas("-", schemas).ok());
  corpus.Sort();
  LintReport report = Lint(corpus, {});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].rule, "schema/kind-missing");
  EXPECT_EQ(report.findings[0].position.line, 7u);
}

TEST(CheckBases, TellsWhyASchemaThatIsThereIsNotUsed) {
  constexpr char kCrd[] =
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
      "spec:\n  group: example.org\n  names: {kind: Bucket}\n  "
      "versions:\n"
      "  - {name: $0, schema: {openAPIV3Schema: {type: $1}}}\n";
  const struct {
    const char* reason;
    std::string schemas;
    const char* message;
    const char* help;
  } tests[] = {
      {"It is of another version.", absl::Substitute(kCrd, "v2", "object"),
       "the schemas have no Bucket of example.org/v1, so its "
       "fields are "
       "not checked",
       "stdin:7:3: Bucket has no version v1; it has v2"},
      {"Two of them differ.",
       absl::StrCat(absl::Substitute(kCrd, "v1", "object"), "---\n",
                    absl::Substitute(kCrd, "v1", "array")),
       "the schemas disagree on Bucket of example.org/v1, so "
       "its fields "
       "are not checked",
       "stdin:5:17 and stdin:13:17 define it; pass the one that is installed"},
      {"Nothing defines it.", "kind: Nothing\n",
       "the schemas have no Bucket of example.org/v1, so its "
       "fields are "
       "not checked",
       "pass its CRD or XRD with --schemas"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Corpus corpus;
    corpus.AddText("f0.yaml", BucketBaseCheck("{}"));
    std::istringstream schemas(test.schemas);
    ASSERT_TRUE(corpus.ReadSchemas("-", schemas).ok());
    corpus.Sort();
    LintReport report = Lint(corpus, {});
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].message, test.message);
    EXPECT_EQ(report.findings[0].help, test.help);
  }
}

}  // namespace
}  // namespace loom
