// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/render_inputs.h"

#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/inputs/claim.h"
#include "tools/run/documents.h"
#include "tools/schemas/composite_schema.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/validation_rules.h"
#include "tools/workspace/composition.h"
#include "tools/workspace/files.h"
#include "tools/workspace/input_mistakes.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

// For ApplyDefinition.

// What to say of a field of Crossplane that is where the other kind of composites has it.
std::string HelpWith(const Violation& violation,
                     std::optional<CompositeForm> form,
                     const Value& composite) {
  if (!form.has_value() || violation.unknown_member.empty()) return "";
  if (IsModern(*form) && PathText(violation.path) == "spec" &&
      violation.unknown_member == "writeConnectionSecretToRef") {
    return "Crossplane 2 does not write this Secret; compose it with "
           "connectionDetails of a step";
  }
  const std::string moved =
      WhereItMoved(*form, PathText(violation.path), violation.unknown_member);
  if (moved.empty()) return "";
  return absl::StrCat(Kind(composite), " is a ", FormWords(*form), ": ",
                      moved == "spec"
                          ? "move the fields of spec.crossplane to spec"
                          : absl::StrCat("write ", moved));
}

YamlPosition PositionOf(const Violation& violation,
                        const YamlDocument& document) {
  std::vector<absl::string_view> path(violation.path.begin(),
                                      violation.path.end());
  if (violation.unknown_member.empty()) return document.At(path);
  path.push_back(violation.unknown_member);
  return document.At(path, YamlPart::kKey);
}

// The rule in the definition, in the version of the object.
YamlPosition PositionOf(const UncheckedRule& rule,
                        const YamlDocument& definition, const Value& object) {
  const absl::string_view api_version = ApiVersion(object);
  const absl::string_view version =
      api_version.substr(api_version.find('/') + 1);
  const absl::Span<const Value> versions =
      ItemsAt(definition.root, {"spec", "versions"});
  size_t index = 0;
  while (index + 1 < versions.size() &&
         ScalarText(Dig(versions[index], {"name"})) != version) {
    ++index;
  }
  const std::string at = absl::StrCat(index);
  std::vector<absl::string_view> path = {"spec", "versions", at, "schema",
                                         "openAPIV3Schema"};
  path.insert(path.end(), rule.path.begin(), rule.path.end());
  return definition.At(path);
}

// For TakeObserved.

// The namespace and the name of a Secret.
using SecretName = std::pair<std::string, std::string>;

bool IsV1Secret(const Value& object) {
  return ApiVersion(object) == "v1" && Kind(object) == "Secret";
}

SecretName NameOfSecret(const Value& secret) {
  return {std::string(Namespace(secret)), std::string(Name(secret))};
}

class Observed {
 public:
  explicit Observed(std::vector<YamlDocument> documents) {
    for (YamlDocument& document : documents) Add(std::move(document));
  }

  // A modern composite publishes no details.
  absl::StatusOr<ObservedResources> Take(const YamlDocument& composite,
                                         bool is_modern) {
    if (!is_modern) {
      LOOM_ASSIGN_OR_RETURN(
          result_.composite_details,
          DetailsOf(composite, absl::StrCat(Kind(composite.root), " ",
                                            Name(composite.root))));
    }
    for (const auto& [name, document] : result_.resources) {
      LOOM_ASSIGN_OR_RETURN(result_.details[name], DetailsOf(document, name));
    }
    for (const auto& [name, secret] : secrets_) {
      if (used_.count(name) > 0) continue;
      Note(secret.At({}),
           absl::StrCat("Secret \"", name.second,
                        "\" was passed, but no observed resource publishes its "
                        "connection details there"));
    }
    return std::move(result_);
  }

 private:
  void Add(YamlDocument document) {
    std::string name(
        Annotation(document.root, kResourceNameAnnotation).value_or(""));
    if (name.empty() && IsV1Secret(document.root)) {
      SecretName secret = NameOfSecret(document.root);
      secrets_.insert_or_assign(std::move(secret), std::move(document));
      return;
    }
    if (name.empty()) {
      Note(document.At({}),
           absl::StrCat(Kind(document.root), " \"", Name(document.root),
                        "\" has no ", kResourceNameAnnotation,
                        " annotation; add it with the name of the template"));
    } else if (auto other = result_.resources.find(name);
               other != result_.resources.end()) {
      Note(document.At({}),
           absl::StrCat("duplicate resource name ", name,
                        "; this one is used instead of the one at ",
                        other->second.Place({})));
    }
    result_.resources.insert_or_assign(std::move(name), std::move(document));
  }

