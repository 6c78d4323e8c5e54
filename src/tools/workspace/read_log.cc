// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/read_log.h"

#include <dirent.h>
#include <sys/stat.h>

#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"

namespace loom {
namespace {

thread_local ReadLog* current = nullptr;

bool Counts(const dirent& entry) {
  const absl::string_view name = entry.d_name;
  if (absl::StartsWith(name, ".")) return false;
  return (entry.d_type != DT_REG && entry.d_type != DT_FIFO) ||
         absl::EndsWith(name, ".yaml") || absl::EndsWith(name, ".yml") ||
         absl::EndsWith(name, ".json");
}

// The names in a directory, or the state of a file.
std::string StateOfPath(const std::string& path) {
  DIR* directory = opendir(path.c_str());
  if (directory == nullptr) return FileState(path);
  std::set<std::string> names;
  while (const dirent* entry = readdir(directory)) {
    if (Counts(*entry)) names.insert(entry->d_name);
  }
  closedir(directory);
  return absl::StrCat("directory\n", absl::StrJoin(names, "\n"));
}

}  // namespace

ReadLog::ReadLog() : outer_(current) { current = this; }

ReadLog::~ReadLog() { current = outer_; }

void ReadLog::Note(const std::string& path) {
  if (current == nullptr) return;
  const auto [state, is_new] = current->states_.try_emplace(path);
  if (is_new) state->second = StateOfPath(path);
}

std::string ReadLog::Changed() const {
  for (const auto& [path, state] : states_) {
    if (StateOfPath(path) != state) return path;
  }
  return "";
}

std::string FileState(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return "";
  return absl::StrCat(status.st_ino, " ", status.st_size, " ",
                      status.st_mtim.tv_sec, ".", status.st_mtim.tv_nsec);
}

}  // namespace loom
