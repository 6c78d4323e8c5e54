// SPDX-License-Identifier: Apache-2.0
// ExplainedSecrets shows values without those that must not be printed
// (crossplane/objects/secret_texts.h).
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "crossplane/objects/secret_texts.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "tools/provenance/explanation.h"
#include "tools/run/pipeline.h"

namespace loom {

class ExplainedSecrets : public SecretTexts {
 public:
  explicit ExplainedSecrets(SecretTexts secrets)
      : SecretTexts(std::move(secrets)) {}

  // Returns the value of the field at `path` as an explanation shows it: without its
  // JSON if it contains a secret.
  ShownValue Shown(const Value& value,
                   absl::Span<const Segment> path = {}) const;
};

bool IsSecret(const Value& object);

// SourceFiles finds where a field is written in the files of a render: a field of the
// composite, of an observed or required object, or of an input. Paths are those of
// Locate (tools/yaml/reader.h). nullopt: no file has the object, or the name of its file
// is "".
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

// Returns the kind that an explanation gives to the steps of a section of
// function/plan/sections.h: `reference` for `references`, and `foreign` if it has none.
absl::string_view KindOfSection(absl::string_view section);

}  // namespace loom
