// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/upbound_test.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
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
#include "tools/inputs/render_inputs.h"
#include "tools/test/other_tools/partial_match.h"
#include "tools/test/other_tools/render_once.h"
#include "tools/test_files/document_mistakes.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

namespace fs = std::filesystem;

constexpr char kUpboundSchema[] = R"({
  "type": "object", "required": ["metadata", "spec"], "properties": {
    "apiVersion": {"type": "string"}, "kind": {"type": "string"},
    "metadata": {"type": "object",
                 "x-kubernetes-preserve-unknown-fields": true},
    "spec": {"type": "object", "properties": {
      "timeoutSeconds": {"type": "integer", "minimum": 1},
      "validate": {"type": "boolean", "nullable": true},
      "xr": $object, "xrPath": $path,
      "xrd": $object, "xrdPath": $path,
      "composition": $object, "compositionPath": $path,
      "observedResources": $objects, "extraResources": $objects,
      "functionCredentialsPath": $path,
      "context": {"type": "object", "nullable": true,
                  "x-kubernetes-preserve-unknown-fields": true},
      "assertResources": $objects}}}})";

const Value& SchemaOfUpbound() {
  struct Parsed {
    Parsed() {
      const std::string text = absl::StrReplaceAll(
          kUpboundSchema,
          {{"$objects",
            R"({"type": "array", "nullable": true, "items": {"type": "object",
                "x-kubernetes-preserve-unknown-fields": true}})"},
           {"$object",
            R"({"type": "object", "nullable": true,
                "x-kubernetes-preserve-unknown-fields": true})"},
           {"$path", R"({"type": "string", "nullable": true})"}});
      root = *ParseJson(text, &pool);
    }
    Pool pool;
    Value root;
  };
  static const auto& parsed = *new Parsed;
  return parsed.root;
}

bool IsOfUpbound(const Value& root) {
  return root.IsObject() &&
         GroupOf(ApiVersion(root)) == "meta.dev.upbound.io" &&
         absl::EndsWith(Kind(root), "Test");
}

// The folder of the project that a file is in, with a slash at its end, or "".
std::string ProjectOf(const std::string& file) {
  std::error_code error;
  fs::path above = fs::absolute(file, error).parent_path();
  while (!fs::exists(above / "upbound.yaml", error)) {
    if (above == above.parent_path()) {
      return file.substr(0, file.rfind('/') + 1);
    }
    above = above.parent_path();
  }
  const std::string folder = fs::proximate(above, error).string();
  return folder == "." ? "" : absl::StrCat(folder, "/");
}

// The fields that stand inline or in a file.
constexpr const char* kInlineOrFile[] = {"xr", "composition", "xrd"};

// Reads the tests of one file, and collects their mistakes.
class UpboundReader {
 public:
  UpboundReader(Files* files, Pool* pool) : files_(files), pool_(pool) {}

  void Check(const YamlDocument& document) {
    document_ = &document;
    const Diagnostics found =
        SchemaMistakes(document, SchemaOfUpbound(), nullptr, pool_);
    mistakes_.insert(mistakes_.end(), found.begin(), found.end());
    if (!found.empty()) return;
    project_ = ProjectOf(document.nodes().name());
    if (Name(document.root).empty()) {
      Add({"metadata", "name"}, "Required value");
    }
    for (const char* name : kInlineOrFile) CheckInlineOrFile(name);
    if (const std::string path = PathAt("functionCredentialsPath");
        !path.empty()) {
      CheckFile("functionCredentialsPath", path);
    }
    const absl::Span<const Value> all =
        ItemsAt(document.root, {"spec", "assertResources"});
    for (size_t i = 0; i < all.size(); ++i) {
      CheckAssertion(all[i], {"spec", "assertResources", absl::StrCat(i)});
    }
  }

  absl::Status Mistakes() {
    Order(&mistakes_);
    return ErrorOf(mistakes_);
  }

