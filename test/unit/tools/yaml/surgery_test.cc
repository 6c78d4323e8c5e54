// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/yaml/edit.h"

namespace loom {
namespace {

TEST(SurgeryTest, ReplacesRanges) {
  Surgery surgery("a: 1\nb: 2\n");
  surgery.Replace({8, 9}, "two");
  surgery.Replace({0, 1}, "x");
  EXPECT_EQ(surgery.Text(), "x: 1\nb: two\n");
}

TEST(SurgeryTest, MovesLinesWithTheirChanges) {
  Surgery surgery("a:\n  x: 1\nb:\n  y: 2\n");
  surgery.Cut({10, 20});
  surgery.Insert(10, 3, {Surgery::Lines({13, 20}, 0)});
  surgery.Replace({15, 16}, "z");
  EXPECT_EQ(surgery.Text(), "a:\n  x: 1\n  z: 2\n");
}

TEST(SurgeryTest, InsertsIntoWhatMoves) {
  // c grows, and moves in front of a.
  Surgery surgery("a: 1\nc:\n- 1\n");
  surgery.Cut({5, 12});
  surgery.Insert(12, 8, {Surgery::Text("- 2\n")});
  surgery.Insert(0, 0, {Surgery::Text("b: 0\n"), Surgery::Lines({5, 12}, 2)});
  EXPECT_EQ(surgery.Text(), "b: 0\n  c:\n  - 1\n  - 2\na: 1\n");
}

TEST(SurgeryTest, PutsTheInnerCollectionFirst) {
  Surgery surgery("a:\n  b:\n  - 1\n");
  surgery.Insert(14, 5, {Surgery::Text("  c: 2\n")});
  surgery.Insert(14, 10, {Surgery::Text("  - 2\n")});
  EXPECT_EQ(surgery.Text(), "a:\n  b:\n  - 1\n  - 2\n  c: 2\n");
}

TEST(SurgeryTest, ShiftsToTheLeftBySpacesOnly) {
  Surgery surgery("a: 1\n    b: |\n\n  # c\n    x\n");
  surgery.Cut({5, 27});
  surgery.Insert(5, 0, {Surgery::Lines({5, 27}, -3)});
  EXPECT_EQ(surgery.Text(), "a: 1\n b: |\n\n# c\n x\n");
}

}  // namespace
}  // namespace loom
