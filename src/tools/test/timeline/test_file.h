// SPDX-License-Identifier: Apache-2.0
// TestFile is a file for `function-loom test`: a CompositionTest, which describes the life
// of a composite in steps (package/schema/test.json has all fields).
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents, files.Read(path));
//   if (IsTest(documents[0].root)) {
//     LOOM_ASSIGN_OR_RETURN(TestFile test, LoadTest(documents[0], &files, &pool));
//   }
//
// Whatever can be wrong in the file is found before anything runs, and all of it at once:
// unknown fields, expressions that do not compile, names that no template has, and
// expectations that contradict each other.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "data/go/regexp.h"
#include "data/value/value.h"
#include "language/cel/program/expression.h"
#include "tools/inputs/render_sources.h"
#include "tools/workspace/files.h"
#include "tools/yaml/reader.h"

namespace loom {

// A value of the file with its location. `path` is its path in the document.
struct LocatedValue {
  const Value* value = nullptr;
  YamlPosition at = {};
  std::vector<std::string> path = {};
};

// An expression of `assert`. Its variables are `composite` and `composed`.
struct TestAssertion {
  Expression expression;
  YamlPosition at;
};

// What must hold after a step. A field that is not set does not matter.
struct TestExpectations {
  const YamlDocument* document = nullptr;
  std::map<std::string, LocatedValue> composed = {};
  std::optional<LocatedValue> composite = {};
  std::map<std::string, YamlPosition> absent = {};
  std::map<std::string, YamlPosition> deleted = {};
  std::set<std::string> renamed = {};
  std::set<std::string> refused = {};
  std::set<std::string> differs = {};  // steps of the pipeline
  std::optional<LocatedValue> ready = {};
  std::vector<LocatedValue> conditions = {};
  std::optional<LocatedValue> details = {};
  std::vector<TestAssertion> assertions = {};
  std::optional<Regexp> fatal = {};
  YamlPosition fatal_at = {};
  bool unsteady = false;
};

struct RemovedObject {
  std::string api_version;
  std::string kind;
  std::string ns;
  std::string name;
  YamlPosition at;
};

struct TestStep {
  std::string name;  // or `step 3`
  YamlPosition at;
  std::optional<YamlDocument> composition = {};
  std::vector<YamlDocument> objects = {};
  std::vector<RemovedObject> removed = {};
  std::optional<LocatedValue> edit = {};
  std::map<std::string, LocatedValue> set = {};
  std::map<std::string, LocatedValue> details = {};
  bool become_ready = false;
  std::set<std::string> hold = {};
  std::set<std::string> release = {};
  bool delete_composite = false;
  std::set<std::string> deletes = {};
  std::optional<int> reconciles = {};
  TestExpectations expect = {};
};

struct TestFile {
  std::string name;  // metadata.name, or the name of the file
  const YamlDocument* document = nullptr;
  RenderSources sources;
  std::vector<std::string> schemas = {};  // paths
  std::vector<TestStep> steps = {};
};

// The document must outlive the test. The pool keeps the trees of the files that it names.
// FailedPrecondition: the file has
// mistakes; the message has all of them. InvalidArgument: a file that it names is
// unreadable.
absl::StatusOr<TestFile> LoadTest(const YamlDocument& document, Files* files,
                                  Pool* pool);

}  // namespace loom
