// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/corpus.h"

#include <fnmatch.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/parallel.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "function/plan/inputs.h"
#include "tools/workspace/composition.h"
#include "tools/workspace/files.h"
#include "tools/workspace/template_file.h"
#include "tools/workspace/test_files.h"

namespace loom {
namespace {

// What an apiVersion's group and a kind are. Composites are known by their XRDs and
// Compositions.
DocumentKind KindOf(const Value& root) {
  if (!root.IsObject()) return DocumentKind::kOther;
  absl::string_view group = GroupOf(ApiVersion(root));
  absl::string_view kind = Kind(root);
  if (IsTest(root)) return DocumentKind::kTest;
  if (AcceptsGroup(ApiVersion(root))) return DocumentKind::kInput;
  if (group == "pkg.crossplane.io" && kind == "Function") {
    return DocumentKind::kFunction;
  }
  if (group == "apiextensions.k8s.io" && kind == "CustomResourceDefinition") {
    return DocumentKind::kDefinition;
  }
  if (IsOperation(root)) return DocumentKind::kOperation;
  if (group != "apiextensions.crossplane.io") return DocumentKind::kOther;
  if (kind == "Composition") return DocumentKind::kComposition;
  if (kind == "CompositeResourceDefinition") return DocumentKind::kDefinition;
  if (kind == "EnvironmentConfig") return DocumentKind::kEnvironmentConfig;
  return DocumentKind::kOther;
}

// Whether this program reads the input of a step. Crossplane sends an input to the
// function that the step names, whatever its group is.
bool IsOurs(const Value& step, const Value& input) {
  const std::string function = ScalarText(Dig(step, {"functionRef", "name"}));
  if (IsOtherFunction(function)) return false;
  return AcceptsGroup(ApiVersion(input)) || function == "function-loom";
}

// The patterns of the file .loomignore of a directory, if there is one: a line each.
void AddIgnored(const std::string& directory, std::vector<std::string>* all) {
  std::ifstream file(absl::StrCat(directory, "/.loomignore"));
  for (std::string line; std::getline(file, line);) {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (!text.empty() && text[0] != '#') all->emplace_back(text);
  }
}

bool FitsGlob(absl::string_view pattern, const std::string& path) {
  absl::ConsumeSuffix(&pattern, "/");
  const bool anywhere = !absl::StrContains(pattern, '/');
  absl::ConsumePrefix(&pattern, "/");
  const std::string text = anywhere ? path.substr(path.rfind('/') + 1) : path;
  return fnmatch(std::string(pattern).c_str(), text.c_str(), FNM_PATHNAME) == 0;
}

// Whether a pattern names the file or a directory that it is in.
bool IsExcluded(const std::string& path,
                const std::vector<std::string>& patterns) {
  for (size_t end = path.find('/');; end = path.find('/', end + 1)) {
    for (const std::string& pattern : patterns) {
      if (FitsGlob(pattern, path.substr(0, end))) return true;
    }
    if (end == path.npos) return false;
  }
}

std::string TypeOf(const Value& object) {
  return absl::StrCat(ApiVersion(object), " ", Kind(object));
}

bool Defines(const Value& definition, const Value& object) {
  return ScalarText(Dig(definition, {"spec", "group"})) ==
             GroupOf(ApiVersion(object)) &&
         ScalarText(Dig(definition, {"spec", "names", "kind"})) == Kind(object);
}

}  // namespace

std::string LintInput::At(absl::string_view place) const {
  if (prefix.empty() || place.empty()) return absl::StrCat(prefix, place);
  return absl::StrCat(prefix, place[0] == '[' ? "" : ".", place);
}

void Corpus::Exclude(std::vector<std::string> patterns) {
  std::move(patterns.begin(), patterns.end(), std::back_inserter(excluded_));
}

absl::Status Corpus::Read(const std::string& path, std::istream& in) {
  std::vector<std::string> excluded = excluded_;
  if (IsDirectory(path)) AddIgnored(path, &excluded);
  LOOM_ASSIGN_OR_RETURN(
      std::vector<TextFile> texts,
      ReadTexts(path, Depth::kAll, in, [&](const std::string& relative) {
        return IsExcluded(relative, excluded);
      }));
  std::vector<ReadFile> read(texts.size());
  ForEachIndex(texts.size(), [&](size_t i) { read[i] = Parse(texts[i]); });
  for (size_t i = 0; i < texts.size(); ++i) {
    TextFile& file = texts[i];
    const bool chosen = file.path == path || path == "-";
    const bool is_foreign = absl::EndsWith(file.path, ".json") &&
                            !absl::StrContains(file.text, "apiVersion");
    if (!chosen && is_foreign && !read[i].documents.ok()) continue;
    if (!chosen && !read[i].documents.ok() && IsTemplateFile(file)) {
      templates_.push_back(file.path);
      continue;
    }
    Add(std::move(file), std::move(read[i]));
  }
  return absl::OkStatus();
}

absl::Status Corpus::ReadSchemas(const std::string& path, std::istream& in) {
  LOOM_ASSIGN_OR_RETURN(std::vector<TextFile> texts,
                        ReadTexts(path, Depth::kAll, in));
  for (TextFile& file : texts) {
    schemas_->Add(std::move(file.path), std::move(file.text));
  }
  has_schemas_ = true;
  return absl::OkStatus();
}

Corpus::ReadFile Corpus::Parse(const TextFile& file) {
  ReadFile read;
  read.documents = ReadYaml(file.path, file.text, read.pool.get());
  return read;
}

void Corpus::AddText(std::string name, std::string text) {
  TextFile file{std::move(name), std::move(text)};
  ReadFile read = Parse(file);
  Add(std::move(file), std::move(read));
}

void Corpus::Add(TextFile text, ReadFile read) {
  const size_t index = files_.size();
  LintFile& file = files_.emplace_back();
  file.name = std::move(text.path);
  file.text = std::move(text.text);
  pools_.push_back(std::move(read.pool));
  if (!read.documents.ok()) {
    file.syntax_error = std::string(read.documents.status().message());
    return;
  }
  for (YamlDocument& document : *read.documents) {
    for (YamlDocument& object : ItemsOf(std::move(document))) {
      documents_.push_back(std::make_unique<LintDocument>(LintDocument{
          read_.emplace_back(std::move(object)), index, DocumentKind::kOther}));
    }
  }
}

void Corpus::Add(const Composition& composition) {
  composition_ = &composition;
  Add(composition.document);
}

void Corpus::Add(const YamlDocument& document) {
  const YamlNodes& nodes = document.nodes();
  auto file = absl::c_find_if(files_, [&nodes](const LintFile& each) {
    return each.name == nodes.name();
  });
  const size_t index = file - files_.begin();
  if (file == files_.end()) files_.push_back({nodes.name(), nodes.text(), ""});
  documents_.push_back(std::make_unique<LintDocument>(
      LintDocument{document, index, DocumentKind::kOther}));
}

void Corpus::Sort() {
  for (auto& document : documents_) {
    document->kind = KindOf(document->yaml.root);
  }
  std::vector<const LintDocument*> definitions =
      OfKind(DocumentKind::kDefinition);
  for (const LintDocument* each : definitions) schemas_->Add(each->yaml);
  std::set<std::string> types;
  for (const LintDocument* each : OfKind(DocumentKind::kComposition)) {
    const Value* type = Dig(each->yaml.root, {"spec", "compositeTypeRef"});
    if (type != nullptr && type->IsObject()) types.insert(TypeOf(*type));
  }
  const TestFiles tests(documents_);
  for (auto& document : documents_) {
    const Value& root = document->yaml.root;
    if (document->kind != DocumentKind::kOther || !root.IsObject() ||
        tests.Have(document->yaml.nodes().name())) {
      continue;
    }
    if (types.contains(TypeOf(root)) ||
        std::any_of(definitions.begin(), definitions.end(),
                    [&root](const LintDocument* definition) {
                      return Defines(definition->yaml.root, root);
                    })) {
      document->kind = DocumentKind::kComposite;
    }
  }
  for (const auto& document : documents_) {
    if (document->kind == DocumentKind::kInput) {
      const Value& root = document->yaml.root;
      const LintInput* input = AddInput(*document, "", root, 0);
      pipelines_.push_back({document.get(), {input}, false});
    } else if (document->kind == DocumentKind::kComposition ||
               document->kind == DocumentKind::kOperation) {
      AddPipeline(*document);
    }
  }
  ForEachIndex(inputs_.size(), [this](size_t i) { Plan(inputs_[i].get()); });
  ReadSchemasOfKinds();
}

// Those of the composites and of what templates make, which the checks look up.
void Corpus::ReadSchemasOfKinds() {
  std::set<std::string> kinds;
  for (const LintPipeline& pipeline : pipelines_) {
    kinds.insert(ScalarText(Dig(pipeline.document->yaml.root,
                                {"spec", "compositeTypeRef", "kind"})));
  }
  for (const auto& input : inputs_) {
    for (const Value& resource : ItemsAt(*input->value, {"resources"})) {
      for (absl::string_view member : {"base", "template"}) {
        kinds.insert(ScalarText(Dig(resource, {member, "kind"})));
      }
    }
  }
  schemas_->Read(kinds);
}

void Corpus::Plan(LintInput* input) const {
  static const Value kNoStep(rapidjson::kObjectType);
  if (input->prefix.empty()) {
    input->planned = PlanInput(*input->value, &kNoStep, Mistakes::kRefused);
  } else if (composition_ != nullptr &&
             &input->document->yaml == &composition_->document) {
    input->planned = PlannedInputOf(composition_->steps[input->step]);
  } else {
    const Value& steps = *PipelineOf(input->document->yaml.root);
    input->planned = PlanInput(*input->value, &ItemAt(steps, input->step),
                               Mistakes::kRefused);
  }
}

const std::string& Corpus::TextOf(size_t file) const {
  return file < files_.size()
             ? files_[file].text
             : schemas_->unreadable()[file - files_.size()].text;
}

std::vector<const LintDocument*> Corpus::OfKind(DocumentKind kind) const {
  std::vector<const LintDocument*> found;
  for (const auto& document : documents_) {
    if (document->kind == kind) found.push_back(document.get());
  }
  return found;
}

void Corpus::AddPipeline(const LintDocument& document) {
  LintPipeline pipeline{&document, {}, false};
  const std::string list = PathOfPipeline(document.yaml.root);
  const Value* steps = PipelineOf(document.yaml.root);
  if (steps == nullptr || !steps->IsArray()) return;
  for (rapidjson::SizeType i = 0; i < steps->Size(); ++i) {
    const Value& step = ItemAt(*steps, i);
    const Value* input = step.IsObject() ? Find(step, "input") : nullptr;
    if (input == nullptr || !input->IsObject() || !IsOurs(step, *input)) {
      pipeline.has_other_steps = true;
      continue;
    }
    pipeline.inputs.push_back(
        AddInput(document, absl::StrCat(list, "[", i, "].input"), *input, i));
  }
  pipelines_.push_back(std::move(pipeline));
}

const LintInput* Corpus::AddInput(const LintDocument& document,
                                  std::string prefix, const Value& value,
                                  size_t step) {
  return inputs_
      .emplace_back(std::make_unique<LintInput>(
          LintInput{&document, std::move(prefix), &value, step}))
      .get();
}

}  // namespace loom
