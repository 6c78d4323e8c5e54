// SPDX-License-Identifier: Apache-2.0
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
// metadata and in inputs is for others. What is missing where a member is misspelt is
// not told besides.
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
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tools/yaml/position.h"
#include "tools/yaml/reader.h"

namespace loom {

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
