// SPDX-License-Identifier: Apache-2.0
// `function-loom render --watch`: waits until a file changes, and renders again.
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

// WatchRender is `render --watch`: it renders, and again whenever a file that the
// command line names has changed. A terminal is cleared before each text. On standard
// error a line says how it went, and how the text differs from the one before:
//
//   12:01:07 rendered in 3 ms
//   Bucket bucket: spec.forProvider.region
//     - us-east-1
//     + eu-west-1
//   1 difference in 1 of 2 documents
//
// An error is printed, and the next change is waited for.
//
// `render` makes the text; if it cannot, it prints why and returns nothing. Goes on
// until `again`, which is asked after each text, says no.
void WatchRender(const RenderOptions& options,
                 const std::function<std::optional<std::string>()>& render,
                 const std::function<bool()>& again, bool terminal,
                 std::ostream& out, std::ostream& err);

}  // namespace loom
