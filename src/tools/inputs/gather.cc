// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/gather.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "data/yaml/writer.h"
#include "tools/inputs/redaction.h"
#include "tools/inputs/render_inputs.h"
#include "tools/schemas/composite_schema.h"
#include "tools/schemas/schema_references.h"
#include "tools/workspace/composition.h"

namespace loom {
namespace {

constexpr char kClaim[] = "its claim";
constexpr absl::string_view kExtensions = "apiextensions.crossplane.io";
// As often as a composite may need it: each round asks for what the one before has brought.
constexpr int kMostRounds = 10;
constexpr char kCompositeLabel[] = "crossplane.io/composite";
// kubectl asks for each name by itself, five times in a second.
constexpr size_t kFewNames = 5;
// So many names fit on a command line.
constexpr size_t kMostNames = 250;

// Names as Kubernetes has them: nothing that kubectl would take apart.
bool IsPlain(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(c) || c == '-' || c == '.' || c == '_' ||
           c == ':';
  });
}

// KIND.VERSION.GROUP, which kubectl reads without asking which of two groups is meant.
std::string ArgumentOf(absl::string_view api_version, absl::string_view kind) {
  return absl::StrCat(kind, ".", VersionOf(api_version), ".",
                      GroupOf(api_version));
}

bool CanBeRead(const ObjectId& id) {
  return IsPlain(id.kind) && IsPlain(id.name) &&
         IsPlain(ArgumentOf(id.api_version, id.kind)) &&
         (id.ns.empty() || IsPlain(id.ns));
}

std::string Described(const ObjectId& id) {
  return absl::StrCat(
      id.kind, " \"", id.name, "\"",
      id.ns.empty() ? "" : absl::StrCat(" in namespace ", id.ns));
}

std::string ScalarAt(const Value& object,
                     std::initializer_list<absl::string_view> path) {
  return ScalarText(Dig(object, path));
}

// Where a composite names something of Crossplane.
std::string NameIn(const Value& composite, absl::string_view member) {
  std::string name =
      ScalarAt(composite, {"spec", "crossplane", member, "name"});
  return name.empty() ? ScalarAt(composite, {"spec", member, "name"}) : name;
}

// A revision is its Composition as it was, with a number.
Value AsComposition(const Value& revision, Pool* pool) {
  Value composition = Object();
  Set(composition, "apiVersion", Borrow("apiextensions.crossplane.io/v1"),
      pool);
  Set(composition, "kind", Borrow("Composition"), pool);
  Value metadata = Object();
  const auto name = Label(revision, "crossplane.io/composition-name");
  Set(metadata, "name", Text(name.value_or(Name(revision)), pool), pool);
  if (const Value* labels = Dig(revision, {"metadata", "labels"})) {
    Set(metadata, "labels", Copy(*labels, pool), pool);
  }
  Set(composition, "metadata", std::move(metadata), pool);
  const Value* spec = Find(revision, "spec");
  Value kept = spec == nullptr ? Object() : Copy(*spec, pool);
  if (kept.IsObject()) kept.RemoveMember("revision");
  Set(composition, "spec", std::move(kept), pool);
  return composition;
}

// In the place of a value of a Secret that another object contains.
constexpr absl::string_view kRedactedCopy = "(redacted)";

void ForgetManagedFields(Value& object) {
  auto metadata = object.FindMember("metadata");
  if (metadata == object.MemberEnd() || !metadata->value.IsObject()) return;
  metadata->value.RemoveMember("managedFields");
}

}  // namespace

void Gather::Report(const std::vector<KubectlFault>& faults) {
  for (const KubectlFault& fault : faults) {
    if (fault.kind == KubectlFault::Kind::kNotFound) continue;
    std::string problem = absl::StrCat("cannot read: ", fault.message);
    if (!fault.can_i.empty()) absl::StrAppend(&problem, "\n  ", fault.can_i);
    const bool is_known = std::find(problems_.begin(), problems_.end(),
                                    problem) != problems_.end();
    if (!is_known) problems_.push_back(std::move(problem));
  }
}

void Gather::Add(Value object, std::string role) {
  if (!known_.insert(IdOf(object)).second) return;
  for (std::string& value : SecretValues(object)) {
    secrets_.insert(std::move(value));
  }
  objects_.push_back({std::move(object), std::move(role)});
}

