// SPDX-License-Identifier: Apache-2.0
#include "yaml/surprises.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

std::string Found(const char* text) {
  absl::StatusOr<YamlNodes> yaml = YamlNodes::Parse("f", text);
  if (!yaml.ok()) return std::string(yaml.status().message());
  std::string all;
  for (const YamlSurprise& each : FindSurprises(*yaml, yaml->roots()[0])) {
    absl::StrAppend(&all, yaml->LineColumn(each.offset), ": ", each.words,
                    "\n");
  }
  return all;
}

TEST(FindSurprisesTest, TellsWhatIsReadOtherwise) {
  struct Case {
    const char* reason;
    const char* text;
    const char* want;
  };
  const Case kCases[] = {
      {"a boolean as value", "a: y\n", "1:4: y is read as true; quote it\n"},
      {"in a list between brackets", "[Off]",
       "1:2: Off is read as false; quote it\n"},
      {"as key", "on: 1\n", "1:1: the key on is read as \"true\"; quote it\n"},
      {"true is what it looks like", "a: true\nb: False\n", ""},
      {"quotes make text", "'on': \"yes\"\n", ""},
      {"so does a tag", "a: !!str yes\n", ""},
      {"octal", "mode: 0644\n",
       "1:7: 0644 is an octal number and is read as 420; quote it if it is "
       "text\n"},
      {"with a letter", "mode: 0o17\n",
       "1:7: 0o17 is an octal number and is read as 15; quote it if it is "
       "text\n"},
      {"no octal digits: text", "a: 089x\n", ""},
      {"binary", "a: 0b11\n",
       "1:4: 0b11 is a binary number and is read as 3; quote it if it is "
       "text\n"},
      {"underscores", "a: 1_000\n",
       "1:4: 1_000 is read as 1000; quote it if it is text\n"},
      {"beyond 2^53", "a: 9007199254740993\n",
       "1:4: 9007199254740993 is beyond 2^53, so that some read it as "
       "9007199254740992; quote it if all its digits count\n"},
      {"beyond 64 bits", "a: 18446744073709551616\n",
       "1:4: 18446744073709551616 is beyond 2^53, so that some read it as "
       "1.8446744073709552e+19; quote it if all its digits count\n"},
      {"2^53 itself is exact", "a: 9007199254740992\n", ""},
      {"these are text", "a: 1:30\nb: 2024-01-01\nc: 1.5\nd: 0\ne:\n", ""},
      {"a key twice", "a:\n  region: x\n  size: 1\n  region: z\n",
       "4:3: the key region is there twice, the first is at 2:3; the last one "
       "counts\n"},
      {"keys that become equal", "yes: 1\n'true': 2\n",
       "1:1: the key yes is read as \"true\"; quote it\n"
       "2:1: the key true is there twice, the first is at 1:1; the last one "
       "counts\n"},
      {"in other maps", "a: {x: 1}\nb: {x: 1}\n", ""},
      {"merges", "a: &a {x: 1}\nb: {<<: *a, <<: *a}\n", ""},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(Found(c.text), c.want);
  }
}

}  // namespace
}  // namespace loom
