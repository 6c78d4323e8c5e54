// SPDX-License-Identifier: Apache-2.0
// What the examples of src/tools/test use and do not declare.
#pragma once

#include <functional>
#include <iostream>
#include <string>

#include "tools/test/coverage_report.h"
#include "tools/test/other_tools/partial_match.h"
#include "tools/test/other_tools/render_once.h"
#include "tools/test/other_tools/xprin_suite.h"
#include "tools/test/random/first_test.h"
#include "tools/test/random/life.h"
#include "tools/test/random/random_lives.h"
#include "tools/test/random/random_steps.h"
#include "tools/test/random/random_values.h"
#include "tools/test/random/smaller_life.h"
#include "tools/test/random/status_words.h"
#include "tools/test/random/written_test.h"
#include "tools/test/test_runner.h"
#include "tools/test/timeline/expectations.h"
#include "tools/test/timeline/origins.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test/updated_test.h"
#include "tools/test/watched_tests.h"
#include "tools/test_files/test_file.h"

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
extern const std::function<void()> play_tests;
extern Progress progress;
extern Coverage* coverage;

}  // namespace loom::example::tools_test
