// SPDX-License-Identifier: Apache-2.0
#include "tools/render/render_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/testing/brief.h"
#include "test/testing/manifests.h"
#include "test/testing/temp_folder.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class RenderCommandTest : public testing::Test {
 protected:
  int Render(const std::vector<std::string>& arguments) {
    std::istringstream in(stdin_);
    std::ostringstream out, err;
    int code = RunRender(arguments, in, out, err);
    out_ = out.str();
    err_ = err.str();
    return code;
  }

  // The first line on standard error, unless it is one of those at the end, which
  // tell what nobody asked for.
  std::string FirstNote() const {
    std::string line = err_.substr(0, err_.find('\n') + 1);
    return absl::EndsWith(line, "was passed, but no function requests it\n")
               ? ""
               : line;
  }

  TempFolder folder_;
  std::string xr_ = folder_.Write("xr.yaml", kXr);
  std::string composition_ =
      folder_.Write("composition.yaml", CompositionOf(kBucketStep));
  std::string stdin_;
  std::string out_, err_;
};

constexpr char kRendered[] = R"(---
apiVersion: demo.example.org/v1
kind: XApp
metadata:
  name: shop
status:
  conditions:
  - lastTransitionTime: "2024-01-01T00:00:00Z"
    message: 'Unready resources: bucket'
    reason: Creating
    status: "False"
    type: Ready
---
apiVersion: s3.example.org/v1
kind: Bucket
metadata:
  annotations:
    crossplane.io/composition-resource-name: bucket
  generateName: shop-
  labels:
    crossplane.io/composite: shop
  ownerReferences:
  - apiVersion: demo.example.org/v1
    blockOwnerDeletion: true
    controller: true
    kind: XApp
    name: shop
    uid: ""
spec:
  region: eu
)";

TEST_F(RenderCommandTest, Renders) {
  EXPECT_EQ(Render({xr_, composition_}), 0);
  EXPECT_EQ(out_, kRendered);
  EXPECT_EQ(err_, "");
}

TEST_F(RenderCommandTest, ReadsStdin) {
  stdin_ = kXr;
  EXPECT_EQ(Render({"-", composition_}), 0);
  EXPECT_EQ(out_, kRendered);
}

TEST_F(RenderCommandTest, ASkippedStepIsNoted) {
  folder_.Write("composition.yaml",
                CompositionOf(std::string(kBucketStep) + kForeignStep));
  EXPECT_EQ(Render({xr_, composition_, "--skip", "foreign"}), 0);
  EXPECT_EQ(out_, kRendered);
  EXPECT_THAT(err_, StartsWith("function-loom: note: step \"foreign\" ("));
  EXPECT_EQ(Render({xr_, composition_, "--skip", "foreign", "-q"}), 0);
  EXPECT_EQ(err_, "");
}

TEST_F(RenderCommandTest, StrictTakesNotesForErrors) {
  EXPECT_EQ(Render({xr_, composition_, "--strict"}), 0);
  EXPECT_EQ(Render({xr_, composition_, "--strict", "--cache-dir=x"}), 1);
  EXPECT_EQ(out_, kRendered) << "the text is printed all the same";
  EXPECT_EQ(
      err_,
      "function-loom: note: flags without effect: --cache-dir; nothing is "
      "downloaded or started here\n");
  EXPECT_EQ(Render({xr_, composition_, "--strict", "--cache-dir=x", "-q"}), 1);
}

TEST_F(RenderCommandTest, ADifferenceIsPrintedInstead) {
  std::string expected = folder_.Write("expected.yaml", kRendered);
  EXPECT_EQ(Render({xr_, composition_, "--diff", expected}), 0);
  EXPECT_EQ(out_, "");
  stdin_ = absl::StrReplaceAll(kRendered, {{"region: eu", "region: us"}});
  EXPECT_EQ(Render({xr_, composition_, "--diff", "-"}), 1);
  EXPECT_EQ(out_,
            "Bucket bucket: spec.region\n"
            "  - us\n"
            "  + eu\n"
            "1 difference in 1 of 2 documents\n");
  EXPECT_EQ(Render({xr_, composition_, "--diff", "none.yaml"}), 2);
  stdin_ =
      "{apiVersion: demo.example.org/v1, kind: XApp, metadata: {name: shop}}";
  EXPECT_EQ(Render({xr_, composition_, "--diff", "-", "--subset"}), 0);
}

