// SPDX-License-Identifier: Apache-2.0
// The schema of the native input says what the parser does: at every place of
// the schema, inputs that it allows are read without a problem, and what it
// forbids is refused. There is no list of places here; what the schema gains is
// tested.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "test/suites/package/parsed_sample.h"
#include "test/testing/paths.h"

namespace loom {
namespace {

using Node = Schema::Node;
namespace fs = std::filesystem;

// The object at a node with further members, which are null.
std::string WithMembers(const Node& node, const Overrides& overrides,
                        const std::set<std::string>& members) {
  std::string json = TheSchema().SampleOf(node, overrides);
  json.pop_back();
  for (const std::string& member : members) {
    absl::StrAppend(&json, json == "{" ? "" : ",", "\"", member, "\":null");
  }
  return json + "}";
}

bool IsObject(const Node& node) {
  return Keyword(node, "type") == "\"object\"";
}
bool IsOpen(const Node& node) {
  return !Keyword(node, "x-kubernetes-preserve-unknown-fields").empty() ||
         !Keyword(node, "additionalProperties").empty();
}

// Every name that stands in the sources and could be that of a member.
const std::set<std::string>& Words() {
  static const auto& words = *[] {
    auto* found = new std::set<std::string>;
    const std::regex word("\"([a-z][A-Za-z0-9]*)\"");
    for (const auto& file :
         fs::recursive_directory_iterator(InRepository("src"))) {
      if (file.path().extension() != ".cc") continue;
      std::ifstream in(file.path());
      std::stringstream text;
      text << in.rdbuf();
      const std::string content = text.str();
      for (std::sregex_iterator i(content.begin(), content.end(), word), end;
           i != end; ++i) {
        found->insert((*i)[1]);
      }
    }
    return found;
  }();
  return words;
}

TEST(InputSchema, IsRead) {
  EXPECT_EQ(TheSchema().api_version(), "loom.fn.crossplane.io/v1beta1");
  EXPECT_GT(TheSchema().nodes().size(), 200u);
  EXPECT_GT(Words().size(), 200u);
  EXPECT_TRUE(Words().contains("toFieldPath"));
}

TEST(InputSchema, DescribesEveryNode) {
  for (const Node& node : TheSchema().nodes()) {
    EXPECT_GT(Keyword(node, "description").size(), 2u) << node.place;
  }
}

// What another keyword asks for would be tested by nobody.
TEST(InputSchema, HasOnlyKeywordsThatAreTested) {
  const std::set<std::string> known = {"additionalProperties",
                                       "allOf",
                                       "default",
                                       "description",
                                       "enum",
                                       "format",
                                       "items",
                                       "maxProperties",
                                       "minItems",
                                       "minLength",
                                       "minProperties",
                                       "minimum",
                                       "pattern",
                                       "nullable",
                                       "oneOf",
                                       "properties",
                                       "required",
                                       "type",
                                       "x-kubernetes-list-map-keys",
                                       "x-kubernetes-list-type",
                                       "x-kubernetes-preserve-unknown-fields"};
  for (const Node& node : TheSchema().nodes()) {
    for (auto& member : node.schema->GetObject()) {
      EXPECT_TRUE(known.contains(std::string(View(member.name))))
          << node.place << ": " << View(member.name);
    }
  }
}

TEST(InputSchema, HasSamplesThatTheParserTakes) {
  EXPECT_EQ(ProblemsOf({}), "");
  for (const Node& node : TheSchema().nodes()) {
    if (node.place.empty() || node.place == "apiVersion") continue;
    EXPECT_EQ(ProblemsOf({{node.place, TheSchema().SampleOf(node, {})}}), "")
        << node.place;
  }
}

// The names in "…, expected one of A, B" or "…, expected A or B".
std::set<std::string> ReportedNames(const std::string& problems) {
  static const std::regex want("expected (?:one of )?([^;]*)");
  std::smatch match;
  if (!std::regex_search(problems, match, want)) return {};
  std::string list = absl::StrReplaceAll(match[1].str(), {{" or ", ", "}});
  return absl::StrSplit(list, ", ");
}

TEST(InputSchema, NamesTheChoicesThatTheParserNames) {
  for (const Node& node : TheSchema().nodes()) {
    std::vector<std::string> names = Texts(node, "enum");
    if (names.empty()) continue;
    SCOPED_TRACE(node.place);
    auto types = TypesRefusing(node, "\"NoSuchName\"");
    if (!types.has_value()) {
      ADD_FAILURE() << "takes any name";
      continue;
    }
    Overrides overrides = *types;
    overrides[node.place] = "\"NoSuchName\"";
    EXPECT_THAT(ReportedNames(ProblemsOf(overrides)),
                testing::UnorderedElementsAreArray(names));
    // A fallback value stands beside fallbackTo: Value only.
    if (absl::EndsWith(node.place, ".fallbackTo")) {
      overrides[MemberPlace(Parent(node.place), "fallbackValue")] = "";
    }
    // With mode: None there is nothing that a `when` could hold back.
    if (node.place == "dependencies[0].mode") {
      overrides["dependencies[0].when"] = "";
    }
    for (const std::string& name : names) {
      overrides[node.place] = absl::StrCat("\"", name, "\"");
      EXPECT_EQ(ProblemsOf(overrides), "") << name;
    }
  }
}

// Those of `words` that the parser takes for members at a node.
std::vector<std::string> Taken(const Node& node, Overrides types,
                               const std::set<std::string>& words) {
  // Fewer than an error names one by one.
  constexpr size_t kAtOnce = 32;
  const std::string place =
      node.place.empty() ? "" : absl::StrCat(node.place, ": ");
  std::vector<std::string> taken;
  for (auto at = words.begin(); at != words.end();) {
    std::set<std::string> some;
    while (at != words.end() && some.size() < kAtOnce) some.insert(*at++);
    types[node.place] = WithMembers(node, types, some);
    const std::string problems = ProblemsOf(types);
    for (const std::string& word : some) {
      std::string reported =
          absl::StrCat(place, "unknown field \"", word, "\"");
      if (!absl::StrContains(problems, reported)) taken.push_back(word);
    }
    types.erase(node.place);
  }
  return taken;
}

TEST(InputSchema, HasTheMembersThatTheParserKnows) {
  for (const Node& node : TheSchema().nodes()) {
    if (!IsObject(node) || IsOpen(node) || IsRepeated(node)) continue;
    SCOPED_TRACE(node.place);
    auto types = TypesRefusing(node, WithMembers(node, {}, {"noSuchMember"}));
    if (!types.has_value()) {
      ADD_FAILURE() << "takes any member";
      continue;
    }
    const Value& properties = *Find(node, "properties");
    std::set<std::string> words;
    for (const std::string& word : Words()) {
      if (Find(properties, word) == nullptr) words.insert(word);
    }
    // Every object of Kubernetes has it, and a schema need not say so.
    if (node.place.empty()) words.erase("metadata");
    EXPECT_THAT(Taken(node, *types, words), testing::IsEmpty());
    const Value* type = Find(properties, "type");
    if (type == nullptr) continue;
    for (const std::string& name : Texts({"", type}, "enum")) {
      (*types)[MemberPlace(node.place, "type")] =
          absl::StrCat("\"", name, "\"");
      EXPECT_THAT(Taken(node, *types, words), testing::IsEmpty()) << name;
    }
  }
}

// Values beyond what a node allows.
std::vector<std::string> Forbidden(const Node& node) {
  std::vector<std::string> values;
  const std::string type = Keyword(node, "type");
  if (type == "\"string\"") values.push_back("1");
  if (!type.empty() && type != "\"string\"") values.push_back("\"text\"");
  if (Keyword(node, "enum") == "[true]") values.push_back("false");
  if (!Keyword(node, "minLength").empty()) values.push_back("\"\"");
  if (!Keyword(node, "minItems").empty()) values.push_back("[]");
  if (!Keyword(node, "minProperties").empty()) values.push_back("{}");
  if (!Keyword(node, "pattern").empty()) values.emplace_back("\"no such\"");
  if (!Keyword(node, "minimum").empty()) {
    values.push_back(absl::StrCat(std::stoi(Keyword(node, "minimum")) - 1));
  }
  if (Keyword(node, "x-kubernetes-list-type") == "\"map\"") {
    Node item{node.place + "[0]", Find(*node.schema, "items")};
    std::string sample = TheSchema().SampleOf(item, {});
    values.push_back(absl::StrCat("[", sample, ",", sample, "]"));
  }
  return values;
}

// A value that could be wrong where the node sets no bounds; "" if it does.
std::string Unbounded(const Node& node) {
  const std::string type = Keyword(node, "type");
  if (IsExpression(node)) return "\"dyn(1 < 2)\"";
  // A format has to use its argument.
  if (absl::EndsWith(node.place, ".fmt")) return "\"any %s\"";
  // Only a computed name goes with an id.
  if (node.place == "resources[0].name") {
    return R"("any-${composite.metadata.name}")";
  }
  // A condition has to have the type.
  if (absl::EndsWith(node.place, ".onChange")) return "\"Done\"";
  // The core group has only kinds that are known.
  if (absl::EndsWith(node.place, ".apiVersion")) return "\"any/any\"";
  if (type == "\"string\"" && !Find(node, "enum") && !Find(node, "pattern")) {
    return "\"any\"";
  }
  if (type == "\"number\"") return "-1.5";
  return type == "\"integer\"" && !Find(node, "minimum") ? "-1" : "";
}

TEST(InputSchema, ForbidsWhatTheParserRefuses) {
  for (const Node& node : TheSchema().nodes()) {
    // Crossplane itself sees to these.
    if (node.place.empty() || node.place == "apiVersion" ||
        node.place == "kind" || IsRepeated(node)) {
      continue;
    }
    SCOPED_TRACE(node.place);
    std::optional<Overrides> types;
    for (const std::string& value : Forbidden(node)) {
      types = TypesRefusing(node, value);
      EXPECT_TRUE(types.has_value()) << "takes " << value;
    }
    if (std::string value = Unbounded(node); types && !value.empty()) {
      (*types)[node.place] = value;
      EXPECT_EQ(ProblemsOf(*types), "");
    }
    for (const std::string& name : Texts(node, "required")) {
      Node member{MemberPlace(node.place, name),
                  Dig(*node.schema, {"properties", name})};
      EXPECT_TRUE(TypesRefusing(member, "")) << name << " may be left out";
    }
  }
}

// With what types the object is read that has the place as a member.
std::optional<Overrides> TypesAround(absl::string_view place) {
  for (const Node& node : TheSchema().nodes()) {
    if (node.place == Parent(place)) return TypesRefusing(node, "\"text\"");
  }
  return std::nullopt;
}

// The object at a node with one more member, of the type that the schema wants.
std::string WithAnything(const Node& node) {
  const Value* member = Find(node, "additionalProperties");
  if (member == nullptr || Find(*member, "type") == nullptr) {
    return WithMembers(node, {}, {"anything"});
  }
  return absl::StrCat(
      "{\"anything\":",
      TheSchema().SampleOf({MemberPlace(node.place, "anything"), member}, {}),
      "}");
}

TEST(InputSchema, LeavesFreeWhatTheParserLeavesFree) {
  for (const Node& node : TheSchema().nodes()) {
    if (!IsOpen(node)) continue;
    SCOPED_TRACE(node.place);
    // A pattern or an object, of which a schema cannot say that it has no other type.
    if (node.place == "remove[0]") {
      EXPECT_TRUE(TypesRefusing(node, "1").has_value());
      EXPECT_TRUE(TypesRefusing(node, R"({"condition": "true"})").has_value());
      for (const char* json :
           {R"("b.*")", R"({"name": "b", "condition": "true"})"}) {
        EXPECT_EQ(ProblemsOf({{node.place, json}}), "") << json;
      }
      continue;
    }
    std::optional<Overrides> types = TypesAround(node.place);
    ASSERT_TRUE(types.has_value());
    Overrides& overrides = *types;
    if (IsObject(node)) {
      overrides[node.place] = WithAnything(node);
      // With details it says where they go.
      if (node.place == "output") overrides["connectionDetails"] = "";
      // These are the variables of a template.
      if (absl::EndsWith(node.place, ".from")) {
        overrides[MemberPlace(Parent(node.place), "formats")] =
            R"([{"template": "{anything}"}])";
      }
      EXPECT_EQ(ProblemsOf(overrides), "");
      continue;
    }
    // Likewise a name or a list.
    if (absl::EndsWith(node.place, ".trimPrefixes")) {
      EXPECT_TRUE(TypesRefusing(node, "1").has_value());
      overrides[node.place] = R"(["a", "b"])";
      EXPECT_EQ(ProblemsOf(overrides), "");
      continue;
    }
    // Likewise a name or an object.
    if (absl::EndsWith(node.place, ".condition")) {
      EXPECT_TRUE(TypesRefusing(node, "1").has_value());
      EXPECT_TRUE(TypesRefusing(node, R"({"status": "True"})").has_value());
      for (const char* json :
           {R"({"type": "a"})", R"({"fieldPath": "a", "nonEmpty": true})"}) {
        overrides[node.place] = json;
        EXPECT_EQ(ProblemsOf(overrides), "") << json;
      }
      continue;
    }
    EXPECT_EQ(Keyword(node, "nullable"), "true");
    for (const char* json : {"null", "1", "true", "[1]", "{\"a\": null}"}) {
      overrides[node.place] = json;
      EXPECT_EQ(ProblemsOf(overrides), "") << json;
    }
  }
}

}  // namespace
}  // namespace loom
