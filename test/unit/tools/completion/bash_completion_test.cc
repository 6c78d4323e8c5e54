// SPDX-License-Identifier: Apache-2.0
// test/suites/completion/run tries the script in the shell itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/completion/pages.h"
#include "tools/completion/scripts.h"

namespace loom {
namespace {

using testing::HasSubstr;

TEST(BashCompletion, OffersCommandsFlagsAndWords) {
  std::string script = BashCompletion(SmallPages());
  for (const char* part : {
           "compgen -W 'serve lint help' -- ",
           "    'lint --output') words='text json' ;;\n",
           "    'lint -s'|'lint --schemas') return ;;\n",
           "    'serve --wait') compopt +o default 2>/dev/null; return ;;\n",
           "words='--output -s --schemas -q --quiet --trace'\n",
           "words='serve lint'\n",
       }) {
    EXPECT_THAT(script, HasSubstr(part));
  }
}

}  // namespace
}  // namespace loom
