// SPDX-License-Identifier: Apache-2.0
#include "sections/drop_in/sequencer/sequence_pattern.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/testing/json.h"

namespace loom {
namespace {

std::string Matching(const char* json, const Rules& rules) {
  static const std::vector<absl::string_view> kNames = {
      "", "a", "a+b", "a-1", "a.b", "axb", "b-a", "net", "net-1", "sub-net"};
  Problems problems;
  Value value = Json(json);
  auto pattern = SequencePattern::Parse(Input(value, rules, &problems));
  if (!problems.empty()) return problems.Joined();
  Pool pool;
  auto names = pattern.Of(kNames, &pool);
  if (!names.ok()) return std::string(names.status().message());
  return absl::StrJoin(*names, " ");
}

TEST(SequencePattern, NamesResourcesAsTheGoFunctionDoes) {
  const struct {
    const char* reason;
    const char* pattern;
    const char* want;
  } tests[] = {
      {"a name", R"("net")", "net"},
      {"an expression of the whole name", R"("net-.*")", "net-1"},
      {"^ opens the end", R"("^net")", "net net-1"},
      {"$ opens the beginning", R"("net$")", "net sub-net"},
      {"both are as they are written", R"("^net$")", "net"},
      {"an alternative is open on one side each", R"("a-|b")",
       "a+b a-1 a.b axb"},
      {"a name with a special character is an expression", R"("a.b")",
       "a+b a.b axb"},
      {"and may not match itself", R"("a+b")", ""},
      {"null is the empty name", "null", ""},
      {"flags", R"("(?i)NET")", "net"},
      {"a name that nothing has", R"("gone")", ""},
      {"no expression", R"("a(")",
       "cannot compile regex a(: Invalid value: \"^a($\": invalid regexp: "
       "missing ): ^a($"},
      {"no text", "7", "Invalid value: expected a string, got a number"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Matching(test.pattern, RulesOf(Dialect::kSequencer)), test.want)
        << test.reason;
  }
}

TEST(SequencePattern, LintTellsWhatIsNoExpressionAtOnce) {
  EXPECT_EQ(Matching(R"("a(")", StrictRulesOf(Dialect::kSequencer)),
            "Invalid value: \"^a($\": invalid regexp: missing ): ^a($");
}

}  // namespace
}  // namespace loom
