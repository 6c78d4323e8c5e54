// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/xprin_player.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/value/deferred.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "data/yaml/writer.h"
#include "tools/inputs/claim.h"
#include "tools/inputs/render_inputs.h"
#include "tools/run/documents.h"
#include "tools/test/other_tools/crd_validation.h"
#include "tools/test/other_tools/render_once.h"
#include "tools/test/other_tools/shell_hook.h"
#include "tools/test/other_tools/xprin_assertions.h"
#include "tools/test/other_tools/xprin_template.h"

namespace loom {
namespace {

// xprin takes a random one.
constexpr char kFixedUid[] = "11111111-1111-4111-8111-111111111111";

// What later tests can name of a test.
struct XprinOutputs {
  std::string composite;
  std::string render;
  std::string validation;
  std::string assertions;
  size_t count = 0;
  std::map<std::string, std::string> rendered;
};

Value VariablesOfOutputs(const XprinOutputs& outputs, Pool* pool) {
  Value value = Object();
  auto set = [&value, pool](const char* name, const std::string& path) {
    Set(value, name, path.empty() ? Value() : Text(path, pool), pool);
  };
  set("XR", outputs.composite);
  set("Render", outputs.render);
  set("Validate", outputs.validation);
  set("Assertions", outputs.assertions);
  Set(value, "RenderCount", Integer(static_cast<int64_t>(outputs.count)), pool);
  Value rendered = Object();
  for (const auto& [name, path] : outputs.rendered) {
    Set(rendered, pool->Keep(name), Text(path, pool), pool);
  }
  Set(value, "Rendered", std::move(rendered), pool);
  return value;
}

// Whether a test takes part in hooks, so that outputs have to be files.
bool NeedsFiles(const XprinSuite& suite) {
  return absl::c_any_of(suite.cases, [](const XprinCase& test) {
    return !test.before.empty() || !test.after.empty();
  });
}

// Plays the tests of one suite.
class XprinPlayer {
 public:
  XprinPlayer(const XprinSuite& suite, const TestOptions& options)
      : suite_(suite), options_(options) {}

  absl::Status Begin() {
    if (!options_.allows_hooks || !NeedsFiles(suite_)) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(WorkFolder folder, WorkFolder::Make());
    folder_.emplace(std::move(folder));
    return absl::OkStatus();
  }

  TestResult Play(const XprinCase& test) {
    const absl::Time began = absl::Now();
    TestResult result{.name = test.name, .file = suite_.file};
    Pool pool;
    std::istringstream nothing;
    Files files(nothing, &pool);
    for (const auto& [path, text] : provided_) files.Provide(path, text);
    pool_ = &pool;
    files_ = &files;
    step_ = {.name = "one reconcile", .reconciles = 1};
    notes_.clear();
    values_.clear();
    test_ = test;
    ++number_;
    const absl::Status status = Run();
    if (status.ok()) {
      result.steps.push_back(std::move(step_));
    } else {
      result.error = status;
    }
    result.notes = std::move(notes_);
    result.time = absl::Now() - began;
    return result;
  }

 private:
  absl::Status Run() {
    LOOM_RETURN_IF_ERROR(CheckHooks());
    LOOM_RETURN_IF_ERROR(ExpandAll());
    LOOM_RETURN_IF_ERROR(CopyInputs());
    if (!RunHooks(test_.before, nullptr)) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(const RenderedOnce rendered, Render());
    for (const Value& document : rendered.documents) {
      step_.changes.push_back(
          absl::StrCat("1 renders ", KindAndName(document)));
    }
    LOOM_RETURN_IF_ERROR(Validate(rendered));
    std::vector<TestFailure> failures =
        CheckXprin(suite_, test_.assertions, rendered, pool_);
    std::string assertions;
    for (const TestFailure& each : failures) {
      absl::StrAppend(&assertions, each.message, "\n");
    }
    absl::c_move(failures, std::back_inserter(step_.failures));
    LOOM_ASSIGN_OR_RETURN(const XprinOutputs outputs,
                          Keep(rendered, assertions));
    RunHooks(test_.after, &outputs);
    if (!test_.id.empty()) outputs_[test_.id] = outputs;
    return absl::OkStatus();
  }

  absl::Status CheckHooks() const {
    if (options_.allows_hooks) return absl::OkStatus();
    for (const auto* hooks : {&test_.before, &test_.after}) {
      if (hooks->empty()) continue;
      return absl::FailedPreconditionError(absl::StrCat(
          PlaceText(hooks->front().run.at), ": the test ", Quoted(test_.name),
          " has hooks, which are shell commands\n  to run them, pass "
          "--allow-hooks"));
    }
    return absl::OkStatus();
  }

