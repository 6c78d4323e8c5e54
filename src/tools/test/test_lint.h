// SPDX-License-Identifier: Apache-2.0
// TestLint checks the rule that `lint` finds no error in the files of a test: the
// Composition and its later revisions, each with the definition, the schemas, the objects
// and the composite of the test. Comments suppress findings as they do for `lint`.
//
//   TestLint lint;
//   std::vector<TestFailure> errors = lint.ErrorsOf(test, std::cin);
//
// Tests that have the same files are checked once.
#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

#include "tools/test/timeline/timeline.h"
#include "tools/test_files/test_file.h"

namespace loom {

class TestLint {
 public:
  // Each failure is at the location of its finding. A test whose schemas cannot be read
  // has none, because it cannot be played either.
  std::vector<TestFailure> ErrorsOf(const TestFile& test, std::istream& in);

 private:
  const std::vector<TestFailure>& ErrorsIn(const YamlDocument& composition,
                                           const TestFile& test,
                                           std::istream& in);

  // By the locations of all documents, and the paths of the schemas.
  std::map<std::string, std::vector<TestFailure>> known_;
};

}  // namespace loom
