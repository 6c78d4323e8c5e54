// SPDX-License-Identifier: Apache-2.0
#include "wire/writer.h"

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

}  // namespace
}  // namespace loom