absl::Status Gather::FindComposite() {
  std::vector<std::string> flags;
  if (!options_.where.ns.empty()) {
    flags.push_back(absl::StrCat("--namespace=", options_.where.ns));
  }
  LOOM_ASSIGN_OR_RETURN(KubectlAnswer answer,
                        kubectl_.Get(flags, {options_.composite}, pool_));
  if (answer.objects.size() == 1) {
    Add(std::move(answer.objects[0]), "the composite");
    return absl::OkStatus();
  }
  Report(answer.faults);
  if (!problems_.empty()) {
    return absl::FailedPreconditionError(problems_[0]);
  }
  return absl::FailedPreconditionError(absl::StrCat(
      answer.objects.empty()
          ? answer.faults.empty()
                ? absl::StrCat(options_.composite, " does not exist")
                : answer.faults[0].message
          : absl::StrCat(options_.composite, " matches more than one object"),
      "\n  expected KIND[.GROUP]/NAME, and its namespace: -n NAMESPACE"));
}

absl::Status Gather::FindDefinition() {
  LOOM_ASSIGN_OR_RETURN(
      KubectlAnswer answer,
      kubectl_.Get({},
                   {"compositeresourcedefinitions.apiextensions.crossplane.io"},
                   pool_));
  Report(answer.faults);
  const Value& object = composite();
  for (Value& each : answer.objects) {
    if (ScalarAt(each, {"spec", "group"}) != GroupOf(ApiVersion(object)) ||
        !FormOf(each, Kind(object)).has_value()) {
      continue;
    }
    Add(std::move(each), "its definition");
    return absl::OkStatus();
  }
  if (!answer.faults.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      Kind(object), " \"", Name(object),
      "\" is not a composite: no CompositeResourceDefinition has this kind\n  "
      "pass the composite or the claim that made it"));
}

absl::Status Gather::FollowClaim() {
  const Value* reference = Dig(composite(), {"spec", "resourceRef"});
  const bool is_claim = objects_.size() > 1
                            ? FormOf(objects_[1].value, Kind(composite())) ==
                                  CompositeForm::kClaim
                            : reference != nullptr;
  if (!is_claim) return absl::OkStatus();
  if (reference == nullptr || !reference->IsObject()) {
    return absl::FailedPreconditionError(
        absl::StrCat("the claim ", Kind(composite()), " \"", Name(composite()),
                     "\" has no composite yet\n  kubectl describe shows why"));
  }
  LOOM_ASSIGN_OR_RETURN(Value made,
                        One({ScalarText(Find(*reference, "apiVersion")),
                             ScalarText(Find(*reference, "kind")), "",
                             ScalarText(Find(*reference, "name"))}));
  if (made.IsNull()) {
    return absl::FailedPreconditionError(
        problems_.empty()
            ? absl::StrCat("the composite of the claim ", Kind(composite()),
                           " \"", Name(composite()), "\" no longer exists")
            : problems_[0]);
  }
  known_.insert(IdOf(made));
  Found claim{std::move(objects_[0].value), kClaim};
  objects_[0].value = std::move(made);
  objects_.push_back(std::move(claim));
  return absl::OkStatus();
}

absl::StatusOr<Value> Gather::One(const ObjectId& id) {
  if (!CanBeRead(id)) return Value();
  std::vector<std::string> flags;
  if (!id.ns.empty()) flags.push_back(absl::StrCat("--namespace=", id.ns));
  LOOM_ASSIGN_OR_RETURN(
      KubectlAnswer answer,
      kubectl_.Get(
          flags,
          {absl::StrCat(ArgumentOf(id.api_version, id.kind), "/", id.name)},
          pool_));
  Report(answer.faults);
  if (answer.objects.empty()) return Value();
  return std::move(answer.objects[0]);
}

