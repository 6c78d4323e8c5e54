// SPDX-License-Identifier: Apache-2.0
// FileWatch waits until files change. It watches the directories that they are in,
// because many editors write a new file and rename it over the old one. A path that
// is a directory itself is watched with the files inside it, but not below.
//
//   FileWatch watch({"xr.yaml", "required/"});
//   bool changed = watch.Wait(absl::Seconds(10));
//
// What changes after the watch was made is seen, also before Wait is called. Changes
// that follow each other within 30 ms are one. Where the system has no inotify left,
// the times and sizes of the files are compared every half second.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace loom {

class FileWatch {
 public:
  explicit FileWatch(const std::vector<std::string>& paths);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // Whether one of them has changed within that time.
  bool Wait(absl::Duration at_most);

 private:
  void Add(const std::string& path);
  bool WaitForEvent(absl::Duration at_most);
  bool ReadEvents();
  bool Poll(absl::Duration at_most);
  std::string Fingerprint() const;

  std::vector<std::string> paths_;
  int inotify_ = -1;
  // The names that count in each watched directory; with none, all count.
  std::map<int, std::set<std::string>> names_;
  std::string seen_;  // when polling
};

}  // namespace loom
