// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/kind_schemas.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/embedded.h"
#include "tools/schemas/common_schema.h"
#include "tools/schemas/composite_schema.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/schema_references.h"

namespace loom {
namespace {

// For KindSchemas.

constexpr absl::string_view kKind = "kind";

bool IsWordCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c));
}

// Removes a colon and the word after it from a string that begins after `kind`. Both
// `kind` and the word may be in quotes.
absl::string_view TakeKind(absl::string_view* text) {
  if (!absl::ConsumePrefix(text, "\"")) absl::ConsumePrefix(text, "'");
  *text = absl::StripLeadingAsciiWhitespace(*text);
  if (!absl::ConsumePrefix(text, ":")) return "";
  size_t space = text->find_first_not_of(" \"'");
  if (space == text->npos) return "";
  text->remove_prefix(space);
  size_t end = 0;
  while (end < text->size() && IsWordCharacter((*text)[end])) ++end;
  absl::string_view kind = text->substr(0, end);
  text->remove_prefix(end);
  return kind;
}

// Splits a YAML file into documents, which begin after a line `---`.
std::vector<absl::string_view> DocumentsOf(absl::string_view text) {
  std::vector<absl::string_view> documents;
  size_t begin = 0;
  for (size_t at = text.find("\n---"); at != text.npos;
       at = text.find("\n---", at + 1)) {
    documents.push_back(text.substr(begin, at + 1 - begin));
    begin = at + 1;
  }
  documents.push_back(text.substr(begin));
  return documents;
}

bool IsJson(absl::string_view text) {
  return absl::StartsWith(absl::StripLeadingAsciiWhitespace(text), "{");
}

bool IsDefinitionOf(const Value& root, absl::string_view group,
                    absl::string_view kind) {
  return root.IsObject() && IsDefinition(root) &&
         ScalarText(Dig(root, {"spec", "group"})) == group &&
         (ScalarText(Dig(root, {"spec", "names", "kind"})) == kind ||
          ScalarText(Dig(root, {"spec", "claimNames", "kind"})) == kind);
}

// All schemas share it: the tests of a repository have hundreds.
const Value& OpenApiOfKubernetes() {
  struct Parsed {
    Parsed() {
      auto read = ParseJson(EmbeddedText("kubernetes.openapi"), &pool);
      if (read.ok()) root = *std::move(read);
    }
    Pool pool;
    Value root;
  };
  static const auto& parsed = *new Parsed;
  return parsed.root;
}

size_t VersionIndex(const YamlDocument& definition, const Value& schema) {
  const Value* versions = Dig(definition.root, {"spec", "versions"});
  for (rapidjson::SizeType i = 0; i < versions->Size(); ++i) {
    if (Dig(ItemAt(*versions, i), {"schema", "openAPIV3Schema"}) == &schema)
      return i;
  }
  return 0;
}

// For FollowPath.

using Answer = SchemaPlace::Answer;
using Segments = absl::Span<const Segment>;

constexpr std::array<absl::string_view, 3> kManifestPath = {
    "spec", "forProvider", "manifest"};

constexpr std::pair<absl::string_view, absl::string_view> kTypeWords[] = {
    {"string", "a string"},   {"integer", "an integer"}, {"number", "a number"},
    {"boolean", "a boolean"}, {"object", "an object"},   {"array", "a list"},
};

bool HasAny(const Value& schema,
            std::initializer_list<absl::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](absl::string_view name) {
    return Find(schema, name) != nullptr;
  });
}

class Follower {
 public:
  Follower(const KindSchema& kind, Segments path) : kind_(kind), path_(path) {}