  absl::StatusOr<UpboundTest> Read(const YamlDocument& document) {
    document_ = &document;
    project_ = ProjectOf(document.nodes().name());
    LOOM_ASSIGN_OR_RETURN(YamlDocument composite, Source("xr"));
    UpboundTest test{.document = document.Part({}, Copy(document.root, pool_)),
                     .name = std::string(Name(document.root)),
                     .sources = {.composite = std::move(composite)}};
    LOOM_ASSIGN_OR_RETURN(test.sources.composition, Source("composition"));
    if (HasInlineOrFile("xrd")) {
      LOOM_ASSIGN_OR_RETURN(test.sources.definition, Source("xrd"));
    }
    test.sources.observed = Parts("observedResources");
    test.sources.required = Parts("extraResources");
    if (const std::string path = PathAt("functionCredentialsPath");
        !path.empty()) {
      LOOM_ASSIGN_OR_RETURN(test.sources.credentials, files_->ReadAll({path}));
    }
    const Value* timeout = Dig(document.root, {"spec", "timeoutSeconds"});
    if (timeout != nullptr) {
      test.timeout = absl::Seconds(AsInteger(*timeout).value_or(30));
    }
    return test;
  }

 private:
  YamlPosition At(const NodePath& path) const {
    return PositionAt(*document_, path);
  }

  void Add(const NodePath& path, absl::string_view message,
           absl::string_view help = "") {
    mistakes_.push_back({.position = At(path),
                         .path = PathText(path),
                         .message = std::string(message),
                         .help = std::string(help)});
  }

  const Value* Field(absl::string_view name) const {
    const Value* value = Find(*Find(document_->root, "spec"), name);
    return value == nullptr || value->IsNull() ? nullptr : value;
  }

  // A path of the project as a path from the current folder; "" if it is absent.
  std::string PathAt(absl::string_view name) const {
    const std::string path = ScalarText(Field(name));
    return path.empty() || path.front() == '/' ? path
                                               : absl::StrCat(project_, path);
  }

  bool HasInlineOrFile(const std::string& name) const {
    return Field(name) != nullptr ||
           !PathAt(absl::StrCat(name, "Path")).empty();
  }

  void CheckInlineOrFile(const std::string& name) {
    const std::string field = absl::StrCat(name, "Path");
    const std::string path = PathAt(field);
    if (Field(name) != nullptr && !path.empty()) {
      return Add({"spec", field}, absl::StrCat("the test also has ", name),
                 "set one of them");
    }
    if (!path.empty()) return CheckFile(field, path);
    if (Field(name) == nullptr && name != "xrd") {
      Add({"spec"}, absl::StrCat("Required value: ", name, " or ", field));
    }
  }

  void CheckFile(const std::string& field, const std::string& path) {
    if (access(path.c_str(), F_OK) == 0) return;
    Add({"spec", field}, absl::StrCat(path, " does not exist"),
        "paths are relative to the folder with upbound.yaml, or to the folder "
        "of the test if there is none above it");
  }

  void CheckAssertion(const Value& expected, const NodePath& path) {
    for (const char* name : {"apiVersion", "kind"}) {
      if (ScalarText(Find(expected, name)).empty()) {
        Add(path, absl::StrCat("Required value: ", name));
      }
    }
    FindExpressions(
        expected, path, [this](const NodePath& at, absl::string_view text) {
          Add(at,
              absl::StrCat("the expression ", Quoted(text),
                           " of chainsaw is not supported"),
              absl::StrCat(
                  "expect a value, or use a simpler expression as a "
                  "key; a string that is not an expression is written \\",
                  text, "\\"));
        });
  }

  absl::StatusOr<YamlDocument> Source(const std::string& name) {
    if (const Value* value = Field(name)) {
      return document_->Part({"spec", name}, Copy(*value, pool_));
    }
    const std::string field = absl::StrCat(name, "Path");
    absl::StatusOr<YamlDocument> read = files_->ReadOne(PathAt(field));
    if (!read.ok()) {
      return Annotate(read.status(), PlaceText(At({"spec", field})));
    }
    return read;
  }

