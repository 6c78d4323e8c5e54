// SPDX-License-Identifier: Apache-2.0
#include "tools/test/watched_tests.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/strings.h"
#include "tools/workspace/read_log.h"

namespace loom {
namespace {

constexpr absl::Duration kPause = absl::Milliseconds(250);
// Editors write a file in several steps.
constexpr absl::Duration kQuietAfter = absl::Milliseconds(50);

}  // namespace

void WatchTests(const std::function<void()>& play,
                const std::function<bool()>& again, std::ostream& err) {
  while (true) {
    ReadLog log;
    play();
    if (!again()) return;
    std::string changed = log.Changed();
    for (; changed.empty(); changed = log.Changed()) absl::SleepFor(kPause);
    absl::SleepFor(kQuietAfter);
    err << Printed(absl::StrCat("function-loom: ", changed, " has changed\n"))
        << std::flush;
  }
}

}  // namespace loom
