// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/source_files.h"

#include "crossplane/objects/object.h"

namespace loom {
namespace {

ExplainedPlace At(const YamlDocument& document, const std::string& path) {
  return {Locate(document, path), path};
}

}  // namespace

std::optional<ExplainedPlace> SourceFiles::InComposite(
    const std::string& path) const {
  return At(inputs_.composite, path);
}

std::optional<ExplainedPlace> SourceFiles::InObserved(
    const std::string& resource, const std::string& path) const {
  auto found = inputs_.observed.find(resource);
  if (found == inputs_.observed.end()) return std::nullopt;
  return At(found->second, path);
}

std::optional<ExplainedPlace> SourceFiles::InGiven(
    const Value& object, const std::string& path) const {
  for (const YamlDocument& document : inputs_.given.resources.documents()) {
    if (Kind(document.root) == Kind(object) &&
        Name(document.root) == Name(object) &&
        Namespace(document.root) == Namespace(object) &&
        ApiVersion(document.root) == ApiVersion(object)) {
      return At(document, path);
    }
  }
  return std::nullopt;
}

std::optional<ExplainedPlace> SourceFiles::InInput(
    const PipelineStep& step, const std::string& path) const {
  return At(inputs_.composition.document, PathInStep(step, path));
}

}  // namespace loom
