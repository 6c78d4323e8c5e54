// SPDX-License-Identifier: Apache-2.0
// Corpus is everything that one `function-loom lint` looks at: the files as they
// were given, their documents, and the inputs in them, which are read as `serve`
// reads them.
//
//   Corpus corpus;
//   LOOM_RETURN_IF_ERROR(corpus.Read("composition.yaml", std::cin));
//   LOOM_RETURN_IF_ERROR(corpus.ReadSchemas("crds", std::cin));
//   corpus.Sort();
//
// A path is a YAML or JSON file, a directory, or `-` for stdin. Of a directory
// all *.yaml, *.yml and *.json in it and below it are read, in the order of their
// paths; left out are what begins with a dot, node_modules, what Exclude and the file
// .loomignore in the directory name, and malformed *.json without an apiVersion, which
// are for something else. Of a `kind: List` the items are looked at,
// each as a document. A file that is no YAML is kept with
// its error, since that is a finding. InvalidArgument: a file cannot be read.
#pragma once

#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "function/plan/plan.h"
#include "language/input/input.h"
#include "tools/crds/kind_schemas.h"
#include "tools/lint/finding.h"

namespace loom {

struct LintFile {
  std::string name;
  std::string text;
  std::string syntax_error;  // name:line:column: why; "" if the file is YAML
};

// An input that this program implements: a document of its own, or the input of
// a step.
struct LintInput {
  const LintDocument* document;
  std::string prefix;  // its path in the document; "" for a document of its own
  const Value* value;
  size_t step = 0;
  // What the validator makes of it. Mistakes that a replaced function forgives
  // are problems here.
  std::shared_ptr<Plan> plan;
  std::shared_ptr<Problems> problems;

  Dialect dialect() const { return plan->rules->dialect; }
  bool native() const { return dialect() == Dialect::kNative; }
  // The path in the document of a place in the input.
  std::string At(absl::string_view place) const;
};

// A step of a Composition, or an input on its own.
struct LintPipeline {
  const LintDocument* document;
  // The inputs in the order of their steps. A step of another function has none.
  std::vector<const LintInput*> inputs;
  bool has_other_steps = false;
};

class Corpus {
 public:
  Corpus() = default;
  Corpus(const Corpus&) = delete;
  Corpus& operator=(const Corpus&) = delete;

  // Leaves out what a pattern names in the directories that are read from then on, as in a
  // .gitignore: with a slash, a path from there, and else a file or a directory anywhere.
  //   chart      charts/*.yaml
  void Exclude(std::vector<std::string> patterns);
  absl::Status Read(const std::string& path, std::istream& in);
  // Reads what defines kinds and is not looked at itself.
  absl::Status ReadSchemas(const std::string& path, std::istream& in);
  // Reads a text as a file of that name.
  void AddText(std::string name, std::string text);
  // Says of each document what it is, after all files have been read.
  void Sort();

  const std::vector<LintFile>& files() const { return files_; }
  const std::vector<std::unique_ptr<LintDocument>>& documents() const {
    return documents_;
  }
  std::vector<const LintDocument*> OfKind(LintDocument::Kind kind) const;
  const std::vector<std::unique_ptr<LintInput>>& inputs() const {
    return inputs_;
  }
  const std::vector<LintPipeline>& pipelines() const { return pipelines_; }
  // The schemas of the XRDs and CRDs among the files, and those of ReadSchemas.
  // They are parsed when they are asked for.
  KindSchemas& schemas() const { return *schemas_; }
  // Whether ReadSchemas was called: whoever gives schemas wants to have all
  // kinds checked.
  bool has_schemas() const { return has_schemas_; }

 private:
  void AddPipeline(const LintDocument& document);
  const LintInput* AddInput(const LintDocument& document, std::string prefix,
                            const Value& value, size_t step,
                            const Value* step_value = nullptr);

  // One for each file, because a pool holds no more than the objects of a call.
  std::vector<std::unique_ptr<Pool>> pools_;
  std::vector<std::string> excluded_ = {"node_modules"};
  std::vector<LintFile> files_;
  std::vector<std::unique_ptr<LintDocument>> documents_;
  std::vector<std::unique_ptr<LintInput>> inputs_;
  std::vector<LintPipeline> pipelines_;
  std::unique_ptr<KindSchemas> schemas_ = std::make_unique<KindSchemas>();
  bool has_schemas_ = false;
};

}  // namespace loom
