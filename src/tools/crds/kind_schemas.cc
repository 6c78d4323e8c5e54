// SPDX-License-Identifier: Apache-2.0
#include "tools/crds/kind_schemas.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "crossplane/objects/object.h"
#include "data/value/equal.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "tools/crds/crd.h"
#include "tools/crds/schema_references.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

constexpr absl::string_view kKind = "kind";

bool IsWordCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c));
}

// Takes the word behind `kind` and a colon off a text, which begins behind
// `kind`. Either of the two may be in quotes.
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

// The document of each part of a YAML text begins behind a line `---`.
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
         ScalarText(Dig(root, {"spec", "names", "kind"})) == kind;
}

size_t VersionIndex(const YamlDocument& definition, const Value& schema) {
  const Value* versions = Dig(definition.root, {"spec", "versions"});
  for (rapidjson::SizeType i = 0; i < versions->Size(); ++i) {
    if (Dig((*versions)[i], {"schema", "openAPIV3Schema"}) == &schema) return i;
  }
  return 0;
}

}  // namespace

void KindSchemas::Add(std::string name, std::string text) {
  // Of a file of many CRDs only the parts that are needed are parsed.
  size_t lines = 0;
  auto add = [&](std::string file, std::string part) {
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
  given_.push_back(&definition);
}

void KindSchemas::Parse(Text* text) {
  if (text->pool != nullptr) return;
  text->pool = std::make_unique<Pool>();
  if (IsJson(text->text)) {
    auto json = ParseJson(text->text, text->pool.get());
    if (json.ok() && Dig(*json, {"components", "schemas"}) != nullptr) {
      text->json = *std::move(json);
      return;
    }
  }
  // Places count from the beginning of the file.
  auto read =
      ReadYaml(text->name, std::string(text->lines_before, '\n') + text->text,
               text->pool.get());
  if (read.ok()) text->documents = *std::move(read);
}

std::vector<KindSchemas::Text*> KindSchemas::TextsWith(absl::string_view kind) {
  auto found = texts_with_.find(kind);
  if (found == texts_with_.end()) return {};
  for (Text* text : found->second) Parse(text);
  return found->second;
}

std::vector<const YamlDocument*> KindSchemas::Definitions(
    absl::string_view group, absl::string_view kind) {
  std::vector<const YamlDocument*> found;
  for (const YamlDocument* each : given_) {
    if (IsDefinitionOf(each->root, group, kind)) found.push_back(each);
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
  for (const YamlDocument* each : Definitions(GroupOf(api_version), kind)) {
    auto schema = SchemaOf(*each, api_version, kind);
    if (!schema.ok() || *schema == nullptr) continue;
    found->push_back(
        {std::string(kind), *schema, each, VersionIndex(*each, **schema)});
  }
}

void KindSchemas::FindInOpenApi(absl::string_view api_version,
                                absl::string_view kind,
                                std::vector<KindSchema>* found) {
  for (Text* text : TextsWith(kind)) {
    if (!text->json.IsObject()) continue;
    auto flat = FindInDocument(text->json, api_version, kind, text->pool.get());
    if (!flat.ok() || flat->IsNull()) continue;
    flat_.push_back(*std::move(flat));
    found->push_back({std::string(kind), &flat_.back()});
  }
}

const KindSchema* KindSchemas::Find(absl::string_view api_version,
                                    absl::string_view kind) {
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

}  // namespace loom