  // Expands the actions of everything but hooks.
  absl::Status ExpandAll() {
    const Value variables = Variables(nullptr);
    std::vector<LocatedText*> texts = {&test_.definition};
    for (auto* map :
         {&test_.inputs, &test_.context_files, &test_.context_values}) {
      for (auto& [key, text] : *map) texts.push_back(&text);
    }
    for (LocatedText& text : test_.crds) texts.push_back(&text);
    for (XprinAssertion& each : test_.assertions) {
      for (LocatedText* text : {&each.resource, &each.field, &each.expected}) {
        texts.push_back(text);
      }
    }
    for (LocatedText* text : texts) {
      LOOM_RETURN_IF_ERROR(Expand(text, variables));
    }
    for (std::string* text : {&test_.secret_name, &test_.secret_namespace}) {
      LocatedText located{*text, test_.at};
      LOOM_RETURN_IF_ERROR(Expand(&located, variables));
      *text = located.text;
    }
    for (XprinAssertion& each : test_.assertions) {
      if (each.value == nullptr || !each.value->IsString()) continue;
      LocatedText value{ScalarText(each.value), each.value_at};
      if (!HasAction(value.text)) continue;
      LOOM_RETURN_IF_ERROR(Expand(&value, variables));
      values_.push_back(std::make_unique<Value>(Text(value.text, pool_)));
      each.value = values_.back().get();
    }
    return absl::OkStatus();
  }

  static absl::Status Expand(LocatedText* text, const Value& variables) {
    if (!HasAction(text->text)) return absl::OkStatus();
    absl::StatusOr<std::string> expanded = Expanded(text->text, variables);
    if (!expanded.ok()) {
      return Annotate(expanded.status(), PlaceText(text->at));
    }
    text->text = *std::move(expanded);
    return absl::OkStatus();
  }

  Value Variables(const XprinOutputs* outputs) const {
    Value variables = Object();
    Value repositories = Object();
    for (const auto& [name, path] : suite_.repositories) {
      Set(repositories, pool_->Keep(name), Text(path, pool_), pool_);
    }
    Set(variables, "Repositories", std::move(repositories), pool_);
    Set(variables, "Inputs", XprinInputs(test_, pool_), pool_);
    if (outputs != nullptr) {
      Set(variables, "Outputs", VariablesOfOutputs(*outputs, pool_), pool_);
    }
    Value tests = Object();
    for (const auto& [id, of_test] : outputs_) {
      Value test = Object();
      Set(test, "Outputs", VariablesOfOutputs(of_test, pool_), pool_);
      Set(tests, pool_->Keep(id), std::move(test), pool_);
    }
    Set(variables, "Tests", std::move(tests), pool_);
    return variables;
  }

  // The outputs of earlier tests have no place relative to the suite.
  std::string PathOf(const std::string& text) const {
    return provided_.contains(text) ? text : PathInSuite(suite_, text);
  }

  // Makes paths of the inputs, and copies what hooks may change.
  absl::Status CopyInputs() {
    auto take = [this](LocatedText* text,
                       const std::string& name) -> absl::Status {
      text->text = PathOf(text->text);
      if (!folder_.has_value()) return absl::OkStatus();
      const std::string base = text->text.substr(text->text.rfind('/') + 1);
      LOOM_ASSIGN_OR_RETURN(
          text->text, folder_->CopyIn(absl::StrCat("inputs-", number_, "/",
                                                   name, "/", base),
                                      text->text));
      return absl::OkStatus();
    };
    for (auto& [name, text] : test_.inputs) {
      LOOM_RETURN_IF_ERROR(take(&text, name));
    }
    for (auto& [key, text] : test_.context_files) {
      LOOM_RETURN_IF_ERROR(take(&text, "context-files"));
    }
    std::set<std::string> bases;
    for (size_t i = 0; i < test_.crds.size(); ++i) {
      LocatedText& text = test_.crds[i];
      const std::string base = text.text.substr(text.text.rfind('/') + 1);
      const bool is_new = bases.insert(base).second;
      LOOM_RETURN_IF_ERROR(
          take(&text, is_new ? "crds" : absl::StrCat("crds/", i)));
    }
    if (!test_.definition.text.empty()) {
      LOOM_RETURN_IF_ERROR(take(&test_.definition, "xrd"));
    }
    return absl::OkStatus();
  }

