// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/expression_reads.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

std::string ReportedExpressionReads(const ExpressionRead& read) {
  std::string text = read.name;
  for (const Segment& segment : read.path) {
    absl::StrAppend(
        &text, "/",
        segment.is_index ? absl::StrCat(segment.index) : segment.field);
  }
  return absl::StrCat(text, read.is_open ? "/?" : "",
                      read.is_optional ? " (optional)" : "");
}

TEST(ExpressionReads, AreWhatStandsInTheText) {
  struct Case {
    const char* reason;
    const char* expression;
    const char* want;
  };
  const Case kCases[] = {
      {"in their order", "composite.spec.b + environment.a",
       " composite/spec/b environment/a"},
      {"each once", "object.a > 0 && object.a < 9", " object/a"},
      {"optional members", "item.?public.orValue(false)",
       " item/public (optional)"},
      {"what has() asks for", "has(composite.spec.x)",
       " composite/spec/x (optional)"},
      {"optional keys", "composite.spec[?'x'] == optional.none()",
       " composite/spec/x (optional)"},
      {"asked for and then read",
       "has(composite.spec.x) ? composite.spec.x : composite.spec.y",
       " composite/spec/x (optional) composite/spec/y"},
      {"literal keys and indexes",
       "composite.metadata.labels['a.b/c'] + item[0]",
       " composite/metadata/labels/a.b/c item/0"},
      {"a key that is computed", "observed.resources['a-' + key].resource.x",
       " key observed/resources/?"},
      {"arguments of functions", "math.greatest(1, composite.spec.n)",
       " composite/spec/n"},
      {"the object of a method", "composite.spec.name.size()",
       " composite/spec/name"},
      {"a macro has names of its own",
       "composite.spec.zones.map(z, z.name + key)",
       " composite/spec/zones key"},
      {"its range has them not", "item.map(item, item.a)", " item"},
      {"the names end with the macro", "[1].map(item, item) == item.a",
       " item/a"},
      {"a name with a point in front is none of the macro",
       "[1].map(item, .item.a)", " item/a"},
      {"a binding", "cel.bind(x, composite.a, x.b + item)",
       " composite/a item"},
      {"a negative index is none", "item[-1]", " item/?"},
      {"nothing", "1 + 2", ""},
      {"no expression", "composite.", ""},
  };
  for (const Case& c : kCases) {
    std::string reported;
    for (const ExpressionRead& read : ReadsOf(c.expression)) {
      absl::StrAppend(&reported, " ", ReportedExpressionReads(read));
    }
    EXPECT_EQ(reported, c.want) << c.reason;
  }
}

