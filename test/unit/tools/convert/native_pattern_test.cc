// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "data/value/object.h"
#include "language/input/input.h"
#include "sections/drop_in/sequencer/sequence_pattern.h"
#include "sections/shared/readiness_checks/name_pattern.h"
#include "tools/convert/sequences.h"

namespace loom {
namespace {

TEST(NativePattern, MatchesWholeNames) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
    bool is_open_union = false;
  } tests[] = {
      {"a name", "net", "net"},
      {"a pattern that is wrapped anyway", "net-.*", "net-.*"},
      {"a beginning", "^net", "net.*"},
      {"an end", "net$", ".*net"},
      {"both", "^net$", "net"},
      {"a union that is taken apart", "a|b", "a.*|.*b", true},
      {"one of three", "a|b|c", "a.*|.*b.*|.*c", true},
      {"a union in a group", "(a|b)-1", "(a|b)-1"},
      {"a bar in a class", "a[|]b", "a[|]b"},
      {"a bracket in a class", "a[]|]b|c", "a[]|]b.*|.*c", true},
      {"a named class", "[[:alpha:]|]x", "[[:alpha:]|]x"},
      {"a bar that is no bar", "a\\|b", "a\\|b"},
      {"a union that says where it stands", "^a$|^b$", "a|b"},
      {"a dollar that is none", "a\\$", ".*a\\$.*"},
      {"a dollar behind a backslash", "a\\\\$", ".*a\\\\"},
      {"flags", "(?i)NET", "(?i)NET"},
      {"flags of all parts", "(?i)a|b", "(?i)a.*|.*b", true},
      {"a quotation", "a\\Q|\\E", ".*(?:^a\\Q|\\E$).*"},
      {"everything", "^", ".*"},
      {"the empty name", "", ""},
      {"the empty name", "^$", ""},
      {"no regular expression", "a(", "a("},
      {"an open class", "a[b", "a[b"},
      {"a backslash that takes the dollar along", "a\\", "a\\$.*"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const NativePattern pattern = NativePatternOf(test.text);
    EXPECT_EQ(pattern.text, test.want);
    EXPECT_EQ(pattern.is_open_union, test.is_open_union);
  }
}

using Names = std::vector<absl::string_view>;

// The names that a pattern matches, as function-sequencer and as the native input
// have it; "refused" if it is no pattern.
std::string AsSequencer(const Value& text, const Names& names, Pool* pool) {
  Problems problems;
  const auto matching =
      SequencePattern::Parse(Input(text, Dialect::kSequencer, &problems))
          .Of(names, pool);
  return matching.ok() ? absl::StrJoin(*matching, " ") : "refused";
}

std::string AsNative(const Value& object, const Names& names, Pool* pool) {
  Problems problems;
  Fields fields(Input(object, Dialect::kNative, &problems));
  const NamePattern pattern = NamePattern::Parse(fields, "resource");
  if (!problems.empty()) return "refused";
  Names matching;
  for (absl::string_view name : names) {
    if (pattern.Matches(name, pool).value()) matching.push_back(name);
  }
  return absl::StrJoin(matching, " ");
}

TEST(NativePattern, MatchesTheSameNames) {
  const Names names = {"a", "a$", "aa",  "aab", "ab",  "aba", "abc", "a|b",
                       "b", "ba", "bab", "bb",  "bca", "c",   "ca",  "cab"};
  const std::vector<std::string> parts = {
      "a",    "b",     "c",     "^",   "$",   "|",
      ".*",   "(a|b)", "\\$",   "\\",  "[b]", "[^a|]",
      "(?i)", "(?:a)", "(^a)?", "\\b", "a?",  "\\Q|\\E"};
  std::mt19937 random(7);
  size_t compared = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (size_t n = 1 + random() % 5; n > 0; --n) {
      text += parts[random() % parts.size()];
    }
    const NativePattern pattern = NativePatternOf(text);
    if (pattern.text.empty()) continue;
    Pool pool;
    Value object = Object();
    Set(object, "resource", Text(pattern.text, &pool), &pool);
    const std::string wanted = AsSequencer(Text(text, &pool), names, &pool);
    ASSERT_EQ(AsNative(object, names, &pool), wanted)
        << text << " became " << pattern.text;
    compared += wanted != "refused";
  }
  EXPECT_GT(compared, 10'000u);
}

}  // namespace
}  // namespace loom
