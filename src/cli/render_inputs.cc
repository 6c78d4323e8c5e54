// SPDX-License-Identifier: Apache-2.0
#include "cli/render_inputs.h"

#include <iterator>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "pipeline/files.h"
#include "pipeline/struct_message.h"
#include "resource/object.h"
#include "value/object.h"
#include "yaml/scalar_text.h"

namespace loom {
namespace {

constexpr char kResourceName[] = "crossplane.io/composition-resource-name";

absl::StatusOr<std::map<std::string, YamlDocument>> LoadObserved(
    const RenderOptions& options, Files* files) {
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                        files->ReadAll(options.observed));
  std::map<std::string, YamlDocument> observed;
  for (YamlDocument& document : documents) {
    std::string name(Annotation(document.root, kResourceName).value_or(""));
    observed.insert_or_assign(std::move(name), std::move(document));
  }
  return observed;
}

absl::StatusOr<fn::CredentialData> DataOf(const YamlDocument& secret) {
  fn::CredentialData data;
  auto& bytes = *data.mutable_data();
  if (const Value* encoded = Find(secret.root, "data");
      encoded != nullptr && encoded->IsObject()) {
    for (const Member& member : encoded->GetObject()) {
      std::string key(View(member.name));
      if (!absl::Base64Unescape(ScalarText(&member.value), &bytes[key])) {
        return absl::InvalidArgumentError(absl::StrCat(
            secret.Place({"data", key}), ": data.", key, " is no base64"));
      }
    }
  }
  // The API server copies these into data.
  if (const Value* plain = Find(secret.root, "stringData");
      plain != nullptr && plain->IsObject()) {
    for (const Member& member : plain->GetObject()) {
      bytes[std::string(View(member.name))] = ScalarText(&member.value);
    }
  }
  return data;
}

absl::StatusOr<std::map<std::string, fn::CredentialData>> LoadCredentials(
    const RenderOptions& options, Files* files) {
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> secrets,
                        files->ReadAll(options.credentials));
  std::map<std::string, fn::CredentialData> credentials;
  for (const YamlDocument& secret : secrets) {
    LOOM_ASSIGN_OR_RETURN(fn::CredentialData data, DataOf(secret));
    credentials[absl::StrCat(Namespace(secret.root), "/", Name(secret.root))] =
        std::move(data);
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
  LOOM_ASSIGN_OR_RETURN(Composition composition,
                        LoadComposition(options.composition, &files));
  LOOM_RETURN_IF_ERROR(CheckFits(composite, composition));
  LOOM_ASSIGN_OR_RETURN(
      std::vector<Route> routes,
      RouteSteps(composition.steps, options.runtimes, &files));
  LOOM_ASSIGN_OR_RETURN(auto observed, LoadObserved(options, &files));
  LOOM_ASSIGN_OR_RETURN(Given given, LoadGiven(options, &files));
  LOOM_ASSIGN_OR_RETURN(auto credentials, LoadCredentials(options, &files));
  LOOM_ASSIGN_OR_RETURN(google::protobuf::Struct context,
                        LoadContext(options, &files, pool));
  return PipelineInputs{std::move(composite), std::move(composition),
                        std::move(routes),    std::move(observed),
                        std::move(given),     std::move(credentials),
                        std::move(context)};
}

}  // namespace loom
