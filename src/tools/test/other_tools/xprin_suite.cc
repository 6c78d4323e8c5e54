// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/xprin_suite.h"

#include <unistd.h>

#include <cstdlib>
#include <set>
#include <sstream>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/findings/diagnostic.h"
#include "tools/test/other_tools/xprin_template.h"
#include "tools/test_files/document_mistakes.h"
#include "tools/workspace/files.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

using SuitePath = NodePath;

// The schema of a suite. $inputs and the like stand for a part that occurs twice.
constexpr absl::string_view kTemplateParts[][2] = {
    {"$settings", R"("inputs": $inputs, "patches": $patches, "hooks": $hooks,
                     "assertions": $assertions)"},
    {"$inputs", R"({"type": "object", "properties": {
        "claim": $text, "xr": $text, "composition": $text, "functions": $text,
        "crds": {"type": "array", "items": $text},
        "context-files": $texts, "context-values": $texts,
        "observed-resources": $text, "extra-resources": $text,
        "function-credentials": $text}})"},
    {"$patches", R"({"type": "object", "properties": {
        "xrd": $text, "connection-secret": {"type": "boolean", "nullable": true},
        "connection-secret-name": $text, "connection-secret-namespace": $text}})"},
    {"$hooks", R"({"type": "object", "properties": {
        "pre-test": $hook_list, "post-test": $hook_list}})"},
    {"$hook_list", R"({"type": "array", "items":
        {"type" : "object", "required": ["run"], "properties": {
            "name": $text, "run": $text}}})"},
    {"$assertions", R"({"type": "object", "properties": {
        "xprin": {"type": "array", "items": {"type" : "object",
            "required": ["name", "type"], "properties": {
            "name": $text, "resource": $text, "field": $text,
            "type": {"type": "string", "enum": ["Count", "Exists", "NotExists",
                "FieldType", "FieldExists", "FieldNotExists", "FieldValue"]},
            "operator": {"type": "string", "enum": ["==", "is"]},
            "value": {"x-kubernetes-preserve-unknown-fields": true,
                      "nullable": true}}}},
        "diff": $golden, "dyff": $golden}})"},
    {"$golden", R"({"type": "array", "items": {"type" : "object",
        "required": ["name", "expected"], "properties": {
            "name": $text, "expected": $text, "resource": $text}}})"},
    {"$texts", R"({"type": "object", "additionalProperties": $text})"},
    {"$text", R"({"type": "string"})"},
};

const Value& SchemaOfXprin() {
  struct Parsed {
    Parsed() {
      std::string text = R"({"type" : "object", "required": ["tests"],
          "properties": {
            "common": {"type": "object", "properties": {$settings}},
            "tests": {"type" : "array", "minItems": 1, "items": {
              "type": "object", "required": ["name"], "properties": {
                "name": {"type": "string", "minLength": 1},
                "id": {"type": "string", "pattern": "^[A-Za-z0-9_-]*$"},
                $settings}}}}})";
      for (const auto& [name, part] : kTemplateParts) {
        absl::StrReplaceAll({{name, part}}, &text);
      }
      // A field that has no value is absent.
      absl::StrReplaceAll(
          {{R"({"type": "object")", R"({"nullable": true, "type": "object")"},
           {R"({"type": "array")", R"({"nullable": true, "type": "array")"}},
          &text);
      root = *ParseJson(text, &pool);
    }
    Pool pool;
    Value root;
  };
  static const auto& parsed = *new Parsed;
  return parsed.root;
}

// The names of inputs in actions, which are those of xprin's Go struct.
constexpr std::pair<absl::string_view, absl::string_view> kFieldNames[] = {
    {"claim", "Claim"},
    {"xr", "XR"},
    {"composition", "Composition"},
    {"functions", "Functions"},
    {"observed-resources", "ObservedResources"},
    {"extra-resources", "ExtraResources"},
    {"function-credentials", "FunctionCredentials"}};

bool HoldsAnchors(absl::string_view name) {
  return absl::StartsWith(name, "x-") || absl::StartsWith(name, ".") ||
         absl::StartsWith(name, "_");
}

