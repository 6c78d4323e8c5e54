// SPDX-License-Identifier: Apache-2.0
#include "tools/render/render_inputs.h"

#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/pipeline/composition_mistakes.h"
#include "tools/pipeline/files.h"
#include "tools/pipeline/struct_message.h"
#include "tools/render/composite_schema.h"
#include "tools/render/observed_resources.h"
#include "tools/render/secret_data.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

absl::StatusOr<ObservedResources> LoadObserved(const RenderOptions& options,
                                               const YamlDocument& composite,
                                               Files* files) {
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                        files->ReadAll(options.observed));
  return TakeObserved(composite, std::move(documents));
}

absl::StatusOr<std::map<std::string, fn::CredentialData>> LoadCredentials(
    const RenderOptions& options, Files* files) {
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> secrets,
                        files->ReadAll(options.credentials));
  std::map<std::string, fn::CredentialData> credentials;
  for (const YamlDocument& secret : secrets) {
    LOOM_ASSIGN_OR_RETURN(auto data, SecretData(secret));
    credentials[absl::StrCat(Namespace(secret.root), "/", Name(secret.root))]
        .mutable_data()
        ->insert(data.begin(), data.end());
  }
  return credentials;
}

// A value of the context is one document, which need not be an object.
absl::Status SetContext(absl::string_view key,
                        absl::StatusOr<std::vector<YamlDocument>> documents,
                        Value* context, Pool* pool) {
  if (!documents.ok()) {
    return Annotate(documents.status(), absl::StrCat("context ", key));
  }
  if (documents->size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("context ", key, ": ", (*documents)[1].Place({}),
                     ": a second document, and only one is wanted"));
  }
  Value value;
  if (!documents->empty()) value = std::move((*documents)[0].root);
  Set(*context, pool->Keep(key), std::move(value), pool);
  return absl::OkStatus();
}

absl::StatusOr<google::protobuf::Struct> LoadContext(
    const RenderOptions& options, Files* files, Pool* pool) {
  Value context = Object();
  for (const auto& [key, file] : options.context_files) {
    LOOM_RETURN_IF_ERROR(SetContext(key, files->Read(file), &context, pool));
  }
  for (const auto& [key, text] : options.context_values) {
    LOOM_RETURN_IF_ERROR(SetContext(
        key, ReadYaml("--context-values", text, pool), &context, pool));
  }
  return ToStruct(context);
}

absl::StatusOr<Given> LoadGiven(const RenderOptions& options, Files* files) {
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> resources,
                        files->ReadAll(options.required));
  std::vector<JsonFile> schemas;
  for (const std::string& path : options.schemas) {
    LOOM_ASSIGN_OR_RETURN(std::vector<JsonFile> more,
                          files->ReadJsonBelow(path));
    std::move(more.begin(), more.end(), std::back_inserter(schemas));
  }
  return Given{GivenResources(std::move(resources)),
               GivenSchemas(std::move(schemas))};
}

absl::Status CheckComposite(const YamlDocument& composite) {
  for (const char* member : {"apiVersion", "kind"}) {
    if (!ScalarText(Find(composite.root, member)).empty()) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        composite.Place({}), ": the XR has no ", member,
        "\n  the arguments are XR COMPOSITION [FUNCTIONS], in this order"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PipelineInputs> LoadRenderInputs(const RenderOptions& options,
                                                std::istream& in, Pool* pool) {
  Files files(in, pool);
  LOOM_ASSIGN_OR_RETURN(YamlDocument composite,
                        files.ReadOne(options.composite));
  LOOM_RETURN_IF_ERROR(CheckComposite(composite));
  if (!options.definition.empty()) {
    LOOM_ASSIGN_OR_RETURN(YamlDocument definition,
                          files.ReadOne(options.definition));
    LOOM_RETURN_IF_ERROR(ApplyDefinition(definition, &composite, pool));
  }
  LOOM_ASSIGN_OR_RETURN(Composition composition,
                        LoadComposition(options.composition, &files));
  LOOM_RETURN_IF_ERROR(CheckComposition(composition.document));
  LOOM_RETURN_IF_ERROR(CheckFits(composite, composition));
  LOOM_ASSIGN_OR_RETURN(
      std::vector<Route> routes,
      RouteSteps(composition.steps, options.runtimes, &files));
  LOOM_ASSIGN_OR_RETURN(ObservedResources observed,
                        LoadObserved(options, composite, &files));
  LOOM_ASSIGN_OR_RETURN(Given given, LoadGiven(options, &files));
  LOOM_ASSIGN_OR_RETURN(auto credentials, LoadCredentials(options, &files));
  LOOM_ASSIGN_OR_RETURN(google::protobuf::Struct context,
                        LoadContext(options, &files, pool));
  std::vector<std::string> notes = std::move(observed.notes);
  const std::vector<std::string>& more = given.resources.notes();
  notes.insert(notes.end(), more.begin(), more.end());
  return PipelineInputs{std::move(composite),
                        std::move(composition),
                        std::move(routes),
                        std::move(observed.resources),
                        std::move(observed.details),
                        std::move(observed.composite_details),
                        std::move(given),
                        std::move(credentials),
                        {},
                        std::move(context),
                        std::move(notes)};
}

}  // namespace loom