absl::Status Gather::FindComposition() {
  const std::string revision = NameIn(composite(), "compositionRevisionRef");
  if (!revision.empty()) {
    LOOM_ASSIGN_OR_RETURN(Value there,
                          One({absl::StrCat(kExtensions, "/v1"),
                               "CompositionRevision", "", revision}));
    if (!there.IsNull()) {
      Add(AsComposition(there, pool_),
          absl::StrCat("its Composition, as revision ", revision));
      return absl::OkStatus();
    }
  }
  std::string name = NameIn(composite(), "compositionRef");
  const Value* definition = objects_.size() > 1 ? &objects_[1].value : nullptr;
  for (absl::string_view member :
       {"enforcedCompositionRef", "defaultCompositionRef"}) {
    if (!name.empty() || definition == nullptr) break;
    name = ScalarAt(*definition, {"spec", member, "name"});
  }
  if (name.empty()) {
    problems_.push_back(absl::StrCat(Kind(composite()), " \"",
                                     Name(composite()),
                                     "\" does not name a Composition"));
    return absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(Value there, One({absl::StrCat(kExtensions, "/v1"),
                                          "Composition", "", name}));
  if (there.IsNull()) {
    problems_.push_back(absl::StrCat(
        "the Composition ", name, " no longer exists",
        revision.empty() ? "" : ", and neither does its revision ", revision));
    return absl::OkStatus();
  }
  Add(std::move(there), "its Composition");
  return absl::OkStatus();
}

const Value* Gather::composition() const {
  for (const Found& each : objects_) {
    if (Kind(each.value) == "Composition" &&
        GroupOf(ApiVersion(each.value)) == kExtensions) {
      return &each.value;
    }
  }
  return nullptr;
}

absl::Status Gather::FindFunctions() {
  const Value* list =
      composition() == nullptr ? nullptr : PipelineOf(*composition());
  if (list == nullptr || !list->IsArray()) return absl::OkStatus();
  std::vector<ObjectId> functions;
  for (const Value& step : Items(*list)) {
    functions.push_back({"pkg.crossplane.io/v1", "Function", "",
                         ScalarAt(step, {"functionRef", "name"})});
  }
  return Fetch(functions, "a Function of its steps");
}

absl::Status Gather::FindComposed() {
  const std::vector<ObjectId> refs = ResourceRefsOf(composite());
  const std::set<ObjectId> wanted(refs.begin(), refs.end());
  std::map<std::array<std::string, 3>, size_t> kinds;
  for (const ObjectId& id : refs) ++kinds[{id.api_version, id.kind, id.ns}];
  const std::string label(
      Label(composite(), kCompositeLabel).value_or(Name(composite())));
  for (const auto& [kind, count] : kinds) {
    if (count <= kFewNames) continue;
    fn::ResourceSelector selector;
    selector.set_api_version(kind[0]);
    selector.set_kind(kind[1]);
    if (!kind[2].empty()) selector.set_namespace_(kind[2]);
    (*selector.mutable_match_labels()->mutable_labels())[kCompositeLabel] =
        label;
    LOOM_RETURN_IF_ERROR(FetchSelected(selector, "composed resource", &wanted));
  }
  LOOM_RETURN_IF_ERROR(Fetch(refs, "composed resource"));
  for (const ObjectId& id : refs) {
    if (known_.contains(id) || !problems_.empty()) continue;
    notes_.push_back(absl::StrCat(
        Described(id), " does not exist, although the composite refers to it"));
  }
  for (Found& each : objects_) {
    if (each.role != "composed resource") continue;
    const auto name = Annotation(each.value, kResourceNameAnnotation);
    if (name.has_value()) absl::StrAppend(&each.role, " \"", *name, "\"");
  }
  return absl::OkStatus();
}

absl::Status Gather::FindSecrets() {
  std::map<ObjectId, std::string> secrets;
  for (const Found& each : objects_) {
    if (each.role == kClaim) continue;
    if (auto secret = ConnectionSecretOf(each.value)) {
      secrets.emplace(*secret,
                      absl::StrCat("connection details of ", each.role));
    }
  }
  const Value* list =
      composition() == nullptr ? nullptr : PipelineOf(*composition());
  if (list != nullptr && list->IsArray()) {
    for (const Value& step : Items(*list)) {
      for (const Value& each : ItemsAt(step, {"credentials"})) {
        const ObjectId id{"v1", "Secret",
                          ScalarAt(each, {"secretRef", "namespace"}),
                          ScalarAt(each, {"secretRef", "name"})};
        secrets.emplace(id, "credentials of a step");
      }
    }
  }
  // One run for a namespace, whatever they are for.
  std::vector<ObjectId> ids;
  ids.reserve(secrets.size());
  for (const auto& [id, role] : secrets) ids.push_back(id);
  const size_t first = objects_.size();
  LOOM_RETURN_IF_ERROR(Fetch(ids, ""));
  for (size_t i = first; i < objects_.size(); ++i) {
    objects_[i].role = secrets[IdOf(objects_[i].value)];
  }
  return absl::OkStatus();
}

absl::Status Gather::Fetch(const std::vector<ObjectId>& ids,
                           const std::string& role) {
  std::map<std::string, std::vector<ObjectId>> by_namespace;
  for (const ObjectId& id : ids) {
    if (known_.contains(id) || id.name.empty()) continue;
    if (!CanBeRead(id)) {
      notes_.push_back(
          absl::StrCat(Described(id), " is not a valid name for an object"));
      continue;
    }
    by_namespace[id.ns].push_back(id);
  }
  for (const auto& [ns, all] : by_namespace) {
    for (size_t i = 0; i < all.size(); i += kMostNames) {
      const size_t end = std::min(all.size(), i + kMostNames);
      LOOM_RETURN_IF_ERROR(FetchTogether(
          ns, {all.begin() + ptrdiff_t(i), all.begin() + ptrdiff_t(end)},
          role));
    }
  }
  return absl::OkStatus();
}

absl::Status Gather::FetchTogether(const std::string& ns,
                                   const std::vector<ObjectId>& ids,
                                   const std::string& role) {
  std::vector<std::string> flags, names;
  if (!ns.empty()) flags.push_back(absl::StrCat("--namespace=", ns));
  for (const ObjectId& id : ids) {
    names.push_back(
        absl::StrCat(ArgumentOf(id.api_version, id.kind), "/", id.name));
  }
  LOOM_ASSIGN_OR_RETURN(KubectlAnswer answer,
                        kubectl_.Get(flags, names, pool_));
  const bool has_unknown_kind = std::any_of(
      answer.faults.begin(), answer.faults.end(), [](const KubectlFault& each) {
        return each.kind == KubectlFault::Kind::kNoSuchKind;
      });
  // kubectl reads nothing then.
  if (has_unknown_kind && ids.size() > 1) {
    std::map<std::pair<std::string, std::string>, std::vector<ObjectId>> kinds;
    for (const ObjectId& id : ids) {
      kinds[{id.api_version, id.kind}].push_back(id);
    }
    if (kinds.size() > 1) {
      for (const auto& [kind, some] : kinds) {
        LOOM_RETURN_IF_ERROR(FetchTogether(ns, some, role));
      }
      return absl::OkStatus();
    }
  }
  Report(answer.faults);
  for (Value& object : answer.objects) Add(std::move(object), role);
  return absl::OkStatus();
}

absl::Status Gather::FetchSelected(const fn::ResourceSelector& selector,
                                   const std::string& role,
                                   const std::set<ObjectId>* only) {
  std::vector<std::string> labels;
  for (const auto& [key, value] : selector.match_labels().labels()) {
    std::string plain = key;
    plain.erase(std::remove(plain.begin(), plain.end(), '/'), plain.end());
    // Nothing has such a label.
    if (!IsPlain(plain) || (!value.empty() && !IsPlain(value))) {
      return absl::OkStatus();
    }
    labels.push_back(absl::StrCat(key, "=", value));
  }
  std::sort(labels.begin(), labels.end());
  const std::string argument =
      ArgumentOf(selector.api_version(), selector.kind());
  if (!IsPlain(argument) ||
      (!selector.namespace_().empty() && !IsPlain(selector.namespace_()))) {
    return absl::OkStatus();
  }
  std::vector<std::string> flags = {
      selector.namespace_().empty()
          ? "--all-namespaces"
          : absl::StrCat("--namespace=", selector.namespace_())};
  if (!labels.empty()) {
    flags.push_back(absl::StrCat("--selector=", absl::StrJoin(labels, ",")));
  }
  LOOM_ASSIGN_OR_RETURN(KubectlAnswer answer,
                        kubectl_.Get(flags, {argument}, pool_));
  // Those of `only` are read one by one next.
  if (only == nullptr) Report(answer.faults);
  for (Value& object : answer.objects) {
    if (only != nullptr && !only->contains(IdOf(object))) continue;
    Add(std::move(object), role);
  }
  return absl::OkStatus();
}

absl::Status Gather::FetchSchema(const fn::SchemaSelector& selector,
                                 const std::string& role) {
  const std::string& version = selector.api_version();
  const ObjectId id{"", absl::StrCat("schema of ", selector.kind()), "",
                    version};
  if (!known_.insert(id).second || !IsPlain(selector.kind())) {
    return absl::OkStatus();
  }
  const absl::string_view group = GroupOf(version);
  if (!IsPlain(ArgumentOf(version, "k"))) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(
      KubectlAnswer answer,
      kubectl_.GetRaw(absl::StrCat("/openapi/v3/",
                                   group.empty() ? "api/" : "apis/", version),
                      pool_));
  Report(answer.faults);
  if (answer.objects.empty()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(Value flat, FindInDocument(answer.objects[0], version,
                                                   selector.kind(), pool_));
  if (flat.IsNull()) return absl::OkStatus();
  Value schemas = Object();
  Set(schemas, pool_->Keep(absl::StrCat(version, ".", selector.kind())),
      Copy(flat, pool_), pool_);
  Value components = Object();
  Set(components, "schemas", std::move(schemas), pool_);
  Value document = Object();
  Set(document, "openapi", Borrow("3.0.0"), pool_);
  Set(document, "components", std::move(components), pool_);
  objects_.push_back(
      {std::move(document), absl::StrCat("schema of ", selector.kind(), " of ",
                                         version, ", ", role)});
  return absl::OkStatus();
}

absl::StatusOr<YamlDocument> Gather::DocumentOf(const Found& found) {
  // So lines are those of `kubectl get -o yaml`, which leaves them out.
  Value shown = Copy(found.value, pool_);
  ForgetManagedFields(shown);
  LOOM_ASSIGN_OR_RETURN(std::string text, WriteYaml(shown));
  const std::string name =
      Name(found.value).empty()
          ? found.role
          : absl::StrCat(Kind(found.value), "/", Name(found.value));
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                        ReadYaml(name, std::move(text), pool_));
  if (documents.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(name, " is empty"));
  }
  documents[0].root = Copy(found.value, pool_);
  return std::move(documents[0]);
}

