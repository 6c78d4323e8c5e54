// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/composed_documents.h"

#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/pipeline/metadata.h"
#include "tools/pipeline/struct_message.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

constexpr char kComposite[] = "crossplane.io/composite";
constexpr char kResourceName[] = "crossplane.io/composition-resource-name";
constexpr char kClaimName[] = "crossplane.io/claim-name";
constexpr char kClaimNamespace[] = "crossplane.io/claim-namespace";

std::string MetadataText(const Value& object, absl::string_view name) {
  const Value* text = Dig(object, {"metadata", name});
  return text != nullptr && text->IsString() ? std::string(View(*text)) : "";
}

// The first part of the names of composed resources. It is the name of the
// composite or, if that is itself composed, of the composite at the root.
std::string Prefix(const Value& composite) {
  absl::string_view root = Label(composite, kComposite).value_or("");
  return std::string(root.empty() ? Name(composite) : root);
}

void SetName(const Value& composite, Value* composed, Pool* pool) {
  if (MetadataText(*composed, "name").empty() &&
      MetadataText(*composed, "generateName").empty()) {
    SetMetadata(*composed, "generateName", absl::StrCat(Prefix(composite), "-"),
                pool);
  }
  if (!Namespace(composite).empty()) {
    SetMetadata(*composed, "namespace", Namespace(composite), pool);
  }
}

void SetLabels(const Value& composite, Value* composed, Pool* pool) {
  std::map<std::string, std::string> labels{{kComposite, Prefix(composite)}};
  std::string name(Label(composite, kClaimName).value_or(""));
  std::string ns(Label(composite, kClaimNamespace).value_or(""));
  if (!name.empty() && !ns.empty()) {
    labels[kClaimName] = name;
    labels[kClaimNamespace] = ns;
  }
  AddToMetadata(*composed, "labels", labels, pool);
}

// Names the resource as it is named in the cluster.
void KeepNames(const YamlDocument& observed, Value* composed, Pool* pool) {
  for (const char* name : {"namespace", "name", "generateName"}) {
    SetMetadata(*composed, name, MetadataText(observed.root, name), pool);
  }
}

absl::StatusOr<Value> ComposedDocument(const PipelineInputs& inputs,
                                       const std::string& name,
                                       const fn::Resource& resource,
                                       Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(Value composed, ToTree(resource.resource(), pool));
  auto observed = inputs.observed.find(name);
  if (observed != inputs.observed.end()) {
    KeepNames(observed->second, &composed, pool);
  }
  const Value& composite = inputs.composite.root;
  SetName(composite, &composed, pool);
  AddToMetadata(composed, "annotations", {{kResourceName, name}}, pool);
  SetLabels(composite, &composed, pool);
  std::string other = SetController(composed, composite, pool);
  if (!other.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("composed resource \"", name, "\" is controlled by ",
                     other, " already, so ", Kind(composite), " ",
                     Name(composite), " cannot control it"));
  }
  return composed;
}

}  // namespace

absl::StatusOr<std::vector<Value>> ComposedDocuments(
    const PipelineInputs& inputs, const PipelineOutcome& outcome, Pool* pool) {
  const auto& resources = outcome.desired.resources();
  std::map<std::string, const fn::Resource*> by_name;
  for (const auto& [name, resource] : resources) by_name[name] = &resource;
  std::vector<Value> documents;
  for (const auto& [name, resource] : by_name) {
    LOOM_ASSIGN_OR_RETURN(Value document,
                          ComposedDocument(inputs, name, *resource, pool));
    documents.push_back(std::move(document));
  }
  return documents;
}

}  // namespace loom