  absl::StatusOr<DetailValues> DetailsOf(const YamlDocument& document,
                                         const std::string& who) {
    const std::optional<ObjectId> secret = ConnectionSecretOf(document.root);
    if (!secret.has_value()) return DetailValues();
    const SecretName name(secret->ns, secret->name);
    if (const YamlDocument* there = FindSecret(name)) {
      used_.insert(name);
      return SecretData(*there);
    }
    Note(document.At({"spec", "writeConnectionSecretToRef"}),
         absl::StrCat(
             who, " publishes connection details as Secret \"", name.second,
             "\"",
             name.first.empty() ? ""
                                : absl::StrCat(" in namespace ", name.first),
             ", which is not among the observed resources, so it has none"));
    return DetailValues();
  }

  void Note(YamlPosition position, std::string message) {
    result_.notes.push_back(
        {.position = std::move(position), .message = std::move(message)});
  }

  const YamlDocument* FindSecret(const SecretName& name) const {
    auto given = secrets_.find(name);
    if (given != secrets_.end()) return &given->second;
    // A Secret may be a composed resource itself.
    for (const auto& [key, document] : result_.resources) {
      if (IsV1Secret(document.root) && NameOfSecret(document.root) == name) {
        return &document;
      }
    }
    return nullptr;
  }

  std::map<SecretName, YamlDocument> secrets_;
  std::set<SecretName> used_;
  ObservedResources result_;
};

// For LoadRenderInputs.

// What the definition says that is among those documents.
std::optional<CompositeForm> FormAmong(
    const std::vector<YamlDocument>& documents, const Value& composite) {
  for (const YamlDocument& each : documents) {
    if (!IsDefinition(each.root) ||
        ScalarText(Dig(each.root, {"spec", "group"})) !=
            GroupOf(ApiVersion(composite))) {
      continue;
    }
    const auto form = FormOf(each.root, Kind(composite));
    if (form.has_value()) return form;
  }
  return std::nullopt;
}

// Whether a composite is one of Crossplane 2. A person writes no spec.crossplane, which
// every composite of Crossplane 2 has in a cluster; legacy composites have no namespace.
bool IsModernComposite(const Value& composite,
                       std::optional<CompositeForm> form) {
  const Value* crossplane = Dig(composite, {"spec", "crossplane"});
  if (crossplane != nullptr && crossplane->IsObject()) return true;
  return form.has_value() ? IsModern(*form) : !Namespace(composite).empty();
}

absl::StatusOr<std::map<std::string, fn::CredentialData>> TakeCredentials(
    const std::vector<YamlDocument>& secrets) {
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
                     ": a second document; expected only one"));
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

absl::StatusOr<std::vector<JsonFile>> LoadSchemas(const RenderOptions& options,
                                                  Files* files) {
  std::vector<JsonFile> schemas;
  for (const std::string& path : options.schemas) {
    LOOM_ASSIGN_OR_RETURN(std::vector<JsonFile> more,
                          files->ReadJsonBelow(path));
    std::move(more.begin(), more.end(), std::back_inserter(schemas));
  }
  return schemas;
}

Given GivenOf(RenderSources* sources) {
  return Given{GivenResources(std::move(sources->required)),
               GivenSchemas(std::move(sources->schemas))};
}

// What flags name besides a composite and its Composition.
absl::Status AddFiles(const RenderOptions& options, Files* files,
                      RenderSources* sources) {
  const std::pair<const std::vector<std::string>*, std::vector<YamlDocument>*>
      kLists[] = {{&options.observed, &sources->observed},
                  {&options.required, &sources->required},
                  {&options.credentials, &sources->credentials}};
  for (const auto& [paths, list] : kLists) {
    LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> more,
                          files->ReadAll(*paths));
    std::move(more.begin(), more.end(), std::back_inserter(*list));
  }
  if (!options.definition.empty()) {
    LOOM_ASSIGN_OR_RETURN(sources->definition,
                          files->ReadOne(options.definition));
  }
  if (!options.runtimes.functions.empty()) {
    LOOM_ASSIGN_OR_RETURN(sources->functions,
                          files->ReadAll({options.runtimes.functions}));
  }
  LOOM_ASSIGN_OR_RETURN(std::vector<JsonFile> schemas,
                        LoadSchemas(options, files));
  std::move(schemas.begin(), schemas.end(),
            std::back_inserter(sources->schemas));
  return absl::OkStatus();
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

