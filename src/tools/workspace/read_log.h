// SPDX-License-Identifier: Apache-2.0
// ReadLog notes the files and directories that its thread reads while it exists, each with
// the state that it had before. A command that watches its files thus also knows those that
// other files name, and notices changes that were made while it was still reading:
//
//   ReadLog log;
//   auto texts = ReadTexts("tests", Depth::kAll, std::cin);
//   while (log.Changed().empty()) absl::SleepFor(absl::Milliseconds(250));
//
// A path that does not exist is also noted. A directory changes when a subdirectory or a
// manifest (*.yaml, *.yml, *.json) in it appears or disappears.
#pragma once

#include <map>
#include <string>

namespace loom {

class ReadLog {
 public:
  ReadLog();
  ~ReadLog();
  ReadLog(const ReadLog&) = delete;
  ReadLog& operator=(const ReadLog&) = delete;

  // Tells the log of this thread, if there is one, that a path is about to be read.
  static void Note(const std::string& path);

  // Returns the first path whose state has changed; "" if there is none.
  std::string Changed() const;

 private:
  std::map<std::string, std::string> states_;
  ReadLog* const outer_;
};

// Returns what tells two states of a file apart; "" if it does not exist.
std::string FileState(const std::string& path);

}  // namespace loom
