// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/completion/pages.h"
#include "tools/completion/scripts.h"

namespace loom {
namespace {

using testing::HasSubstr;

TEST(Manual, HasEachCommandWithItsFlags) {
  std::string page = Manual(SmallPages());
  for (const char* part : {
           "\\fBfunction\\-loom serve\\fR [\\fIflags\\fR]\n.br\n",
           "\\fBfunction\\-loom lint\\fR FILE... [\\fIflags\\fR]\n",
           ".SS \"lint\"\n.PP\nFinds.\n.PP\n.RS 2\n.EX\nlint a.yaml\n",
           "lint b.yaml\n.EE\n.RE\n.PP\nMistakes.\n",
           ".TP\n\\fB\\-s\\fR, \\fB\\-\\-schemas\\fR \\fIPATH\\fR\nCRDs.\n",
           ".TP\n.B 2\nnot linted\n",
       }) {
    EXPECT_THAT(page, HasSubstr(part));
  }
}

TEST(Manual, TextIsNoRequestOfRoff) {
  std::vector<HelpPage> pages = {
      {.line = {"weave", ""}, .text = ".so a\\b\n'c\n"}};
  EXPECT_THAT(Manual(pages), HasSubstr("\n\\&.so a\\eb\n\\&'c\n"));
}

}  // namespace
}  // namespace loom
