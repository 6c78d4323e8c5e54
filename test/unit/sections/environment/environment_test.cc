// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/environment.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "crossplane/contract/environment_key.h"
#include "crossplane/contract/outcome.h"
#include "test/testing/fake_answers.h"
#include "test/testing/json.h"

namespace loom {
namespace {

constexpr char kConfigKey[] =
    "obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig/";

// One call: a section, what came in, and what was answered; in the keys of the latter,
// CONFIG stands for kConfigKey.
struct OneCall {
  OneCall(absl::string_view section, Dialect dialect,
          absl::string_view answers_json = "{}",
          absl::string_view incoming_json = "{}")
      : input(section, dialect),
        answers(absl::StrReplaceAll(answers_json, {{"CONFIG", kConfigKey}})),
        composite(Json(R"({"spec": {"region": "eu"}})")),
        incoming(Json(incoming_json)) {
    Fields fields(input.root());
    environment = Environment::Parse(fields, "configs");
    fields.Done();
    EXPECT_EQ(input.problems(), "");
  }

  Asked Ask() {
    return environment.Ask({composite, incoming, nullptr, TestPool()}, {});
  }
  // The merged environment, or the error.
  std::string Merged() {
    Asked asked = Ask();
    if (!asked.failed.ok()) return std::string(asked.failed.message());
    auto merged =
        environment.Merge(std::move(incoming), asked, answers, TestPool());
    return merged.ok() ? ToJson(*merged)
                       : std::string(merged.status().message());
  }

  AuthorInput input;
  FakeAnswers answers;
  Value composite;
  Value incoming;
  Environment environment;
};

constexpr char kSources[] = R"({"configs": [
    {"ref": {"name": "base"}},
    {"type": "Selector", "selector": {"matchLabels": [
        {"key": "region", "valueFromFieldPath": "spec.nope",
         "fromFieldPathPolicy": "Optional"}]}},
    {"type": "Selector", "selector": {"matchLabels": [
        {"key": "region", "valueFromFieldPath": "spec.region"}]}},
    {"ref": {"name": "base"}, "toFieldPath": "again"}]})";

TEST(Environment, AsksUnderKeysThatSpellOutTheQuestion) {
  for (Dialect dialect : {Dialect::kPatchAndTransform, Dialect::kNative}) {
    OneCall call(kSources, dialect);
    Asked asked = call.Ask();
    ASSERT_TRUE(asked.failed.ok()) << asked.failed;
    EXPECT_EQ(
        absl::StrJoin(asked.keys, " ",
                      [](std::string* out, const auto& key) {
                        absl::StrAppend(out, key.value_or("none"));
                      }),
        "obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//base none "
        "list:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//region=eu "
        "obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//base");
    EXPECT_EQ(
        absl::StrJoin(asked.requirements, " ",
                      [](std::string* out, const auto& requirement) {
                        absl::StrAppend(out, requirement.first);
                      }),
        "list:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//region=eu "
        "obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//base");
  }
}

TEST(Environment, KnowsWhenItWasAnswered) {
  constexpr char kOne[] = R"({"configs": [{"ref": {"name": "a"}}]})";
  const struct {
    const char* reason;
    const char* section;
    const char* answers;
    bool want;
  } tests[] = {
      {"Who asks for nothing has every answer.", R"({"configs": []})", "{}",
       true},
      {"An answer without objects is one.", kOne, R"({"CONFIG/a": []})", true},

      {"Nothing was answered.", kOne, "{}", false},
      {"What others asked for was answered.", kOne, R"({"somebody-else": []})",
       false},
      {"The question of the last reconcile was answered.", kOne,
       R"({"CONFIG/b": []})", false},
      {"One of two was answered.",
       R"({"configs": [{"ref": {"name": "a"}}, {"ref": {"name": "b"}}]})",
       R"({"CONFIG/a": []})", false},
  };
  for (const auto& test : tests) {
    for (Dialect dialect : {Dialect::kPatchAndTransform, Dialect::kNative}) {
      SCOPED_TRACE(test.reason);
      OneCall call(test.section, dialect, test.answers);
      Asked asked = call.Ask();
      ASSERT_TRUE(asked.failed.ok()) << asked.failed;
      auto answered = asked.Answered(call.answers);
      ASSERT_TRUE(answered.ok()) << answered.status();
      EXPECT_EQ(*answered, test.want);
    }
  }
}

TEST(Environment, IsIdleOnlyWithoutDefaultsAndList) {
  EXPECT_TRUE(OneCall("{}", Dialect::kPatchAndTransform).environment.idle());
  EXPECT_TRUE(OneCall(R"({"configs": null})", Dialect::kPatchAndTransform)
                  .environment.idle());
  EXPECT_FALSE(OneCall(R"({"configs": []})", Dialect::kPatchAndTransform)
                   .environment.idle());
  EXPECT_FALSE(OneCall(R"({"defaultData": {}})", Dialect::kPatchAndTransform)
                   .environment.idle());
}