  std::vector<YamlDocument> Parts(const char* name) const {
    std::vector<YamlDocument> parts;
    const absl::Span<const Value> all =
        ItemsAt(document_->root, {"spec", name});
    parts.reserve(all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      parts.push_back(document_->Part({"spec", name, absl::StrCat(i)},
                                      Copy(all[i], pool_)));
    }
    return parts;
  }

  Files* files_;
  Pool* pool_;
  const YamlDocument* document_ = nullptr;
  std::string project_;
  Diagnostics mistakes_;
};

// The documents of a file, and the items of a list of tests.
std::vector<YamlDocument> TestsIn(const std::vector<YamlDocument>& documents,
                                  Pool* pool) {
  std::vector<YamlDocument> tests;
  for (const YamlDocument& document : documents) {
    if (IsOfUpbound(document.root)) {
      tests.push_back(document.Part({}, Copy(document.root, pool)));
      continue;
    }
    const absl::Span<const Value> items = ItemsAt(document.root, {"items"});
    for (size_t i = 0; i < items.size(); ++i) {
      if (!IsOfUpbound(items[i])) continue;
      tests.push_back(
          document.Part({"items", absl::StrCat(i)}, Copy(items[i], pool)));
    }
  }
  return tests;
}

std::string WhySkipped(const YamlDocument& document) {
  const absl::string_view kind = Kind(document.root);
  if (kind == "CompositionTest") return "";
  return absl::StrCat(
      document.Place({"kind"}), ": ", WithArticle(kind),
      kind == "E2ETest" ? " needs a cluster" : " tests no Composition");
}

// Checks what a test expects.
class UpboundChecker {
 public:
  UpboundChecker(const YamlDocument& document, const RenderedOnce& rendered,
                 Pool* pool)
      : document_(document), rendered_(rendered), pool_(pool) {}

  std::vector<TestFailure> Check() {
    const absl::Span<const Value> all =
        ItemsAt(document_.root, {"spec", "assertResources"});
    for (size_t i = 0; i < all.size(); ++i) {
      CheckResource(all[i], {"spec", "assertResources", absl::StrCat(i)});
    }
    return std::move(failures_);
  }

 private:
  static bool IsMeant(const Value& expected, const Value& document) {
    if (ApiVersion(expected) != ApiVersion(document) ||
        Kind(expected) != Kind(document) || Name(expected) != Name(document)) {
      return false;
    }
    const Value* annotations = Dig(expected, {"metadata", "annotations"});
    if (annotations == nullptr || !annotations->IsObject()) return true;
    return absl::c_all_of(Members(*annotations), [&](const Member& each) {
      return Annotation(document, View(each.name)) == ScalarText(&each.value);
    });
  }

  void CheckResource(const Value& expected, const NodePath& path) {
    for (const Value& document : rendered_.documents) {
      if (!IsMeant(expected, document)) continue;
      const std::string name = KindAndName(document);
      PartialMatch(
          [&](const NodePath& at, const Value& wanted, const Value* value) {
            const NodePath inner(at.begin() + path.size(), at.end());
            const bool lengths = value != nullptr && wanted.IsArray() &&
                                 value->IsArray() &&
                                 wanted.Size() != value->Size();
            Add(at,
                absl::StrCat(PathText(inner), " of ", name,
                             lengths ? " has another length" : " differs"),
                {absl::StrCat("- ", Text(&wanted)),
                 absl::StrCat("+ ", Text(value))});
          },
          pool_)
          .Compare(expected, &document, path);
      return;
    }
    std::vector<std::string> names;
    names.reserve(rendered_.documents.size());
    for (const Value& each : rendered_.documents) {
      names.push_back(KindAndName(each));
    }
    Add(path,
        absl::StrCat("there is no ", KindAndName(expected), " of ",
                     ApiVersion(expected),
                     Dig(expected, {"metadata", "annotations"}) == nullptr
                         ? ""
                         : " with these annotations"),
        {absl::StrCat("there are ", absl::StrJoin(names, ", "))});
  }

