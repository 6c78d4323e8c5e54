// SPDX-License-Identifier: Apache-2.0
#include "expression/selected_keys.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "grammar/parser.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

// "a@8 b@20", with " and all" if the variable is used as a whole.
std::string Selected(absl::string_view text) {
  auto expr = ParseExpr(text, {.native = true});
  if (!expr.ok()) return std::string(expr.status().message());
  const SelectedKeys selected = SelectedKeys::Of(**expr, "required");
  return absl::StrCat(
      absl::StrJoin(selected.keys, " ",
                    [](std::string* out, const SelectedKeys::Key& key) {
                      absl::StrAppend(out, key.name, "@", key.offset);
                    }),
      selected.whole ? " and all" : "");
}

TEST(SelectedKeys, AreThoseThatStandInTheExpression) {
  const struct {
    const char* reason;
    const char* expression;
    const char* want;
  } tests[] = {
      {"A field, and what is below it.", "required.vpc.status.id", "vpc@8"},
      {"An optional one.", "required.?vpc.status", "vpc@8"},
      {"In brackets.", "required['main-net'][0]", "main-net@8"},
      {"Optional, in brackets.", "required[?'vpc']", "vpc@8"},
      {"Whether it is there.", "has(required.vpc)", "vpc@0"},
      {"The same in another way.", "'vpc' in required", "vpc@6"},
      {"The global name.", ".required.vpc", "vpc@9"},
      {"Two, one of them in a macro.", "required.a.map(x, x == required.b)",
       "a@8 b@31"},
      {"Other variables.", "observed.required.a + a.required", ""},
      {"As a key of another.", "observed[required.a]", "a@17"},

      {"A key that is computed.", "required[composite.name]", " and all"},
      {"As an argument.", "size(required)", " and all"},
      {"As a range.", "required.all(k, k != 'a')", " and all"},
      {"A key and the whole.", "required == {} || required.a == 1",
       "a@26 and all"},

      {"The variable of a macro hides it.", "[1].map(required, required.a)",
       ""},
      {"… but not in its range.", "[required.a].map(required, required.b)",
       "a@9"},
      {"… nor by its global name.", "[1].map(required, .required.a)", "a@27"},
      {"It hides it below other macros, too.",
       "[1].map(required, [2].map(x, required.a))", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Selected(test.expression), test.want);
  }
}

}  // namespace
}  // namespace loom
