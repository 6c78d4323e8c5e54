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

}  // namespace
}  // namespace loom