  // Returns whether all succeeded. The first one that fails is the last one that runs.
  bool RunHooks(const std::vector<XprinHook>& hooks,
                const XprinOutputs* outputs) {
    if (hooks.empty()) return true;
    const Value variables = Variables(outputs);
    for (const XprinHook& hook : hooks) {
      LocatedText command = hook.run;
      const std::string title =
          absl::StrCat(outputs == nullptr ? "pre-test" : "post-test", " hook",
                       hook.name.empty() ? "" : " ",
                       hook.name.empty() ? "" : Quoted(hook.name));
      const absl::Status expanded = Expand(&command, variables);
      if (!expanded.ok()) {
        Fail(hook.run.at, absl::StrCat(title, ": ", expanded.message()));
        return false;
      }
      const auto outcome = RunHook(command.text, suite_.folder);
      if (!outcome.ok()) {
        Fail(hook.run.at,
             absl::StrCat(title, ": ", outcome.status().message()));
        return false;
      }
      if (outcome->exit_code == 0) continue;
      std::vector<std::string> more;
      const absl::string_view printed =
          absl::StripTrailingAsciiWhitespace(outcome->output);
      if (!printed.empty()) more.emplace_back(printed);
      Fail(hook.run.at,
           absl::StrCat(title, " ends with exit code ", outcome->exit_code),
           std::move(more));
      return false;
    }
    return true;
  }

  void Fail(const YamlPosition& at, std::string message,
            std::vector<std::string> more = {}) {
    step_.failures.push_back({at, std::move(message), std::move(more)});
  }

  absl::StatusOr<YamlDocument> Composite() {
    const bool is_claim = test_.inputs.contains("claim");
    const LocatedText& input = test_.inputs[is_claim ? "claim" : "xr"];
    absl::StatusOr<YamlDocument> read = files_->ReadOne(input.text);
    if (!read.ok()) return Annotate(read.status(), PlaceText(input.at));
    YamlDocument composite = *std::move(read);
    if (is_claim) {
      Value names = Object();
      Set(names, "kind", Text(absl::StrCat("X", Kind(composite.root)), pool_),
          pool_);
      Value spec = Object();
      Set(spec, "names", std::move(names), pool_);
      Value definition = Object();
      Set(definition, "spec", std::move(spec), pool_);
      MakeComposite(definition, &composite, pool_);
    }
    if (!test_.definition.text.empty()) {
      LOOM_ASSIGN_OR_RETURN(const YamlDocument definition,
                            files_->ReadOne(test_.definition.text));
      LOOM_RETURN_IF_ERROR(FillDefaultsOf(definition, &composite, pool_));
    }
    if (test_.connection_secret) AddSecret(&composite.root);
    return composite;
  }

  void AddSecret(Value* composite) const {
    SetMetadata(*composite, "uid", kFixedUid, pool_);
    Value reference = Object();
    auto set = [&reference, this](const char* name, const std::string& text,
                                  const char* otherwise) {
      Set(reference, name, Text(text.empty() ? otherwise : text, pool_), pool_);
    };
    set("name", test_.secret_name, kFixedUid);
    set("namespace", test_.secret_namespace, "default");
    Value& spec = FindOrAdd(*composite, "spec", pool_);
    if (!spec.IsObject()) spec = Object();
    Set(spec, "writeConnectionSecretToRef", std::move(reference), pool_);
  }

  absl::StatusOr<std::vector<YamlDocument>> InputDocuments(const char* name) {
    auto found = test_.inputs.find(name);
    if (found == test_.inputs.end()) return std::vector<YamlDocument>();
    auto read = files_->ReadAll({found->second.text});
    if (!read.ok()) {
      return Annotate(read.status(), PlaceText(found->second.at));
    }
    return read;
  }

  absl::StatusOr<RenderedOnce> Render() {
    LOOM_ASSIGN_OR_RETURN(YamlDocument composite, Composite());
    RenderSources sources{.composite = std::move(composite)};
    LOOM_ASSIGN_OR_RETURN(sources.composition,
                          files_->ReadOne(test_.inputs["composition"].text));
    LOOM_ASSIGN_OR_RETURN(sources.functions, InputDocuments("functions"));
    LOOM_ASSIGN_OR_RETURN(sources.observed,
                          InputDocuments("observed-resources"));
    LOOM_ASSIGN_OR_RETURN(sources.required, InputDocuments("extra-resources"));
    LOOM_ASSIGN_OR_RETURN(sources.credentials,
                          InputDocuments("function-credentials"));
    RenderOptions render;
    render.runtimes = options_.runtimes;
    render.runtimes.functions = test_.inputs["functions"].text;
    render.timeout = options_.timeout;
    for (const auto& [key, text] : test_.context_files) {
      render.context_files.emplace_back(key, text.text);
    }
    for (const auto& [key, text] : test_.context_values) {
      render.context_values.emplace_back(key, text.text);
    }
    return RenderOnce(std::move(sources), render, files_, pool_);
  }

