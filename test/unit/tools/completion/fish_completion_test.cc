// SPDX-License-Identifier: Apache-2.0
// test/suites/completion/run tries the script in the shell itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/completion/pages.h"
#include "tools/completion/scripts.h"

namespace loom {
namespace {

using testing::HasSubstr;

TEST(FishCompletion, OffersCommandsFlagsAndWords) {
  std::string script = FishCompletion(SmallPages());
  for (const char* part : {
           R"(-n __fish_use_subcommand -f -a lint -d 'find it\'s mistakes')",
           R"(from lint' -l output -x -a 'text json' -d 'How: [as] it\'s.')",
           R"(from lint' -s s -l schemas -r -F -d 'CRDs.')",
           R"(from lint' -s q -l quiet -d 'Less.')",
           R"(-n 'not __fish_seen_subcommand_from lint help' -l wait -x -d)",
           R"(from help' -f -a 'serve lint')",
       }) {
    EXPECT_THAT(script, HasSubstr(part));
  }
}

}  // namespace
}  // namespace loom
