// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/inline_text.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "language/cel/values/tree_value.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"

namespace loom {
namespace {

std::string Reported(const absl::StatusOr<std::vector<InlinePart>>& parts) {
  if (!parts.ok()) return std::string(parts.status().message());
  std::string reported;
  for (const InlinePart& part : *parts) {
    absl::StrAppend(&reported, reported.empty() ? "" : " ",
                    part.is_expression ? "<" : "", part.text,
                    part.is_expression ? ">" : "", "@", part.offset);
  }
  return reported;
}

TEST(PartsOf, ExpressionsEndAtTheBraceThatClosesThem) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"Words alone.", "a b", "a b@0"},
      {"One expression.", "${a}", "<a>@2"},
      {"Words around it.", "x-${a}-y", "x-@0 <a>@4 -y@6"},
      {"Two of them.", "${a}${b}", "<a>@2 <b>@6"},
      {"A dollar that is none.", "5$ {a}", "5$ {a}@0"},
      {"What is escaped.", "$${a} ${b}", "${a} @0 <b>@8"},
      {"A map.", "${{'a': {'b': 1}}}", "<{'a': {'b': 1}}>@2"},
      {"Braces in texts.", "${'}{' + \"}\"}", "<'}{' + \"}\">@2"},
      {"A quote that is escaped.", R"(${'\'}'})", R"(<'\'}'>@2)"},
      {"A backslash in a raw text.", R"(${r'\' + '}'})", R"(<r'\' + '}'>@2)"},
      {"A text in three quotes.", "${'''it's }'''}", "<'''it's }'''>@2"},
      {"A comment.", "${a // }\n}", "<a // }\n>@2"},
      {"It has no end.", "x ${a", "1:3: this ${ is not closed; add a }"},
      {"Nor has its text.", "${'a}", "1:1: this ${ is not closed; add a }"},
      {"On the second line.", "x\n${a", "2:1: this ${ is not closed; add a }"},
      {"Nothing.", "", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Reported(PartsOf(test.text)), test.want);
  }
}

// Gives every name the same object.
class InlineNames final : public CelVariables {
 public:
  CelValue Get(int, CelContext* context) override {
    return FromTree(object_, context);
  }

 private:
  Value object_ = Json(
      R"({"n": 2, "half": 1.5, "big": 12345678, "s": "x", "t": true,
          "l": [1, "a"], "none": null})");
};

// The value as JSON, "none", or what is wrong.
std::string EvaluatedInline(absl::string_view text) {
  AuthorInput input(absl::StrCat("\"", text, "\""), Dialect::kNative);
  auto read = InlineText::Read(input.root(), kNamesOfRequest);
  if (!read.has_value()) return input.problems();
  InlineNames names;
  Pool pool;
  auto value = read->OptionalTree(&names, &pool);
  if (!value.ok()) return Plain(value.status()).ToString();
  return value->has_value() ? *CompactJson(**value) : "none";
}

TEST(InlineText, HasTheValueOfItsExpressions) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"A number stays one.", "${composite.n}", "2"},
      {"A list, too.", "${composite.l}", R"([1,"a"])"},
      {"And null.", "${composite.none}", "null"},
      {"In a text whole numbers have no point.",
       "a-${composite.n}-${composite.big}", R"("a-2-12345678")"},
      {"A quotient that is whole has none either.", "a-${4.0 / 2.0}",
       R"("a-2")"},
      {"A fraction has its digits.", "a-${composite.half}", R"("a-1.5")"},
      {"Texts and bools.", "${composite.s}${composite.t}", R"("xtrue")"},
      {"A blank makes a text of it.", " ${composite.n}", R"(" 2")"},
      {"What is absent and may be.", "${composite.?gone}", "none"},
      {"In a text, too.", "a-${composite.?gone}", "none"},
      {"A list is no part of a text.", "a-${composite.l}",
       "FAILED_PRECONDITION: expected a string, number or boolean inside a "
       "string, "
       "got a list"},
      {"What is not there yet.", "a-${composite.gone}",
       "NOT_FOUND: 1:14: composite.gone: no such key"},
      {"A mistake has its place in the text.", "ä-${xr.spec}",
       "Invalid value: 1:5: unknown name \"xr\"; write composite"},
      {"A shell's.", "cd ${HOME:-}",
       "Invalid value: 1:10: expected an operator or the end, got \":\"; write "
       "$${ "
       "if ${ is "
       "meant literally"},
      {"All mistakes are reported.", "${a}-${b}",
       "Invalid value: 1:3: unknown name \"a\"; there are composite, context, "
       "desired, environment, observed, values; Invalid value: 1:8: unknown "
       "name \"b\"; there are composite, context, desired, environment, "
       "observed, values"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(EvaluatedInline(test.text), test.want);
  }
}

}  // namespace
}  // namespace loom
