// SPDX-License-Identifier: Apache-2.0
// AnswerRequirements puts into a request what is required for it, as Crossplane
// does: what the step of the Composition requires, under the names that its author
// chose, and what the function itself asked for in its last response. Every call
// gets all of it anew, and nothing else.
//
//   fn::RunFunctionRequest request;
//   LOOM_ASSIGN_OR_RETURN(RequirementAnswers answered, AnswerRequirements(
//                             step, requirements, given, &request));
//
//   required by                           answered in
//   the step, requiredResources           required_resources
//   the step, requiredSchemas             required_schemas
//   the function, resources               required_resources
//   the function, extra_resources         extra_resources
//   the function, schemas                 required_schemas
//
// If the function asks by a name of the author's, its own answer counts. What is
// not given is answered as well, by a list without items or an empty schema: so a
// function can tell it from what it has not asked for.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/pipeline/composition.h"
#include "tools/pipeline/given_resources.h"
#include "tools/pipeline/given_schemas.h"

namespace loom {

// What stands in for the cluster.
struct Given {
  GivenResources resources;
  GivenSchemas schemas;
};

// A requirement that found nothing, described for a message. A schema is among
// them only if it has a near miss, because functions ask for schemas that they do
// not need.
struct Unanswered {
  std::string what;       // ConfigMap "settings"
  std::string near_miss;  // required.yaml:4:1 has it in namespace team-a, or ""
};

// A requirement of objects, and how many were found.
struct StepRequirement {
  std::string key;
  fn::ResourceSelector selector;
  int answered = 0;
};

struct RequirementAnswers {
  // What was asked for, but for schemas, in the order of the keys.
  std::vector<StepRequirement> asked;
  // In the order of `what`.
  std::vector<Unanswered> unanswered;
};

// InvalidArgument: a schema cannot be used.
absl::StatusOr<RequirementAnswers> AnswerRequirements(
    const PipelineStep& step, const fn::Requirements& requirements,
    const Given& given, fn::RunFunctionRequest* request);

}  // namespace loom
