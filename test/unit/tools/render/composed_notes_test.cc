// SPDX-License-Identifier: Apache-2.0
#include "tools/render/composed_notes.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "test/testing/brief.h"
#include "test/testing/render_fixture.h"

namespace loom {
namespace {

constexpr char kShopHead[] =
    "apiVersion: apiextensions.crossplane.io/v1\n"
    "kind: Composition\n"
    "metadata: {name: shops}\n"
    "spec:\n"
    "  compositeTypeRef: {apiVersion: example.org/v1, kind: XShop}\n"
    "  mode: Pipeline\n"
    "  pipeline:\n"
    "  - step: weave\n"
    "    functionRef: {name: function-loom}\n"
    "    input:\n"
    "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
    "      kind: Input\n"
    "      resources:\n"
    "      - name: db\n";

constexpr char kShopComposite[] =
    "{apiVersion: example.org/v1, kind: XShop, metadata: {name: shop},\n"
    " spec: {region: eu, size: 3}}\n";

class ComposedNotesTest : public RenderFixture {
 protected:
  // The notes on a template and what is observed of its resource.
  std::string NotesOf(const std::string& members, const std::string& observed) {
    options_.composite = folder_.Write("xr.yaml", kShopComposite);
    options_.composition =
        folder_.Write("composition.yaml", absl::StrCat(kShopHead, members));
    options_.observed.clear();
    if (!observed.empty()) {
      options_.observed = {folder_.Write("o.yaml", observed)};
    }
    absl::StatusOr<PipelineInputs> inputs = Load();
    EXPECT_TRUE(inputs.ok()) << inputs.status();
    PipelineOutcome outcome =
        RunPipeline(*inputs, absl::Now() + absl::Seconds(20));
    EXPECT_TRUE(outcome.status.ok()) << outcome.status;
    Diagnostics notes;
    Corpus corpus;
    corpus.Add(inputs->composition);
    corpus.Sort();
    AddComposedNotes(*inputs, corpus, outcome, &notes);
    return absl::StrReplaceAll(
        absl::StrJoin(notes, "\n",
                      [](std::string* out, const Diagnostic& each) {
                        absl::StrAppend(out, TextOf(each));
                      }),
        {{folder_.path(), "DIR"}});
  }
};

std::string Observed(absl::string_view type, absl::string_view rest) {
  return absl::StrCat("{", type,
                      ", metadata: {name: db-1, annotations: "
                      "{crossplane.io/composition-resource-name: db}}, ",
                      rest, "}\n");
}

constexpr char kDatabase[] = "apiVersion: rds.example.org/v1, kind: Instance";

TEST_F(ComposedNotesTest, SayWhatTheClusterShows) {
  const struct {
    const char* reason;
    std::string members;
    std::string observed;
    const char* want;
  } tests[] = {
      {"Nothing is wrong.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance, spec: "
       "{forProvider: {region: eu}}}\n",
       Observed(kDatabase, "spec: {forProvider: {region: eu, size: 3}}"), ""},
      {"What the provider sets is not what the base means.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance, spec: "
       "{forProvider: {zone: a}}}\n",
       Observed(kDatabase, "spec: {forProvider: {region: eu}}"), ""},
      {"A slip in the base.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance, spec: "
       "{forProvider: {regoin: eu}}}\n",
       Observed(kDatabase, "spec: {forProvider: {region: eu}}"),
       "DIR/composition.yaml:15:93: "
       "spec.pipeline[0].input.resources[0].base.spec.forProvider.regoin: the "
       "observed Instance has no spec.forProvider.regoin, but it has "
       "spec.forProvider.region (that?)"},
      {"A slip in what a patch writes.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance}\n"
       "        patches: [{fromFieldPath: spec.region, toFieldPath: "
       "spec.forProvider.regoin}]\n",
       Observed(kDatabase, "spec: {forProvider: {region: eu}}"),
       "DIR/composition.yaml:16:61: "
       "spec.pipeline[0].input.resources[0].patches[0].toFieldPath: the "
       "observed Instance has no spec.forProvider.regoin, but it has "
       "spec.forProvider.region (that?)"},
      {"A slip in what a patch reads of the composite.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance}\n"
       "        patches: [{fromFieldPath: spec.regoin, toFieldPath: "
       "spec.forProvider.region}]\n",
       "",
       "DIR/composition.yaml:16:35: "
       "spec.pipeline[0].input.resources[0].patches[0].fromFieldPath: XShop "
       "shop has no spec.regoin, but it has spec.region (that?)"},
      {"A slip in what connection details read.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance}\n"
       "        connectionDetails: [{name: host, type: FromFieldPath, "
       "fromFieldPath: status.hots}]\n",
       Observed(kDatabase, "status: {host: a}"),
       "DIR/composition.yaml:16:78: "
       "spec.pipeline[0].input.resources[0].connectionDetails[0].fromFieldPath:"
       " Instance db-1 has no status.hots, but it has status.host (that?)"},
      {"A slip in what a patch reads of the environment.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance}\n"
       "        patches: [{type: FromEnvironmentFieldPath, fromFieldPath: "
       "stgae, toFieldPath: spec.stage}]\n"
       "      environment: {defaultData: {stage: test}}\n",
       "",
       "DIR/composition.yaml:16:67: "
       "spec.pipeline[0].input.resources[0].patches[0].fromFieldPath: the "
       "environment has no stgae, but it has stage (that?)"},
      {"A level too high.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance, spec: "
       "{region: eu, forProvider: {}}}\n",
       Observed(kDatabase, "spec: {forProvider: {region: eu}}"),
       "DIR/composition.yaml:15:79: "
       "spec.pipeline[0].input.resources[0].base.spec.region: the observed "
       "Instance has no spec.region, but it has spec.forProvider.region "
       "(that?)"},
      {"A level too low.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance, spec: "
       "{forProvider: {deletionPolicy: Orphan}}}\n",
       Observed(kDatabase, "spec: {deletionPolicy: Orphan, forProvider: {}}"),
       "DIR/composition.yaml:15:101: "
       "spec.pipeline[0].input.resources[0].base.spec.forProvider."
       "deletionPolicy: the observed Instance has no "
       "spec.forProvider.deletionPolicy, but it has spec.deletionPolicy "
       "(that?)"},
      {"Another type.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance, spec: "
       "{forProvider: {size: \"3\"}}}\n",
       Observed(kDatabase, "spec: {forProvider: {size: 3}}"),
       "DIR/composition.yaml:15:91: "
       "spec.pipeline[0].input.resources[0].base.spec.forProvider.size: a "
       "string is desired, and the observed Instance has a number at "
       "spec.forProvider.size"},
      {"Kubernetes takes both for a port.",
       "        base: {apiVersion: v1, kind: Service, spec: {targetPort: "
       "\"80\"}}\n",
       Observed("apiVersion: v1, kind: Service", "spec: {targetPort: 80}"), ""},
      {"A new resource waits for several fields; the step names the first.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance}\n"
       "        patches:\n"
       "        - {fromFieldPath: spec.a, toFieldPath: spec.a, policy: "
       "{fromFieldPath: Required}}\n"
       "        - {fromFieldPath: spec.region, toFieldPath: spec.r, policy: "
       "{fromFieldPath: Required}}\n"
       "        - {fromFieldPath: status.b, toFieldPath: spec.b, policy: "
       "{fromFieldPath: Required}}\n",
       "",
       "DIR/composition.yaml:19:27: "
       "spec.pipeline[0].input.resources[0].patches[2].fromFieldPath: composed "
       "resource db also waits for status.b"},
      {"Another kind.",
       "        base: {apiVersion: rds.example.org/v1, kind: Cluster}\n",
       Observed(kDatabase, "spec: {}"),
       "DIR/composition.yaml:15:54: "
       "spec.pipeline[0].input.resources[0].base.kind: a Cluster of "
       "rds.example.org/v1 is desired, and the observed object is an Instance "
       "of rds.example.org/v1"},
      {"A label that is no string.",
       "        base: {apiVersion: rds.example.org/v1, kind: Instance}\n"
       "        patches: [{fromFieldPath: spec.size, toFieldPath: "
       "metadata.labels.size}]\n",
       "",
       "DIR/composition.yaml:16:59: "
       "spec.pipeline[0].input.resources[0].patches[0].toFieldPath: the label "
       "size is a number instead of a string: Kubernetes refuses it, or drops "
       "all labels of the object"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(NotesOf(test.members, test.observed)), test.want);
  }
}

// A note is one line, in which a line break of its advice would be escaped.
TEST_F(ComposedNotesTest, JoinAdviceInOneLine) {
  const std::string notes = NotesOf(
      "        base: {apiVersion: v1, kind: Secret}\n"
      "        patches: [{fromFieldPath: spec.region, toFieldPath: "
      "data.region}]\n",
      "");
  EXPECT_TRUE(absl::StrContains(notes, "in data of a Secret; write it to"))
      << notes;
  EXPECT_FALSE(absl::StrContains(notes, "\n")) << notes;
}

}  // namespace
}  // namespace loom
