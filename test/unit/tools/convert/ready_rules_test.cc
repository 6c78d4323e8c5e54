// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/ready_rules.h"

#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "test/testing/brief.h"
#include "test/unit/tools/yaml/edited.h"
#include "tools/convert/section_lines.h"

namespace loom {
namespace {

constexpr char kHead[] =
    "apiVersion: autoready.fn.crossplane.io/v1beta1\nkind: Input\n";

// The section that an input becomes.
std::string Readiness(Edited* edited) {
  SectionLines lines(edited->edit, 0);
  lines.AddAutoReady(edited->edit.ValueAt({}), {}, {});
  return Written(
      *Find(Tree(std::move(lines).Finish(""), &edited->pool), "readiness"));
}

TEST(ReadyRules, BecomeKinds) {
  Edited edited(absl::StrCat(kHead,
                             "celHealthCheckCustomization:\n"
                             "  example.org_v1_Db: object.status.ok "
                             "== true\n"
                             "  _v1_Pod: 'true'\n"
                             "  example.org_Db: 'true'\n"
                             "  a_v1_B: object.status.ok\n"
                             "  a_v1_C: string(object.a) == 'x'\n"));
  const ReadyRules rules = ReadReadyRules(edited.edit.ValueAt({}), {"input"});
  EXPECT_FALSE(rules.refusal.has_value());
  EXPECT_EQ(Readiness(&edited),
            "kinds:\n"
            "- apiVersion: example.org/v1\n  kind: Db\n"
            "  readyWhen: object.status.ok == true\n"
            "- apiVersion: v1\n  kind: Pod\n  readyWhen: \"true\"\n"
            "- apiVersion: a/v1\n  kind: B\n  readyWhen: object.status.ok\n"
            "- apiVersion: a/v1\n  kind: C\n"
            "  readyWhen: string(object.a) == 'x'\n");
  EXPECT_EQ(
      absl::StrJoin(Texts(rules.notes), "\n"),
      "input.celHealthCheckCustomization.example.org_Db: the rule is left out: "
      "its key does not name a kind\ninput.celHealthCheckCustomization.a_v1_B: "
      "the rule is used; function-auto-ready skips it, because its result may "
      "not be a boolean\ninput.celHealthCheckCustomization.a_v1_C: string() "
      "writes a million from an object as 1000000; before, it was "
      "1e+06\ninput.celHealthCheckCustomization: these rules are used, and one "
      "that fails is FATAL; function-auto-ready reads them only with its "
      "feature gate CELHealthcheckCustomizations, and only warns");
}

TEST(ReadyRules, AreNoneWithoutAnInput) {
  Pool pool;
  EXPECT_TRUE(ReadReadyRules(nullptr, {}).kinds.empty());
  const std::string text = absl::StrCat(kHead, "ttl: 5m\n");
  Edited edited(text);
  EXPECT_EQ(Readiness(&edited), "{}\n");
  const Value input = Tree(text, &pool);
  EXPECT_TRUE(ReadReadyRules(&input, {}).notes.empty());
}

TEST(ReadyRules, ThatHaveNoPlaceKeepTheStep) {
  const struct {
    const char* reason;
    const char* members;
    const char* refusal;
  } tests[] = {
      {"from the context", "celHealthCheckCustomizationFrom: a.b",
       "input.celHealthCheckCustomizationFrom: the rules that it takes from "
       "the context (celHealthCheckCustomizationFrom) cannot be part of the "
       "native input"},
      {"another meaning",
       "celHealthCheckCustomization: {a_v1_B: object.n * 2.0 > 1.0}",
       "input.celHealthCheckCustomization.a_v1_B: the rule a_v1_B: 1:10: in "
       "the native input, numbers without a fraction are integers; write "
       "double(…) around each of them, which works in both inputs"},
      {"a mistake", "tll: 5m",
       "input: function-auto-ready refuses its input: unknown tll (ttl?)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Value input = Tree(absl::StrCat(kHead, test.members), &pool);
    const ReadyRules rules = ReadReadyRules(&input, {"input"});
    ASSERT_TRUE(rules.refusal.has_value());
    EXPECT_EQ(Brief(Texts({*rules.refusal})[0]), test.refusal);
  }
}

}  // namespace
}  // namespace loom
