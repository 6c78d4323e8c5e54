// SPDX-License-Identifier: Apache-2.0
// RunHook runs a shell command of a test (`sh -c`), and WorkFolder is a temporary folder
// for the files that such commands read and write.
//
//   LOOM_ASSIGN_OR_RETURN(HookOutcome outcome, RunHook("echo hello", "tests"));
//   outcome.output;   // "hello\n"
//
// A test file can run any command here, so `function-loom test` runs them only with
// --allow-hooks.
#pragma once

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

struct HookOutcome {
  int exit_code = 0;
  // What it wrote to stdout and stderr.
  std::string output;
};

// `folder` is the current folder of the command; "" for the current one. InvalidArgument:
// the command cannot be run, or it prints more than 1 MiB.
absl::StatusOr<HookOutcome> RunHook(absl::string_view command,
                                    absl::string_view folder);

// The folder exists as long as this.
class WorkFolder {
 public:
  static absl::StatusOr<WorkFolder> Make();
  WorkFolder(WorkFolder&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
  }
  WorkFolder& operator=(WorkFolder&&) = delete;
  ~WorkFolder();

  const std::string& path() const { return path_; }

  // Writes a file of the folder, and returns its path. `name` may have folders.
  absl::StatusOr<std::string> Write(absl::string_view name,
                                    absl::string_view text) const;
  // Copies a file or a folder, and returns the path of the copy.
  absl::StatusOr<std::string> CopyIn(absl::string_view name,
                                     const std::string& source) const;

 private:
  explicit WorkFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace loom
