// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/explain_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/unit/tools/explain/explained.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(ExplainCommand, TellsWhereEachValueCameFrom) {
  Explained files(kBucketStep);
  EXPECT_EQ(files.Run(), R"(XApp shop is not ready
  bucket  does not exist yet; Crossplane will create it

bucket  s3.example.org/v1 Bucket
  spec.region = eu
    patch 1 FromCompositeFieldPath  c.yaml:17:11
    XApp shop spec.region  xr.yaml:6:11
)");
  EXPECT_EQ(files.code, 0);
}

TEST(ExplainCommand, TellsWhyAResourceIsNotCreated) {
  Explained files(absl::StrCat(
      kNativeStep,
      "      values:\n"
      "        port: ${observed.resources.db.resource.status.port}\n"
      "      status:\n"
      "        host: ${observed.resources.db.resource.status.host}\n"
      "        port: ${values.port}\n"
      "        zone: ${observed.resources['zone-a'].resource.status.id}\n"
      "        set: ${observed.resources.net.resource.status.id}\n"
      "      resources:\n"
      "      - name: db\n"
      "        condition: composite.spec.region == 'us'\n"
      "        template: {apiVersion: example.org/v1, kind: Db}\n"
      "      - name: net\n"
      "        forEach: {items: \"[]\"}\n"
      "        template: {apiVersion: example.org/v1, kind: Net}\n"));
  EXPECT_THAT(files.Run(), StartsWith(R"(XApp shop is not ready
  xr  pending, 1:21: waits for composed resource "db"
      status.host: template at c.yaml:16:15
      status.port: template at c.yaml:17:15, 1:9: values.port: 1:21: waits for composed resource "db"
      status.set: template at c.yaml:19:14, 1:21: waits for composed resource "net"
      status.zone: template at c.yaml:18:15, 1:21: waits for composed resource "zone-a"
      db is not created: its condition is false, at c.yaml:22:20
      net is not created: its list has no items, at c.yaml:25:18

)"));
}

TEST(ExplainCommand, HasFourOutputs) {
  Explained files(kBucketStep);
  EXPECT_THAT(files.Run({"--output", "json"}),
              HasSubstr("\"format\":\"loom.explain/v1\""));
  EXPECT_THAT(files.Run({"--output", "mermaid"}), HasSubstr("flowchart LR"));
  EXPECT_THAT(files.Run({"--output", "html"}), HasSubstr("<!doctype html>"));
}

TEST(ExplainCommand, IsNarrowed) {
  Explained files(kBucketStep);
  EXPECT_EQ(files.Run({"--at", "bucket.spec.region"}),
            "bucket.spec.region = eu\n"
            "  patch 1 FromCompositeFieldPath  c.yaml:17:11\n"
            "  XApp shop spec.region  xr.yaml:6:11\n");
  EXPECT_EQ(files.Run({"--at", "buckett"}), "");
  EXPECT_EQ(files.code, 1);
  EXPECT_THAT(Brief(files.errors), HasSubstr("(bucket?)"));
}

TEST(ExplainCommand, ComparesWithAnEarlierOutput) {
  Explained files(kBucketStep);
  files.Write("before.json", files.Run({"--output", "json"}));
  std::string xr = kXr;
  files.Write("xr.yaml", xr.replace(xr.find("eu"), 2, "us"));
  EXPECT_THAT(files.Run({"--against", "@before.json"}),
              HasSubstr("~ spec.region = eu -> us"));
  EXPECT_EQ(files.Run({"--against", "@xr.yaml"}), "");
  EXPECT_EQ(files.code, 2);
  EXPECT_THAT(files.errors, HasSubstr("xr.yaml: "));
}

TEST(ExplainCommand, ExplainsUpToAFatalResult) {
  std::string steps = kBucketStep;
  steps +=
      "  - step: environment\n"
      "    functionRef: {name: function-environment-configs}\n"
      "    input:\n"
      "      apiVersion: environmentconfigs.fn.crossplane.io/v1beta1\n"
      "      kind: Input\n"
      "      spec: {environmentConfigs: [{ref: {name: none}}]}\n";
  Explained files(steps);
  EXPECT_THAT(files.Run({"--at", "bucket.spec.region"}), HasSubstr("= eu"));
  EXPECT_EQ(files.code, 1);
  EXPECT_THAT(files.errors, HasSubstr("returned a fatal result"));
}

TEST(ExplainCommand, TellsWhatIsWrongWithTheCommandLine) {
  Explained files(kBucketStep);
  EXPECT_EQ(files.Run({"--output", "svg"}), "");
  EXPECT_EQ(files.code, 2);
  EXPECT_EQ(files.errors,
            "function-loom: error: --output svg: expected one of text, json, "
            "mermaid, html\n");
}

}  // namespace
}  // namespace loom