  SchemaPlace Run() {
    if (path_.empty() || path_[0].is_index) return {};
    const std::string& first = path_[0].field;
    if (first == "apiVersion" || first == "kind") return {};
    const Value* schema = kind_.schema;
    if (first == "metadata") {
      schema = &MetadataSchema();
      at_ = 1;
    }
    for (; at_ < path_.size(); ++at_) {
      if (schema == nullptr || !schema->IsObject()) return {};
      answer_ = Answer::kFree;
      schema = path_[at_].is_index       ? Element(*schema)
               : path_[at_].IsWildcard() ? Any(*schema)
                                         : Member(*schema);
      if (schema != nullptr) continue;
      if (answer_ == Answer::kFree && nearest_.empty()) return {};
      return {answer_, nullptr, ToString(path_.first(at_ + 1)), nearest_};
    }
    if (!schema->IsObject()) return {};
    return {Answer::kKnown, schema, "", ""};
  }

 private:
  // Whether the schema may know more than this program reads.
  bool IsOpen(const Value& schema) const {
    if (IsTrue(Find(schema, "x-kubernetes-preserve-unknown-fields")) ||
        IsTrue(Find(schema, "x-kubernetes-int-or-string")) ||
        IsTrue(Find(schema, "x-kubernetes-embedded-resource")) ||
        HasAny(schema, {"$ref", "allOf", "anyOf", "oneOf"})) {
      return true;
    }
    // A document of OpenAPI has `type: object` where a schema is recursive.
    return TypeIn(schema).empty() ||
           (kind_.definition == nullptr && TypeIn(schema) == "object" &&
            !HasAny(schema, {"properties", "additionalProperties"}));
  }

  const Value* Missing(const Value& schema) {
    if (!IsOpen(schema)) answer_ = Answer::kMissing;
    return nullptr;
  }

  const Value* Element(const Value& schema) {
    const Value* items = Find(schema, "items");
    if (items != nullptr) return items;
    absl::string_view type = TypeIn(schema);
    // The keys of a map may be numbers.
    if (type == "array" || type == "object") return nullptr;
    return Missing(schema);
  }

  const Value* Any(const Value& schema) const {
    const Value* items = Find(schema, "items");
    return items != nullptr ? items : Find(schema, "additionalProperties");
  }

  const Value* Member(const Value& schema) {
    const std::string& name = path_[at_].field;
    const Value* properties = Find(schema, "properties");
    if (properties != nullptr && properties->IsObject()) {
      const Value* found = Find(*properties, name);
      if (found != nullptr) return found;
    }
    const Value* others = Find(schema, "additionalProperties");
    if (others != nullptr && others->IsObject()) return others;
    if (others != nullptr && !others->IsFalse()) return nullptr;
    if (TypeIn(schema) == "array") {
      if (!IsOpen(schema)) {
        nearest_ = InFirstItem();
      }
    } else {
      FindNearest(properties, name, IsOpen(schema));
    }
    return Missing(schema);
  }

  // The path with the index that it lacks; the first item if it has no such field.
  std::string InFirstItem() const {
    std::vector<Segment> path(path_.begin(), path_.begin() + at_ + 1);
    path.insert(path.begin() + at_, Segment::Index(0));
    const SchemaPlace place = Follower(kind_, path).Run();
    if (!place.nearest.empty()) return place.nearest;
    if (place.answer == Answer::kMissing) path.pop_back();
    return ToString(path);
  }

  // Whether a managed resource has the field in forProvider. Without a schema it is likely,
  // but not of a field that provider configs have in their spec.
  bool IsOfProvider(absl::string_view name) const {
    if (at_ != 1 || path_[0].field != "spec") return false;
    if (kind_.common) return name != "credentials";
    return Dig(*kind_.schema, {"properties", "spec", "properties",
                               "forProvider", "properties", name}) != nullptr;
  }

  // Whether a field that the spec lacks is one of the status.
  bool IsOfStatus(absl::string_view name) const {
    return at_ == 1 && path_[0].field == "spec" &&
           Dig(*kind_.schema, {"properties", "status", "properties", name}) !=
               nullptr;
  }

