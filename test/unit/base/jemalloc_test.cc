// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "base/memory.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

// That it gives memory back is tested where resident memory can be read
// (test/unit/server/process/resources_test.cc), and in the released program by the rows of plans
// of test/suites/faults/cost, which are out of bounds without it.
TEST(ReturnFreeMemory, LeavesWhatIsInUse) {
  const std::string text(1 << 20, 'x');
  { EXPECT_EQ(std::string(1 << 20, 'y').back(), 'y'); }
  ReturnFreeMemory();
  EXPECT_EQ(text, std::string(1 << 20, 'x'));
}

}  // namespace
}  // namespace loom
