// SPDX-License-Identifier: Apache-2.0
#include "tools/test_files/test_file.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/embedded.h"
#include "tools/findings/diagnostic.h"
#include "tools/schemas/composite_schema.h"
#include "tools/schemas/crd.h"
#include "tools/test_files/document_mistakes.h"
#include "tools/test_files/test_mistakes.h"
#include "tools/workspace/composition.h"
#include "tools/yaml/duplicate_keys.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

namespace fs = std::filesystem;

using Path = NodePath;

constexpr absl::string_view kGroupOfTests = "loom.fn.crossplane.io";
constexpr absl::string_view kVersionOfTests = "loom.fn.crossplane.io/v1beta1";
constexpr absl::string_view kKindOfTests = "CompositionTest";

// The fields of a step, and of its expectations, that name composed resources.
constexpr const char* kFieldsOfNames[] = {"set", "details", "hold", "release",
                                          "delete"};
constexpr const char* kExpectedNames[] = {"composed", "absent", "deleted",
                                          "renamed", "refused"};

const Value& SchemaOfTests() {
  struct Parsed {
    Parsed() {
      for (const EmbeddedFile& schema : EmbeddedSchemas()) {
        if (schema.name == "test") root = *ParseJson(schema.Text(), &pool);
      }
    }
    Pool pool;
    Value root;
  };
  static const auto& parsed = *new Parsed;
  return parsed.root;
}

// What the objects of a test are, by the names of their fields.
constexpr std::pair<absl::string_view, absl::string_view> kObjects[] = {
    {"composition", "a Composition"},
    {"xrd", "a definition (XRD)"},
    {"composite", "a composite, or a claim"}};

// Returns what an object is that cannot stand in a field; "" if it can.
std::string WrongKindIn(absl::string_view field, const Value& object) {
  const absl::string_view kind = Kind(object);
  const bool is_composition = kind == "Composition";
  const bool is_definition = IsDefinition(object);
  const bool fits = field == "composition" ? is_composition
                    : field == "xrd"       ? is_definition
                    : field == "composite" ? !is_composition && !is_definition
                                           : true;
  if (fits) return "";
  return kind.empty() ? "an object without a kind" : WithArticle(kind);
}

// Returns how to name a file that does not exist, but would from the current folder.
std::string AdviceForFile(const std::string& path, const std::string& folder) {
  std::error_code ignored;
  if (folder.empty() || !fs::exists(path, ignored)) return "";
  return absl::StrCat("paths are relative to the folder of this file; write ",
                      fs::path(path).lexically_relative(folder).string());
}

// The objects of a test that have fields of their own, from the outside.
struct Level {
  absl::string_view words;
  const Value* fields;  // their schemas
};

std::vector<Level> LevelsOfTests() {
  const Value& root = SchemaOfTests();
  const Value* spec = Dig(root, {"properties", "spec"});
  const Value* step = Dig(*spec, {"properties", "steps", "items"});
  const Value* expect = Dig(*step, {"properties", "expect"});
  return {{"a test", Find(root, "properties")},
          {"spec", Find(*spec, "properties")},
          {"a step", Find(*step, "properties")},
          {"expect", Find(*expect, "properties")}};
}

// Returns where an unknown field belongs, or which fields there are. `path` is that of the
// object that has it.
std::string AdviceForField(absl::string_view path, absl::string_view field) {
  const std::vector<Level> levels = LevelsOfTests();
  for (const Level& level : levels) {
    if (Find(*level.fields, field) == nullptr) continue;
    return absl::StrCat("it is a field of ", level.words);
  }
  const size_t depth = path.empty()     ? 0
                       : path == "spec" ? 1
                       : absl::StartsWith(path, "spec.steps[") &&
                               absl::c_count(path, '[') == 1 &&
                               absl::EndsWith(path, "]")
                           ? 2
                       : absl::EndsWith(path, "].expect") ? 3
                                                          : levels.size();
  if (depth == levels.size()) return "";
  return absl::StrCat(levels[depth].words, " has ",
                      absl::StrJoin(Members(*levels[depth].fields), ", ",
                                    [](std::string* out, const Member& each) {
                                      absl::StrAppend(out, View(each.name));
                                    }));
}

// Returns the pattern in /…/; any other text stays as it is.
std::string WithoutSlashes(const std::string& text) {
  const bool is_pattern =
      text.size() > 1 && text.front() == '/' && text.back() == '/';
  return is_pattern ? text.substr(1, text.size() - 2) : text;
}

