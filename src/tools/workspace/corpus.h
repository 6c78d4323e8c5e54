// SPDX-License-Identifier: Apache-2.0
// Corpus holds everything that one run of `function-loom lint` checks: the given files,
// their documents, and the inputs in them, which are read as `serve` reads them.
//
//   Corpus corpus;
//   LOOM_RETURN_IF_ERROR(corpus.Read("composition.yaml", std::cin));
//   LOOM_RETURN_IF_ERROR(corpus.ReadSchemas("crds", std::cin));
//   corpus.Sort();
//
// A path is a YAML or JSON file, a directory, or `-` for stdin. From a directory, all
// *.yaml, *.yml and *.json in it and below it are read, sorted by path. These are left
// out: names that begin with a dot, node_modules, paths that Exclude or the file
// .loomignore in the directory names, malformed *.json files without an apiVersion, which
// are not manifests, and templates of Helm and ytt (template_file.h). The items of a `kind: List` are checked as separate
// documents. A file that is not YAML is kept with its error, because that is a finding.
// InvalidArgument: a file is unreadable.
#pragma once

#include <deque>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/findings/finding.h"
#include "tools/schemas/kind_schemas.h"
#include "tools/workspace/files.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {

struct InputWalk;

struct LintFile {
  std::string name;
  std::string text;
  std::string syntax_error;  // name:line:column: why; "" if the file is YAML
};

// An input that this program implements: a separate document, or the input of a step.
struct LintInput {
  const LintDocument* document;
  std::string prefix;  // its path in the document; "" for a separate document
  const Value* value;
  size_t step = 0;
  // Mistakes that a replaced function accepts are problems here, unless the input was
  // planned before (Corpus::Add).
  std::shared_ptr<const PlannedInput> planned = nullptr;
  // What the checks have listed of it (tools/checks/input_walk.h).
  mutable std::shared_ptr<InputWalk> walk = nullptr;

  Dialect dialect() const { return planned->plan->rules->dialect; }
  bool native() const { return dialect() == Dialect::kNative; }
  // Returns the path in the document of a path in the input.
  std::string At(absl::string_view place) const;
};

// The pipeline of a Composition, or a separate input.
struct LintPipeline {
  const LintDocument* document;
  // The inputs in the order of their steps. A step of another function has no entry.
  std::vector<const LintInput*> inputs;
  bool has_other_steps = false;
};

class Corpus {
 public:
  Corpus() = default;
  Corpus(const Corpus&) = delete;
  Corpus& operator=(const Corpus&) = delete;

  // Leaves out paths that match a pattern, in directories that are read from now on. As
  // in a .gitignore, a pattern with a slash is a path from the directory; any other
  // pattern is the name of a file or directory at any depth.
  //   chart      charts/*.yaml
  void Exclude(std::vector<std::string> patterns);
  absl::Status Read(const std::string& path, std::istream& in);
  // Reads files that define kinds and are not checked themselves.
  absl::Status ReadSchemas(const std::string& path, std::istream& in);
  // Adds `text` as the content of a file of that name.
  void AddText(std::string name, std::string text);
  // Add what was read before, and must outlive the corpus. The inputs of a Composition
  // are those that PlannedInputOf returns.
  void Add(const Composition& composition);
  void Add(const YamlDocument& document);
  // Classifies each document. Call this after all files have been read.
  void Sort();

  const std::vector<LintFile>& files() const { return files_; }
  // Returns the files that Read left out as templates.
  const std::vector<std::string>& templates() const { return templates_; }
  // Returns the text of a file by its index. After the files come those of ReadSchemas
  // that cannot be read.
  const std::string& TextOf(size_t file) const;
  const std::vector<std::unique_ptr<LintDocument>>& documents() const {
    return documents_;
  }
  std::vector<const LintDocument*> OfKind(DocumentKind kind) const;
  const std::vector<std::unique_ptr<LintInput>>& inputs() const {
    return inputs_;
  }
  const std::vector<LintPipeline>& pipelines() const { return pipelines_; }
  // Returns the schemas of the XRDs and CRDs among the files, and those of ReadSchemas.
  // They are parsed on demand.
  KindSchemas& schemas() const { return *schemas_; }
  // Returns whether ReadSchemas was called. A user who gives schemas expects all kinds
  // to be checked.
  bool has_schemas() const { return has_schemas_; }

 private:
  // One pool per file, because a pool holds no more than the objects of a call.
  struct ReadFile {
    std::unique_ptr<Pool> pool = std::make_unique<Pool>();
    absl::StatusOr<std::vector<YamlDocument>> documents;
  };
  static ReadFile Parse(const TextFile& file);
  void Add(TextFile text, ReadFile read);
  void AddPipeline(const LintDocument& document);
  const LintInput* AddInput(const LintDocument& document, std::string prefix,
                            const Value& value, size_t step);
  void Plan(LintInput* input) const;
  void ReadSchemasOfKinds();

  std::vector<std::unique_ptr<Pool>> pools_;
  std::vector<std::string> excluded_ = {"node_modules"};
  std::vector<LintFile> files_;
  std::vector<std::string> templates_;
  std::deque<YamlDocument> read_;  // what this corpus has read itself
  const Composition* composition_ = nullptr;
  std::vector<std::unique_ptr<LintDocument>> documents_;
  std::vector<std::unique_ptr<LintInput>> inputs_;
  std::vector<LintPipeline> pipelines_;
  std::unique_ptr<KindSchemas> schemas_ = std::make_unique<KindSchemas>();
  bool has_schemas_ = false;
};

}  // namespace loom
