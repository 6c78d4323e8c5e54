// SPDX-License-Identifier: Apache-2.0
// What the examples of src/tools/test use and do not declare.
#pragma once

#include <functional>
#include <iostream>
#include <string>

#include "tools/test/coverage_report.h"
#include "tools/test/expectations.h"
#include "tools/test/first_test.h"
#include "tools/test/life.h"
#include "tools/test/origins.h"
#include "tools/test/partial_match.h"
#include "tools/test/random_lives.h"
#include "tools/test/random_steps.h"
#include "tools/test/random_values.h"
#include "tools/test/render_once.h"
#include "tools/test/smaller_life.h"
#include "tools/test/status_words.h"
#include "tools/test/test_file.h"
#include "tools/test/timeline.h"
#include "tools/test/updated_test.h"
#include "tools/test/written_test.h"
#include "tools/test/xprin_suite.h"

namespace loom::example::tools_test {

extern Files files;
extern const std::string path;
extern TestFile test;
extern TestOptions options;
extern TestStep step;
extern ControlPlane control;
extern Reconciliation last_reconcile;
extern absl::Span<const TestStep> played_steps;
extern std::vector<TestFailure> failures;
extern absl::Time deadline;
extern PipelineInputs inputs;
extern const YamlDocument document;
extern RenderSources render_sources;
extern const std::vector<YamlDocument> documents;
extern const XprinSuite suite;
extern const RenderedOnce rendered;
extern const std::string text;
extern const Value object, variables;
extern RenderOptions flags;
extern const PartialMatch::Report report;
extern const Value wanted, value;
extern const Composition composition;
extern KindSchemas schemas;
extern LifeStage* stage;
extern LifeRun run;
extern Value life;
extern const Value composite, network, schema, sources, steps;
extern const std::function<bool(const std::string&)> selects;

}  // namespace loom::example::tools_test
