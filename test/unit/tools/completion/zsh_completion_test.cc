// SPDX-License-Identifier: Apache-2.0
// test/suites/completion/run tries the script in the shell itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/completion/pages.h"
#include "tools/completion/scripts.h"

namespace loom {
namespace {

using testing::HasSubstr;

TEST(ZshCompletion, OffersCommandsFlagsAndWords) {
  std::string script = ZshCompletion(SmallPages());
  for (const char* part : {
           R"('lint:find it'\''s mistakes')",
           R"('*--output=[How\: \[as\] it'\''s.]: :(text json)' \)",
           R"('*-s+[CRDs.]:PATH:_files' \)",
           R"('*--schemas=[CRDs.]:PATH:_files' \)",
           R"('*-q[Less.]' \)",
           R"('*--wait=[How long.]:DURATION: ' \)",
           R"('*--trace[More.]' \)",
           R"('1: :(serve lint)' ;;)",
       }) {
    EXPECT_THAT(script, HasSubstr(part));
  }
}

}  // namespace
}  // namespace loom