TEST(Environment, MergesLowestToHighest) {
  constexpr char kTwo[] =
      R"({"configs": [{"ref": {"name": "a"}}, {"ref": {"name": "b"}}]})";
  const struct {
    const char* reason;
    const char* section;
    const char* answers;
    const char* incoming;
    const char* want;
  } tests[] = {
      {"Nothing gets an identity.", R"({"configs": []})", "{}", "{}", "{}"},
      {"Defaults < what came in < the configs in listed order.",
       R"({"defaultData": {"a": 1, "b": 1, "c": 1, "d": 1},
           "configs": [{"ref": {"name": "x"}}, {"ref": {"name": "y"}}]})",
       R"({"CONFIG/x": [{"data": {"c": 3, "d": 3}}],
           "CONFIG/y": [{"data": {"d": 4}}]})",
       R"({"b": 2, "c": 2, "d": 2})", R"({"a":1,"b":2,"c":3,"d":4})"},
      {"Objects are united, lists and nulls replace.", kTwo,
       R"({"CONFIG/a": [{"data": {"o": {"x": 1}, "l": [1, 2]}}],
           "CONFIG/b": [{"data": {"o": {"y": null}, "l": [3]}}]})",
       "{}", R"({"l":[3],"o":{"x":1,"y":null}})"},
      {"An entry puts its data where it says.",
       R"({"configs": [{"ref": {"name": "x"}, "toFieldPath": "net.eu"}]})",
       R"({"CONFIG/x": [{"data": {"cidr": "::/0"}}]})", R"({"net": {"us": 1}})",
       R"({"net":{"eu":{"cidr":"::/0"},"us":1}})"},
      {"Listed order counts across places, too.",
       R"({"configs": [{"ref": {"name": "x"}, "toFieldPath": "q"},
                       {"ref": {"name": "y"}}]})",
       R"({"CONFIG/x": [{"data": {"k": 1}}],
           "CONFIG/y": [{"data": {"q": {"k": 2}}}]})",
       "{}", R"({"q":{"k":2}})"},
      {"Configs of one place are united …",
       R"({"configs": [{"ref": {"name": "x"}, "toFieldPath": "q.r"},
                       {"ref": {"name": "y"}, "toFieldPath": "q.r"}]})",
       R"({"CONFIG/x": [{"data": {"a": 1}}],
           "CONFIG/y": [{"data": {"b": 1}}]})",
       "{}", R"({"q":{"r":{"a":1,"b":1}}})"},
      {"… but a list replaces a list, so the last that has data counts.",
       R"({"configs": [{"ref": {"name": "x"}, "toFieldPath": "q[0].r"},
                       {"ref": {"name": "y"}, "toFieldPath": "q[0].r"},
                       {"ref": {"name": "z"}, "toFieldPath": "q[0].r"}]})",
       R"({"CONFIG/x": [{"data": {"a": 1}}],
           "CONFIG/y": [{"data": {"b": 1}}],
           "CONFIG/z": [{}]})",
       "{}", R"({"q":[{"r":{"b":1}}]})"},
      {"A config without data, or with null, adds nothing.", kTwo,
       R"({"CONFIG/a": [{}],
           "CONFIG/b": [{"data": null}]})",
       R"({"a": 1})", R"({"a":1})"},
      {"An answer that nobody asked for does not count.",
       R"({"configs": [{"type": "Selector", "selector": {}}]})",
       R"({"environment-config-0": [{"data": {"a": 1}}]})", "{}", "{}"},
      {"What came in and is no object counts as empty.", R"({"configs": []})",
       "{}", R"(["a"])", "{}"},
      {"An Optional reference may find nothing.",
       R"({"configs": [{"ref": {"name": "x"}}],
           "policy": {"resolution": "Optional"}})",
       R"({"CONFIG/x": []})", "{}", "{}"},
      {"Nobody walks a malformed path where nothing was found.",
       R"({"configs": [{"ref": {"name": "x"}, "toFieldPath": "a..b"}],
           "policy": {"resolution": "Optional"}})",
       R"({"CONFIG/x": []})", "{}", "{}"},
      {"… by labels.",
       R"({"configs": [{"type": "Selector", "toFieldPath": "a..b",
           "selector": {"mode": "Multiple", "matchLabels": [
               {"type": "Value", "key": "k", "value": "v"}]}}]})",
       R"({"list:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//k=v":
           []})",
       "{}", "{}"},
      {"… or for a label that is left out.",
       R"({"configs": [{"type": "Selector", "toFieldPath": "a..b",
           "selector": {"matchLabels": [
               {"key": "k", "valueFromFieldPath": "spec.nope",
                "fromFieldPathPolicy": "Optional"}]}}]})",
       "{}", "{}", "{}"},
      {"… or by an entry of a type that the Go function passes over.",
       R"({"configs": [{"type": "Other", "toFieldPath": "a..b"}]})", "{}", "{}",
       "{}"},

      {"A malformed path is named once data goes there.",
       R"({"configs": [{"ref": {"name": "x"}, "toFieldPath": "a..b"}]})",
       R"({"CONFIG/x": [{"data": {"a": 1}}]})", "{}",
       "configs[0].toFieldPath: cannot parse path \"a..b\": unexpected '.' at "
       "position 2"},
      {"A reference that finds nothing is named.",
       R"({"configs": [{"ref": {"name": "x"}}]})", R"({"CONFIG/x": []})", "{}",
       "cannot get selected environment configs: cannot process environment "
       "config \"x\" by reference, \"obj:apiextensions.crossplane.io/v1beta1/"
       "EnvironmentConfig//x\": Required environment config \"x\" not found"},
      {"Data that is no object is none.",
       R"({"configs": [{"ref": {"name": "x"}}]})",
       R"({"CONFIG/x": [
           {"metadata": {"name": "x"}, "data": [1]}]})",
       "{}",
       "cannot merge environment data: cannot get data from environment config "
       "\"x\": data: want an object, got a list"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneCall call(test.section, Dialect::kPatchAndTransform, test.answers,
                 test.incoming);
    std::string want = test.want;
    if (want[0] == '{') {
      Value object = Json(want);
      EnsureIdentity(object, TestPool());
      want = ToJson(object);
    }
    EXPECT_EQ(call.Merged(), want);
  }
}

