// SPDX-License-Identifier: Apache-2.0
#include "data/wire/writer.h"

#include <gtest/gtest.h>

#include <string>

namespace loom {
namespace {

std::string Written(WireWriter out) {
  return std::string(std::move(out).Finish().view());
}

TEST(Writer, WrapsWhatWasWrittenSinceTheMark) {
  WireWriter out;
  size_t end = out.size();
  out.String(2, "b");
  out.String(1, "a");
  out.Message(3, end);
  EXPECT_EQ(Written(std::move(out)),
            "\x1a\x06\x0a\x01"
            "a"
            "\x12\x01"
            "b");
}

TEST(Writer, GrowsBeyondItsFirstBlock) {
  WireWriter out(4);
  std::string long_text(1000, 'x');
  out.String(1, long_text);
  EXPECT_EQ(Written(std::move(out)), "\x0a\xe8\x07" + long_text);
}

TEST(Writer, WritesIntegersAndDoubles) {
  WireWriter out;
  out.Double(2, 1.0);
  out.Integer(1, 300);
  EXPECT_EQ(Written(std::move(out)),
            std::string("\x08\xac\x02\x11\0\0\0\0\0\0\xf0\x3f", 12));
}

// Writes an inner message of a long text and a short one, and an integer.
void Write(WireWriter* out) {
  size_t end = out->size();
  out->String(2, std::string(200, 'b'));
  out->String(1, "a");
  out->Message(3, end);
  out->Integer(1, 300);
}

TEST(Writer, KeepsWhatIsWithinItsLimitAndCountsTheRest) {
  WireWriter unlimited;
  Write(&unlimited);
  const size_t size = unlimited.size();
  const std::string want = Written(std::move(unlimited));
  ASSERT_EQ(want.size(), size);
  for (size_t capacity : {0, 4, 64, 4096}) {
    for (size_t most = 0; most < size + 2; ++most) {
      WireWriter out(capacity, most);
      Write(&out);
      EXPECT_EQ(out.size(), size) << most;
      EXPECT_EQ(out.complete(), most >= size) << most;
      if (out.complete()) {
        EXPECT_EQ(Written(std::move(out)), want);
      }
    }
  }
}

}  // namespace
}  // namespace loom
