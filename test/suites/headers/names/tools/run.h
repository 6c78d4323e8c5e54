// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "function/function.h"
#include "tools/run/input_watch.h"
#include "tools/run/pipeline.h"
#include "tools/workspace/files.h"

namespace loom::example::tools_run {

extern const PipelineInputs inputs;
extern const PipelineOutcome outcome;
extern const YamlDocument xr;
extern Value object;
extern const PipelineStep step;
extern const Route route;
extern const fn::RunFunctionRequest request;
extern const fn::ResourceSelector selector;
extern std::vector<YamlDocument> documents;
extern const Given given;
extern const fn::Requirements requirements;
extern const absl::Time deadline;
extern Files files;
extern Observer* observer;
extern const Function function;

}  // namespace loom::example::tools_run
