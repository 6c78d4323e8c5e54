// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "function/function.h"
#include "tools/pipeline/input_mistakes.h"
#include "tools/pipeline/input_watch.h"
#include "tools/pipeline/pipeline.h"

namespace loom::example::tools_pipeline {

extern const PipelineInputs inputs;
extern const PipelineOutcome outcome;
extern const YamlDocument xr;
extern Value object;
extern const PipelineStep step;
extern const Route route;
extern const fn::RunFunctionRequest request;
extern const fn::ResourceSelector selector;
extern const YamlDocument composite;
extern std::vector<YamlDocument> documents;
extern const Given given;
extern const fn::Requirements requirements;
extern const absl::Time deadline;
extern Files files;
extern const absl::string_view message;
extern Observer* observer;
extern const Function function;

}  // namespace loom::example::tools_pipeline