bool IsEmptyValue(const Value* value) {
  if (value == nullptr || value->IsNull()) return true;
  if (value->IsObject()) return value->ObjectEmpty();
  if (value->IsArray()) return value->Empty();
  return value->IsString() && View(*value).empty();
}

class SuiteReader {
 public:
  SuiteReader(const YamlDocument& document, XprinSuite* suite, Pool* pool)
      : document_(document), suite_(*suite), pool_(pool) {}

  absl::Status Read() {
    CheckSchema();
    LOOM_RETURN_IF_ERROR(ErrorOf(mistakes_));
    const size_t count = ItemsAt(document_.root, {"tests"}).size();
    std::set<std::string> ids;
    suite_.cases.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      test_ = {"tests", absl::StrCat(i)};
      suite_.cases.push_back(ReadCase());
      const XprinCase& test = suite_.cases.back();
      if (!test.id.empty() && !ids.insert(test.id).second) {
        Add(Below(test_, {"id"}),
            absl::StrCat("Duplicate value: ", Quoted(test.id)));
      }
    }
    for (size_t i = 0; i < count; ++i) Check(i);
    Order(&mistakes_);
    return ErrorOf(mistakes_);
  }

 private:
  void CheckSchema() {
    mistakes_ = SchemaMistakes(
        document_, SchemaOfXprin(),
        [](const Violation& each) {
          return each.path.empty() && !each.unknown_member.empty() &&
                 HoldsAnchors(each.unknown_member);
        },
        pool_);
  }

  YamlPosition At(const SuitePath& path) const {
    return PositionAt(document_, path);
  }

  void Add(const SuitePath& path, absl::string_view message,
           absl::string_view help = "") {
    Add(At(path), PathText(path), message, help);
  }

  void Add(const YamlPosition& at, absl::string_view path,
           absl::string_view message, absl::string_view help = "") {
    mistakes_.push_back({.position = at,
                         .path = std::string(path),
                         .message = std::string(message),
                         .help = std::string(help)});
  }

  const Value* ValueOf(const SuitePath& path) const {
    return ValueAt(document_.root, path);
  }

  // The path of a setting: that of the test, or else that of `common`.
  SuitePath Setting(const SuitePath& names) const {
    SuitePath own = test_;
    absl::c_copy(names, std::back_inserter(own));
    if (!IsEmptyValue(ValueOf(own))) return own;
    SuitePath shared = {"common"};
    absl::c_copy(names, std::back_inserter(shared));
    return IsEmptyValue(ValueOf(shared)) ? own : shared;
  }

  LocatedText TextAt(const SuitePath& path) const {
    return {ScalarText(ValueOf(path)), At(path)};
  }

  std::map<std::string, LocatedText> TextsAt(const SuitePath& path) const {
    std::map<std::string, LocatedText> texts;
    const Value* map = ValueOf(path);
    if (map == nullptr || !map->IsObject()) return texts;
    for (const Member& member : Members(*map)) {
      const std::string key(View(member.name));
      texts[key] = TextAt(Below(path, {key}));
    }
    return texts;
  }

  size_t CountAt(const SuitePath& path) const {
    const Value* list = ValueOf(path);
    return list != nullptr && list->IsArray() ? list->Size() : 0;
  }

  XprinCase ReadCase() {
    XprinCase test;
    test.name = Unprotected(ScalarText(ValueOf(Below(test_, {"name"}))));
    test.id = ScalarText(ValueOf(Below(test_, {"id"})));
    test.at = At(test_);
    for (const auto& [name, field] : kFieldNames) {
      const SuitePath path = Setting({"inputs", std::string(name)});
      if (IsEmptyValue(ValueOf(path))) continue;
      test.inputs[std::string(name)] = TextAt(path);
    }
    const SuitePath crds = Setting({"inputs", "crds"});
    for (size_t i = 0; i < CountAt(crds); ++i) {
      test.crds.push_back(TextAt(Below(crds, {absl::StrCat(i)})));
    }
    test.context_files = TextsAt(Setting({"inputs", "context-files"}));
    test.context_values = TextsAt(Setting({"inputs", "context-values"}));
    test.definition = TextAt(Setting({"patches", "xrd"}));
    test.connection_secret =
        IsTrue(ValueOf(Setting({"patches", "connection-secret"})));
    test.secret_name =
        TextAt(Setting({"patches", "connection-secret-name"})).text;
    test.secret_namespace =
        TextAt(Setting({"patches", "connection-secret-namespace"})).text;
    test.before = HooksAt(Setting({"hooks", "pre-test"}));
    test.after = HooksAt(Setting({"hooks", "post-test"}));
    using Engine = XprinAssertion::Engine;
    for (const auto& [name, engine] :
         {std::pair{"xprin", Engine::kXprin}, std::pair{"diff", Engine::kDiff},
          std::pair{"dyff", Engine::kDyff}}) {
      ReadAssertions(Setting({"assertions", name}), engine, &test);
    }
    return test;
  }

  std::vector<XprinHook> HooksAt(const SuitePath& path) const {
    std::vector<XprinHook> hooks;
    for (size_t i = 0; i < CountAt(path); ++i) {
      const SuitePath at = Below(path, {absl::StrCat(i)});
      hooks.push_back({Unprotected(ScalarText(ValueOf(Below(at, {"name"})))),
                       TextAt(Below(at, {"run"}))});
    }
    return hooks;
  }

  void ReadAssertions(const SuitePath& path, XprinAssertion::Engine engine,
                      XprinCase* test) {
    for (size_t i = 0; i < CountAt(path); ++i) {
      const SuitePath at = Below(path, {absl::StrCat(i)});
      XprinAssertion assertion{
          .engine = engine,
          .at = At(at),
          .name = Unprotected(ScalarText(ValueOf(Below(at, {"name"}))))};
      assertion.type = ScalarText(ValueOf(Below(at, {"type"})));
      assertion.resource = TextAt(Below(at, {"resource"}));
      assertion.field = TextAt(Below(at, {"field"}));
      assertion.value = ValueOf(Below(at, {"value"}));
      assertion.value_at = At(Below(at, {"value"}));
      assertion.expected = TextAt(Below(at, {"expected"}));
      if (engine == XprinAssertion::Engine::kXprin) CheckAssertion(at);
      test->assertions.push_back(std::move(assertion));
    }
  }

  // What the type of an assertion needs.
  void CheckAssertion(const SuitePath& path) {
    const std::string type = ScalarText(ValueOf(Below(path, {"type"})));
    auto needs = [&](const char* field) {
      if (!IsEmptyValue(ValueOf(Below(path, {field})))) return;
      Add(Below(path, {field}),
          absl::StrCat("Required value: ", type, " needs it"));
    };
    const Value* value = ValueOf(Below(path, {"value"}));
    const bool about_field = absl::StartsWith(type, "Field");
    if (type != "Count") needs("resource");
    if (about_field) needs("field");
    if (type == "FieldValue") {
      needs("operator");
      if (value == nullptr || value->IsNull()) needs("value");
    }
    if (type == "Count" && (value == nullptr || !value->IsNumber() ||
                            AsInteger(*value).value_or(-1) < 0)) {
      Add(Below(path, {"value"}),
          "Invalid value: Count needs an integer that is not negative");
    }
    constexpr absl::string_view kValueTypes[] = {"string", "number", "boolean",
                                                 "array",  "object", "null"};
    if (type == "FieldType" &&
        absl::c_find(kValueTypes, ScalarText(value)) == std::end(kValueTypes)) {
      Add(Below(path, {"value"}),
          absl::StrCat("Unsupported value: supported values: ",
                       absl::StrJoin(kValueTypes, ", ")));
    }
    const std::string resource = ScalarText(ValueOf(Below(path, {"resource"})));
    if (HasAction(resource)) return;
    if (absl::c_count(resource, '/') > 1 || !GlobPattern(resource).ok()) {
      Add(Below(path, {"resource"}),
          "Invalid value: expected KIND or KIND/NAME, as in App/web-*");
    }
  }

  // The variables that a test can use, as far as they are known before it runs.
  Value VariablesOf(size_t index, bool has_outputs) {
    Value variables = Object();
    Value repositories = Object();
    for (const auto& [name, path] : suite_.repositories) {
      Set(repositories, pool_->Keep(name), Text(path, pool_), pool_);
    }
    Set(variables, "Repositories", std::move(repositories), pool_);
    Set(variables, "Inputs", XprinInputs(suite_.cases[index], pool_), pool_);
    if (has_outputs) Set(variables, "Outputs", OutputNames(), pool_);
    Value tests = Object();
    for (size_t i = 0; i < index; ++i) {
      const std::string& id = suite_.cases[i].id;
      if (id.empty()) continue;
      Value test = Object();
      Set(test, "Outputs", OutputNames(), pool_);
      Set(tests, pool_->Keep(id), std::move(test), pool_);
    }
    Set(variables, "Tests", std::move(tests), pool_);
    return variables;
  }

  Value OutputNames() {
    Value names = Object();
    for (const char* name : {"XR", "Render", "Validate", "Assertions",
                             "RenderCount", "Rendered"}) {
      Set(names, name, Value(), pool_);
    }
    return names;
  }

  void CheckText(const LocatedText& text, const Value& variables) {
    const absl::Status status = CheckActions(text.text, variables);
    if (!status.ok()) Add(text.at, "", status.message());
  }

  void CheckFile(const LocatedText& text, const Value& variables) {
    if (text.text.empty()) return;
    if (HasAction(text.text)) return CheckText(text, variables);
    const std::string path = PathInSuite(suite_, text.text);
    if (access(path.c_str(), F_OK) == 0) return;
    Add(text.at, "", absl::StrCat(path, " does not exist"));
  }

  void Check(size_t index) {
    const XprinCase& test = suite_.cases[index];
    test_ = {"tests", absl::StrCat(index)};
    CheckRequired(test);
    const Value variables = VariablesOf(index, /*has_outputs=*/false);
    for (const auto& [name, text] : test.inputs) CheckFile(text, variables);
    for (const LocatedText& text : test.crds) CheckFile(text, variables);
    for (const auto& [key, text] : test.context_files) {
      CheckFile(text, variables);
    }
    for (const auto& [key, text] : test.context_values) {
      CheckText(text, variables);
    }
    CheckFile(test.definition, variables);
    bool has_hooks = false;
    for (const XprinCase& each : suite_.cases) {
      has_hooks |= !each.before.empty() || !each.after.empty();
    }
    for (const XprinAssertion& each : test.assertions) {
      CheckText(each.resource, variables);
      CheckText(each.field, variables);
      // A hook may write it.
      if (has_hooks) {
        CheckText(each.expected, variables);
      } else {
        CheckFile(each.expected, variables);
      }
    }
  }

  void CheckRequired(const XprinCase& test) {
    auto has = [&test](const char* name) { return test.inputs.contains(name); };
    if (has("xr") && has("claim")) {
      Add(Below(test_, {"inputs"}),
          "the test has both xr and claim, of its own or from common",
          "set one of them");
    }
    if (!has("xr") && !has("claim")) {
      Add(Below(test_, {"inputs"}), "Required value: xr or claim",
          "set it in the test or in common");
    }
    for (const char* name : {"composition", "functions"}) {
      if (has(name)) continue;
      Add(Below(test_, {"inputs"}), absl::StrCat("Required value: ", name),
          "set it in the test or in common");
    }
    if (!test.secret_name.empty() || !test.secret_namespace.empty()) {
      const Value* secret = ValueOf(Setting({"patches", "connection-secret"}));
      if (secret == nullptr || secret->IsNull()) {
        Add(Setting({"patches"}),
            "connection-secret-name and connection-secret-namespace need "
            "connection-secret: true");
      }
    }
  }

  const YamlDocument& document_;
  XprinSuite& suite_;
  Pool* pool_;
  SuitePath test_;
  Diagnostics mistakes_;
};

