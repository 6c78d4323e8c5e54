// SPDX-License-Identifier: Apache-2.0
// SectionSteps says which entry of a section of the native input has written a
// field, and what it read: of references, identities and provider configs.
//
//   SectionSteps steps("references", step, inputs, secrets);
//   auto sources = steps.Describe({"subnet"}, leaf, &made);
//
// `made` is then reference 2, at composition.yaml:36:9, and the only source is
// ConfigMap team-a/landing-zone data.region.
//
// An entry is recognised by the resource and the field that it is for. A source
// whose name is only known when the call runs is the given object that has the
// value. If neither is found, the step is that of the whole section.
#pragma once

#include <string>
#include <vector>

#include "crossplane/contract/outcome.h"
#include "tools/explain/explanation.h"
#include "tools/explain/leaves.h"
#include "tools/explain/secret_texts.h"
#include "tools/explain/source_files.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

class SectionSteps {
 public:
  // What is passed outlives this. `section` is a name in function/plan/sections.h.
  SectionSteps(absl::string_view section, const PipelineStep& step,
               const PipelineInputs& inputs, const SecretTexts& secrets);

  // A composed resource, and the template that has made it: an entry may name either.
  // "" is the composite.
  struct Target {
    absl::string_view resource = "";
    absl::string_view made_by = "";
  };
  // Sets the kind, the index and the place of a step that wrote a field of it.
  std::vector<ExplainedSource> Describe(const Target& target, const Leaf& leaf,
                                        ExplainedStep* step) const;
  // The same of a step that withheld a resource.
  void DescribeWithheld(const Outcome& outcome, ExplainedStep* step) const;

 private:
  const Value* EntryOf(const Target& target, const std::string& path,
                       size_t* index) const;
  std::vector<ExplainedSource> SourcesOf(const Value& entry,
                                         const Leaf& leaf) const;
  std::vector<ExplainedSource> Label() const;
  ExplainedSource ObjectSource(const Value& from, const Leaf& leaf,
                               bool only) const;
  ExplainedSource CompositeSource(const std::string& path) const;

  const std::string section_;
  const std::string kind_;
  const PipelineStep& step_;
  const PipelineInputs& inputs_;
  const SecretTexts& secrets_;
  const SourceFiles files_;
};

}  // namespace loom
