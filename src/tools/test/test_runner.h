// SPDX-License-Identifier: Apache-2.0
// TestRunner plays the tests of files and directories, for `function-loom test`. It first
// loads all files, and plays their tests only if nothing in any of them is wrong.
//
//   const TestRun run = {.paths = {"tests"}};
//   TestRunner runner(run, &progress, std::cin);
//   LOOM_ASSIGN_OR_RETURN(const std::vector<TestResult> results, runner.Run());
//
// From a directory, the files *.test.yaml, xprin.yaml, *_xprin.yaml and the test.yaml of
// Upbound's projects are read.
#pragma once

#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "data/go/regexp.h"
#include "tools/test/progress.h"
#include "tools/test/random/random_lives.h"
#include "tools/test/test_lint.h"
#include "tools/test/timeline/coverage.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test_files/test_file.h"

namespace loom {

struct XprinSuite;
struct LoadedFile;

struct TestRun {
  std::vector<std::string> paths = {};  // none: the current directory
  std::vector<std::string> skip = {};
  std::vector<std::string> addresses = {};  // NAME=HOST:PORT
  std::string only = {};                    // a pattern of names
  bool allow_hooks = false;
  RandomOptions random = {};
  // Whether to replace the values that tests expect.
  bool update = false;
  bool fail_fast = false;
  // Whether to record the coverage.
  bool covers = false;
};

class TestRunner {
 public:
  // What `run` and `progress` point to must outlive the runner.
  TestRunner(const TestRun& run, Progress* progress, std::istream& in);
  ~TestRunner();

  // FailedPrecondition: the mistakes of all files, before anything was played.
  // InvalidArgument: there is no test, or an option is wrong.
  absl::StatusOr<std::vector<TestResult>> Run();

  const Coverage& coverage() const { return coverage_; }
  // The lives of each test, if they are random.
  const std::vector<LivesOfFile>& random() const { return random_; }

 private:
  absl::Status ReadOptions();
  // Returns the mistakes of all files.
  absl::Status LoadFiles();
  // Writes what comes out into a file. Returns the file as it is then.
  absl::StatusOr<std::unique_ptr<LoadedFile>> Update(
      std::unique_ptr<LoadedFile> file);
  bool Selects(const std::string& name) const;
  void Add(TestResult result);
  // The file is freed when its tests have been played.
  absl::Status PlayFile(std::unique_ptr<LoadedFile> file);
  absl::Status PlayTestOf(LoadedFile* file, TestFile test);
  absl::StatusOr<RandomLives> PlayLives(TestFile test, Files* files,
                                        Pool* pool);
  TestResult PlayLinted(TestFile test, Files* files, Pool* pool);
  void PlaySuite(const XprinSuite& suite);

  const TestRun& options_;
  Progress& progress_;
  std::istream& in_;
  TestOptions play_;
  std::optional<Regexp> only_;
  std::vector<std::unique_ptr<LoadedFile>> files_;
  TestLint lint_;
  std::vector<TestResult> results_;
  Coverage coverage_;
  std::vector<LivesOfFile> random_;
  size_t failed_ = 0;
  bool is_over_ = false;
};

}  // namespace loom
