// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "test/testing/temp_folder.h"
#include "test/unit/tools/checks/linted.h"

namespace loom {
namespace {

TEST(Corpus, SortsDocumentsByKind) {
  Corpus corpus;
  corpus.AddText("f", R"(apiVersion: apiextensions.crossplane.io/v1
kind: Composition
---
apiVersion: pt.fn.crossplane.io/v1beta1
---
apiVersion: example.org/v1
kind: XApp
---
apiVersion: example.org/v1
kind: Other
---
apiVersion: pkg.crossplane.io/v1
kind: Function
---
apiVersion: apiextensions.crossplane.io/v1beta1
kind: EnvironmentConfig
---
just text
---
apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
spec: {group: example.org, names: {kind: XApp}}
)");
  corpus.Sort();
  std::vector<DocumentKind> kinds;
  for (const auto& each : corpus.documents()) kinds.push_back(each->kind);
  EXPECT_THAT(kinds,
              testing::ElementsAre(
                  DocumentKind::kComposition, DocumentKind::kInput,
                  DocumentKind::kComposite, DocumentKind::kOther,
                  DocumentKind::kFunction, DocumentKind::kEnvironmentConfig,
                  DocumentKind::kOther, DocumentKind::kDefinition));
}

TEST(Corpus, FindsTheInputsOfSteps) {
  Corpus corpus;
  corpus.AddText("f", R"(apiVersion: apiextensions.crossplane.io/v1
kind: Composition
spec:
  pipeline:
  - {step: a, input: {apiVersion: other.example.org/v1}}
  - {step: b, input: {apiVersion: pt.fn.crossplane.io/v1beta1}}
  - step: c
    functionRef: {name: example-function-conditional-patch-and-transform}
    input: {apiVersion: pt.fn.crossplane.io/v1beta1}
  - step: d
    functionRef: {name: function-cel-filter}
    input: {apiVersion: pt.fn.crossplane.io/v1beta1, filters: []}
)");
  corpus.Sort();
  ASSERT_EQ(corpus.inputs().size(), 1u);
  EXPECT_EQ(corpus.inputs()[0]->prefix, "spec.pipeline[1].input");
  EXPECT_EQ(corpus.inputs()[0]->At("resources"),
            "spec.pipeline[1].input.resources");
  EXPECT_FALSE(corpus.inputs()[0]->planned->problems.empty());
  EXPECT_TRUE(corpus.pipelines()[0].has_other_steps);
}

TEST(Corpus, LooksAtTheItemsOfAList) {
  EXPECT_EQ(Linted({"apiVersion: v1\nkind: List\nitems:\n"
                    "- {apiVersion: v1, kind: ConfigMap}\n"
                    "- apiVersion: apiextensions.crossplane.io/v1\n"
                    "  kind: Composition\n"
                    "  spec: {mode: Resources}\n"}),
            "7:16 composition/mode spec.mode");
}

TEST(Corpus, ReadsFoldersWithAllThatIsInThem) {
  TempFolder folder;
  folder.Write("b.yaml", "b: 1");
  folder.Write("a/c.yml", "a: \"1\n");
  folder.Write(".hidden/d.yaml", "d: 1");
  folder.Write("e.txt", "e");
  std::istringstream in;
  Corpus corpus;
  ASSERT_TRUE(corpus.Read(folder.path(), in).ok());
  ASSERT_EQ(corpus.files().size(), 2u);
  EXPECT_THAT(corpus.files()[0].syntax_error,
              testing::HasSubstr("/a/c.yml:1:4: "));
  EXPECT_EQ(corpus.files()[1].syntax_error, "");
  EXPECT_FALSE(corpus.Read(folder.path() + "/none", in).ok());
}

TEST(Corpus, LeavesOutTemplatesOfADirectory) {
  TempFolder folder;
  const std::string template_text = "name: {{ .Values.name }}\n";
  folder.Write("chart/Chart.yaml", "name: a");
  folder.Write("chart/templates/a.yaml", template_text);
  folder.Write("ytt/a.yml", "#@ if x:\na: \"1\n");
  // Nothing says that it is a template.
  folder.Write("plain/a.yaml", template_text);
  std::istringstream in;
  Corpus corpus;
  ASSERT_TRUE(corpus.Read(folder.path(), in).ok());
  EXPECT_THAT(
      corpus.templates(),
      testing::ElementsAre(testing::HasSubstr("/chart/templates/a.yaml"),
                           testing::HasSubstr("/ytt/a.yml")));
  ASSERT_EQ(corpus.files().size(), 2u);
  EXPECT_NE(corpus.files()[1].syntax_error, "");
  // Who names a file wants to know.
  Corpus named;
  ASSERT_TRUE(named.Read(folder.path() + "/chart/templates/a.yaml", in).ok());
  EXPECT_EQ(named.files().size(), 1u);
}

TEST(Corpus, TakesNoPartOfATestForAComposite) {
  constexpr char kDefinition[] =
      "apiVersion: apiextensions.crossplane.io/v2\n"
      "kind: CompositeResourceDefinition\n"
      "spec: {group: example.org, names: {kind: App}}\n";
  const std::string app = "apiVersion: example.org/v1\nkind: App\n";
  const struct {
    const char* reason;
    const char* name;
    std::string text;
    bool is_composite;
  } tests[] = {
      {"An author's.", "app.yaml", app, true},
      {"Named as kuttl has it.", "t/01-assert.yaml", app, false},
      {"Named as what must not exist.", "t/01-errors.yaml", app, false},
      {"Named in other words.", "t/db-assert.yaml", app, false},
      {"A key is an expression.", "t/a.yaml",
       app + "spec: {(length(zones)): 2}\n", false},
      {"A value is an expression.", "t/a.yaml",
       app + "metadata: {name: ($name)}\n", false},
      {"A test merges it.", "t/part.yaml", app, false},
      {"A test expects it.", "t/more/there.yaml", app, false},
      {"A test applies it.", "t/whole.yaml", app, true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Corpus corpus;
    corpus.AddText("xrd.yaml", kDefinition);
    corpus.AddText("t/chainsaw-test.yaml",
                   "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\n"
                   "spec:\n  steps:\n  - try:\n"
                   "    - apply: {file: whole.yaml}\n"
                   "    - patch: {file: part.yaml}\n"
                   "    - assert: {file: ./more/there.yaml}\n");
    corpus.AddText(test.name, test.text);
    corpus.Sort();
    EXPECT_EQ(corpus.OfKind(DocumentKind::kComposite).size(),
              test.is_composite ? 1u : 0u);
  }
}

}  // namespace
}  // namespace loom
