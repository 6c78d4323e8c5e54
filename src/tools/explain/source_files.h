// SPDX-License-Identifier: Apache-2.0
// SourceFiles says where in the files of a render something is written: values of
// the composite, of observed and required objects, and members of inputs.
//
//   SourceFiles files(inputs);
//   auto value = files.InComposite("spec.region");           // xr.yaml:6:16
//   auto patch = files.InInput(step, "resources[0].patches[1]");
//
// Paths are those of tools/yaml/position.h. nullopt: no file has the object.
#pragma once

#include <optional>
#include <string>

#include "tools/explain/explanation.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

class SourceFiles {
 public:
  explicit SourceFiles(const PipelineInputs& inputs) : inputs_(inputs) {}

  std::optional<ExplainedPlace> InComposite(const std::string& path) const;
  std::optional<ExplainedPlace> InObserved(const std::string& resource,
                                           const std::string& path) const;
  // `object` is a required object as a function got it.
  std::optional<ExplainedPlace> InGiven(const Value& object,
                                        const std::string& path) const;
  // `path` is that of a member of the input; "" is the step itself.
  std::optional<ExplainedPlace> InInput(const PipelineStep& step,
                                        const std::string& path) const;

 private:
  const PipelineInputs& inputs_;
};

}  // namespace loom
