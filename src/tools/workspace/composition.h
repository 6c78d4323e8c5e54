// SPDX-License-Identifier: Apache-2.0
// TakeComposition reads the parts of a Composition that are needed to run its pipeline:
// the steps, each with its location in the file.
//
//   LOOM_ASSIGN_OR_RETURN(Composition composition,
//                         TakeComposition(std::move(documents[0])));
//   LOOM_RETURN_IF_ERROR(CheckFits(composite, composition));
//
// A field of a step with the wrong type is read as if it were absent, unless the step
// cannot run without it. FindCompositionMistakes finds mistakes in steps, and the rest
// of a Composition is left to the API server.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "data/value/value.h"
#include "tools/findings/diagnostic.h"
#include "tools/yaml/reader.h"

namespace loom {

namespace fn = ::apiextensions::fn::proto::v1;

struct PlannedInput;

// A Secret whose data a step receives as credentials of that name.
struct StepCredential {
  std::string name;
  std::string secret_namespace;
  std::string secret_name;
};

struct PipelineStep {
  size_t index;  // in spec.pipeline
  std::string
      path;  // in the document: spec.pipeline[1]; "" for the whole document
  std::string place;  // file:line:column
  std::string name;
  std::string function;
  const Value* item = nullptr;   // the step as written
  const Value* input = nullptr;  // nullptr: the step has no input
  std::vector<StepCredential> credentials;
  // What the Composition requires for the step, as pairs of a requirementName and a
  // selector. Crossplane sends it with every call, including the first.
  std::vector<std::pair<std::string, fn::ResourceSelector>> required_resources;
  std::vector<std::pair<std::string, fn::SchemaSelector>> required_schemas;
  // Set by PlannedInputOf (input_mistakes.h).
  mutable std::shared_ptr<const PlannedInput> planned = nullptr;
};

// Returns whether a Composition has a pipeline. Its mode is Pipeline by default in
// Crossplane 2. A Composition without a mode that has resources is from Crossplane 1.
bool IsPipeline(const Value& composition);

// Returns the path in the document of a field of a step's input, or of the step if
// `member` is "":
//   PathInStep(step, "resources[0]")  spec.pipeline[1].input.resources[0]
std::string PathInStep(const PipelineStep& step, absl::string_view member);

struct Composition {
  YamlDocument document;
  std::vector<PipelineStep> steps;
};

// InvalidArgument: the document is not a Composition, or a step or its input is not an
// object. FailedPrecondition: the mode is not Pipeline. If the mode is absent, an unknown
// field is reported instead, because it may be a misspelled `mode`.
absl::StatusOr<Composition> TakeComposition(YamlDocument document);

// Operations are pipelines without a composite: an Operation, or the template of one in a
// CronOperation or a WatchOperation.
//
//   Operation                        the steps are in spec.pipeline
//   CronOperation, WatchOperation    in spec.operationTemplate.spec.pipeline

bool IsOperation(const Value& root);
// Returns whether it is a test for `function-loom test`.
bool IsTest(const Value& root);
// Returns the spec with the pipeline; nullptr for none.
const Value* SpecOfOperation(const Value& root);
// Return the list of steps of a Composition or an Operation (nullptr for none), and its
// path.
const Value* PipelineOf(const Value& root);
std::string PathOfPipeline(const Value& root);

// Reads the steps of an Operation. FailedPrecondition: it has none, or a step cannot be
// run; the message has its location.
absl::StatusOr<Composition> TakeOperation(YamlDocument document);

// Checks that the Composition is for the composite. FailedPrecondition: it is for
// another apiVersion or kind, or it lacks a label by which the composite selects its
// Composition.
absl::Status CheckFits(const YamlDocument& composite,
                       const Composition& composition);

// FindCompositionMistakes finds what the API server would refuse in a Composition,
// except in the inputs of its steps. Without it, a Composition with `pipelines` would
// render nothing, and a step with `functionref` would run as if it named no function.
//
//   spec             pipeline is required, a list with at least one step
//   compositeTypeRef required, with an apiVersion and a kind
//   step             required and unique
//   functionRef      required, with a name
//
// An unknown field, and a string that is none of the choices, is a mistake wherever the
// schema of Compositions has none (package/schema/composition.json). metadata and inputs
// are checked elsewhere. If a required field is misspelled, only the misspelling is
// reported. The subject of a finding is the unknown field, and its rule that of lint.
//
// CheckComposition reports the mistakes as an error, one per line, each followed by a
// line with advice:
//
//   LOOM_RETURN_IF_ERROR(CheckComposition(documents[0]));
//
//   composition.yaml:9:5: spec.pipeline[0]: unknown field "functionref"
//     did you mean functionRef?
//   composition.yaml:14:5: spec.pipeline[1].step: Duplicate value: "patch", which
//   is also the name of the step at composition.yaml:8:5

Diagnostics FindCompositionMistakes(const YamlDocument& composition);

// FailedPrecondition: the Composition has such mistakes; the message has all of them.
absl::Status CheckComposition(const YamlDocument& composition);

// FailedPrecondition: the Composition has unknown fields. Does not check the fields
// that are required in mode Pipeline.
absl::Status CheckCompositionMembers(const YamlDocument& composition);

}  // namespace loom
