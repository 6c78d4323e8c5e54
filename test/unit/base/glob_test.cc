// SPDX-License-Identifier: Apache-2.0
#include "base/glob.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(Glob, Matches) {
  struct {
    const char* reason;
    const char* pattern;
    const char* text;
    bool want;
  } tests[] = {
      {"Without a star only the text itself matches.", "a.b", "a.b", true},
      {"A longer text does not.", "a.b", "a.bc", false},
      {"A star is any run of characters.", "*", "sql.example.org", true},
      {"Also an empty one.", "*", "", true},
      {"What stands behind it ends the text.", "*.example.org",
       "sql.example.org", true},
      {"The dot is part of what stands behind it.", "*.example.org",
       "example.org", false},
      {"What stands before it begins the text.", "sql.*", "sql.example.org",
       true},
      {"And nothing else does.", "sql.*", "mysql.example.org", false},
      {"Stars may stand on both sides.", "*sql*", "postgresql.example.org",
       true},
      {"The end is bound to the last occurrence.", "*.org.b*.org",
       "a.org.b.org.c.org", true},
      {"Beginning and end do not overlap.", "aba*aba", "aba", false},
      {"A middle that is missing does not match.", "a*b*c", "a-c", false},
      {"An empty pattern matches the core group.", "", "", true},
      {"And no other.", "", "apps", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(GlobMatches(test.pattern, test.text), test.want);
  }
}

}  // namespace
}  // namespace loom