absl::StatusOr<RenderSources> Gather::Sources() {
  std::vector<YamlDocument> documents;
  for (const Found& object : objects_) {
    LOOM_ASSIGN_OR_RETURN(YamlDocument document, DocumentOf(object));
    documents.push_back(std::move(document));
  }
  return GatheredSources(std::move(documents), options_.composite, pool_);
}

absl::Status Gather::RunSteps(std::istream& in) {
  Files files(in, pool_);
  LOOM_ASSIGN_OR_RETURN(RenderSources sources, Sources());
  LOOM_RETURN_IF_ERROR(AddChanges(options_, &files, &sources, pool_));
  LOOM_ASSIGN_OR_RETURN(inputs_,
                        InputsOf(std::move(sources), options_, &files, pool_));
  const absl::Time deadline = absl::Now() + options_.timeout;
  for (int round = 0; round < kMostRounds; ++round) {
    const PipelineOutcome outcome = RunPipeline(*inputs_, deadline);
    const size_t before = objects_.size();
    for (const StepRun& run : outcome.steps) {
      LOOM_RETURN_IF_ERROR(FetchAsked(run));
    }
    if (objects_.size() == before) break;
    LOOM_RETURN_IF_ERROR(GiveSince(before));
  }
  return absl::OkStatus();
}

