// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/shell_hook.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostOfAHook = 1 << 20;

// Starts a command whose output goes to a pipe. Returns 0, or the number of an error.
int Start(const std::string& command, const std::string& folder, int output,
          pid_t* child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::string words[] = {"sh", "-c", command};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  const int error =
      posix_spawnp(child, argv[0], &actions, nullptr, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

absl::Status CannotRun(int error) {
  return absl::InvalidArgumentError(
      absl::StrCat("cannot run a hook: ", std::strerror(error)));
}

absl::Status CannotPrepare(absl::string_view path, const std::error_code& why) {
  return absl::InvalidArgumentError(
      absl::StrCat("cannot write ", path, ": ", why.message()));
}

}  // namespace

absl::StatusOr<HookOutcome> RunHook(absl::string_view command,
                                    absl::string_view folder) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return CannotRun(errno);
  pid_t child = 0;
  const int error =
      Start(std::string(command), std::string(folder.empty() ? "." : folder),
            ends[1], &child);
  close(ends[1]);
  HookOutcome outcome;
  std::array<char, 4096> some;
  while (error == 0 && outcome.output.size() <= kMostOfAHook) {
    const ssize_t count = read(ends[0], some.data(), some.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    outcome.output.append(some.data(), static_cast<size_t>(count));
  }
  // A command that still writes ends then.
  close(ends[0]);
  if (error != 0) return CannotRun(error);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
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
