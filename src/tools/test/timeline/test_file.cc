// SPDX-License-Identifier: Apache-2.0
#include "tools/test/timeline/test_file.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "tools/embedded.h"
#include "tools/findings/diagnostic.h"
#include "tools/test/timeline/document_mistakes.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/scalar.h"

namespace loom {
namespace {

using Path = NodePath;

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

// Reads a test, and collects its mistakes.
class Reader {
 public:
  Reader(const YamlDocument& document, Files* files, Pool* pool)
      : document_(document), files_(files), pool_(pool) {}

  absl::StatusOr<TestFile> Read() {
    mistakes_ = SchemaMistakes(document_, SchemaOfTests(), nullptr, pool_);
    LOOM_RETURN_IF_ERROR(ErrorOf(mistakes_));
    const Value& spec = *Find(document_.root, "spec");
    LOOM_ASSIGN_OR_RETURN(YamlDocument composite,
                          Source({"spec", "composite"}));
    RenderSources sources{.composite = std::move(composite)};
    LOOM_ASSIGN_OR_RETURN(sources.composition, Source({"spec", "composition"}));
    if (Find(spec, "xrd") != nullptr) {
      LOOM_ASSIGN_OR_RETURN(sources.definition, Source({"spec", "xrd"}));
    }
    LOOM_ASSIGN_OR_RETURN(sources.required, Sources({"spec", "objects"}));
    // Steps read the credentials from any Secret.
    for (const YamlDocument& each : sources.required) {
      if (Kind(each.root) != "Secret") continue;
      sources.credentials.push_back(each.Part({}, Copy(each.root, pool_)));
    }
    TestFile test{.name = NameOfTest(),
                  .document = &document_,
                  .sources = std::move(sources)};
    for (const Value& path : ItemsAt(spec, {"schemas"})) {
      test.schemas.push_back(Resolved(View(path)));
    }
    const absl::Span<const Value> steps = ItemsAt(spec, {"steps"});
    for (size_t i = 0; i < steps.size(); ++i) {
      LOOM_ASSIGN_OR_RETURN(
          TestStep step,
          ReadStep(steps[i], {"spec", "steps", absl::StrCat(i)}));
      test.steps.push_back(std::move(step));
    }
    LOOM_RETURN_IF_ERROR(ErrorOf(mistakes_));
    return test;
  }

 private:
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
    const std::string& own = document_.nodes().name();
    const size_t slash = own.rfind('/');
    if (absl::StartsWith(path, "/") || slash == own.npos) {
      return std::string(path);
    }
    return absl::StrCat(own.substr(0, slash + 1), path);
  }

  // The object at a path of the test, or in the file that is named there.
  absl::StatusOr<YamlDocument> Source(const Path& path) {
    const Value& value = *ValueOf(path);
    if (value.IsObject()) {
      return PartAt(path, value);
    }
    absl::StatusOr<YamlDocument> read =
        files_->ReadOne(Resolved(ScalarText(&value)));
    if (!read.ok()) return Annotate(read.status(), PlaceText(At(path)));
    return read;
  }