TEST_F(RenderCommandTest, EachMistakeOfAStepIsAnError) {
  folder_.Write("composition.yaml",
                CompositionOf("  - {step: a, functionref: {name: f}}\n"
                              "  - {step: a, functionRef: {name: f}}\n"));
  EXPECT_EQ(Render({xr_, composition_}), 1);
  EXPECT_EQ(out_, "");
  EXPECT_EQ(
      Brief(absl::StrReplaceAll(err_, {{composition_, "FILE"}})),
      "function-loom: error: FILE:8:15: spec.pipeline[0]: unknown functionref\n"
      "  (functionRef?)\n"
      "function-loom: error: FILE:9:5: spec.pipeline[1].step: Duplicate value: "
      "\"a\", which is also the name of the step at FILE:8:5\n");
}

TEST_F(RenderCommandTest, ANearMissIsNoted) {
  struct Case {
    const char* reason;
    const char* required;  // of the step
    const char* want;      // the end of the note; "" if there is none
  };
  const Case kCases[] = {
      {"an object of the cluster is found",
       "requiredResources: [{requirementName: r, apiVersion: v1,"
       " kind: Namespace, name: shops}]",
       ""},
      {"nobody has that name",
       "requiredResources: [{requirementName: r, apiVersion: v1,"
       " kind: ConfigMap, name: other}]",
       ""},
      {"no namespace",
       "requiredResources: [{requirementName: r, apiVersion: v1,"
       " kind: ConfigMap, name: settings}]",
       "requests ConfigMap \"settings\", which was not passed; FILE:1:1 has it "
       "in namespace team-a\n"},
      {"another version",
       "requiredResources: [{requirementName: r, apiVersion: v2,"
       " kind: ConfigMap, name: settings, namespace: team-a}]",
       "requests ConfigMap \"settings\" in namespace team-a, which was not "
       "passed; FILE:1:1 has it with apiVersion v1\n"},
      {"another kind",
       "requiredResources: [{requirementName: r, apiVersion: v1,"
       " kind: Configmap, name: settings, namespace: team-a}]",
       "requests Configmap \"settings\" in namespace team-a, which was not "
       "passed; FILE:1:1 has it with kind ConfigMap\n"},
      {"a schema of another kind",
       "requiredSchemas: [{requirementName: s, apiVersion: example.org/v1,"
       " kind: Shp}]",
       "requests the schema of Shp of example.org/v1, which was not passed; "
       "SCHEMAS has no such kind (Shop?)\n"},
      {"a schema of another version",
       "requiredSchemas: [{requirementName: s, apiVersion: example.org/v2,"
       " kind: Shop}]",
       ""},
  };
  std::string file = folder_.Write(
      "required.yaml",
      "{apiVersion: v1, kind: ConfigMap,"
      " metadata: {name: settings, namespace: team-a}}\n---\n"
      "{apiVersion: v1, kind: Namespace, metadata: {name: shops}}\n");
  std::string schemas = folder_.Write("schemas/shops.json",
                                      R"({"components": {"schemas": {"Shop": {
          "x-kubernetes-group-version-kind": [{"group": "example.org",
          "version": "v1", "kind": "Shop"}]}}}})");
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    folder_.Write("composition.yaml",
                  CompositionOf(absl::StrCat(kBucketStep, "    requirements: {",
                                             c.required, "}\n")));
    std::vector<std::string> arguments = {
        xr_, composition_, "-e", file, "-s", folder_.path() + "/schemas"};
    EXPECT_EQ(Render(arguments), 0);
    EXPECT_EQ(out_, kRendered);
    std::string note = Brief(FirstNote());
    EXPECT_THAT(note, testing::EndsWith(absl::StrReplaceAll(
                          c.want, {{"FILE", file}, {"SCHEMAS", schemas}})));
    EXPECT_EQ(note.empty(), *c.want == 0) << err_;
    if (!note.empty()) {
      EXPECT_THAT(note, StartsWith("function-loom: note: step \"patch\" ("));
    }
    arguments.emplace_back("-q");
    EXPECT_EQ(Render(arguments), 0);
    EXPECT_EQ(err_, "");
  }
}

