// SPDX-License-Identifier: Apache-2.0
// UpboundTest is a test of an Upbound project: a CompositionTest of
// meta.dev.upbound.io/v1alpha1, in YAML. function-loom plays it unchanged.
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<UpboundTest> tests,
//                         LoadUpbound(documents, &files, &pool));
//   TestResult result = PlayUpbound(std::move(tests[0]), options, &files, &pool);
//
// The format is that of `up test run`:
//
//   xr or xrPath, composition or compositionPath, xrd or xrdPath
//                       inline, or a path in the project: relative to the nearest folder
//                       above the test that has an upbound.yaml, or, if there is none,
//                       to the folder of the test
//   observedResources, extraResources, context, functionCredentialsPath
//                       as for `render`
//   assertResources     each must match (partial_match.h) the first of the composite and
//                       the composed resources that has its apiVersion, kind, name and
//                       annotations. Without a name, it matches one without a name
//   timeoutSeconds      for all steps together; 30 by default
//   validate            has no effect, as in `up`
//
// `up` also renders results of functions and the context, which cannot be asserted here.
// It builds the functions of the project; here they are called at their
// --function-address, or left out by --skip.
//
// A file may have several tests as documents, or one document with `items`. An E2ETest
// and an OperationTest are skipped, because they need a cluster, or test no Composition.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "data/value/value.h"
#include "tools/inputs/render_sources.h"
#include "tools/test/timeline/timeline.h"
#include "tools/workspace/files.h"
#include "tools/yaml/reader.h"

namespace loom {

struct UpboundTest {
  YamlDocument document;
  std::string name;
  // Why it is not played; then it has only a name.
  std::string skipped = {};
  RenderSources sources;
  absl::Duration timeout = absl::Seconds(30);
};

// Whether a document is a test of an Upbound project, or a list of such tests.
bool IsUpboundTest(const Value& root);

// FailedPrecondition: tests have mistakes; the message has those of all documents.
// InvalidArgument: a file that a test names cannot be read.
absl::StatusOr<std::vector<UpboundTest>> LoadUpbound(
    const std::vector<YamlDocument>& documents, Files* files, Pool* pool);

TestResult PlayUpbound(UpboundTest test, const TestOptions& options,
                       Files* files, Pool* pool);

}  // namespace loom