  absl::Status Validate(const RenderedOnce& rendered) {
    validation_.clear();
    if (test_.crds.empty()) return absl::OkStatus();
    CrdValidation validation;
    for (const LocatedText& path : test_.crds) {
      const absl::Status added = validation.Add(path.text);
      if (!added.ok()) return Annotate(added, PlaceText(path.at));
    }
    for (const Value& document : rendered.documents) {
      validation.Check(document, pool_);
    }
    const YamlPosition& at = test_.crds.front().at;
    for (const std::string& each : validation.violations()) {
      absl::StrAppend(&validation_, each, "\n");
      Fail(at, each);
    }
    const Value& composite = rendered.documents.front();
    const std::string own = absl::StrCat(Kind(composite), " (apiVersion ",
                                         ApiVersion(composite), ")");
    std::vector<std::string> not_validated;
    for (const std::string& kind : validation.unknown()) {
      absl::StrAppend(&validation_, "there is no schema for ", kind, "\n");
      // No provider has the definition of the composite.
      if (validation.packages().empty() || kind == own) {
        Fail(at, absl::StrCat("there is no schema for ", kind));
      } else {
        not_validated.push_back(kind);
      }
    }
    if (!not_validated.empty()) {
      notes_.push_back(
          absl::StrCat(PlaceText(at),
                       ": not validated: ", absl::StrJoin(not_validated, ", "),
                       "\n  packages are not downloaded (",
                       absl::StrJoin(validation.packages(), ", "),
                       "); to validate them, add their CRDs to crds"));
    }
    return absl::OkStatus();
  }

  // Keeps the outputs for hooks and later tests.
  absl::StatusOr<XprinOutputs> Keep(const RenderedOnce& rendered,
                                    const std::string& assertions) {
    XprinOutputs outputs;
    outputs.count = rendered.documents.size();
    const std::string at = absl::StrCat(
        "xprin-outputs/",
        test_.id.empty() ? absl::StrCat("test-", number_) : test_.id, "/");
    auto keep = [&](const std::string& name,
                    const std::string& text) -> absl::StatusOr<std::string> {
      std::string path = absl::StrCat(at, name);
      if (folder_.has_value()) return folder_->Write(path, text);
      if (!test_.id.empty()) provided_[path] = text;
      return path;
    };
    LOOM_ASSIGN_OR_RETURN(outputs.render, keep("rendered.yaml", rendered.text));
    for (const Value& document : rendered.documents) {
      LOOM_ASSIGN_OR_RETURN(const std::string yaml, WriteYaml(document));
      const std::string name = KindAndName(document);
      LOOM_ASSIGN_OR_RETURN(
          outputs.rendered[name],
          keep(absl::StrReplaceAll(
                   absl::StrCat("rendered-",
                                absl::AsciiStrToLower(Kind(document)), "-",
                                Name(document), ".yaml"),
                   {{"/", "_"}}),
               yaml));
      if (!outputs.composite.empty()) continue;
      LOOM_ASSIGN_OR_RETURN(outputs.composite, keep("xr.yaml", yaml));
    }
    if (!test_.crds.empty()) {
      LOOM_ASSIGN_OR_RETURN(outputs.validation,
                            keep("validate.txt", validation_));
    }
    if (!test_.assertions.empty()) {
      LOOM_ASSIGN_OR_RETURN(outputs.assertions,
                            keep("assertions.txt", assertions));
    }
    return outputs;
  }

  const XprinSuite& suite_;
  const TestOptions& options_;
  std::optional<WorkFolder> folder_;
  // Of earlier tests, by id, and the texts of their outputs.
  std::map<std::string, XprinOutputs> outputs_;
  std::map<std::string, std::string> provided_;
  int number_ = 0;

  // Of the test that is played.
  XprinCase test_;
  Pool* pool_ = nullptr;
  Files* files_ = nullptr;
  StepOfTest step_;
  std::vector<std::string> notes_;
  std::vector<std::unique_ptr<Value>> values_;
  std::string validation_;
};

}  // namespace

std::vector<TestResult> PlayXprin(
    const XprinSuite& suite, const TestOptions& options,
    const std::function<bool(const std::string&)>& selects) {
  XprinPlayer player(suite, options);
  const absl::Status begun = player.Begin();
  std::vector<TestResult> results;
  for (const XprinCase& test : suite.cases) {
    const bool selected = selects(test.name);
    if (!selected && test.id.empty()) continue;
    TestResult result =
        begun.ok()
            ? player.Play(test)
            : TestResult{.name = test.name, .file = suite.file, .error = begun};
    if (selected) results.push_back(std::move(result));
  }
  return results;
}

}  // namespace loom
