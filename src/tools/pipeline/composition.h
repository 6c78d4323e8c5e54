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
// tools/pipeline/composition.h, and the rest of a Composition is for the API server.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
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
  // The same as names and indexes.
  std::vector<std::string> steps;
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

// Whether a Composition has a pipeline: its mode, which is Pipeline by default, as far
// as Crossplane 2 goes. One without a mode that has resources is from Crossplane 1.
bool IsPipeline(const Value& composition);

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
// an unknown member is reported instead, which may be a misspelt one.
absl::StatusOr<Composition> LoadComposition(const std::string& path,
                                            Files* files);
// The same of a document that was read.
absl::StatusOr<Composition> TakeComposition(YamlDocument document);

// Operations are pipelines without a composite: an Operation, or the template of one in a
// CronOperation or a WatchOperation.
//
//   Operation                        the steps are in spec.pipeline
//   CronOperation, WatchOperation    in spec.operationTemplate.spec.pipeline

bool IsOperation(const Value& root);
// The spec with the pipeline; nullptr if there is none.
const Value* SpecOfOperation(const Value& root);
// The list of steps of a Composition or an Operation, and its path; nullptr if there is
// none.
const Value* PipelineOf(const Value& root);
std::string PathOfPipeline(const Value& root);

// Takes the steps of an Operation. FailedPrecondition: it has none, or one that cannot be
// run, with its location.
absl::StatusOr<Composition> TakeOperation(YamlDocument document);

// FailedPrecondition: the Composition is for another apiVersion or kind than
// the composite has, or it lacks a label by which the composite selects its
// Composition.
absl::Status CheckFits(const YamlDocument& composite,
                       const Composition& composition);

// FindCompositionMistakes finds what the API server would refuse in a Composition
// around the inputs of its steps. Without it, a Composition that says `pipelines` would
// render nothing, and a step that says `functionref` would run as if nobody had
// said which function it is for.
//
//   spec             pipeline is required, a list with at least one step
//   compositeTypeRef required, with an apiVersion and a kind
//   step             required, and no two are alike
//   functionRef      required, with a name
//   credentials, requirements
//
// A member that is not known is a mistake at each of these places. What is below
// metadata and in inputs is for others. If a member is misspelt, the missing one is
// not reported besides.
//
// CheckComposition makes an error of them, a line each, and a line with advice behind
// it:
//
//   LOOM_RETURN_IF_ERROR(CheckComposition(documents[0]));
//
//   composition.yaml:9:5: spec.pipeline[0]: unknown field "functionref"
//     did you mean functionRef?
//   composition.yaml:14:5: spec.pipeline[1].step: Duplicate value: "patch", which
//   is the name of the step at composition.yaml:8:5, too

struct CompositionMistake {
  enum class Kind { kUnknownField, kRequired, kType, kStepName };

  Kind kind;
  YamlPosition position;
  // The member that is wrong; of an unknown field, the object that has it.
  std::string path;
  std::string message;
  std::string help;  // "" if there is none
};

std::vector<CompositionMistake> FindCompositionMistakes(
    const YamlDocument& composition);

// FailedPrecondition: there are such mistakes; all of them.
absl::Status CheckComposition(const YamlDocument& composition);

// FailedPrecondition: there are members that nobody knows. It does not ask for what a
// Composition of mode Pipeline needs.
absl::Status CheckCompositionMembers(const YamlDocument& composition);

}  // namespace loom
