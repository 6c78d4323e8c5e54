// SPDX-License-Identifier: Apache-2.0
// SecretTexts holds the strings that must not be shown: those of core Secrets, of
// credentials, and of connection details.
//
//   SecretTexts secrets(inputs);
//   bool known = secrets.IsIn("postgres://root:hunter2@db");     // true
//
// Each value is searched for these strings, both as they are and in base64. A string of
// fewer than four characters may occur in any value by chance, so it must be the whole
// value.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/explain/explanation.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

class SecretTexts {
 public:
  explicit SecretTexts(const PipelineInputs& inputs);

  bool empty() const { return texts_.empty(); }
  bool IsIn(absl::string_view text) const;
  // Returns the value as an explanation shows it: without its JSON if it contains a
  // secret.
  ShownValue Shown(const Value& value) const;

 private:
  void AddSecret(const Value& object);
  void Add(absl::string_view text);

  std::set<std::string> texts_;
};

// Returns whether an object is a core Secret.
bool IsSecret(const Value& object);

// SourceFiles finds where a field is written in the files of a render: a field of the
// composite, of an observed or required object, or of an input.
//
//   SourceFiles files(inputs);
//   auto value = files.InComposite("spec.region");           // xr.yaml:6:16
//   auto patch = files.InInput(step, "resources[0].patches[1]");
//
// Paths are those of Locate (tools/yaml/reader.h). nullopt: no file has the object.
class SourceFiles {
 public:
  explicit SourceFiles(const PipelineInputs& inputs) : inputs_(inputs) {}

  std::optional<ExplainedPlace> InComposite(const std::string& path) const;
  std::optional<ExplainedPlace> InObserved(const std::string& resource,
                                           const std::string& path) const;
  // `object` is a required object as a function received it.
  std::optional<ExplainedPlace> InGiven(const Value& object,
                                        const std::string& path) const;
  // `path` is the path of a field of the input. "" is the step itself.
  std::optional<ExplainedPlace> InInput(const PipelineStep& step,
                                        const std::string& path) const;

 private:
  const PipelineInputs& inputs_;
};

// Returns the kind that an explanation gives to the steps of a section, such as
// `reference` for the section `references`. `section` is a name in
// function/plan/sections.h. Returns `foreign` for a section without a kind of its own.
absl::string_view KindOfSection(absl::string_view section);

}  // namespace loom