TEST(ExpressionReads, KnowWhatAMacroGoesThrough) {
  const struct {
    const char* reason;
    const char* expression;
    bool want;
  } tests[] = {
      {"Of a map the macro sees the keys.",
       "observed.resources.filter(n, n != 'a')", true},
      {"Inside another macro, too.",
       "observed.resources.filter(n, true).map(n, n)", true},
      {"With two variables it sees the values.",
       "observed.resources.all(n, r, has(r.resource))", false},
      {"A binding is the whole value.", "cel.bind(x, observed.resources, x)",
       false},
      {"It is read elsewhere, too.",
       "observed.resources.exists(n, true) && observed.resources == {}", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const auto reads = ReadsOf(test.expression);
    ASSERT_EQ(reads.size(), 1u);
    EXPECT_EQ(reads[0].is_range, test.want);
  }
}

TEST(ExpressionReads, MayBeAll) {
  struct Case {
    const char* reason;
    const char* expression;
    const char* want;
  };
  const Case kCases[] = {
      {"a name", "composite", "composite"},
      {"members", "composite.spec['zones'][0]", "composite/spec/zones/0"},
      {"a computed key", "composite.spec[key]", ""},
      {"something is done with it", "composite.spec.zones.filter(z, z.a)", ""},
      {"a literal", "['a']", ""},
      {"no expression", "composite.", ""},
  };
  for (const Case& c : kCases) {
    std::optional<ExpressionRead> read = OnlyReadOf(c.expression);
    EXPECT_EQ(read.has_value() ? ReportedExpressionReads(*read) : "", c.want)
        << c.reason;
  }
}

TEST(ComparisonsOf, ListsReadsAndLiterals) {
  const struct {
    const char* reason;
    const char* expression;
    const char* want;
  } tests[] = {
      {"A read and a literal.", "composite.spec.a == 'b'",
       "composite/spec/a == 1"},
      {"The other way round.", "'b' != composite.spec.a",
       "composite/spec/a != 1"},
      {"A list.", "item.a in ['b', 'c'] || false", "item/a in 2"},
      {"With a default.", "composite.spec.?a.orValue('') == 'b'",
       "composite/spec/a (optional) == 1"},
      {"The default is what it is compared with.",
       "composite.spec.?a.orValue('b') == 'b'", ""},
      {"Another type of number is equal.",
       "composite.spec.?a.orValue(1) == 1.0", ""},
      {"An optional value is no value.", "composite.spec.?a == 'b'", ""},
      {"What has() returns is no field.", "has(composite.spec.a) == true", ""},
      {"A computed key.", "composite.spec[key] == 'b'", ""},
      {"Variables of macros.", "composite.spec.l.exists(x, x.a == 'b')", ""},
      {"Two reads.", "composite.spec.a == composite.spec.b", ""},
      {"A list that is read.", "'a' in composite.spec.b", ""},
      {"A list with an optional element.", "item.a in ['b', ?item.b]", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string reported;
    for (const ExpressionComparison& each : ComparisonsOf(test.expression)) {
      absl::StrAppend(&reported, ReportedExpressionReads(each.read), " ",
                      each.sign, " ", each.literals.size());
    }
    EXPECT_EQ(reported, test.want);
  }
}

TEST(RefusedBy, ListsWhatMustNotExist) {
  const struct {
    const char* reason;
    const char* expression;
    const char* want;
  } tests[] = {
      {"A key.", "!('a' in observed.resources)", "observed/resources/a"},
      {"A field.", "!has(observed.resources.a)",
       "observed/resources/a (optional)"},
      {"An optional value.", "!observed.resources.?a.hasValue()",
       "observed/resources/a (optional)"},
      {"One of several.", "item.b && !('a' in observed.resources)",
       "observed/resources/a"},
      {"Another may do instead.", "item.b || !('a' in observed.resources)", ""},
      {"It must exist.", "'a' in observed.resources", ""},
      {"Something else must not be true.", "!item.b", ""},
      {"Any key.", "!(key in observed.resources)", ""},
      {"It cannot be read.", "!('a' in", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string reported;
    for (const ExpressionRead& read : RefusedBy(test.expression)) {
      absl::StrAppend(&reported, ReportedExpressionReads(read));
    }
    EXPECT_EQ(reported, test.want);
  }
}

TEST(DefaultsIn, ListsWhatHasAResultWithoutAValue) {
  const struct {
    const char* reason;
    const char* expression;
    const char* condition;
    const char* other;
  } tests[] = {
      {"has().", "has(object.a)", "object/a (optional)", "object/a (optional)"},
      {"An optional key.", "object.a[?'b'] == optional.none()",
       "object/a/b (optional)", "object/a/b (optional)"},
      {"What in looks for.", "'a' in observed.resources",
       "observed/resources/a", "observed/resources/a"},
      {"The same in a branch.", "item.b ? 'a' in object.c : false",
       "object/c/a", "object/c/a"},
      {"No default.", "object.a == 'b'", "", ""},
      {"A key that is computed.", "item.b in object.a", "", ""},
      {"True without it.", "!has(object.a)", "", "object/a (optional)"},
      {"One of several.", "item.b || !('a' in object.c)", "", "object/c/a"},
      {"A default that is true.", "object.?a.orValue(true) && item.b", "",
       "object/a (optional)"},
      {"The same for a part of a comparison.",
       "object.?a.orValue(true) == false", "object/a (optional)",
       "object/a (optional)"},
      {"Of an element.", "object.l.filter(i, has(i.b)).size() > 0",
       "object/l/? (optional)", "object/l/? (optional)"},
      {"Of an element of a list with a default.",
       "object.?l.orValue([]).map(i, i.?b.orValue(1))",
       "object/l (optional)object/l/? (optional)",
       "object/l (optional)object/l/? (optional)"},
      {"What in looks for in an element.", "object.l.exists(i, 'a' in i.b)",
       "object/l/?", "object/l/?"},
      {"True without it, in an element.", "object.l.all(i, !has(i.b))", "",
       "object/l/? (optional)"},
      {"Of the value of two variables.",
       "object.l.transformList(k, v, has(v.b), has(k.c))",
       "object/l/? (optional)", "object/l/? (optional)"},
      {"Of a constant.", "[1].exists(i, has(i.b))", "", ""},
      {"A variable that has the name of an outer one.",
       "object.l.all(i, [{}].all(i, has(i.b)))", "", ""},
      {"False without it.", "!!has(object.a)", "object/a (optional)",
       "object/a (optional)"},
      {"It cannot be read.", "has(", "", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    for (const bool is_condition : {true, false}) {
      std::string reported;
      for (const ExpressionRead& read :
           DefaultsIn(test.expression, is_condition)) {
        absl::StrAppend(&reported, ReportedExpressionReads(read));
      }
      EXPECT_EQ(reported, is_condition ? test.condition : test.other);
    }
  }
}

TEST(NeedsOf, ListsWhatTheValueDependsOn) {
  const struct {
    const char* reason;
    const char* expression;
    const char* want;
  } tests[] = {
      {"Operands.", "object.a + object.b", "object/a object/b "},
      {"Up to the optional field.", "object.a.?b.c", "object/a "},
      {"has() needs what is before.", "has(object.a.b)", "object/a "},
      {"An optional key.", "object.a[?'b'].orValue(1)", "object/a "},
      {"A computed key.", "object.a[item.b]", "item/b object/a/? "},
      {"A condition.", "item.a ? object.b : object.c",
       "item/a object/b<item/a object/c<item/a "},
      {"The other operand may decide.", "item.a && object.b",
       "item/a<object/b object/b<item/a "},
      {"A default.", "item.?a.orValue(object.b)",
       "item object/b<item/a (optional) "},
      {"The list may be empty.", "item.l.map(i, object.a + i.b)",
       "item/l object/a<item/l "},
      {"A variable.", "item.l.map(object, object.a)", "item/l "},
      {"It cannot be read.", "has(", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string reported;
    for (const ExpressionNeed& each : NeedsOf(test.expression)) {
      absl::StrAppend(&reported, ReportedExpressionReads(each.read));
      for (const ExpressionRead& guard : each.guards) {
        absl::StrAppend(&reported, "<", ReportedExpressionReads(guard));
      }
      absl::StrAppend(&reported, " ");
    }
    EXPECT_EQ(reported, test.want);
  }
}

TEST(TextsOf, ListsWhatTheValueMayBe) {
  const struct {
    const char* reason;
    const char* expression;
    std::vector<std::string> want;
  } tests[] = {
      {"A literal.", "'fast'", {"fast"}},
      {"Both branches, and not the condition.",
       "composite.spec.mode == 'a' ? 'fast' : 'slow'",
       {"fast", "slow"}},
      {"Conditions in a row.", "a ? 'x' : b ? 'y' : 'z'", {"x", "y", "z"}},
      {"What stands in for a value.",
       "composite.?spec.mode.orValue('slow')",
       {"slow"}},
      {"A part of a text is no text.", "'a-' + composite.spec.mode", {}},
      {"A number is no text.", "3", {}},
      {"It cannot be read.", "'a", {}},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(TextsOf(test.expression), test.want);
  }
}

}  // namespace
}  // namespace loom
