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
// unknown fields, files that cannot be read, keys that are given twice, expressions that do
// not compile, names that no template has, and expectations that contradict each other
// (test_mistakes.h).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/go/regexp.h"
#include "data/value/value.h"
#include "language/cel/program/expression.h"
#include "tools/findings/diagnostic.h"
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

// An expression of `assert`. Its variables are `composite`, `composed` and, if the test
// has one, `claim`.
struct TestAssertion {
  Expression expression;
  YamlPosition at;
  std::vector<std::string> path;
};

// What must hold after a step. A field that is not set does not matter.
struct TestExpectations {
  const YamlDocument* document = nullptr;
  std::map<std::string, LocatedValue> composed = {};
  std::optional<LocatedValue> composite = {};
  std::optional<LocatedValue> claim = {};
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

// A composed resource that a step names: an item of a list such as `absent`, or a key of
// a map such as `set`.
struct NamedResource {
  absl::string_view field;  // the list or map
  std::string name;
  LocatedValue value;
};

struct TestStep {
  std::string name;  // or `step 3`
  YamlPosition at;
  // All names of composed resources, in the order of the table in test_file.cc.
  std::vector<NamedResource> named = {};
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

// Reads a test, and returns its mistakes. The test is complete if there are none. The
// document must outlive the test. The pool keeps the trees of the files that it names.
Diagnostics ReadTest(const YamlDocument& document, Files* files, Pool* pool,
                     TestFile* test);

// FailedPrecondition: the file has mistakes; the message has all of them.
absl::StatusOr<TestFile> LoadTest(const YamlDocument& document, Files* files,
                                  Pool* pool);

// Returns why a document of a file `*.test.yaml` is not a test; nullopt if it is one. In
// any other file, a document counts only if its author probably meant a test.
//
//   shop.test.yaml:1:13: apiVersion: Unsupported value: "v1beta1": want
//   loom.fn.crossplane.io/v1beta1
std::optional<Diagnostic> WhyNoTest(const YamlDocument& document);

}  // namespace loom