  void FindNearest(const Value* properties, const std::string& name,
                   bool open) {
    std::vector<std::string> names;
    if (properties != nullptr && properties->IsObject()) {
      for (const auto& property : Members(*properties)) {
        names.emplace_back(View(property.name));
        if (open && !IsSlip(name, names.back())) names.pop_back();
      }
    }
    // Every object has it.
    if (at_ == 0 && IsSlip(name, "metadata")) names.emplace_back("metadata");
    std::vector<Segment> path(path_.begin(), path_.begin() + at_);
    std::string near = NearestName(name, names);
    if (near.empty() && !names.empty() && open) near = names[0];
    if (!near.empty()) {
      path.push_back(Segment::Field(near));
    } else if (!open && IsOfStatus(name)) {
      path = {Segment::Field("status"), Segment::Field(name)};
    } else if (!open && IsOfProvider(name)) {
      path.push_back(Segment::Field("forProvider"));
      path.push_back(Segment::Field(name));
    } else {
      return;
    }
    nearest_ = ToString(path);
  }

  const KindSchema& kind_;
  Segments path_;
  size_t at_ = 0;
  Answer answer_ = Answer::kFree;
  std::string nearest_;
};

// The names, labels and annotations of every object are strings.
bool IsTextOfEveryObject(Segments path) {
  if (path.size() == 1) {
    return path[0].field == "apiVersion" || path[0].field == "kind";
  }
  if (path.empty() || path[0].field != "metadata") return false;
  const std::string& second = path[1].field;
  if (path.size() == 2) {
    return second == "name" || second == "namespace" || second == "uid" ||
           second == "generateName";
  }
  return path.size() == 3 && !path[2].is_index && !path[2].IsWildcard() &&
         (second == "labels" || second == "annotations");
}

}  // namespace

void KindSchemas::Add(std::string name, std::string text) {
  MutexLock lock(mutex_);
  // Of a file of many CRDs only the parts that are needed are parsed.
  size_t lines = 0;
  auto add = [&](std::string file,
                 std::string part) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    Text& added = texts_.emplace_back();
    added.lines_before = lines;
    lines += std::count(part.begin(), part.end(), '\n');
    added.name = std::move(file);
    added.text = std::move(part);
    absl::string_view rest = added.text;
    for (size_t at = rest.find(kKind); at != rest.npos; at = rest.find(kKind)) {
      bool inside = at > 0 && IsWordCharacter(rest[at - 1]);
      rest.remove_prefix(at + kKind.size());
      absl::string_view kind = inside ? "" : TakeKind(&rest);
      if (kind.empty()) continue;
      std::vector<Text*>& texts = texts_with_[kind];
      if (texts.empty() || texts.back() != &added) texts.push_back(&added);
    }
  };
  std::vector<absl::string_view> documents;
  if (!IsJson(text)) documents = DocumentsOf(text);
  if (documents.size() < 2) return add(std::move(name), std::move(text));
  for (absl::string_view document : documents) {
    add(name, std::string(document));
  }
}

void KindSchemas::Add(const YamlDocument& definition) {
  MutexLock lock(mutex_);
  given_.push_back(&definition);
  std::set<std::string> kinds;
  for (absl::string_view names : {"names", "claimNames"}) {
    kinds.insert(ScalarText(Dig(definition.root, {"spec", names, "kind"})));
  }
  for (const std::string& kind : kinds) {
    given_with_[kind].push_back(&definition);
  }
}

void KindSchemas::Parse(Text* text) {
  text->pool = std::make_unique<Pool>();
  if (IsJson(text->text)) {
    auto json = ParseJson(text->text, text->pool.get());
    if (json.ok() && Dig(*json, {"components", "schemas"}) != nullptr) {
      text->json = *std::move(json);
      return;
    }
  }
  // Places count from the beginning of the file.
  const std::string part = std::string(text->lines_before, '\n') + text->text;
  auto read = ReadYaml(text->name, part, text->pool.get());
  if (read.ok()) {
    text->documents = *std::move(read);
  } else {
    text->error = std::string(read.status().message());
  }
}