absl::StatusOr<std::map<std::string, std::string>> RepositoriesOf(Pool* pool) {
  std::map<std::string, std::string> repositories;
  const char* home = std::getenv("HOME");
  if (home == nullptr) return repositories;
  const std::string path = absl::StrCat(home, "/.config/xprin.yaml");
  if (access(path.c_str(), F_OK) != 0) return repositories;
  std::istringstream nothing;
  LOOM_ASSIGN_OR_RETURN(YamlDocument config,
                        Files(nothing, pool).ReadOne(path));
  const Value* map = Find(config.root, "repositories");
  if (map == nullptr || !map->IsObject()) return repositories;
  for (const Member& member : Members(*map)) {
    repositories[std::string(View(member.name))] = ScalarText(&member.value);
  }
  return repositories;
}

}  // namespace

absl::StatusOr<XprinSuite> LoadXprin(const std::string& path,
                                     absl::string_view text, Pool* pool) {
  std::istringstream nothing;
  Files files(nothing, pool);
  files.Provide(path, Protected(text));
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents, files.Read(path));
  if (documents.size() != 1) {
    return absl::FailedPreconditionError(absl::StrCat(
        documents.empty() ? absl::StrCat(path, ":1:1") : documents[1].Place({}),
        documents.empty() ? ": the suite has no tests"
                          : ": a second document; a suite is one"));
  }
  XprinSuite suite{.file = path, .folder = path.substr(0, path.rfind('/') + 1)};
  if (absl::StrContains(text, ".Repositories")) {
    LOOM_ASSIGN_OR_RETURN(suite.repositories, RepositoriesOf(pool));
  }
  LOOM_RETURN_IF_ERROR(SuiteReader(documents[0], &suite, pool).Read());
  return suite;
}

