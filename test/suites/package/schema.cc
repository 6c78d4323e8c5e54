// SPDX-License-Identifier: Apache-2.0
#include "test/suites/package/schema.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "test/testing/json.h"
#include "test/testing/paths.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

std::string Content(const std::string& path) {
  std::ifstream file(path);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

// The parsed file, which lives as long as the program.
const Value& Definition() {
  static const Value& root = *[] {
    const std::string path =
        InRepository("package/input/loom.fn.crossplane.io_inputs.yaml");
    auto documents = ReadYaml(path, Content(path), TestPool());
    if (!documents.ok() || documents->size() != 1) {
      ADD_FAILURE() << path << ": " << documents.status();
      return new Value(Json("{}"));
    }
    return new Value(std::move(documents->front().root));
  }();
  return root;
}

// Whether the first place is the second one, or below it.
bool IsAtOrBelow(absl::string_view place, absl::string_view above) {
  return absl::ConsumePrefix(&place, above) &&
         (place.empty() || place[0] == '.' || place[0] == '[');
}

// Whether something at or below the place is reported by the overrides.
bool IsNamed(const std::string& place, const Overrides& overrides) {
  // They are sorted, so those that begin with the place follow each other.
  for (auto reported = overrides.lower_bound(place);
       reported != overrides.end() && absl::StartsWith(reported->first, place);
       ++reported) {
    if (IsAtOrBelow(reported->first, place)) return true;
  }
  return false;
}

// The entries of two lists say which objects they mean, and at most once in which
// namespace, themselves or in `ref`.
bool MeansObjects(const std::string& place) {
  return place == "environment.configs[0]" || place == "extraResources[0]";
}

bool IsNamespace(const std::string& member) {
  return absl::StartsWith(member, "namespace");
}

bool NamespaceIsNamed(const std::string& entry, const Overrides& overrides) {
  return std::any_of(
      overrides.begin(), overrides.end(), [&](const auto& reported) {
        return absl::StartsWith(reported.first, entry + ".namespace") ||
               absl::StartsWith(reported.first, entry + ".ref.namespace");
      });
}

// Whether such an entry is one of the types that have a namespace, and either `ref` or
// `selector`.
bool IsOfAKind(const std::string& entry, const Overrides& overrides) {
  if (entry != "environment.configs[0]") return false;
  auto reported = overrides.find(MemberPlace(entry, "type"));
  if (reported == overrides.end()) return NamespaceIsNamed(entry, overrides);
  return reported->second == "\"ConfigMap\"" ||
         reported->second == "\"Secret\"";
}

// Whether a sample leaves out a member that no schema of Kubernetes says excludes others.
bool IsUnsaid(const std::string& place, const std::string& member,
              const Overrides& overrides) {
  const bool is_ref = absl::EndsWith(place, ".ref");
  const std::string entry = is_ref ? place.substr(0, place.rfind('.')) : place;
  if (!MeansObjects(entry)) return false;
  if (IsNamespace(member)) {
    if (NamespaceIsNamed(entry, overrides)) {
      return !overrides.contains(MemberPlace(place, member));
    }
    return is_ref || member != "namespace" || !IsOfAKind(entry, overrides);
  }
  if (!IsOfAKind(entry, overrides)) return false;
  const bool selects = IsNamed(MemberPlace(entry, "selector"), overrides);
  return member == (selects ? "ref" : "selector");
}

// What the type of an object is in a sample; "" if it has none.
std::string TypeOf(const Schema::Node& node, const Overrides& overrides) {
  auto found = overrides.find(MemberPlace(node.place, "type"));
  return found == overrides.end() ? "" : found->second;
}

// Whether the type says that the member is there: FromExpression is a type with an
// expression.
bool AsksFor(const std::string& type, const std::string& member) {
  std::string word = member;
  word[0] = absl::ascii_toupper(word[0]);
  return absl::EndsWith(type, word + "\"");
}

// The choice of a sample: the first, or a type that asks for a member that is reported.
std::string ChoiceOf(const std::string& place, const Value& choices,
                     const Overrides& overrides) {
  if (place == "environment.configs[0].type" &&
      IsOfAKind("environment.configs[0]", overrides)) {
    return "\"ConfigMap\"";
  }
  for (const Value& choice : choices.GetArray()) {
    for (const auto& [reported, value] : overrides) {
      const size_t dot = reported.rfind('.');
      if (dot == std::string::npos || value.empty()) continue;
      if (place != MemberPlace(reported.substr(0, dot), "type")) continue;
      if (AsksFor(ToJson(choice), reported.substr(dot + 1)))
        return ToJson(choice);
    }
  }
  return ToJson(choices.GetArray()[0]);
}

bool AnyIsNamed(const Schema::Node& node, const std::vector<std::string>& names,
                const Overrides& overrides) {
  return std::any_of(names.begin(), names.end(), [&](const auto& name) {
    return IsNamed(MemberPlace(node.place, name), overrides);
  });
}

// Members that a sample leaves out, because they exclude others.
std::set<std::string> LeftOut(const Schema::Node& node,
                              const Overrides& overrides) {
  std::set<std::string> left_out;
  for (const auto& alternatives : AlternativesOf(node)) {
    size_t chosen = 0;
    for (size_t i = alternatives.size(); i-- > 0;) {
      const Alternative& one = alternatives[i];
      if (!AnyIsNamed(node, one.excluded, overrides)) chosen = i;
    }
    for (size_t i = 0; i < alternatives.size(); ++i) {
      const std::vector<std::string>& members = alternatives[i].members;
      if (AnyIsNamed(node, members, overrides)) chosen = i;
      if (std::any_of(members.begin(), members.end(), [&](const auto& member) {
            return AsksFor(TypeOf(node, overrides), member);
          })) {
        chosen = i;
      }
    }
    const Alternative& taken = alternatives[chosen];
    left_out.insert(taken.excluded.begin(), taken.excluded.end());
    for (size_t i = 0; i < alternatives.size(); ++i) {
      if (i == chosen) continue;
      left_out.insert(alternatives[i].members.begin(),
                      alternatives[i].members.end());
    }
  }
  return left_out;
}

// The members that a sample has: all of them, if there may be so many; else
// the one that is asked for.
std::vector<std::string> Chosen(const Schema::Node& node,
                                const Overrides& overrides) {
  std::vector<std::string> all;
  if (const Value* properties = Find(node, "properties")) {
    for (auto& member : properties->GetObject()) {
      all.emplace_back(View(member.name));
    }
  }
  const std::set<std::string> left_out = LeftOut(node, overrides);
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const auto& name) {
                             return left_out.contains(name) ||
                                    IsUnsaid(node.place, name, overrides);
                           }),
            all.end());
  // The fields of a free object are not listed.
  if (Find(node, "maxProperties") == nullptr || all.empty()) return all;
  EXPECT_EQ(Keyword(node, "maxProperties"), "1") << node.place;
  for (const std::string& name : all) {
    if (IsNamed(MemberPlace(node.place, name), overrides)) return {name};
  }
  return {all.front()};
}

