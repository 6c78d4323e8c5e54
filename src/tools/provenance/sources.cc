// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/sources.h"

#include <utility>

#include "crossplane/objects/object.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "tools/provenance/object_graph.h"

namespace loom {
namespace {

std::optional<ExplainedPlace> At(const YamlDocument& document,
                                 const std::string& path) {
  // An object that only a simulated cluster has.
  if (document.nodes().name().empty()) return std::nullopt;
  return ExplainedPlace{Locate(document, path), path};
}

// Returns the name of the field that a path ends with; "" if it ends with an index.
absl::string_view NameAt(absl::Span<const Segment> path) {
  return path.empty() || path.back().is_index
             ? absl::string_view()
             : absl::string_view(path.back().field);
}

struct Row {
  absl::string_view section;
  absl::string_view kind;
};

constexpr Row kRows[] = {
    {"environment", "merge"},
    {"spec", "merge"},
    {"extraResources", "merge"},
    {"required", "reference"},
    {"references", "reference"},
    {"externalValues", "reference"},
    {"typedReferences", "reference"},
    {"externalReferences", "reference"},
    {"identities", "identity"},
    {"overlays", "overlay"},
    {"output", "template"},
    {"dependencies", "dependency"},
    {"objectConnectionDetails", "connection"},
    {"connectionDetails", "connection"},
    {"resources", "connection"},
    {"providerConfig", "providerConfig"},
    {"condition", "condition"},
    {"conditions", "condition"},
    {"validations", "condition"},
    {"remove", "condition"},
};

}  // namespace

bool IsSecret(const Value& object) {
  return object.IsObject() && ApiVersion(object) == "v1" &&
         Kind(object) == "Secret";
}

ShownValue ExplainedSecrets::Shown(const Value& value,
                                   absl::Span<const Segment> path) const {
  for (const Leaf& leaf : LeavesOf(value)) {
    absl::string_view member = NameAt(leaf.path);
    if (leaf.path.empty()) member = NameAt(path);
    if (Hides(member, *leaf.value)) {
      return {.json = std::nullopt, .secret = true};
    }
  }
  absl::StatusOr<std::string> json = CompactJson(value);
  if (!json.ok()) return {};
  return {.json = *std::move(json)};
}

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

absl::string_view KindOfSection(absl::string_view section) {
  for (const Row& row : kRows) {
    if (row.section == section) return row.kind;
  }
  return "foreign";
}

}  // namespace loom