std::string PathInSuite(const XprinSuite& suite, absl::string_view path) {
  if (absl::StartsWith(path, "/")) return std::string(path);
  if (absl::StartsWith(path, "~/")) {
    const char* home = std::getenv("HOME");
    return absl::StrCat(home == nullptr ? "" : home, path.substr(1));
  }
  absl::string_view folder = suite.folder;
  // ../../aws/xr.yaml of tests/simple/ is aws/xr.yaml.
  while (absl::ConsumePrefix(&path, "./") ||
         (absl::StartsWith(path, "../") && !folder.empty() &&
          !absl::EndsWith(folder, "../") && folder != "/")) {
    if (!absl::ConsumePrefix(&path, "../")) continue;
    folder.remove_suffix(1);
    folder = folder.substr(0, folder.rfind('/') + 1);
  }
  return absl::StrCat(folder, path);
}

Value XprinInputs(const XprinCase& test, Pool* pool) {
  Value inputs = Object();
  for (const auto& [name, field] : kFieldNames) {
    auto found = test.inputs.find(std::string(name));
    Set(inputs, field,
        Text(found == test.inputs.end() ? "" : found->second.text, pool), pool);
  }
  Value crds = Array();
  for (const LocatedText& each : test.crds) {
    crds.PushBack(Text(each.text, pool), pool->allocator());
  }
  Set(inputs, "CRDs", std::move(crds), pool);
  for (const auto& [field, map] :
       {std::pair{"ContextFiles", &test.context_files},
        std::pair{"ContextValues", &test.context_values}}) {
    Value texts = Object();
    for (const auto& [key, text] : *map) {
      Set(texts, pool->Keep(key), Text(text.text, pool), pool);
    }
    Set(inputs, field, std::move(texts), pool);
  }
  return inputs;
}

absl::StatusOr<Regexp> GlobPattern(absl::string_view glob) {
  std::string pattern = "^";
  while (!glob.empty()) {
    const char first = glob.front();
    size_t size = 1;
    if (first == '*') {
      pattern += "[^/]*";
    } else if (first == '?') {
      pattern += "[^/]";
    } else if (first == '[') {
      size = std::min(glob.find(']', 1), glob.size() - 1) + 1;
      absl::StrAppend(&pattern, glob.substr(0, size));
    } else {
      if (first == '\\' && glob.size() > 1) glob.remove_prefix(1);
      if (absl::ascii_ispunct(glob.front())) pattern += '\\';
      pattern += glob.front();
    }
    glob.remove_prefix(size);
  }
  return Regexp::Compile(pattern + "$");
}

}  // namespace loom
