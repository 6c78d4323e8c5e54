// SPDX-License-Identifier: Apache-2.0
#include "tools/test/shell_hook.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace loom {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostOfAHook = 1 << 20;

std::string ShellQuoted(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", R"('\'')"}}), "'");
}

absl::Status CannotPrepare(absl::string_view path, const std::error_code& why) {
  return absl::InvalidArgumentError(
      absl::StrCat("cannot write ", path, ": ", why.message()));
}

}  // namespace

absl::StatusOr<HookOutcome> RunHook(absl::string_view command,
                                    absl::string_view folder) {
  const std::string line =
      absl::StrCat("cd ", ShellQuoted(folder.empty() ? "." : folder),
                   " && exec sh -c ", ShellQuoted(command), " 2>&1 </dev/null");
  FILE* pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) {
    return absl::InvalidArgumentError("cannot run a hook: there is no shell");
  }
  HookOutcome outcome;
  std::array<char, 4096> some;
  while (outcome.output.size() <= kMostOfAHook) {
    const size_t count = fread(some.data(), 1, some.size(), pipe);
    if (count == 0) break;
    outcome.output.append(some.data(), count);
  }
  const int status = pclose(pipe);
  if (outcome.output.size() > kMostOfAHook) {
    return absl::InvalidArgumentError(
        absl::StrCat("the hook prints more than ", kMostOfAHook >> 20, " MiB"));
  }
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return outcome;
}

absl::StatusOr<WorkFolder> WorkFolder::Make() {
  std::error_code error;
  std::string path =
      (fs::temp_directory_path(error) / "function-loom-test-XXXXXX").string();
  if (error || mkdtemp(path.data()) == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot make a temporary folder ", path));
  }
  return WorkFolder(std::move(path));
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

absl::StatusOr<std::string> WorkFolder::Write(absl::string_view name,
                                              absl::string_view text) const {
  const fs::path path = fs::path(path_) / std::string(name);
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) return CannotPrepare(path.string(), error);
  return path.string();
}

absl::StatusOr<std::string> WorkFolder::CopyIn(
    absl::string_view name, const std::string& source) const {
  const fs::path path = fs::path(path_) / std::string(name);
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  fs::copy(source, path, fs::copy_options::recursive, error);
  if (error) return CannotPrepare(path.string(), error);
  return path.string();
}

}  // namespace loom
