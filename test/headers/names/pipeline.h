// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "pipeline/pipeline.h"

namespace loom::example {

extern const PipelineInputs inputs;
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

}  // namespace loom::example
