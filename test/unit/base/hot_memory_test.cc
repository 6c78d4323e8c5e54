// SPDX-License-Identifier: Apache-2.0
#include "base/hot_memory.h"

#include <memory>
#include <vector>

#include "gtest/gtest.h"

namespace loom {
namespace {

struct Range {
  size_t begin, size;
};

TEST(HotMemory, HasWholeLinesOnce) {
  struct {
    const char* reason;
    std::vector<Range> ranges;
    size_t lines;
  } tests[] = {
      {"nothing", {}, 0},
      {"no bytes are no place", {{0, 0}}, 0},
      {"a byte is a line", {{0, 1}}, 1},
      {"two bytes of two lines", {{63, 2}}, 2},
      {"a line twice", {{0, 8}, {56, 8}}, 1},
      {"places that overlap", {{0, 200}, {100, 200}}, 5},
      {"one within another", {{0, 640}, {128, 64}}, 10},
      {"in any order", {{640, 64}, {0, 64}}, 2},
      {"a line between two places is taken along", {{0, 64}, {128, 64}}, 3},
      {"two lines are not", {{0, 64}, {192, 64}}, 2},
      {"what a processor takes at a time",
       {{0, 64}, {1024, 31 << 10}},
       HotMemory::kMostBytes / 64},
  };
  alignas(64) static const char memory[32 << 10] = {};
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    HotMemory hot;
    for (const Range& range : test.ranges) {
      hot.Add(memory + range.begin, range.size);
    }
    hot.Finish();
    EXPECT_EQ(hot.Size(), 64 * test.lines);
    hot.Prefetch();
  }
}

TEST(HotMemory, KeepsAsManyPlacesAsAreOfUse) {
  static const char memory[64 << 10] = {};
  HotMemory hot;
  for (size_t i = 0; i < 2 * HotMemory::kMostPlaces; ++i) {
    hot.Add(memory + i % 1000 * 64, 1);
  }
  hot.Finish();
  EXPECT_EQ(hot.Size(), HotMemory::kMostBytes);
}

// What was freed may still be hinted at.
TEST(HotMemory, MayOutliveItsPlaces) {
  HotMemory hot;
  auto text = std::make_unique<char[]>(100);
  hot.Add(text.get(), 100);
  text.reset();
  hot.Finish();
  hot.Prefetch();
}

}  // namespace
}  // namespace loom
