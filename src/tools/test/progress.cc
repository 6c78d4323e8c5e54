// SPDX-License-Identifier: Apache-2.0
#include "tools/test/progress.h"

#include <utility>

#include "base/strings.h"

namespace loom {
namespace {

constexpr absl::Duration kSilent = absl::Seconds(1);
constexpr absl::Duration kInterval = absl::Milliseconds(100);
// Goes to the beginning of the line, and clears it.
constexpr char kEraseLine[] = "\r\x1b[K";

}  // namespace

Progress::Progress(std::ostream* terminal, std::function<absl::Time()> now)
    : terminal_(terminal),
      now_(std::move(now)),
      began_(now_()),
      next_(began_ + kSilent) {}

void Progress::Show(const std::string& line) {
  if (terminal_ == nullptr) return;
  const absl::Time now = now_();
  if (now < next_) return;
  next_ = now + kInterval;
  is_shown_ = true;
  *terminal_ << kEraseLine << Printed(line) << std::flush;
}

void Progress::Erase() {
  if (is_shown_) *terminal_ << kEraseLine << std::flush;
  is_shown_ = false;
}

}  // namespace loom