// Reads a test, and collects its mistakes.
class Reader {
 public:
  Reader(const YamlDocument& document, Files* files, Pool* pool)
      : document_(document), files_(files), pool_(pool) {}

  Diagnostics Read(TestFile* test) {
    mistakes_ = SchemaMistakes(document_, SchemaOfTests(), nullptr, pool_);
    for (Diagnostic& each : mistakes_) {
      if (each.subject.empty()) continue;
      each.help = AdviceForField(each.path, each.subject);
    }
    for (const DuplicateKey& each :
         DuplicateKeys(document_.nodes(), document_.node())) {
      AddDuplicate(each);
    }
    test->name = NameOfTest();
    test->document = &document_;
    const Value* spec = Find(document_.root, "spec");
    if (spec == nullptr || !spec->IsObject()) return Finish();
    ReadSources(&test->sources);
    ReadSchemas(*spec, test);
    const absl::Span<const Value> steps = ItemsAt(*spec, {"steps"});
    test->steps.reserve(steps.size());
    for (size_t i = 0; i < steps.size(); ++i) {
      if (!steps[i].IsObject()) continue;
      test->steps.push_back(
          ReadStep(steps[i], {"spec", "steps", absl::StrCat(i)}));
    }
    absl::c_move(UnknownNames(*test), std::back_inserter(mistakes_));
    absl::c_move(Contradictions(*test), std::back_inserter(mistakes_));
    absl::c_move(UnknownFields(*test, pool_), std::back_inserter(mistakes_));
    return Finish();
  }

 private:
  Diagnostics Finish() {
    Order(&mistakes_);
    return std::move(mistakes_);
  }

  void AddDuplicate(const DuplicateKey& each) {
    mistakes_.push_back(
        {.rule = "yaml/duplicate-key",
         .position = PositionOf(document_.nodes(), each.key),
         .path = PathText(each.path),
         .message = absl::StrCat("duplicate key ",
                                 Quoted(document_.nodes()[each.key].text)),
         .help = absl::StrCat(
             "the first is at ",
             PlaceText(PositionOf(document_.nodes(), each.first)))});
  }

  void ReadSources(RenderSources* sources) {
    if (auto composite = Source({"spec", "composite"})) {
      sources->composite = *std::move(composite);
    }
    sources->composition = Source({"spec", "composition"});
    sources->definition = Source({"spec", "xrd"});
    has_claim_ = sources->definition.has_value() &&
                 FormOf(sources->definition->root,
                        Kind(sources->composite.root)) == CompositeForm::kClaim;
    sources->required = Sources({"spec", "objects"});
    // Steps read the credentials from any Secret.
    for (const YamlDocument& each : sources->required) {
      if (Kind(each.root) != "Secret") continue;
      sources->credentials.push_back(each.Part({}, Copy(each.root, pool_)));
    }
  }

  void ReadSchemas(const Value& spec, TestFile* test) {
    const absl::Span<const Value> paths = ItemsAt(spec, {"schemas"});
    for (size_t i = 0; i < paths.size(); ++i) {
      const std::string path = ScalarText(&paths[i]);
      test->schemas.push_back(Resolved(path));
      std::error_code ignored;
      if (fs::exists(test->schemas.back(), ignored)) continue;
      AddUnreadable(
          {"spec", "schemas", absl::StrCat(i)}, path,
          absl::StrCat("cannot read ", test->schemas.back(), ": no such file"));
    }
  }

  std::string NameOfTest() const {
    const absl::string_view name = Name(document_.root);
    return std::string(name.empty() ? document_.nodes().name() : name);
  }

  YamlPosition At(const Path& path, YamlPart part = YamlPart::kValue) const {
    return PositionAt(document_, path, part);
  }

  void Add(const Path& path, absl::string_view message,
           absl::string_view help = "") {
    mistakes_.push_back({.position = At(path),
                         .path = PathText(path),
                         .message = std::string(message),
                         .help = std::string(help)});
  }

  const Value* ValueOf(const Path& path) const {
    return ValueAt(document_.root, path);
  }

  YamlDocument PartAt(const Path& path, const Value& value) const {
    return document_.Part(
        std::vector<absl::string_view>(path.begin(), path.end()),
        Copy(value, pool_));
  }

