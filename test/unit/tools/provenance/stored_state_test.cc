// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/stored_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/str_cat.h"
#include "test/testing/temp_folder.h"
#include "tools/explain/explain_command.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// A gathered composite with a bucket; `metadata` and `status` are those of the composite.
std::string Gathered(absl::string_view metadata, absl::string_view status,
                     absl::string_view of_bucket) {
  return absl::StrCat(R"(
apiVersion: example.org/v1
kind: Shop
metadata: {name: shop, namespace: a)",
                      metadata, R"(}
spec:
  crossplane: {resourceRefs: [{apiVersion: e.org/v1, kind: Bucket, name: shop-1}]}
status: {)",
                      status, R"(}
---
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: shops}
spec:
  compositeTypeRef: {apiVersion: example.org/v1, kind: Shop}
  mode: Pipeline
  pipeline:
  - step: weave
    functionRef: {name: function-loom}
    input:
      apiVersion: loom.fn.crossplane.io/v1beta1
      kind: Input
      resources:
      - {name: bucket, base: {apiVersion: e.org/v1, kind: Bucket}}
---
apiVersion: e.org/v1
kind: Bucket
metadata:
  name: shop-1
  namespace: a
  annotations: {crossplane.io/composition-resource-name: bucket}
)",
                      of_bucket);
}

constexpr char kReadyBucket[] =
    "status: {conditions: [{type: Ready, status: \"True\"}]}\n";

TEST(StoredState, IsReportedFirst) {
  const struct {
    const char* reason;
    const char* metadata;
    const char* status;
    const char* of_bucket;
    const char* head;
  } kRows[] = {
      {"nothing to say", "", "", kReadyBucket, "Shop shop is ready\n"},
      {"being deleted", ", deletionTimestamp: \"2026-01-01T00:00:00Z\"", "",
       kReadyBucket,
       "Shop shop is not ready\n  xr  being deleted since "
       "2026-01-01T00:00:00Z, and stays until bucket is deleted; no step runs "
       "anymore\n"},
      {"by what is held", ", deletionTimestamp: \"2026-01-01T00:00:00Z\"", "",
       "  deletionTimestamp: \"2026-01-01T00:00:01Z\"\n  finalizers: [a, b]\n",
       "\n  bucket  being deleted since 2026-01-01T00:00:01Z, and waits for "
       "the "
       "finalizers a, b\n"},
      {"paused", ", annotations: {crossplane.io/paused: \"true\"}", "",
       kReadyBucket,
       "\n  xr  paused by the crossplane.io/paused annotation; no step runs\n"},
      {"not paused", ", annotations: {crossplane.io/paused: \"false\"}", "",
       kReadyBucket, "Shop shop is ready\n"},
      {"refused by the API server", "",
       "conditions: [{type: Synced, status: \"False\", reason: ReconcileError, "
       "message: cannot apply}]",
       kReadyBucket,
       "\n  xr  Synced is False, reason ReconcileError: cannot apply\n"},
      {"too many events", "",
       "conditions: [{type: Responsive, status: \"False\", reason: "
       "WatchCircuitOpen}]",
       kReadyBucket, "\n  xr  Responsive is False, reason WatchCircuitOpen\n"},
      {"what is hostile", ", deletionTimestamp: [1], finalizers: {a: b}",
       "conditions: {a: [5]}", kReadyBucket, "Shop shop is"},
  };
  for (const auto& row : kRows) {
    std::istringstream in(Gathered(row.metadata, row.status, row.of_bucket));
    std::ostringstream out, err;
    EXPECT_EQ(RunExplain({"--from", "-"}, in, out, err), 0)
        << row.reason << err.str();
    EXPECT_THAT(out.str(), HasSubstr(row.head)) << row.reason;
    EXPECT_THAT(out.str(), StartsWith("Shop shop is")) << row.reason;
  }
}

}  // namespace
}  // namespace loom