TEST_F(RenderCommandTest, HelpGoesToStdout) {
  EXPECT_EQ(Render({"-h"}), 0);
  EXPECT_THAT(out_, StartsWith("Usage: function-loom render XR COMPOSITION"));
}

TEST_F(RenderCommandTest, ErrorsAreALineAndAHint) {
  std::string two = folder_.Write("two.yaml", std::string(kXr) + "---\n" + kXr);
  std::string other =
      folder_.Write("other.yaml", absl::StrReplaceAll(kXr, {{"XApp", "YApp"}}));
  std::string foreign =
      folder_.Write("foreign.yaml", CompositionOf(kForeignStep));
  std::string mixed = folder_.Write(
      "mixed.yaml", CompositionOf(std::string(kBucketStep) + kForeignStep));
  std::string mistaken = folder_.Write(
      "mistaken.yaml",
      CompositionOf(absl::StrReplaceAll(kBucketStep, {{"base:", "bas:"}})));
  std::string fatal = folder_.Write(
      "fatal.yaml",
      CompositionOf(
          "  - step: patch\n"
          "    functionRef: {name: function-environment-configs}\n"
          "    input:\n"
          "      apiVersion: environmentconfigs.fn.crossplane.io/v1beta1\n"
          "      kind: Input\n"
          "      spec:\n"
          "        environmentConfigs: [{type: Reference, ref: {name: x}}]\n"));
  struct Case {
    const char* reason;
    std::vector<std::string> arguments;
    int code;
    const char* want;
  };
  const Case kCases[] = {
      {"no arguments", {}, 2, "missing argument: XR"},
      {"a missing file",
       {"none.yaml", composition_},
       2,
       "cannot read none.yaml: no such file or directory\n"},
      {"two composites", {two, composition_}, 2, "two.yaml:8:1: a second"},
      {"another kind",
       {other, composition_},
       1,
       "compositeTypeRef.kind is XApp, but "},
      {"a directory without schemas",
       {xr_, composition_, "-s", composition_},
       2,
       "composition.yaml: expected a directory of *.json\n"},
      {"a function that is not built in",
       {xr_, foreign},
       2,
       "which is not built in\n  run it with --insecure"},
      {"a function that cannot be reached",
       {xr_, foreign, "-a", "render.crossplane.io/runtime=Development", "-a",
        "render.crossplane.io/runtime-development-target=127.0.0.1:1"},
       2,
       "cannot reach function-foreign at 127.0.0.1:1: "},
      {"the address of one function, behind a step that is built in",
       {xr_, mixed, "--function-address", "function-foreign=127.0.0.1:1"},
       2,
       "cannot reach function-foreign at 127.0.0.1:1: "},
      {"a mistake in the input",
       {xr_, mistaken},
       1,
       "mistaken.yaml:15:9: resources[0]: unknown bas (base?)\n"},
      {"a fatal result",
       {xr_, fatal},
       1,
       "step \"patch\" returned a fatal result: "},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(Render(c.arguments), c.code);
    EXPECT_EQ(out_, "") << "scripts rely on it";
    EXPECT_THAT(err_, StartsWith("function-loom: error: "));
    EXPECT_THAT(Brief(err_), HasSubstr(c.want));
  }
}

}  // namespace
}  // namespace loom