  // A path is relative to the folder of the test.
  std::string Resolved(absl::string_view path) const {
    return absl::StartsWith(path, "/") ? std::string(path)
                                       : absl::StrCat(Folder(), path);
  }

  std::string Folder() const {
    const std::string& own = document_.nodes().name();
    const size_t slash = own.rfind('/');
    return slash == own.npos ? "" : own.substr(0, slash + 1);
  }

  void AddUnreadable(const Path& at, const std::string& path,
                     absl::string_view why) {
    std::error_code ignored;
    const bool is_there = fs::exists(Resolved(path), ignored);
    Add(at, why, is_there ? "" : AdviceForFile(path, Folder()));
  }

  // The object at a path of the test, or in the file that is named there; nullopt for
  // none, and for one that is a mistake.
  std::optional<YamlDocument> Source(const Path& path) {
    const Value* value = ValueOf(path);
    if (value == nullptr) return std::nullopt;
    if (value->IsObject()) {
      YamlDocument part = PartAt(path, *value);
      if (!FitsField(path, part)) return std::nullopt;
      return part;
    }
    // The schema says what the value must be.
    if (!value->IsString()) return std::nullopt;
    const std::string name = ScalarText(value);
    absl::StatusOr<YamlDocument> read = files_->ReadOne(Resolved(name));
    if (!read.ok()) {
      AddUnreadable(path, name, read.status().message());
      return std::nullopt;
    }
    if (!FitsField(path, *read)) return std::nullopt;
    return *std::move(read);
  }

  bool FitsField(const Path& path, const YamlDocument& object) {
    const std::string kind = WrongKindIn(path.back(), object.root);
    if (kind.empty()) return true;
    for (const auto& [field, words] : kObjects) {
      if (field != path.back()) continue;
      Add(path, absl::StrCat("expected ", words, ", got ", kind, ", at ",
                             object.Place({})));
    }
    return false;
  }

