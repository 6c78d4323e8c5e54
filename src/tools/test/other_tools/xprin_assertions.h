// SPDX-License-Identifier: Apache-2.0
// CheckXprin evaluates the assertions of a test of xprin's.
//
//   std::vector<TestFailure> failures =
//       CheckXprin(suite, suite.cases[0].assertions, rendered, &pool);
//
// The rules are xprin's:
//
//   resource     KIND, KIND/NAME or a pattern of it (GlobPattern). Of several resources
//                with the same kind and name, the last one counts. Everything but Count
//                and NotExists fails if there is none
//   field        names with dots between them. A name in the middle that is not there
//                fails every assertion, also FieldNotExists
//   ==, is       the two values are equal as Go prints them with %v: 3 equals "3".
//                One rule is ours: numbers are equal by value, where xprin has 1e+06 for
//                1000000
//   diff         the file is what `crossplane render --include-full-xr` prints, byte for
//                byte; with `resource`, one document of it, without the first line ---
//   dyff         the documents have the same values; the order of documents does not
//                matter
//
// Each failure begins with the name of the assertion.
#pragma once

#include <vector>

#include "data/value/value.h"
#include "tools/test/other_tools/render_once.h"
#include "tools/test/other_tools/xprin_suite.h"
#include "tools/test/timeline/timeline.h"

namespace loom {

// The strings of the assertions have no actions any more.
std::vector<TestFailure> CheckXprin(
    const XprinSuite& suite, const std::vector<XprinAssertion>& assertions,
    const RenderedOnce& rendered, Pool* pool);

}  // namespace loom