std::string SampleObject(const Schema& schema, const Schema::Node& node,
                         const Overrides& overrides) {
  if (const Value* values = Find(node, "additionalProperties")) {
    std::string value =
        schema.SampleOf({node.place + ".key", values}, overrides);
    return absl::StrCat("{\"key\":", value, "}");
  }
  std::string text = "{";
  for (const std::string& name : Chosen(node, overrides)) {
    Schema::Node below{MemberPlace(node.place, name),
                       Dig(*node.schema, {"properties", name})};
    std::string value = schema.SampleOf(below, overrides);
    if (value.empty()) continue;
    absl::StrAppend(&text, text.size() > 1 ? "," : "", "\"", name,
                    "\":", value);
  }
  return text + "}";
}

// Samples of members of which a schema does not say all, by the ends of their places.
constexpr std::pair<absl::string_view, absl::string_view> kSamples[] = {
    {".fmt", R"("%s")"},  // it has to use its one argument
    {".apiVersion",
     R"("a/a")"},  // the core group has only kinds that are known
    {".trimPrefixes", R"("Compute")"},     // a list, too, so it has no type
    {".condition", R"("Ready")"},          // an object, too
    {".dependsOn[0].resource", R"("b")"},  // nothing depends on itself
    {".toFieldPath", R"("status.a")"},     // of the composite only the status
    // Only a computed name goes with an id.
    {"resources[0].name", R"("${composite.metadata.name}")"},
    {"conditions[0].type", R"("Done")"},
    {"conditions[0].status", R"("True")"},
    {"conditions[0].reason", R"("Done")"},  // CamelCase
    {"remove[0]", R"("b")"},  // an object, too; no step removes what it makes
    {"events[0].reason", R"("Done")"},
    {"events[0].onChange", R"("Done")"},  // one of the conditions
};

std::string SampleOfPattern(const Schema::Node& node, const Value& pattern) {
  const std::regex regex{std::string(View(pattern))};
  for (const char* text : {"key", "a", "a/a", "status.a", "{key}"}) {
    if (std::regex_search(text, regex)) return absl::StrCat("\"", text, "\"");
  }
  ADD_FAILURE() << node.place << ": no sample fits " << View(pattern);
  return R"("a")";
}

// The sample of what is neither an object nor a list.
std::string SampleOfLeaf(const Schema::Node& node, const std::string& type) {
  // It may have any type.
  if (IsExpression(node)) return R"j("dyn(true)")j";
  for (const auto& [end, sample] : kSamples) {
    if (absl::EndsWith(node.place, end)) return std::string(sample);
  }
  if (const Value* value = Find(node, "default")) return ToJson(*value);
  if (const Value* pattern = Find(node, "pattern")) {
    return SampleOfPattern(node, *pattern);
  }
  if (type == R"("boolean")") return "true";
  if (type == R"("number")") return "1";
  if (type != R"("integer")") return R"("a")";
  return Find(node, "minimum") ? Keyword(node, "minimum") : "1";
}

}  // namespace