  std::vector<YamlDocument> Sources(const Path& path) {
    std::vector<YamlDocument> all;
    const Value* list = ValueOf(path);
    if (list == nullptr || !list->IsArray()) return all;
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      const Path at = Below(path, {absl::StrCat(i)});
      const Value& item = ItemAt(*list, i);
      if (item.IsObject()) all.push_back(PartAt(at, item));
      if (!item.IsString()) continue;
      const std::string name = ScalarText(&item);
      auto read = files_->ReadAll({Resolved(name)});
      if (read.ok()) {
        absl::c_move(*read, std::back_inserter(all));
      } else {
        AddUnreadable(at, name, read.status().message());
      }
    }
    return all;
  }

  // The strings of a list, with their locations.
  std::map<std::string, YamlPosition> Names(const Path& path) {
    std::map<std::string, YamlPosition> names;
    const Value* list = ValueOf(path);
    if (list == nullptr || !list->IsArray()) return names;
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      const std::string name = ScalarText(&ItemAt(*list, i));
      if (!names.emplace(name, At(Below(path, {absl::StrCat(i)}))).second) {
        Add(Below(path, {absl::StrCat(i)}),
            absl::StrCat("Duplicate value: ", Quoted(name)));
      }
    }
    return names;
  }

  std::set<std::string> NameSet(const Path& path) {
    std::set<std::string> names;
    for (const auto& [name, at] : Names(path)) names.insert(name);
    return names;
  }

  std::map<std::string, LocatedValue> ByName(const Path& path) {
    std::map<std::string, LocatedValue> values;
    const Value* object = ValueOf(path);
    if (object == nullptr || !object->IsObject()) return values;
    for (const Member& member : Members(*object)) {
      const std::string name(View(member.name));
      const Path at = Below(path, {name});
      values[name] = {&member.value, At(at, YamlPart::kKey), at};
    }
    return values;
  }

  std::optional<LocatedValue> Optional(const Path& path) {
    const Value* value = ValueOf(path);
    if (value == nullptr || value->IsNull()) return std::nullopt;
    return LocatedValue{value, At(path), path};
  }

  TestStep ReadStep(const Value& value, const Path& path) {
    auto at = [&path](const char* name) { return Below(path, {name}); };
    TestStep step;
    step.name = ScalarText(Find(value, "name"));
    if (step.name.empty()) {
      step.name = absl::StrCat("step ", std::stoi(path.back()) + 1);
    }
    step.at = At(path);
    step.composition = Source(at("composition"));
    step.objects = Sources(at("objects"));
    ReadRemoved(value, at("remove"), &step);
    step.edit = Optional(at("edit"));
    step.set = ByName(at("set"));
    for (const auto& [name, set] : step.set) CheckConditions(set);
    step.details = ByName(at("details"));
    step.become_ready = Find(value, "become") != nullptr;
    step.hold = NameSet(at("hold"));
    step.release = NameSet(at("release"));
    const Value* deletes = Find(value, "delete");
    step.delete_composite = IsTrue(deletes);
    step.deletes = NameSet(at("delete"));
    if (const Value* times = Find(value, "reconciles")) {
      step.reconciles = static_cast<int>(AsInteger(*times).value_or(1));
    }
    if (Find(value, "expect") != nullptr) {
      ReadExpectations(at("expect"), &step.expect);
    }
    for (const char* field : kFieldsOfNames) ReadNamed(at(field), field, &step);
    for (const char* field : kExpectedNames) {
      ReadNamed(Below(path, {"expect", field}), field, &step);
    }
    return step;
  }

  // YAML reads True as a boolean, and the API server refuses that.
  void CheckConditions(const LocatedValue& set) {
    if (!set.value->IsObject()) return;
    const absl::Span<const Value> conditions =
        ItemsAt(*set.value, {"status", "conditions"});
    for (size_t i = 0; i < conditions.size(); ++i) {
      if (!conditions[i].IsObject()) continue;
      const Value* status = Find(conditions[i], "status");
      if (status == nullptr || !status->IsBool()) continue;
      Add(Below(set.path, {"status", "conditions", absl::StrCat(i), "status"}),
          "Invalid value: expected a string, got a boolean",
          status->GetBool() ? "write \"True\"" : "write \"False\"");
    }
  }

  // Adds the composed resources that a list or a map names.
  void ReadNamed(const Path& path, const char* field, TestStep* step) {
    const Value* value = ValueOf(path);
    if (value == nullptr) return;
    if (value->IsObject()) {
      for (const auto& [name, located] : ByName(path)) {
        step->named.push_back({field, name, located});
      }
    }
    if (!value->IsArray()) return;
    for (rapidjson::SizeType i = 0; i < value->Size(); ++i) {
      const Value& item = ItemAt(*value, i);
      const Path at = Below(path, {absl::StrCat(i)});
      if (!item.IsString()) continue;
      step->named.push_back({field, ScalarText(&item), {&item, At(at), at}});
    }
  }

  void ReadRemoved(const Value& step, const Path& path, TestStep* read) {
    const absl::Span<const Value> list = ItemsAt(step, {"remove"});
    for (size_t i = 0; i < list.size(); ++i) {
      if (!list[i].IsObject()) continue;
      read->removed.push_back({ScalarText(Find(list[i], "apiVersion")),
                               ScalarText(Find(list[i], "kind")),
                               ScalarText(Find(list[i], "namespace")),
                               ScalarText(Find(list[i], "name")),
                               At(Below(path, {absl::StrCat(i)}))});
    }
  }

  void ReadExpectations(const Path& path, TestExpectations* expect) {
    auto at = [&path](const char* name) { return Below(path, {name}); };
    expect->document = &document_;
    expect->composed = ByName(at("composed"));
    expect->composite = Optional(at("composite"));
    expect->claim = Optional(at("claim"));
    if (expect->claim.has_value() && !has_claim_) {
      Add(at("claim"), "the composite of this test is not a claim",
          "write the claim to spec.composite, and its definition to spec.xrd");
    }
    expect->absent = Names(at("absent"));
    expect->deleted = Names(at("deleted"));
    expect->renamed = NameSet(at("renamed"));
    expect->refused = NameSet(at("refused"));
    expect->differs = NameSet(at("differs"));
    expect->ready = Optional(at("ready"));
    expect->details = Optional(at("connectionDetails"));
    const Value* unsteady = ValueOf(at("unsteady"));
    expect->unsteady = IsTrue(unsteady);
    ReadConditions(at("conditions"), expect);
    ReadAssertions(at("assert"), expect);
    if (const Value* fatal = ValueOf(at("fatal"))) {
      expect->fatal = Pattern(WithoutSlashes(ScalarText(fatal)), at("fatal"));
      expect->fatal_at = At(at("fatal"));
    }
  }

  std::optional<Regexp> Pattern(const std::string& text, const Path& path) {
    absl::StatusOr<Regexp> pattern = Regexp::Compile(text);
    if (pattern.ok()) return *std::move(pattern);
    Add(path, absl::StrCat("Invalid value: not a regular expression: ",
                           pattern.status().message()));
    return std::nullopt;
  }

  void ReadConditions(const Path& path, TestExpectations* expect) {
    const Value* list = ValueOf(path);
    if (list == nullptr || !list->IsArray()) return;
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      const Path at = Below(path, {absl::StrCat(i)});
      const Value& condition = ItemAt(*list, i);
      if (!condition.IsObject()) continue;
      expect->conditions.push_back({&condition, At(at), at});
      for (const char* name : {"reason", "message"}) {
        const std::string text = ScalarText(Find(condition, name));
        const std::string pattern = WithoutSlashes(text);
        if (pattern != text) Pattern(pattern, Below(at, {name}));
      }
    }
  }

  void ReadAssertions(const Path& path, TestExpectations* expect) {
    const Value* list = ValueOf(path);
    if (list == nullptr || !list->IsArray()) return;
    Declarations names;
    names.Declare("composite", CelType::Dyn());
    names.Declare("composed", CelType::Dyn());
    if (has_claim_) names.Declare("claim", CelType::Dyn());
    CompilerOptions options;
    options.dialect = CelDialect::kNative;
    options.names = &names;
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      const Path at = Below(path, {absl::StrCat(i)});
      if (!ItemAt(*list, i).IsString()) continue;
      auto compiled =
          Expression::Compile(ScalarText(&ItemAt(*list, i)), options);
      if (compiled.ok()) {
        expect->assertions.push_back({*std::move(compiled), At(at), at});
      } else {
        Add(at, absl::StrCat("Invalid value: ", compiled.status().message()));
      }
    }
  }

  const YamlDocument& document_;
  Files* files_;
  Pool* pool_;
  Diagnostics mistakes_;
  bool has_claim_ = false;
};

}  // namespace