  absl::StatusOr<std::vector<YamlDocument>> Sources(const Path& path) {
    std::vector<YamlDocument> all;
    const Value* list = ValueOf(path);
    if (list == nullptr || !list->IsArray()) return all;
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      const Path at = Below(path, {absl::StrCat(i)});
      const Value& item = ItemAt(*list, i);
      if (item.IsObject()) {
        all.push_back(PartAt(at, item));
        continue;
      }
      auto read = files_->ReadAll({Resolved(ScalarText(&item))});
      if (!read.ok()) return Annotate(read.status(), PlaceText(At(at)));
      absl::c_move(*read, std::back_inserter(all));
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

  absl::StatusOr<TestStep> ReadStep(const Value& value, const Path& path) {
    auto at = [&path](const char* name) { return Below(path, {name}); };
    TestStep step;
    step.name = ScalarText(Find(value, "name"));
    if (step.name.empty()) {
      step.name = absl::StrCat("step ", std::stoi(path.back()) + 1);
    }
    step.at = At(path);
    if (Find(value, "composition") != nullptr) {
      LOOM_ASSIGN_OR_RETURN(step.composition, Source(at("composition")));
    }
    LOOM_ASSIGN_OR_RETURN(step.objects, Sources(at("objects")));
    ReadRemoved(value, at("remove"), &step);
    step.edit = Optional(at("edit"));
    step.set = ByName(at("set"));
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
    return step;
  }

  void ReadRemoved(const Value& step, const Path& path, TestStep* read) {
    const absl::Span<const Value> list = ItemsAt(step, {"remove"});
    for (size_t i = 0; i < list.size(); ++i) {
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
    expect->absent = Names(at("absent"));
    expect->deleted = Names(at("deleted"));
    expect->renamed = NameSet(at("renamed"));
    expect->refused = NameSet(at("refused"));
    expect->differs = NameSet(at("differs"));
    expect->ready = Optional(at("ready"));
    expect->details = Optional(at("connectionDetails"));
    const Value* unsteady = ValueOf(at("unsteady"));
    expect->unsteady = IsTrue(unsteady);
    for (auto* names : {&expect->absent, &expect->deleted}) {
      for (const auto& [name, position] : *names) {
        if (!expect->composed.contains(name)) continue;
        Add(Below(at("composed"), {name}),
            absl::StrCat(Quoted(name), " is also expected to be ",
                         names == &expect->absent ? "absent" : "deleted",
                         ", at ", PlaceText(position)),
            "remove one of the two");
      }
    }
    ReadConditions(at("conditions"), expect);
    ReadAssertions(at("assert"), expect);
    if (const Value* fatal = ValueOf(at("fatal"))) {
      expect->fatal = Pattern(ScalarText(fatal), at("fatal"));
      expect->fatal_at = At(at("fatal"));
    }
  }

  std::optional<Regexp> Pattern(const std::string& text, const Path& path) {
    absl::StatusOr<Regexp> pattern = Regexp::Compile(text);
    if (pattern.ok()) return *std::move(pattern);
    Add(path, pattern.status().message());
    return std::nullopt;
  }

  void ReadConditions(const Path& path, TestExpectations* expect) {
    const Value* list = ValueOf(path);
    if (list == nullptr || !list->IsArray()) return;
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      const Path at = Below(path, {absl::StrCat(i)});
      const Value& condition = ItemAt(*list, i);
      expect->conditions.push_back({&condition, At(at), at});
      for (const char* name : {"reason", "message"}) {
        const std::string text = ScalarText(Find(condition, name));
        if (text.size() > 1 && text.front() == '/' && text.back() == '/') {
          Pattern(text.substr(1, text.size() - 2), Below(at, {name}));
        }
      }
    }
  }

  void ReadAssertions(const Path& path, TestExpectations* expect) {
    const Value* list = ValueOf(path);
    if (list == nullptr || !list->IsArray()) return;
    Declarations names;
    names.Declare("composite", CelType::Dyn());
    names.Declare("composed", CelType::Dyn());
    CompilerOptions options;
    options.dialect = CelDialect::kNative;
    options.names = &names;
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      const Path at = Below(path, {absl::StrCat(i)});
      auto compiled =
          Expression::Compile(ScalarText(&ItemAt(*list, i)), options);
      if (compiled.ok()) {
        expect->assertions.push_back({*std::move(compiled), At(at)});
      } else {
        Add(at, absl::StrCat("Invalid value: ", compiled.status().message()));
      }
    }
  }

  const YamlDocument& document_;
  Files* files_;
  Pool* pool_;
  Diagnostics mistakes_;
};

}  // namespace

absl::StatusOr<TestFile> LoadTest(const YamlDocument& document, Files* files,
                                  Pool* pool) {
  return Reader(document, files, pool).Read();
}

}  // namespace loom
