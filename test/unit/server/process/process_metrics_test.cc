// SPDX-License-Identifier: Apache-2.0
#include "server/process/process_metrics.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(WriteProcess, TellsWhatTheSystemKnows) {
  MetricsPage page;
  WriteProcess(page);
  std::string text = page.Take();
  for (const char* name :
       {"process_cpu_seconds_total", "process_resident_memory_bytes",
        "process_virtual_memory_bytes", "process_open_fds", "process_max_fds",
        "process_start_time_seconds"}) {
    EXPECT_THAT(text,
                ::testing::ContainsRegex(std::string("\n") + name + " [0-9]"));
  }
}

}  // namespace
}  // namespace loom