void KindSchemas::ParseAll(const std::vector<Text*>& texts) {
  std::vector<Text*> unread;
  for (Text* text : texts) {
    if (text->pool == nullptr && !absl::c_linear_search(unread, text)) {
      unread.push_back(text);
    }
  }
  ForEachIndex(unread.size(), [&](size_t i) { Parse(unread[i]); });
  for (const Text* text : unread) {
    if (text->error.empty()) continue;
    unreadable_.push_back({text->name,
                           std::string(text->lines_before, '\n') + text->text,
                           text->error});
  }
}

void KindSchemas::Read(const std::set<std::string>& kinds) {
  MutexLock lock(mutex_);
  std::vector<Text*> texts;
  for (const std::string& kind : kinds) {
    auto found = texts_with_.find(kind);
    if (found == texts_with_.end()) continue;
    texts.insert(texts.end(), found->second.begin(), found->second.end());
  }
  ParseAll(texts);
}

std::vector<KindSchemas::Text*> KindSchemas::TextsWith(absl::string_view kind) {
  auto found = texts_with_.find(kind);
  if (found == texts_with_.end()) return {};
  ParseAll(found->second);
  return found->second;
}

std::vector<const YamlDocument*> KindSchemas::Definitions(
    absl::string_view group, absl::string_view kind) {
  MutexLock lock(mutex_);
  return DefinitionsOf(group, kind);
}

std::string KindSchemas::KindOfResource(absl::string_view group,
                                        absl::string_view resource) {
  MutexLock lock(mutex_);
  // The name of a definition is <plural>.<group>.
  const std::string name = absl::StrCat(resource, ".", group);
  std::vector<Text*> texts;
  for (Text& text : texts_) {
    if (absl::StrContains(text.text, name)) texts.push_back(&text);
  }
  for (const auto& [kind, with] : texts_with_) {
    if (!absl::EqualsIgnoreCase(kind, resource)) continue;
    texts.insert(texts.end(), with.begin(), with.end());
  }
  ParseAll(texts);
  std::vector<const YamlDocument*> documents = given_;
  for (const Text* text : texts) {
    for (const YamlDocument& each : text->documents) documents.push_back(&each);
  }
  for (const YamlDocument* each : documents) {
    const Value* names = Dig(each->root, {"spec", "names"});
    if (!IsDefinition(each->root) || names == nullptr ||
        ScalarText(Dig(each->root, {"spec", "group"})) != group) {
      continue;
    }
    const std::string kind = ScalarText(Dig(*names, {"kind"}));
    if (ScalarText(Dig(*names, {"plural"})) == resource ||
        ScalarText(Dig(*names, {"singular"})) == resource ||
        absl::EqualsIgnoreCase(kind, resource)) {
      return kind;
    }
  }
  return "";
}

std::vector<const YamlDocument*> KindSchemas::DefinitionsOf(
    absl::string_view group, absl::string_view kind) {
  std::vector<const YamlDocument*> found;
  if (auto given = given_with_.find(kind); given != given_with_.end()) {
    for (const YamlDocument* each : given->second) {
      if (IsDefinitionOf(each->root, group, kind)) found.push_back(each);
    }
  }
  for (Text* text : TextsWith(kind)) {
    for (const YamlDocument& each : text->documents) {
      if (IsDefinitionOf(each.root, group, kind)) found.push_back(&each);
    }
  }
  return found;
}

void KindSchemas::FindInDefinitions(absl::string_view api_version,
                                    absl::string_view kind,
                                    std::vector<KindSchema>* found) {
  for (const YamlDocument* each : DefinitionsOf(GroupOf(api_version), kind)) {
    auto schema = SchemaOf(*each, api_version, kind);
    if (!schema.ok() || *schema == nullptr) continue;
    found->push_back(
        {std::string(kind), *schema, each, VersionIndex(*each, **schema)});
    if (const auto form = FormOf(each->root, kind)) {
      Composite& composite = composites_.emplace_back();
      composite.schema =
          CompositeSchema(each->root, **schema, *form, &composite.pool);
      found->back().schema = &composite.schema;
    }
  }
}