// Both rounds of a native call: what it asks for, and what it then makes.
TEST(Environment, TakesConfigMapsAndSecrets) {
  constexpr char kSecret[] =
      R"({"type": "Secret", "ref": {"name": "s", "namespace": "team-a"}})";
  constexpr char kOther[] =
      R"({"type": "Secret", "ref": {"name": "s", "namespace": "team-b"}})";
  constexpr char kMap[] = R"({"type": "ConfigMap", "ref": {"name": "m",
      "namespaceFromFieldPath": "metadata.namespace"}})";
  const struct {
    const char* reason;
    std::string section;
    const char* answers;
    const char* asked;
    const char* want;  // beside the identity, or the error
  } tests[] = {
      {"In listed order, like others.",
       absl::StrCat(R"({"configs": [)", kSecret, ",", kMap, "]}"),
       R"({"obj:v1/Secret/team-a/s": [{"data": {"a": "YW5u", "b": "YW5u"}}],
           "obj:v1/ConfigMap/team-a/m": [{"data": {"b": "YW5u"}}]})",
       "obj:v1/ConfigMap/team-a/m obj:v1/Secret/team-a/s",
       R"({"a":"ann","b":"YW5u"})"},
      {"One that is missing is named.",
       absl::StrCat(R"({"configs": [)", kMap, "]}"),
       R"({"obj:v1/ConfigMap/team-a/m": []})", "obj:v1/ConfigMap/team-a/m",
       "cannot get selected environment configs: cannot process ConfigMap "
       "\"m\" by reference, \"obj:v1/ConfigMap/team-a/m\": Required ConfigMap "
       "\"m\" not found"},
      {"… unless it may be.",
       absl::StrCat(R"({"policy": {"resolution": "Optional"}, "configs": [)",
                    kMap, "]}"),
       R"({"obj:v1/ConfigMap/team-a/m": []})", "obj:v1/ConfigMap/team-a/m",
       "{}"},
      {"What may not be read is not asked for; the others are.",
       absl::StrCat(R"({"configs": [)", kOther, ",", kMap, "]}"), "{}",
       "obj:v1/ConfigMap/team-a/m",
       "cannot build requirements: configs[0]: not allowed by the secret "
       "policy (v1 Secret team-b/s); to allow it, set "
       "--reference-secrets=Allow (and --reference-cross-namespace=Allow for "
       "another namespace), and do not set security.secrets"},
      {"… which is no error of Optional ones.",
       absl::StrCat(R"({"policy": {"resolution": "Optional"}, "configs": [)",
                    kOther, "]}"),
       "{}", "", "{}"},
  };
  const AccessPolicy flags;
  const AccessPolicy* const policies[] = {&flags};
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneCall call(test.section, Dialect::kNative, test.answers);
    call.composite = Json(R"({"metadata": {"namespace": "team-a"}})");
    const Asked asked = call.environment.Ask(
        {call.composite, call.incoming, nullptr, TestPool()}, policies);
    EXPECT_EQ(absl::StrJoin(asked.requirements, " ",
                            [](std::string* out, const auto& requirement) {
                              absl::StrAppend(out, requirement.first);
                            }),
              test.asked);
    std::string got = std::string(asked.failed.message());
    if (asked.failed.ok()) {
      auto merged = call.environment.Merge(std::move(call.incoming), asked,
                                           call.answers, TestPool());
      got = merged.ok() ? ToJson(*merged)
                        : std::string(merged.status().message());
    } else {
      EXPECT_EQ(ReasonOf(asked.failed), "ReferenceNotAllowed");
    }
    std::string want = test.want;
    if (want[0] == '{') {
      Value object = Json(want);
      EnsureIdentity(object, TestPool());
      want = ToJson(object);
    }
    EXPECT_EQ(got, want);
  }
}

}  // namespace
}  // namespace loom