Diagnostics ReadTest(const YamlDocument& document, Files* files, Pool* pool,
                     TestFile* test) {
  return Reader(document, files, pool).Read(test);
}

absl::StatusOr<TestFile> LoadTest(const YamlDocument& document, Files* files,
                                  Pool* pool) {
  TestFile test{.name = "",
                .sources = {.composite = document.Part({}, Value())}};
  LOOM_RETURN_IF_ERROR(ErrorOf(ReadTest(document, files, pool, &test)));
  return test;
}

std::optional<Diagnostic> WhyNoTest(const YamlDocument& document) {
  const Value& root = document.root;
  if (IsTest(root)) return std::nullopt;
  const bool is_named = absl::EndsWith(document.nodes().name(), ".test.yaml");
  if (!root.IsObject()) {
    if (!is_named) return std::nullopt;
    return Diagnostic{
        .position = document.At({}),
        .message = absl::StrCat("expected a test, got ", KindName(root))};
  }
  const absl::string_view kind = Kind(root);
  const bool has_kind = kind == kKindOfTests;
  const bool is_of_us = GroupOf(ApiVersion(root)) == kGroupOfTests;
  const bool is_meant = has_kind ||
                        absl::EqualsIgnoreCase(kind, kKindOfTests) ||
                        !NearestName(kind, {std::string(kKindOfTests)}).empty();
  if (!is_named && !is_meant) return std::nullopt;
  const char* field = has_kind || !is_of_us ? "apiVersion" : "kind";
  const absl::string_view want =
      has_kind || !is_of_us ? kVersionOfTests : kKindOfTests;
  const Value* value = Find(root, field);
  if (is_named && !is_meant && !is_of_us) {
    return Diagnostic{
        .position = document.At({"kind"}),
        .message = absl::StrCat(
            "expected a test, got ",
            kind.empty() ? "an object without a kind" : WithArticle(kind)),
        .help = absl::StrCat("a test has apiVersion: ", kVersionOfTests,
                             " and kind: ", kKindOfTests,
                             "; move other objects to files of their own")};
  }
  return Diagnostic{
      .position = document.At({field}),
      .path = field,
      .message =
          value == nullptr
              ? absl::StrCat("Required value: write ", want)
              : absl::StrCat("Unsupported value: ", Quoted(ScalarText(value)),
                             ": expected ", want)};
}

}  // namespace loom
