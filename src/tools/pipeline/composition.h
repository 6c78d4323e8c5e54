// SPDX-License-Identifier: Apache-2.0
// LoadComposition reads a Composition as far as it is needed to run its
// pipeline: the steps, each with its place in the file.
//
//   LOOM_ASSIGN_OR_RETURN(Composition composition,
//                         LoadComposition("composition.yaml", &files));
//   LOOM_RETURN_IF_ERROR(CheckFits(composite, composition));
//
// A member of a step that has another type than it should is read as if it were
// absent, unless the step could not be run then. Mistakes in steps are found by
// tools/pipeline/composition_mistakes.h, and the rest of a Composition is for the API server.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "data/value/value.h"
#include "tools/pipeline/files.h"
#include "tools/yaml/reader.h"

namespace loom {

namespace fn = ::apiextensions::fn::proto::v1;

// A Secret whose data a step receives as credentials of that name.
struct StepCredential {
  std::string name;
  std::string secret_namespace;
  std::string secret_name;
};

struct PipelineStep {
  size_t index;  // in spec.pipeline
  std::string
      path;  // in the document: spec.pipeline[1]; "" if it is the document
  std::string place;  // file:line:column
  std::string name;
  std::string function;
  const Value* item = nullptr;   // the step as it is written
  const Value* input = nullptr;  // nullptr: the step has no input
  std::vector<StepCredential> credentials;
  // What the Composition requires for the step: Crossplane sends it with the
  // first call already, without being asked, and with every later call. Pairs of
  // a requirementName and a selector.
  std::vector<std::pair<std::string, fn::ResourceSelector>> required_resources;
  std::vector<std::pair<std::string, fn::SchemaSelector>> required_schemas;
};

// The path in the document of a member of the input of a step; that of the step if
// the member is "":
//   PathInStep(step, "resources[0]")  spec.pipeline[1].input.resources[0]
std::string PathInStep(const PipelineStep& step, absl::string_view member);

struct Composition {
  YamlDocument document;
  std::vector<PipelineStep> steps;
};

// InvalidArgument: the file cannot be read, is no Composition, or a step or its
// input is no object. FailedPrecondition: the mode is not Pipeline; if there is no mode,
// a member that nobody knows is told instead, which may be a misspelt one.
absl::StatusOr<Composition> LoadComposition(const std::string& path,
                                            Files* files);

// FailedPrecondition: the Composition is for another apiVersion or kind than
// the composite has, or it lacks a label by which the composite selects its
// Composition.
absl::Status CheckFits(const YamlDocument& composite,
                       const Composition& composition);

}  // namespace loom
