// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/testing/brief.h"
#include "test/testing/manifests.h"
#include "test/testing/temp_folder.h"
#include "tools/workspace/composition.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

TEST(CompositionMistakes, AreAllFound) {
  struct Case {
    const char* reason;
    const char* steps;
    const char* want;  // FILE stands for the path
  };
  const Case kCases[] = {
      {"nothing is wrong", kBucketStep, ""},
      {"every member that a step may have",
       "  - {step: a, functionRef: {name: f}, input: {}, credentials: [],\n"
       "     requirements: {}}\n",
       ""},
      {"letter case counts, as for the API server",
       "  - {step: a, functionref: {name: f}}\n",
       "FILE:8:15: spec.pipeline[0]: unknown functionref\n"
       "  (functionRef?)"},
      {"a member that is like no other",
       "  - {step: a, functionRef: {name: f}, when: always}\n",
       "FILE:8:39: spec.pipeline[0]: unknown when\n"
       "  a step has credentials, functionRef, input, requirements, step"},
      {"no function", "  - {step: a}\n",
       "FILE:8:5: spec.pipeline[0].functionRef.name: Required value: it names "
       "the function of the step"},
      {"a function without a name", "  - {step: a, functionRef: {}}\n",
       "FILE:8:5: spec.pipeline[0].functionRef.name: Required value: it names "
       "the function of the step"},
      {"a step without a name", "  - {functionRef: {name: f}}\n",
       "FILE:8:5: spec.pipeline[0].step: Required value: it is the name of the "
       "step"},
      {"a member below functionRef", "  - {step: a, functionRef: {nme: f}}\n",
       "FILE:8:29: spec.pipeline[0].functionRef: unknown nme\n"
       "  (name?)"},
      {"a member of a credential",
       "  - {step: a, functionRef: {name: f}, credentials: [{nam: c}]}\n",
       "FILE:8:54: spec.pipeline[0].credentials[0]: unknown nam\n"
       "  (name?)"},
      {"a member of what a step requires",
       "  - {step: a, functionRef: {name: f}, requirements: "
       "{requiredResources: "
       "[{requirementNme: r}]}}\n",
       "FILE:8:75: spec.pipeline[0].requirements.requiredResources[0]: unknown "
       "requirementNme\n"
       "  (requirementName?)"},
      {"a source that credentials do not have",
       "  - {step: a, functionRef: {name: f}, credentials: [{name: c, source: "
       "secret}]}\n",
       "FILE:8:71: spec.pipeline[0].credentials[0].source: Invalid value: "
       "\"secret\": expected one of None, Secret"},
      {"no steps at all", "    []\n",
       "FILE:5:3: spec.pipeline: Required value: it lists the steps"},
      {"steps that are no list", "    {step: a}\n",
       "FILE:8:5: spec.pipeline: Invalid value: expected a list of steps"},
      {"a misspelt member of the spec is reported alone",
       "    [{step: a, functionRef: {name: f}}]\n  compositetyperef: {}\n",
       "FILE:9:3: spec: unknown compositetyperef\n"
       "  (compositeTypeRef?)"},
      {"two mistakes are two errors",
       "  - {step: a, functionRef: {name: f}}\n"
       "  - {step: a, functionRef: {name: f}, inputs: {}}\n",
       "FILE:9:39: spec.pipeline[1]: unknown inputs\n"
       "  (input?)\n"
       "FILE:9:5: spec.pipeline[1].step: Duplicate value: \"a\", which is also "
       "the name of the step at FILE:8:5"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    Pool pool;
    std::istringstream in;
    Files files(in, &pool);
    TempFolder folder;
    std::string path = folder.Write("c.yaml", CompositionOf(c.steps));
    absl::StatusOr<Composition> composition =
        TakeComposition(*files.ReadOne(path));
    ASSERT_TRUE(composition.ok()) << composition.status();
    absl::Status status = CheckComposition(composition->document);
    EXPECT_EQ(Brief(absl::StrReplaceAll(status.message(), {{path, "FILE"}})),
              c.want);
    EXPECT_EQ(absl::IsFailedPrecondition(status), *c.want != '\0');
  }
}

TEST(CompositionMistakes, AskForTheTypeOfTheComposites) {
  struct Case {
    const char* reason;
    const char* reference;
    const char* want;
  };
  const Case kCases[] = {
      {"no reference", "",
       "f:2:7: spec.compositeTypeRef: Required value: it selects the "
       "composites of this Composition"},
      {"an empty one", "compositeTypeRef: {}, ",
       "f:2:26: spec.compositeTypeRef.apiVersion: Required value: it selects "
       "the composites of this Composition\nf:2:26: "
       "spec.compositeTypeRef.kind: Required value: it selects the composites "
       "of this Composition"},
      {"a misspelt member", "compositeTypeRef: {apiVersion: v1, knd: K}, ",
       "f:2:43: spec.compositeTypeRef: unknown knd\n"
       "  (kind?)"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    Pool pool;
    auto documents = ReadYaml(
        "f",
        absl::StrCat("kind: Composition\nspec: {", c.reference,
                     "pipeline: [{step: a, functionRef: {name: f}}]}\n"),
        &pool);
    ASSERT_TRUE(documents.ok()) << documents.status();
    EXPECT_EQ(Brief(CheckComposition((*documents)[0]).message()), c.want);
  }
}

TEST(CompositionMistakes, OfTheStepsOfAnOperationAreFound) {
  Pool pool;
  auto documents = ReadYaml("a.yaml", R"(kind: Operation
spec:
  pipeline:
  - step: a
    functionref: {name: f}
)",
                            &pool);
  ASSERT_TRUE(documents.ok());
  EXPECT_EQ(Brief(TakeOperation(std::move((*documents)[0])).status().message()),
            "a.yaml:5:5: spec.pipeline[0]: unknown functionref\n"
            "  (functionRef?)");
}

}  // namespace
}  // namespace loom