Schema::Schema() {
  const Value* versions = Dig(Definition(), {"spec", "versions"});
  const Value* group = Dig(Definition(), {"spec", "group"});
  if (versions == nullptr || group == nullptr) {
    ADD_FAILURE() << "not a CustomResourceDefinition";
    return;
  }
  const Value& version = versions->GetArray()[0];
  api_version_ = absl::StrCat(View(*group), "/", View(*Find(version, "name")));
  AddNodes("", *Dig(version, {"schema", "openAPIV3Schema"}));
}

void Schema::AddNodes(const std::string& place, const Value& schema) {
  nodes_.push_back({place, &schema});
  if (const Value* properties = Find(schema, "properties")) {
    for (auto& member : properties->GetObject()) {
      AddNodes(MemberPlace(place, View(member.name)), member.value);
    }
  }
  if (const Value* items = Find(schema, "items")) {
    AddNodes(place + "[0]", *items);
  }
  if (const Value* values = Find(schema, "additionalProperties")) {
    AddNodes(place + ".key", *values);
  }
}

std::string Schema::Sample(const Overrides& overrides) const {
  Overrides all = overrides;
  const Value& sections = *Find(nodes_.front(), "properties");
  for (auto& section : sections.GetObject()) {
    std::string name(View(section.name));
    if (overrides.empty() || IsNamed(name, overrides)) continue;
    all[name] = name == "patchSets" ? R"([{"name": "a"}])" : "";
    // Without details, an output has any members.
    if (name == "connectionDetails" && IsNamed("output", overrides)) {
      all.erase(name);
    }
    // An event may name the type of a condition.
    if (name == "conditions" && IsNamed("events", overrides)) all.erase(name);
  }
  all["apiVersion"] = absl::StrCat("\"", api_version_, "\"");
  return SampleOf(nodes_.front(), all);
}

std::string Schema::SampleOf(const Node& node,
                             const Overrides& overrides) const {
  if (auto found = overrides.find(node.place); found != overrides.end()) {
    return found->second;
  }
  if (const Value* choices = Find(node, "enum")) {
    return ChoiceOf(node.place, *choices, overrides);
  }
  const std::string type = Keyword(node, "type");
  if (type == R"("array")") {
    Node item{node.place + "[0]", Find(node, "items")};
    return absl::StrCat("[", SampleOf(item, overrides), "]");
  }
  if (type != R"("object")") return SampleOfLeaf(node, type);
  if (node.place.empty() || IsNamed(node.place, overrides)) {
    return SampleObject(*this, node, overrides);
  }
  std::string& sample = samples_[node.place];
  if (sample.empty()) sample = SampleObject(*this, node, {});
  return sample;
}

const std::vector<std::vector<Alternative>>& AlternativesOf(
    const Schema::Node& node) {
  // They are asked for in each sample.
  static auto& known =
      *new std::map<const Value*, std::vector<std::vector<Alternative>>>;
  auto [found, is_new] = known.try_emplace(node.schema);
  std::vector<std::vector<Alternative>>& groups = found->second;
  if (!is_new) return groups;
  auto add = [&](const Value& object) {
    const Value* list = Find(object, "oneOf");
    if (list == nullptr) return;
    std::vector<Alternative>& group = groups.emplace_back();
    for (const Value& entry : list->GetArray()) {
      Alternative alternative{Texts({"", &entry}, "required"), {}};
      const Value* no = Find(entry, "not");
      if (no != nullptr) alternative.excluded = Texts({"", no}, "required");
      const Value* any = no == nullptr ? nullptr : Find(*no, "anyOf");
      for (size_t i = 0; any != nullptr && i < any->Size(); ++i) {
        const Value& one = any->GetArray()[static_cast<unsigned>(i)];
        for (std::string& name : Texts({"", &one}, "required")) {
          alternative.excluded.push_back(std::move(name));
        }
      }
      group.push_back(std::move(alternative));
    }
  };
  add(*node.schema);
  if (const Value* all = Find(node, "allOf")) {
    for (const Value& entry : all->GetArray()) add(entry);
  }
  return groups;
}

bool IsExpression(const Schema::Node& node) {
  return Keyword(node, "format") == "\"cel\"";
}

std::string Keyword(const Schema::Node& node, absl::string_view name) {
  const Value* value = Find(node, name);
  return value == nullptr ? "" : ToJson(*value);
}

std::vector<std::string> Texts(const Schema::Node& node,
                               absl::string_view name) {
  std::vector<std::string> texts;
  const Value* value = Find(node, name);
  if (value == nullptr) return texts;
  for (const Value& element : value->GetArray()) {
    if (element.IsString()) texts.emplace_back(View(element));
  }
  return texts;
}

std::string MemberPlace(absl::string_view place, absl::string_view member) {
  return absl::StrCat(place, place.empty() ? "" : ".", member);
}

}  // namespace loom
