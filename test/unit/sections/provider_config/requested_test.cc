// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/provider_config/section.h"
#include "test/testing/injected.h"

namespace loom {
namespace {

constexpr char kTwoFallbacks[] =
    R"({"labelKey": "cfg",
        "from": [{"composite": {"fieldPath": "spec.cluster"}},
                 {"environment": {"fieldPath": "cluster"}}]})";
constexpr char kAllow[] = R"({"labelKey": "cfg", "allow": ["prod", "team-*"],
    "from": [{"composite": {"fieldPath": "spec.cluster"}}]})";
constexpr char kNoLabel[] = R"({"labelKey": "",
    "from": [{"composite": {"fieldPath": "spec.cluster"}}]})";
constexpr char kClaim[] =
    R"({"labelKey": "cfg", "from": [{"claimNamespace": true}]})";

TEST(Requested, IsTheLabelOrTheFirstFallback) {
  struct {
    const char* reason;
    const char* section;
    const char* composite;
    const char* environment;  // nullptr: there is none
    const char* want;  // "-": nothing asked for, "?": missing, "!": not allowed
  } tests[] = {
      {"The label names it.", R"({"labelKey": "cfg"})",
       R"({"metadata": {"labels": {"cfg": "edge"}}})", nullptr, "edge"},
      {"An empty label asks for nothing.", R"({"labelKey": "cfg"})",
       R"({"metadata": {"labels": {"cfg": ""}}})", nullptr, "-"},
      {"So does local.", R"({"labelKey": "cfg"})",
       R"({"metadata": {"labels": {"cfg": "local"}}})", nullptr, "-"},
      {"Local is a name like any other if the input lists other no-op values.",
       R"({"labelKey": "cfg", "noopValues": ["here"]})",
       R"({"metadata": {"labels": {"cfg": "local"}}})", nullptr, "local"},
      {"An empty label that is no no-op value counts as absent.",
       R"({"labelKey": "cfg", "noopValues": []})",
       R"({"metadata": {"labels": {"cfg": ""}}})", nullptr, "?"},
      {"A label that is no text counts as absent.", R"({"labelKey": "cfg"})",
       R"({"metadata": {"labels": {"cfg": 1}}})", nullptr, "?"},
      {"There is no label.", R"({"labelKey": "cfg"})", R"({})", nullptr, "?"},
      {"The label goes before fallbacks.", kTwoFallbacks,
       R"({"metadata": {"labels": {"cfg": "edge"}},
           "spec": {"cluster": "core"}})",
       nullptr, "edge"},
      {"A no-op label keeps fallbacks out.", kTwoFallbacks,
       R"({"metadata": {"labels": {"cfg": "local"}},
           "spec": {"cluster": "core"}})",
       nullptr, "-"},
      {"The first fallback with a value wins.", kTwoFallbacks,
       R"({"spec": {"cluster": "core"}})", R"({"cluster": "far"})", "core"},
      {"A field that is missing gives way to the next.", kTwoFallbacks, R"({})",
       R"({"cluster": "far"})", "far"},
      {"So does an empty one.", kTwoFallbacks, R"({"spec": {"cluster": ""}})",
       R"({"cluster": "far"})", "far"},
      {"So does one that is no text.", kTwoFallbacks,
       R"({"spec": {"cluster": {"name": "x"}}})", R"({"cluster": "far"})",
       "far"},
      {"So does a path that does not fit.", kTwoFallbacks, R"({"spec": []})",
       R"({"cluster": "far"})", "far"},
      {"A fallback may ask for nothing.", kTwoFallbacks,
       R"({"spec": {"cluster": "local"}})", R"({"cluster": "far"})", "-"},
      {"Without an environment there is none to read.", kTwoFallbacks, R"({})",
       nullptr, "?"},
      {"The claim's namespace.", kClaim,
       R"({"metadata": {"labels": {"crossplane.io/claim-namespace": "a"}}})",
       nullptr, "a"},
      {"Without a claim it is the composite's own.", kClaim,
       R"({"metadata": {"namespace": "b"}})", nullptr, "b"},
      {"A namespaced composite has no claim. Anybody who may edit it could set "
       "the "
       "label, and ask for the config of another tenant.",
       kClaim,
       R"({"metadata": {"namespace": "b", "labels":
           {"crossplane.io/claim-namespace": "a"}}})",
       nullptr, "b"},
      {"A value that `allow` has.", kAllow,
       R"({"metadata": {"labels": {"cfg": "team-b"}}})", nullptr, "team-b"},
      {"One that it has not.", kAllow,
       R"({"metadata": {"labels": {"cfg": "prod2"}}})", nullptr, "!prod2"},
      {"Nor may a fallback have it.", kAllow, R"({"spec": {"cluster": "x"}})",
       nullptr, "!x"},
      {"Without a label key no label is read.", kNoLabel,
       R"({"metadata": {"labels": {"": "a",
           "appcat.vshn.io/provider-config": "b"}},
           "spec": {"cluster": "c"}})",
       nullptr, "c"},
      {"A cluster-scoped composite without a claim has none.", kClaim, R"({})",
       nullptr, "?"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Problems problems;
    auto section = ParseJson(test.section, &pool);
    auto composite = ParseJson(test.composite, &pool);
    auto environment =
        ParseJson(test.environment ? test.environment : "{}", &pool);
    ASSERT_TRUE(section.ok() && composite.ok() && environment.ok());
    ProviderConfig config = ConfigIn(*section, &problems);
    ASSERT_EQ(problems.Joined(), "");
    Requested got = RequestedBy(
        config, *composite, test.environment ? &*environment : nullptr, &pool);
    switch (got.state) {
      case Requested::State::kNamed:
        EXPECT_EQ(got.name, test.want);
        break;
      case Requested::State::kNothing:
        EXPECT_STREQ("-", test.want);
        break;
      case Requested::State::kNotAllowed:
        EXPECT_EQ(absl::StrCat("!", got.name), test.want);
        break;
      case Requested::State::kMissing:
        EXPECT_STREQ("?", test.want);
        break;
    }
  }
}

}  // namespace
}  // namespace loom