// Returns what a WatchOperation watches, which its steps require.
absl::StatusOr<std::vector<YamlDocument>> TakeWatched(
    const RenderOptions& options, Files* files, Composition* operation) {
  if (options.watched.empty()) return std::vector<YamlDocument>();
  if (Kind(operation->document.root) != "WatchOperation") {
    return absl::InvalidArgumentError(
        absl::StrCat("--watched-resource is for a WatchOperation, and ",
                     operation->document.Place({"kind"}), " is ",
                     WithArticle(Kind(operation->document.root))));
  }
  LOOM_ASSIGN_OR_RETURN(YamlDocument watched, files->ReadOne(options.watched));
  fn::ResourceSelector selector;
  selector.set_api_version(std::string(ApiVersion(watched.root)));
  selector.set_kind(std::string(Kind(watched.root)));
  selector.set_match_name(std::string(Name(watched.root)));
  if (!Namespace(watched.root).empty()) {
    selector.set_namespace_(std::string(Namespace(watched.root)));
  }
  for (PipelineStep& step : operation->steps) {
    step.required_resources.emplace_back(kWatchedResource, selector);
  }
  return ItemsOf(std::move(watched));
}

absl::StatusOr<PipelineInputs> LoadOperation(YamlDocument document,
                                             const RenderOptions& options,
                                             Files* files, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(Composition operation,
                        TakeOperation(std::move(document)));
  if (!options.observed.empty() || !options.definition.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        options.observed.empty() ? "--xrd" : "--observed-resources",
        ": an Operation has no composite resource"));
  }
  if (options.format == RenderFormat::kJson) {
    return absl::InvalidArgumentError(
        "--output json: an Operation is printed only as YAML");
  }
  RuntimeOptions runtimes = options.runtimes;
  if (!options.composition.empty() && !runtimes.functions.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument ", runtimes.functions,
                     "\n  the arguments are OPERATION [FUNCTIONS]"));
  }
  if (runtimes.functions.empty()) runtimes.functions = options.composition;
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> watched,
                        TakeWatched(options, files, &operation));
  RenderOptions with_functions = options;
  with_functions.runtimes = runtimes;
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> nothing,
                        ReadYaml(options.composite, "{}", pool));
  RenderSources sources{.composite = std::move(nothing[0])};
  LOOM_RETURN_IF_ERROR(AddFiles(with_functions, files, &sources));
  std::move(watched.begin(), watched.end(),
            std::back_inserter(sources.required));
  LOOM_ASSIGN_OR_RETURN(
      std::vector<Route> routes,
      RouteSteps(operation.steps, runtimes, sources.functions));
  LOOM_ASSIGN_OR_RETURN(auto credentials, TakeCredentials(sources.credentials));
  LOOM_ASSIGN_OR_RETURN(google::protobuf::Struct context,
                        LoadContext(options, files, pool));
  Given given = GivenOf(&sources);
  Diagnostics notes = given.resources.notes();
  return PipelineInputs{.composite = std::move(sources.composite),
                        .composition = std::move(operation),
                        .routes = std::move(routes),
                        .given = std::move(given),
                        .credentials = std::move(credentials),
                        .context = std::move(context),
                        .notes = std::move(notes),
                        .is_operation = true};
}

}  // namespace

absl::StatusOr<std::map<std::string, std::string>> SecretData(
    const YamlDocument& secret) {
  std::map<std::string, std::string> data;
  if (const Value* encoded = Find(secret.root, "data");
      encoded != nullptr && encoded->IsObject()) {
    for (const Member& member : Members(*encoded)) {
      std::string key(View(member.name));
      if (!absl::Base64Unescape(ScalarText(&member.value), &data[key])) {
        return absl::InvalidArgumentError(
            absl::StrCat(secret.Place({"data", key}), ": data.", key,
                         " is not valid base64"));
      }
    }
  }
  // The API server copies these into data.
  if (const Value* plain = Find(secret.root, "stringData");
      plain != nullptr && plain->IsObject()) {
    for (const Member& member : Members(*plain)) {
      data[std::string(View(member.name))] = ScalarText(&member.value);
    }
  }
  return data;
}

absl::StatusOr<const Value*> SchemaOfComposite(const YamlDocument& definition,
                                               const Value& composite,
                                               Value* made, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(
      const Value* schema,
      SchemaOf(definition, ApiVersion(composite), Kind(composite)));
  const auto form = FormOf(definition.root, Kind(composite));
  if (schema == nullptr || !form.has_value()) return schema;
  *made = CompositeSchema(definition.root, *schema, *form, pool);
  return made;
}

