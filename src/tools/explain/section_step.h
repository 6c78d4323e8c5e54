// SPDX-License-Identifier: Apache-2.0
// SecretTexts knows the texts that may not be shown: those of core Secrets, of
// credentials, and of connection details.
//
//   SecretTexts secrets(inputs);
//   bool known = secrets.IsIn("postgres://root:hunter2@db");     // true
//
// A value is searched for each text, as it is and in base64. A text of less than
// four characters, which may stand in any value by chance, has to be the value.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"
#include "tools/explain/explanation.h"
#include "tools/explain/object_graph.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

class SecretTexts {
 public:
  explicit SecretTexts(const PipelineInputs& inputs);

  bool empty() const { return texts_.empty(); }
  bool IsIn(absl::string_view text) const;
  // The value as an explanation has it: without its text if there is a secret
  // anywhere in it.
  ShownValue Shown(const Value& value) const;

 private:
  void AddSecret(const Value& object);
  void Add(absl::string_view text);

  std::set<std::string> texts_;
};

// Whether an object is a core Secret.
bool IsSecret(const Value& object);

// SourceFiles says where in the files of a render something is written: values of
// the composite, of observed and required objects, and members of inputs.
//
//   SourceFiles files(inputs);
//   auto value = files.InComposite("spec.region");           // xr.yaml:6:16
//   auto patch = files.InInput(step, "resources[0].patches[1]");
//
// Paths are those of tools/yaml/reader.h. nullopt: no file has the object.
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
