// SPDX-License-Identifier: Apache-2.0
// TestFiles knows the files of chainsaw and kuttl that are never sent to an API server
// as they are: parts of objects that a test expects, or merges into an object.
//
//   const TestFiles tests(lint_documents);
//   bool is_judged = !tests.Have("tests/01-assert.yaml");
//
// Such a file
//   is named so                        01-assert.yaml, 01-errors.yaml, db-assert.yaml
//   is named by a test of chainsaw     assert: {file: db.yaml}, also error and patch
//   has an expression of chainsaw      (length(items)): 2, name: ($name)
//
// An expression counts only in documents of a kind that lint does not know by itself,
// because a Composition may have strings in parentheses.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tools/findings/finding.h"

namespace loom {

class TestFiles {
 public:
  explicit TestFiles(
      const std::vector<std::unique_ptr<LintDocument>>& documents);

  bool Have(const std::string& file) const;

 private:
  std::set<std::string> files_;
};

}  // namespace loom
