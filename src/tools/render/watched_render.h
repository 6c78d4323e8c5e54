// SPDX-License-Identifier: Apache-2.0
// FileWatch and WatchRender implement `function-loom render --watch`, which renders
// again whenever a file changes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tools/inputs/render_options.h"

namespace loom {

// FileWatch waits until files change. It watches their directories, because many
// editors write a new file and rename it over the old one. If a path is a directory,
// the files directly inside it are watched.
//
// Every change after construction is noticed, even before Wait is called. Changes
// within 30 ms of each other count as one. If the system has no inotify instances left,
// the times and sizes of the files are compared every half second.
class FileWatch {
 public:
  explicit FileWatch(const std::vector<std::string>& paths);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // Waits for at most that time. Returns whether a file has changed.
  bool Wait(absl::Duration at_most);

 private:
  void Add(const std::string& path);
  bool WaitForEvent(absl::Duration at_most);
  bool ReadEvents();
  bool Poll(absl::Duration at_most);
  std::string Fingerprint() const;

  std::vector<std::string> paths_;
  int inotify_ = -1;
  // The watched names in each watched directory. An empty set means all names.
  std::map<int, std::set<std::string>> names_;
  std::string seen_;  // when polling
};

// Renders, and renders again whenever a file on the command line has changed. Clears a
// terminal before each output. On standard error it prints the result, and how the
// output differs from the one before, or an error.
//
// `render` returns the output; if it fails, it prints the error and returns nullopt.
// WatchRender returns when `again`, called after each output, returns false.
void WatchRender(const RenderOptions& options,
                 const std::function<std::optional<std::string>()>& render,
                 const std::function<bool()>& again, bool terminal,
                 std::ostream& out, std::ostream& err);

}  // namespace loom