absl::Status ApplyDefinition(const YamlDocument& definition,
                             YamlDocument* composite, Diagnostics* notes,
                             Pool* pool) {
  Value& root = composite->root;
  Value made;
  LOOM_ASSIGN_OR_RETURN(const Value* schema,
                        SchemaOfComposite(definition, root, &made, pool));
  if (schema == nullptr) return absl::OkStatus();
  const auto form = FormOf(definition.root, Kind(root));
  FillDefaults(*schema, root, pool);
  std::vector<Violation> violations = ViolationsOf(*schema, root, pool);
  if (violations.empty()) {
    RuleResults results = CheckRules(*schema, root, pool);
    violations = std::move(results.violations);
    for (const UncheckedRule& each : results.unchecked) {
      notes->push_back(
          {.position = PositionOf(each, definition, root),
           .message = absl::StrCat("the rule ", each.rule,
                                   " is not checked: ", each.why)});
    }
  }
  Diagnostics mistakes;
  for (const Violation& violation : violations) {
    mistakes.push_back({.position = PositionOf(violation, *composite),
                        .path = PathText(violation.path),
                        .message = violation.said(),
                        .help = HelpWith(violation, form, root)});
  }
  return ErrorOf(mistakes);
}

absl::Status FillDefaultsOf(const YamlDocument& definition,
                            YamlDocument* composite, Pool* pool) {
  Value made;
  LOOM_ASSIGN_OR_RETURN(
      const Value* schema,
      SchemaOfComposite(definition, composite->root, &made, pool));
  if (schema != nullptr) FillDefaults(*schema, composite->root, pool);
  return absl::OkStatus();
}

absl::StatusOr<ObservedResources> TakeObserved(
    const YamlDocument& composite, bool is_modern,
    std::vector<YamlDocument> documents) {
  return Observed(std::move(documents)).Take(composite, is_modern);
}

namespace {

// kubectl gives an object of a namespaced kind the namespace of its context.
void AddNamespace(const YamlDocument& definition, YamlDocument* composite,
                  Diagnostics* notes, Pool* pool) {
  const auto form = FormOf(definition.root, Kind(composite->root));
  if ((form != CompositeForm::kNamespaced && form != CompositeForm::kClaim) ||
      !Namespace(composite->root).empty()) {
    return;
  }
  notes->push_back(
      {.position = composite->At({"metadata"}, YamlPart::kKey),
       .message = absl::StrCat(
           Kind(composite->root),
           " is namespaced, but metadata.namespace is missing; kubectl uses "
           "the namespace of its context, and render uses default")});
  SetMetadata(composite->root, "namespace", "default", pool);
}

// Makes of what a person wrote what the API server would store. A claim becomes its
// composite, and is kept in `claim`.
absl::Status Complete(const YamlDocument& definition, YamlDocument* composite,
                      std::optional<YamlDocument>* claim, Diagnostics* notes,
                      Pool* pool) {
  AddNamespace(definition, composite, notes, pool);
  LOOM_RETURN_IF_ERROR(ApplyDefinition(definition, composite, notes, pool));
  if (FormOf(definition.root, Kind(composite->root)) != CompositeForm::kClaim) {
    return absl::OkStatus();
  }
  *claim = composite->Part({}, Copy(composite->root, pool));
  notes->push_back(
      {.message = MakeComposite(definition.root, composite, pool)});
  return ApplyDefinition(definition, composite, notes, pool);
}

// The steps that are left out because their functions are not built in.
void AddForeign(const Composition& composition,
                const std::vector<Route>& routes, const RuntimeOptions& options,
                Diagnostics* notes) {
  for (const PipelineStep& step : composition.steps) {
    if (routes[step.index].kind != Route::Kind::kSkipped ||
        absl::c_linear_search(options.skip, step.name)) {
      continue;
    }
    notes->push_back(
        {.message = absl::StrCat("step \"", step.name, "\" (", step.place,
                                 ") needs ", step.function,
                                 ", which is not built in, so it is skipped")});
  }
}

absl::StatusOr<PipelineInputs> LoadComposite(YamlDocument composite,
                                             const RenderOptions& options,
                                             Files* files, Pool* pool) {
  LOOM_RETURN_IF_ERROR(CheckComposite(composite));
  if (options.composition.empty()) {
    return absl::InvalidArgumentError(
        "missing argument: COMPOSITION\n  the arguments are XR COMPOSITION "
        "[FUNCTIONS], or OPERATION [FUNCTIONS]");
  }
  RenderSources sources{.composite = std::move(composite)};
  LOOM_ASSIGN_OR_RETURN(sources.composition,
                        files->ReadOne(options.composition));
  LOOM_RETURN_IF_ERROR(AddFiles(options, files, &sources));
  return InputsOf(std::move(sources), options, files, pool);
}

absl::StatusOr<PipelineInputs> LoadGathered(const RenderOptions& options,
                                            Files* files, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                        files->Read(options.from));
  LOOM_ASSIGN_OR_RETURN(
      RenderSources sources,
      GatheredSources(std::move(documents), options.from, pool));
  LOOM_RETURN_IF_ERROR(AddChanges(options, files, &sources, pool));
  return InputsOf(std::move(sources), options, files, pool);
}

}  // namespace

