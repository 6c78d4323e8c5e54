// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/section_step.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "tools/explain/object_graph.h"
#include "tools/yaml/scalar.h"

namespace loom {
namespace {

// A shorter text stands in other values by chance.
constexpr size_t kDistinct = 4;

ExplainedPlace At(const YamlDocument& document, const std::string& path) {
  return {Locate(document, path), path};
}

struct Row {
  absl::string_view section;
  absl::string_view kind;
  // The member of an entry that names the field it writes.
  absl::string_view target;
};

constexpr Row kRows[] = {
    {"environment", "merge", ""},
    {"spec", "merge", ""},
    {"extraResources", "merge", ""},
    {"references", "reference", "toFieldPath"},
    {"externalValues", "reference", "toFieldPath"},
    {"typedReferences", "reference", "field"},
    {"externalReferences", "reference", "writeTo"},
    {"identities", "identity", "publishTo"},
    {"dependencies", "dependency", ""},
    {"objectConnectionDetails", "connection", ""},
    {"connectionDetails", "connection", ""},
    {"resources", "connection", ""},
    {"providerConfig", "providerConfig", ""},
    {"condition", "condition", ""},
};

const Row* RowOf(absl::string_view section) {
  for (const Row& row : kRows) {
    if (row.section == section) return &row;
  }
  return nullptr;
}

constexpr char kLabel[] = "appcat.vshn.io/provider-config";

// Whether a path of a field is what an author named, in which [*] stands for any
// element.
bool IsNamed(absl::string_view path, absl::string_view named) {
  const size_t wildcard = named.find("[*]");
  if (wildcard != named.npos) named = named.substr(0, wildcard);
  return !named.empty() && IsWithin(path, named);
}

}  // namespace

bool IsSecret(const Value& object) {
  return object.IsObject() && ApiVersion(object) == "v1" &&
         Kind(object) == "Secret";
}

SecretTexts::SecretTexts(const PipelineInputs& inputs) {
  for (const YamlDocument& document : inputs.given.resources.documents()) {
    AddSecret(document.root);
  }
  for (const auto& [name, document] : inputs.observed) AddSecret(document.root);
  for (const auto& [name, details] : inputs.details) {
    for (const auto& [key, text] : details) Add(text);
  }
  for (const auto& [key, text] : inputs.composite_details) Add(text);
  for (const auto& [name, credential] : inputs.credentials) {
    for (const auto& [key, text] : credential.data()) Add(text);
  }
}

void SecretTexts::AddSecret(const Value& object) {
  if (!IsSecret(object)) return;
  for (absl::string_view member : {"data", "stringData"}) {
    const Value* texts = Find(object, member);
    if (texts == nullptr || !texts->IsObject()) continue;
    for (const Member& each : texts->GetObject()) {
      if (!each.value.IsString()) continue;
      std::string decoded;
      const bool encoded =
          member == "data" && absl::Base64Unescape(View(each.value), &decoded);
      Add(encoded ? absl::string_view(decoded) : View(each.value));
    }
  }
}

void SecretTexts::Add(absl::string_view text) {
  if (text.empty()) return;
  texts_.insert(std::string(text));
  texts_.insert(absl::Base64Escape(text));
}

bool SecretTexts::IsIn(absl::string_view text) const {
  for (const std::string& secret : texts_) {
    if (text == secret) return true;
    if (secret.size() >= kDistinct && absl::StrContains(text, secret)) {
      return true;
    }
  }
  return false;
}

ShownValue SecretTexts::Shown(const Value& value) const {
  for (const Leaf& leaf : LeavesOf(value)) {
    if (leaf.value->IsString() && IsIn(View(*leaf.value))) {
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

SectionSteps::SectionSteps(absl::string_view section, const PipelineStep& step,
                           const PipelineInputs& inputs,
                           const SecretTexts& secrets)
    : section_(section),
      kind_(RowOf(section) == nullptr ? "foreign" : RowOf(section)->kind),
      step_(step),
      inputs_(inputs),
      secrets_(secrets),
      files_(inputs) {}

std::vector<ExplainedSource> SectionSteps::Describe(const Target& target,
                                                    const Leaf& leaf,
                                                    ExplainedStep* step) const {
  step->kind = kind_;
  step->place = files_.InInput(step_, section_);
  if (kind_ == "providerConfig") return Label();
  size_t index = 0;
  const Value* entry = EntryOf(target, ToString(leaf.path), &index);
  if (entry == nullptr) return {};
  step->index = index;
  step->place = files_.InInput(step_, absl::StrCat(section_, "[", index, "]"));
  return SourcesOf(*entry, leaf);
}

void SectionSteps::DescribeWithheld(const Outcome& outcome,
                                    ExplainedStep* step) const {
  step->kind = kind_;
  step->place = files_.InInput(step_, section_);
  step->outcome = "withheld";
  for (const Condition& condition : outcome.conditions) {
    if (condition.status == ConditionStatus::kTrue) continue;
    step->message = condition.message;
  }
  for (const Remark& remark : outcome.remarks) {
    if (step->message.empty()) step->message = remark.text;
  }
  if (secrets_.IsIn(step->message)) step->message = "(secret)";
}

const Value* SectionSteps::EntryOf(const Target& target,
                                   const std::string& path,
                                   size_t* index) const {
  const Row* row = RowOf(section_);
  if (row == nullptr || row->target.empty() || step_.input == nullptr) {
    return nullptr;
  }
  const Value* list = Find(*step_.input, section_);
  if (list == nullptr || !list->IsArray()) return nullptr;
  for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
    const Value& entry = (*list)[i];
    if (!entry.IsObject()) continue;
    const std::string wanted = ScalarText(Dig(entry, {"target", "resource"}));
    if (!target.resource.empty() && !wanted.empty() &&
        wanted != target.resource && wanted != target.made_by) {
      continue;
    }
    if (!IsNamed(path, ScalarText(Find(entry, row->target)))) continue;
    *index = i;
    return &entry;
  }
  return nullptr;
}

std::vector<ExplainedSource> SectionSteps::SourcesOf(const Value& entry,
                                                     const Leaf& leaf) const {
  std::vector<const Value*> readers = {&entry};
  if (const Value* variables = Find(entry, "variables");
      variables != nullptr && variables->IsArray()) {
    for (const Value& each : variables->GetArray()) {
      if (each.IsObject()) readers.push_back(&each);
    }
  }
  std::vector<ExplainedSource> sources;
  for (const Value* reader : readers) {
    if (const Value* from = Find(*reader, "fromObject");
        from != nullptr && from->IsObject()) {
      sources.push_back(ObjectSource(*from, leaf, reader == &entry));
    }
    if (const Value* from = Find(*reader, "fromComposite");
        from != nullptr && from->IsObject()) {
      sources.push_back(CompositeSource(ScalarText(Find(*from, "fieldPath"))));
    }
  }
  return sources;
}

ExplainedSource SectionSteps::ObjectSource(const Value& from, const Leaf& leaf,
                                           bool only) const {
  const std::string field = ScalarText(Find(from, "fieldPath"));
  const std::string name = ScalarText(Find(from, "name"));
  const std::string kind = ScalarText(Find(from, "kind"));
  ExplainedSource source{.kind = "object",
                         .name = kind.empty() ? "an object" : kind,
                         .path = field};
  absl::StatusOr<Path> path = Path::Parse(field);
  if (!path.ok()) return source;
  for (const YamlDocument& document : inputs_.given.resources.documents()) {
    const Value& object = document.root;
    if (ApiVersion(object) != ScalarText(Find(from, "apiVersion"))) continue;
    if (!kind.empty() && Kind(object) != kind) continue;
    if (!name.empty() && Name(object) != name) continue;
    Pool pool;
    auto value = Get(object, *path, &pool);
    if (!value.ok()) continue;
    // Of several objects, the one that has what was written.
    if (name.empty() && only && !Equal(**value, *leaf.value)) continue;
    absl::string_view ns = Namespace(object);
    source.name = absl::StrCat(Kind(object), " ", ns, ns.empty() ? "" : "/",
                               Name(object));
    source.value =
        IsSecret(object) ? ShownValue{.secret = true} : secrets_.Shown(**value);
    source.place = files_.InGiven(object, LocatorOf(path->segments()));
    break;
  }
  return source;
}

ExplainedSource SectionSteps::CompositeSource(const std::string& field) const {
  const Value& composite = inputs_.composite.root;
  ExplainedSource source{
      .kind = "composite",
      .name = absl::StrCat(Kind(composite), " ", Name(composite)),
      .path = field};
  absl::StatusOr<Path> path = Path::Parse(field);
  if (!path.ok()) return source;
  Pool pool;
  auto value = Get(composite, *path, &pool);
  if (!value.ok()) return source;
  source.value = secrets_.Shown(**value);
  source.place = files_.InComposite(LocatorOf(path->segments()));
  return source;
}

// The label that names the provider config of the composite.
std::vector<ExplainedSource> SectionSteps::Label() const {
  std::string key = kLabel;
  if (step_.input != nullptr) {
    const Value* named = Dig(*step_.input, {"providerConfig", "labelKey"});
    if (named != nullptr) key = ScalarText(named);
  }
  if (!loom::Label(inputs_.composite.root, key).has_value()) return {};
  ExplainedSource source =
      CompositeSource(absl::StrCat("metadata.labels[", key, "]"));
  source.kind = "label";
  return {std::move(source)};
}

}  // namespace loom
