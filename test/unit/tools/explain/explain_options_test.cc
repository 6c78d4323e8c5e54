// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "tools/explain/explain_command.h"
#include "tools/provenance/graph.h"

namespace loom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ExplainOptions, TakesTheFlagsOfRenderAndItsOwn) {
  auto options = ParseExplainOptions({"xr", "c", "-e", "required", "--at", "a",
                                      "--at=b", "--output", "json", "--full",
                                      "--against", "before", "-o", "observed"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_THAT(options->view.at, ElementsAre("a", "b"));
  EXPECT_TRUE(options->view.full);
  EXPECT_EQ(options->output, ExplainOptions::Output::kJson);
  EXPECT_EQ(options->against, "before");
  EXPECT_EQ(options->render.composite, "xr");
  EXPECT_EQ(options->render.composition, "c");
  EXPECT_THAT(options->render.observed, ElementsAre("observed"));
}

TEST(ExplainOptions, FilesMayFollowTheEndOfFlags) {
  auto options = ParseExplainOptions({"--full", "--", "xr", "--c"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_TRUE(options->view.full);
  EXPECT_EQ(options->render.composite, "xr");
  EXPECT_EQ(options->render.composition, "--c");
}

TEST(ExplainOptions, TellsWhatIsWrong) {
  struct Case {
    const char* reason;
    std::vector<std::string> arguments;
    const char* want;
  };
  const Case kCases[] = {
      {"no files",
       {},
       "missing argument: XR\n  usage: function-loom explain XR COMPOSITION "
       "[FUNCTIONS]"},
      {"a slip of a flag of its own",
       {"xr", "c", "--agianst", "f"},
       "unknown flag --agianst\n  (--against?) `function-loom explain --help` "
       "lists all"},
      {"a slip of a flag of render",
       {"xr", "c", "--timeuot", "f"},
       "(--timeout?) `function-loom explain --help` lists all"},
      {"an unknown flag", {"xr", "c", "--ful"}, "unknown flag --ful"},
      {"an unknown format",
       {"xr", "c", "--output", "svg"},
       "expected one of text"},
      {"a flag without its value", {"xr", "c", "--at"}, "--at"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_THAT(Brief(ParseExplainOptions(c.arguments).status().message()),
                HasSubstr(c.want));
  }
}

TEST(ExplainOptions, HasHelpOfOneScreen) {
  auto options = ParseExplainOptions({"-h"});
  ASSERT_TRUE(options.ok());
  EXPECT_TRUE(options->help);
  EXPECT_THAT(HelpText(ExplainHelp()), HasSubstr("--against"));
}

TEST(ExplainHelp, NamesEverythingThatAtSelects) {
  int found = 0;
  for (const Flag& flag : ExplainHelp().flags) {
    if (flag.names.back() != "--at") continue;
    for (const auto& [owner, title] : kOtherOwners) {
      EXPECT_THAT(flag.description, HasSubstr(absl::StrCat(" ", owner, ".")));
    }
    ++found;
  }
  EXPECT_EQ(found, 1);
}

}  // namespace
}  // namespace loom
