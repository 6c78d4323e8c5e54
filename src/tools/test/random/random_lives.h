// SPDX-License-Identifier: Apache-2.0
// PlayRandomLives implements `function-loom test --random N`: it plays N random lives of
// the composite of a test (life.h has the rules), and returns a test for each kind of
// failure.
//
//   LOOM_ASSIGN_OR_RETURN(RandomLives lives,
//                         PlayRandomLives(std::move(test), options, {1000, 7},
//                                         &files, &pool));
//   for (const FoundTest& found : lives.found) std::cout << found.yaml;
//
// A life begins with the composite of the test, with one that differs from it in a few
// fields, or with any that is valid by its definition. Then up to ten steps follow: fields
// of statuses and connection details arrive and disappear, some resources become ready or
// not, the composite is edited, resources are deleted behind Crossplane's back, and
// EnvironmentConfigs change. In the end, everything becomes ready.
//
// A failure is made small (smaller_life.h) and written as a test that fails. Failures of
// the same rule at the same location are written once. The same seed always finds the same.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/test/timeline/timeline.h"
#include "tools/workspace/files.h"
#include "tools/yaml/reader.h"

namespace loom {

struct RandomOptions {
  int lives = 0;
  uint64_t seed = 0;
  // Called after each life, with the numbers of lives and of failures.
  std::function<void(int played, size_t found)> after_life = {};
};

// A test of one step at least, which fails.
struct FoundTest {
  std::string yaml;
  std::string message;
  int life = 0;  // the first one with this failure
};

struct RandomLives {
  int lives = 0;
  int steps = 0;
  int reconciles = 0;
  std::vector<FoundTest> found;
  // Why the spec of the composite is always that of the test; "" if it is not.
  std::string fixed = {};
  // The objects without which lives could not go on, with the number of these lives.
  std::map<std::string, int> missing = {};
};

// The errors are those of a test that cannot be played.
absl::StatusOr<RandomLives> PlayRandomLives(TestFile test,
                                            const TestOptions& options,
                                            const RandomOptions& random,
                                            Files* files, Pool* pool);

// The random lives of a test.
struct LivesOfFile {
  std::string file;
  std::string name;
  RandomLives lives;
};

// Writes the tests that were found as the documents of one file. Everything else is a
// comment.
std::string RandomReport(const std::vector<LivesOfFile>& tests,
                         const RandomOptions& options);

}  // namespace loom
