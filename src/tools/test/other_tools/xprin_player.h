// SPDX-License-Identifier: Apache-2.0
// PlayXprin plays a suite of xprin: each test renders a composite once, validates what
// comes out, and checks the assertions.
//
//   LOOM_ASSIGN_OR_RETURN(XprinSuite suite, LoadXprin(path, text, &pool));
//   std::vector<TestResult> results = PlayXprin(suite, options, selects);
//
// What xprin does in other programs happens here without them:
//
//   crossplane render         RenderOnce. Functions that are not built in are called at
//                             their --function-address, or left out by --skip
//   crossplane beta validate  the schemas of `crds`. Kubernetes' own kinds are known.
//                             Packages are not downloaded: if `crds` depends on one, kinds
//                             without a schema are in TestResult::notes; otherwise they
//                             are failures
//   convert-claim-to-xr       the kind with an X before it, and the name CLAIM-xxxxx
//   patch-xr                  defaults of the definition; the connection Secret has a
//                             fixed UID
//   hooks                     only with TestOptions::allows_hooks; otherwise a test with
//                             hooks fails and says so
//
// The outputs of a test with an id are files for later tests only if hooks run. Without
// hooks, they are kept in memory, with paths such as xprin-outputs/first/xr.yaml.
#pragma once

#include <functional>
#include <vector>

#include "tools/test/other_tools/xprin_suite.h"
#include "tools/test/timeline/timeline.h"

namespace loom {

// `selects` returns whether the result of a test is wanted. A test with an id is played
// all the same, because later tests may use its outputs.
std::vector<TestResult> PlayXprin(
    const XprinSuite& suite, const TestOptions& options,
    const std::function<bool(const std::string& name)>& selects);

}  // namespace loom