  static std::string Text(const Value* value) {
    return value == nullptr
               ? "(absent)"
               : std::string(Shortened(CompactJson(*value).value_or(""), 200));
  }

  void Add(const NodePath& path, std::string message,
           std::vector<std::string> more) {
    failures_.push_back(
        {document_.At(std::vector<absl::string_view>(path.begin(), path.end())),
         std::move(message), std::move(more)});
  }

  const YamlDocument& document_;
  const RenderedOnce& rendered_;
  Pool* pool_;
  std::vector<TestFailure> failures_;
};

absl::Status RunUpbound(UpboundTest test, const TestOptions& options,
                        Files* files, Pool* pool, StepOfTest* step) {
  if (test.sources.definition.has_value()) {
    LOOM_RETURN_IF_ERROR(FillDefaultsOf(*test.sources.definition,
                                        &test.sources.composite, pool));
  }
  RenderOptions render;
  render.runtimes = options.runtimes;
  render.timeout = test.timeout;
  const Value* context = Dig(test.document.root, {"spec", "context"});
  if (context != nullptr && context->IsObject()) {
    for (const Member& member : Members(*context)) {
      LOOM_ASSIGN_OR_RETURN(std::string json, CompactJson(member.value));
      render.context_values.emplace_back(View(member.name), std::move(json));
    }
  }
  LOOM_ASSIGN_OR_RETURN(
      const RenderedOnce rendered,
      RenderOnce(std::move(test.sources), render, files, pool));
  for (const Value& document : rendered.documents) {
    step->changes.push_back(absl::StrCat("1 renders ", KindAndName(document)));
  }
  step->failures = UpboundChecker(test.document, rendered, pool).Check();
  return absl::OkStatus();
}

}  // namespace

bool IsUpboundTest(const Value& root) {
  if (IsOfUpbound(root)) return true;
  return root.IsObject() &&
         absl::c_any_of(ItemsAt(root, {"items"}), &IsOfUpbound);
}

absl::StatusOr<std::vector<UpboundTest>> LoadUpbound(
    const std::vector<YamlDocument>& documents, Files* files, Pool* pool) {
  const std::vector<YamlDocument> all = TestsIn(documents, pool);
  UpboundReader reader(files, pool);
  for (const YamlDocument& document : all) {
    if (WhySkipped(document).empty()) reader.Check(document);
  }
  LOOM_RETURN_IF_ERROR(reader.Mistakes());
  std::vector<UpboundTest> tests;
  tests.reserve(all.size());
  for (const YamlDocument& document : all) {
    if (std::string why = WhySkipped(document); !why.empty()) {
      tests.push_back({.document = document.Part({}, Value()),
                       .name = std::string(Name(document.root)),
                       .skipped = std::move(why),
                       .sources = {.composite = document.Part({}, Value())}});
      continue;
    }
    LOOM_ASSIGN_OR_RETURN(UpboundTest test, reader.Read(document));
    tests.push_back(std::move(test));
  }
  return tests;
}

TestResult PlayUpbound(UpboundTest test, const TestOptions& options,
                       Files* files, Pool* pool) {
  const absl::Time began = absl::Now();
  TestResult result{.name = test.name,
                    .file = test.document.nodes().name(),
                    .skipped = test.skipped};
  if (!test.skipped.empty()) return result;
  StepOfTest step{.name = "one reconcile", .reconciles = 1};
  result.error = RunUpbound(std::move(test), options, files, pool, &step);
  if (result.error.ok()) result.steps.push_back(std::move(step));
  result.time = absl::Now() - began;
  return result;
}

}  // namespace loom
