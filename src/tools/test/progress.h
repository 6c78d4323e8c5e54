// SPDX-License-Identifier: Apache-2.0
// Progress shows on a terminal how far a run is, in one line that is rewritten, and erased at
// the end:
//
//   12/200 files, 1 failed
//
// Nothing is shown in the first second, nor where there is no terminal.
//
//   Progress progress(isatty(STDERR_FILENO) ? &std::cerr : nullptr);
//   progress.Show("12/200 files, 1 failed");
//   progress.Erase();
#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace loom {

class Progress {
 public:
  // `terminal` may be null. It must outlive this object.
  explicit Progress(std::ostream* terminal,
                    std::function<absl::Time()> now = absl::Now);
  ~Progress() { Erase(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Shows a line instead of the one before, but at most ten times a second.
  void Show(const std::string& line);
  void Erase();
  absl::Duration elapsed() const { return now_() - began_; }

 private:
  std::ostream* terminal_;
  std::function<absl::Time()> now_;
  const absl::Time began_;
  absl::Time next_;  // when to write
  bool is_shown_ = false;
};

}  // namespace loom
