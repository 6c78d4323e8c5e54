// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/environment.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "crossplane/contract/environment_key.h"
#include "test/testing/json.h"
#include "test/unit/sections/environment/one_section.h"

namespace loom {
namespace {

constexpr char kConfigKey[] =
    "obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig/";

// One call: a section, what came in, and what was answered; in the keys of the latter,
// CONFIG stands for kConfigKey. The section of a drop-in input is its `spec`, with
// `configs` for environmentConfigs.
struct OneCall {
  OneCall(absl::string_view section, Dialect dialect,
          absl::string_view answers = "{}", absl::string_view incoming = "{}",
          absl::string_view composite = R"({"spec": {"region": "eu"}})",
          absl::string_view more = "")
      : input(Written(section, dialect, more), dialect),
        call(composite, incoming,
             absl::StrReplaceAll(answers, {{"CONFIG", kConfigKey}})) {
    Fields fields(input.root());
    environment = dialect == Dialect::kNative
                      ? Environment::ParseNative(fields)
                      : Environment::ParseDropIn(fields);
    fields.Done();
    EXPECT_EQ(input.problems(), "");
  }

  static std::string Written(absl::string_view section, Dialect dialect,
                             absl::string_view more) {
    return dialect == Dialect::kNative
               ? absl::StrCat(R"({"environment": )", section, more, "}")
               : absl::StrCat(
                     R"({"spec": )",
                     absl::StrReplaceAll(
                         section, {{"\"configs\"", "\"environmentConfigs\""}}),
                     "}");
  }

  // The merged environment, or the error.
  std::string Merged() {
    const std::string error = call.Run(*environment);
    return error.empty() ? call.ContextAt(kEnvironmentKey) : error;
  }

  AuthorInput input;
  OneSection call;
  std::unique_ptr<const Section> environment;
};

// The same as JSON, with the identity of an environment; an error unchanged.
std::string WithIdentity(absl::string_view json) {
  if (json[0] != '{') return std::string(json);
  Value object = Json(json);
  EnsureIdentity(object, TestPool());
  return ToJson(object);
}

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
    EXPECT_EQ(call.call.Run(*call.environment), "");
    EXPECT_EQ(
        call.call.Asked(),
        "list:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//region=eu "
        "obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//base");
  }
}

TEST(Environment, GivesEachEntryItsAnswer) {
  for (Dialect dialect : {Dialect::kPatchAndTransform, Dialect::kNative}) {
    OneCall call(kSources, dialect,
                 R"({"CONFIG/base": [{"data": {"base": 1}}],
            "list:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//region=eu":
                [{"data": {"eu": 1}}]})");
    EXPECT_EQ(call.Merged(),
              WithIdentity(R"({"again":{"base":1},"base":1,"eu":1})"));
  }
}

TEST(Environment, KnowsWhenItWasAnswered) {
  constexpr char kOne[] = R"({"configs": [{"ref": {"name": "a"}}],
      "policy": {"resolution": "Optional"}})";
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
      EXPECT_EQ(call.Merged(), test.want ? WithIdentity("{}") : "{}");
      EXPECT_EQ(call.call.outcome.waits, !test.want);
    }
  }
}

TEST(Environment, IsIdleOnlyWithoutDefaultsAndList) {
  const struct {
    const char* section;
    bool idle;
  } tests[] = {{"{}", true},
               {R"({"configs": null})", true},
               {R"({"configs": []})", false},
               {R"({"defaultData": {}})", false}};
  for (const auto& test : tests) {
    SCOPED_TRACE(test.section);
    OneCall call(test.section, Dialect::kPatchAndTransform);
    EXPECT_EQ(call.Merged(), test.idle ? "{}" : WithIdentity("{}"));
  }
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
       "spec.environmentConfigs[0].toFieldPath: cannot parse path \"a..b\": "
       "unexpected '.' at "
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
       "\"x\": data: expected an object, got a list"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneCall call(test.section, Dialect::kPatchAndTransform, test.answers,
                 test.incoming);
    EXPECT_EQ(call.Merged(), WithIdentity(test.want));
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
       "cannot build requirements: environment.configs[0]: not allowed by the "
       "secret "
       "policy (v1 Secret team-b/s); to allow it, set "
       "--reference-secrets=Allow (and --reference-cross-namespace=Allow for "
       "another namespace), and do not set security.secrets"},
      {"… which is no error of Optional ones.",
       absl::StrCat(R"({"policy": {"resolution": "Optional"}, "configs": [)",
                    kOther, "]}"),
       "{}", "", "{}"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneCall call(test.section, Dialect::kNative, test.answers, "{}",
                 R"({"metadata": {"namespace": "team-a"}})");
    EXPECT_EQ(call.Merged(), WithIdentity(test.want));
    EXPECT_EQ(call.call.Asked(), test.asked);
    if (absl::StartsWith(test.want, "cannot build")) {
      EXPECT_EQ(call.call.reason, "ReferenceNotAllowed");
    }
  }
}

TEST(Environment, ReadsUnderThePolicyOfReferences) {
  constexpr char kClosed[] = R"(, "security": {"denyKinds": ["/ConfigMap"]})";
  const struct {
    const char* reason;
    const char* type;
    const char* composite;
    const char* ns;
    bool fixed;
    const char* more;
    const char* want;
  } tests[] = {
      {"A Secret of the composite's namespace.", "Secret", "team-a", "team-a",
       false, "", ""},
      {"One of another.", "Secret", "team-a", "team-b", true, "",
       "not allowed by the secret policy"},
      {"A cluster-scoped composite, and the author wrote the namespace.",
       "Secret", "", "team-b", true, "", ""},
      {"A user wrote it.", "Secret", "", "team-b", false, "",
       "not allowed by the secret policy"},
      {"A ConfigMap of another namespace.", "ConfigMap", "team-a", "team-b",
       true, "", "not allowed across namespaces"},
      {"The input may allow less.", "ConfigMap", "team-a", "team-a", true,
       kClosed, "not allowed for this kind"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string ns =
        test.fixed ? absl::StrCat(R"("namespace": ")", test.ns, "\"")
                   : R"("namespaceFromFieldPath": "spec.ns")";
    OneCall call(absl::StrCat(R"({"configs": [{"type": ")", test.type,
                              R"(", "ref": {"name": "a"}, )", ns, "}]}"),
                 Dialect::kNative, "{}", "{}",
                 absl::StrCat(R"({"metadata": {"namespace": ")", test.composite,
                              R"("}, "spec": {"ns": ")", test.ns, "\"}}"),
                 test.more);
    const std::string error = call.call.Run(*call.environment);
    EXPECT_EQ(call.call.outcome.waits, error.empty());
    if (*test.want == '\0') {
      EXPECT_EQ(error, "");
    } else {
      EXPECT_TRUE(absl::StrContains(
          error, absl::StrCat("environment.configs[0]: ", test.want, " (v1 ",
                              test.type, " ", test.ns, "/a); ")))
          << error;
    }
  }
}

}  // namespace
}  // namespace loom
