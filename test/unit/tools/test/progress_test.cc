// SPDX-License-Identifier: Apache-2.0
#include "tools/test/progress.h"

#include <gtest/gtest.h>

#include <sstream>

namespace loom {
namespace {

TEST(Progress, ShowsOneLineAfterASecond) {
  absl::Time now = absl::UnixEpoch();
  std::ostringstream terminal;
  {
    Progress progress(&terminal, [&now] { return now; });
    progress.Show("1/9 files");
    now += absl::Milliseconds(1050);
    progress.Show("2/9 files");
    now += absl::Milliseconds(50);
    progress.Show("3/9 files");
    now += absl::Milliseconds(50);
    progress.Show("4/9\x1b files");
    EXPECT_EQ(progress.elapsed(), absl::Milliseconds(1150));
  }
  EXPECT_EQ(terminal.str(),
            "\r\x1b[K2/9 files\r\x1b[K4/9\\u001b files\r\x1b[K");
}

TEST(Progress, AShortRunShowsNothing) {
  std::ostringstream terminal;
  {
    Progress progress(&terminal);
    progress.Show("1/9 files");
  }
  EXPECT_EQ(terminal.str(), "");
}

TEST(Progress, WithoutATerminalNothingIsShown) {
  absl::Time now = absl::UnixEpoch();
  Progress progress(nullptr, [&now] { return now; });
  now += absl::Seconds(5);
  progress.Show("1/9 files");
  progress.Erase();
}

}  // namespace
}  // namespace loom