absl::Status Gather::FetchAsked(const StepRun& run) {
  const std::string role = absl::StrCat(
      "required by step \"", inputs_->composition.steps[run.step].name, "\"");
  std::vector<ObjectId> named;
  for (const StepRequirement& each : run.asked) {
    const fn::ResourceSelector& wanted = each.selector;
    if (!asked_.insert(Describe(wanted) + wanted.api_version()).second) {
      continue;
    }
    if (wanted.has_match_name()) {
      named.push_back({wanted.api_version(), wanted.kind(), wanted.namespace_(),
                       wanted.match_name()});
    } else {
      LOOM_RETURN_IF_ERROR(FetchSelected(wanted, role));
    }
  }
  for (const fn::SchemaSelector& each : run.asked_schemas) {
    LOOM_RETURN_IF_ERROR(FetchSchema(each, role));
  }
  return Fetch(named, role);
}

absl::Status Gather::GiveSince(size_t first) {
  std::vector<YamlDocument> documents;
  std::vector<JsonFile> schemas;
  for (size_t i = first; i < objects_.size(); ++i) {
    const Found& each = objects_[i];
    if (SchemasOf(each.value) != nullptr) {
      schemas.push_back({each.role, Copy(each.value, pool_)});
      continue;
    }
    LOOM_ASSIGN_OR_RETURN(YamlDocument document, DocumentOf(each));
    documents.push_back(std::move(document));
  }
  inputs_->given.resources.Add(std::move(documents));
  inputs_->given.schemas.Add(std::move(schemas));
  return absl::OkStatus();
}