absl::StatusOr<PipelineInputs> LoadRenderInputs(const RenderOptions& options,
                                                std::istream& in, Pool* pool) {
  Files files(in, pool);
  if (!options.from.empty()) return LoadGathered(options, &files, pool);
  LOOM_ASSIGN_OR_RETURN(YamlDocument first, files.ReadOne(options.composite));
  if (IsOperation(first.root)) {
    return LoadOperation(std::move(first), options, &files, pool);
  }
  return LoadComposite(std::move(first), options, &files, pool);
}

absl::Status AddChanges(const RenderOptions& options, Files* files,
                        RenderSources* sources, Pool* pool) {
  LOOM_RETURN_IF_ERROR(AddFiles(options, files, sources));
  if (!options.composition.empty()) {
    LOOM_ASSIGN_OR_RETURN(sources->composition,
                          files->ReadOne(options.composition));
  }
  if (options.changed_composite.empty()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(YamlDocument changed,
                        files->ReadOne(options.changed_composite));
  return Replace(std::move(changed), sources, pool);
}

absl::StatusOr<PipelineInputs> InputsOf(RenderSources sources,
                                        const RenderOptions& options,
                                        Files* files, Pool* pool) {
  YamlDocument& composite = sources.composite;
  std::optional<YamlDocument> claim;
  Diagnostics notes = std::move(sources.notes);
  std::optional<CompositeForm> form;
  if (sources.definition.has_value()) {
    if (!sources.is_stored || !options.changed_composite.empty()) {
      LOOM_RETURN_IF_ERROR(
          Complete(*sources.definition, &composite, &claim, &notes, pool));
    }
    form = FormOf(sources.definition->root, Kind(composite.root));
  }
  if (!sources.composition.has_value()) {
    return absl::FailedPreconditionError(
        absl::StrCat(composite.Place({}), ": there is no Composition for ",
                     Kind(composite.root), " \"", Name(composite.root),
                     "\"\n  pass one with --composition FILE"));
  }
  LOOM_ASSIGN_OR_RETURN(Composition composition,
                        TakeComposition(*std::move(sources.composition)));
  LOOM_RETURN_IF_ERROR(CheckComposition(composition.document));
  LOOM_RETURN_IF_ERROR(CheckFits(composite, composition));
  LOOM_ASSIGN_OR_RETURN(
      std::vector<Route> routes,
      RouteSteps(composition.steps, options.runtimes, sources.functions));
  AddForeign(composition, routes, options.runtimes, &notes);
  Given given = GivenOf(&sources);
  if (!form.has_value()) {
    form = FormAmong(given.resources.documents(), composite.root);
  }
  const bool is_modern = IsModernComposite(composite.root, form);
  LOOM_ASSIGN_OR_RETURN(
      ObservedResources observed,
      TakeObserved(composite, is_modern, std::move(sources.observed)));
  LOOM_ASSIGN_OR_RETURN(auto credentials, TakeCredentials(sources.credentials));
  LOOM_ASSIGN_OR_RETURN(google::protobuf::Struct context,
                        LoadContext(options, files, pool));
  for (const Diagnostics* more :
       {&std::as_const(observed.notes), &given.resources.notes()}) {
    notes.insert(notes.end(), more->begin(), more->end());
  }
  return PipelineInputs{
      .composite = std::move(composite),
      .claim = std::move(claim),
      .is_modern = is_modern,
      .definition = std::move(sources.definition),
      .composition = std::move(composition),
      .routes = std::move(routes),
      .observed = std::move(observed.resources),
      .details = std::move(observed.details),
      .composite_details = std::move(observed.composite_details),
      .given = std::move(given),
      .credentials = std::move(credentials),
      .context = std::move(context),
      .notes = std::move(notes),
      .is_stored = sources.is_stored};
}

}  // namespace loom