void KindSchemas::FindInOpenApi(absl::string_view api_version,
                                absl::string_view kind,
                                std::vector<KindSchema>* found) {
  std::vector<std::pair<const Value*, Pool*>> documents;
  for (Text* text : TextsWith(kind)) {
    documents.emplace_back(&text->json, text->pool.get());
  }
  if (found->empty() && documents.empty() &&
      IsOfKubernetes(GroupOf(api_version))) {
    documents.emplace_back(&OpenApiOfKubernetes(), &pool_);
  }
  for (const auto& [document, pool] : documents) {
    if (!document->IsObject()) continue;
    auto flat = FindInDocument(*document, api_version, kind, pool);
    if (!flat.ok() || flat->IsNull()) continue;
    flat_.push_back(*std::move(flat));
    found->push_back({std::string(kind), &flat_.back()});
  }
}

const KindSchema* KindSchemas::Find(absl::string_view api_version,
                                    absl::string_view kind) {
  MutexLock lock(mutex_);
  auto [known, added] = known_.try_emplace(
      {std::string(api_version), std::string(kind)}, nullptr);
  if (!added) return known->second.get();
  std::vector<KindSchema> found;
  FindInDefinitions(api_version, kind, &found);
  FindInOpenApi(api_version, kind, &found);
  if (found.empty()) return nullptr;
  for (const KindSchema& each : found) {
    // What the API server serves has more in it than the CRD that it is made of.
    bool same_form = each.definition != nullptr;
    if (same_form && !Equal(*each.schema, *found[0].schema)) return nullptr;
  }
  known->second = std::make_unique<KindSchema>(found[0]);
  return known->second.get();
}

bool IsClusterScoped(const Value& object,
                     absl::Span<const YamlDocument* const> documents) {
  const absl::string_view api_version = ApiVersion(object);
  const BuiltinKind* known =
      FindBuiltinKind(NamedKind::Of(api_version, Kind(object)));
  if (known != nullptr) return known->scope == Scope::kCluster;
  return std::any_of(
      documents.begin(), documents.end(), [&](const YamlDocument* each) {
        return IsDefinitionOf(each->root, GroupOf(api_version), Kind(object)) &&
               ScalarText(Dig(each->root, {"spec", "scope"})) == "Cluster";
      });
}

SchemaPlace FollowPath(const KindSchema& kind, Segments path) {
  constexpr size_t kPrefix = kManifestPath.size();
  if (kind.manifest == nullptr || path.size() <= kPrefix ||
      !std::equal(kManifestPath.begin(), kManifestPath.end(), path.begin(),
                  [](absl::string_view name, const Segment& segment) {
                    return segment.field == name;
                  })) {
    return Follower(kind, path).Run();
  }
  SchemaPlace place = FollowPath(*kind.manifest, path.subspan(kPrefix));
  const std::string prefix = absl::StrJoin(kManifestPath, ".") + ".";
  for (std::string* text : {&place.missing, &place.nearest}) {
    if (!text->empty()) text->insert(0, prefix);
  }
  return place;
}

absl::string_view TypeIn(const Value& schema) {
  const Value* type = Find(schema, "type");
  if (type == nullptr || !type->IsString() ||
      IsTrue(Find(schema, "x-kubernetes-int-or-string"))) {
    return "";
  }
  // A definition may have a type that does not exist.
  const absl::string_view name = View(*type);
  return absl::c_any_of(kTypeWords,
                        [&](const auto& row) { return row.first == name; })
             ? name
             : "";
}

std::string TypeAt(const KindSchema* kind, Segments path) {
  if (IsTextOfEveryObject(path)) return "string";
  if (kind == nullptr) return "";
  SchemaPlace place = FollowPath(*kind, path);
  if (place.answer != Answer::kKnown) return "";
  return std::string(TypeIn(*place.schema));
}

absl::string_view TypeWords(absl::string_view type) {
  for (const auto& [name, words] : kTypeWords) {
    if (name == type) return words;
  }
  return "a value";
}

}  // namespace loom