absl::Status Gather::Run(std::istream& in) {
  LOOM_RETURN_IF_ERROR(FindComposite());
  LOOM_RETURN_IF_ERROR(FindDefinition());
  LOOM_RETURN_IF_ERROR(FollowClaim());
  LOOM_RETURN_IF_ERROR(FindComposition());
  LOOM_RETURN_IF_ERROR(FindFunctions());
  LOOM_RETURN_IF_ERROR(FindComposed());
  LOOM_RETURN_IF_ERROR(FindSecrets());
  absl::Status ran = RunSteps(in);
  // What was found is there all the same.
  if (!ran.ok() && !absl::IsInvalidArgument(ran)) {
    problems_.emplace_back(ran.message());
    return absl::OkStatus();
  }
  return ran;
}

SecretTexts Gather::HiddenTexts() const {
  SecretTexts texts;
  for (const std::string& secret : secrets_) texts.Add(secret);
  for (const Found& object : objects_) texts.AddIdentity(object.value);
  if (const Value* found = composition()) texts.Publish(*found);
  return texts;
}

// What an author wrote holds no value of a Secret, and has to stay as it is.
static bool IsOfAuthor(const Value& object) {
  const absl::string_view group = GroupOf(ApiVersion(object));
  return group == "apiextensions.crossplane.io" || group == "pkg.crossplane.io";
}

std::string Gather::Text(const GatheredTextOptions& options) const {
  const SecretTexts hidden = options.secrets ? SecretTexts() : HiddenTexts();
  std::string text = absl::StrCat(
      "# ", Kind(composite()), " ", Name(composite()),
      Namespace(composite()).empty()
          ? ""
          : absl::StrCat(" in namespace ", Namespace(composite())),
      ", with everything that its pipeline reads:\n#   function-loom explain "
      "--from FILE\n#   function-loom render --from FILE\n");
  for (const auto* lines : {&problems_, &notes_}) {
    for (const std::string& line : *lines) {
      absl::StrAppend(
          &text, "# ",
          absl::StrReplaceAll(Printed(hidden.Redacted(line)), {{"\n", "\n# "}}),
          "\n");
    }
  }
  for (const Found& object : objects_) {
    Value shown = Copy(object.value, pool_);
    std::string comment = object.role;
    if (!options.managed_fields) ForgetManagedFields(shown);
    const std::string redacted = options.secrets ? "" : Redact(shown, pool_);
    if (!redacted.empty()) absl::StrAppend(&comment, "; redacted: ", redacted);
    if (!IsOfAuthor(shown)) {
      const std::vector<std::string> copies =
          hidden.Redact(&shown, pool_, kRedactedCopy);
      if (!copies.empty()) {
        absl::StrAppend(&comment, "; copies of values of Secrets: ",
                        absl::StrJoin(copies, ", "));
      }
    }
    absl::StatusOr<std::string> yaml = WriteYaml(shown);
    absl::StrAppend(
        &text, "---\n# ", Printed(Visible(comment)), "\n",
        yaml.ok() ? *yaml : absl::StrCat("# ", yaml.status().message(), "\n"));
  }
  return text;
}

}  // namespace loom
