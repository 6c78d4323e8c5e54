// SPDX-License-Identifier: Apache-2.0
#include "data/go/text.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(UnicodeClass, IsNamedAsInRe2) {
  struct {
    const char* reason;
    const char* name;
    const char* want;
  } tests[] = {
      {"A category.", "Lu", "Lu"},
      {"A script.", "Greek", "Greek"},
      {"Everything.", "Any", "Any"},
      {"The long name of a category.", "Lowercase_Letter", "Ll"},
      {"A longer name for a class of Perl.", "digit", "Nd"},
      {"In small letters.", "greek", "Greek"},
      {"In capitals, and with blanks.", " LU ", "Lu"},
      {"What nobody knows.", "foo", "Foo"},
      {"Nothing.", "", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ClassInRe2(test.name), test.want);
  }
}

}  // namespace
}  // namespace loom
