// SPDX-License-Identifier: Apache-2.0
// A Composition as far as rendering needs it: the steps of its pipeline, each
// with the place where it stands.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "pipeline/files.h"
#include "value/value.h"
#include "yaml/reader.h"

namespace loom {

namespace fn = ::apiextensions::fn::proto::v1;

// A Secret whose data a step is given under a name.
struct StepCredential {
  std::string name;
  std::string secret_namespace;
  std::string secret_name;
};

struct PipelineStep {
  size_t index;       // in spec.pipeline
  std::string place;  // file:line:column
  std::string name;
  std::string function;
  const Value* input = nullptr;  // nullptr: it has none
  std::vector<StepCredential> credentials;
  // What the Composition itself requires for the step, before the first call.
  bool has_requirements = false;
  std::vector<std::pair<std::string, fn::ResourceSelector>> required_resources;
  std::vector<std::string> required_schemas;
};

struct Composition {
  YamlDocument document;
  std::vector<PipelineStep> steps;
};

// InvalidArgument: not to be read, or no Composition. FailedPrecondition: its
// mode is not Pipeline.
absl::StatusOr<Composition> LoadComposition(const std::string& path,
                                            Files* files);

// FailedPrecondition: the Composition is for another kind than that of the
// composite, or lacks the labels that the composite selects by.
absl::Status CheckFits(const YamlDocument& composite,
                       const Composition& composition);

}  // namespace loom
