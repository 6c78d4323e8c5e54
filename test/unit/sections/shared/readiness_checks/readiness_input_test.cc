// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "sections/shared/readiness_checks/readiness_rule.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

std::shared_ptr<const ReadinessInput> Read(AuthorInput& input) {
  Fields fields(input.root());
  auto read = ReadinessInput::Of(fields);
  fields.Done();
  return read;
}

TEST(ReadinessInput, HasDefaults) {
  AuthorInput absent("{}", Dialect::kNative);
  EXPECT_FALSE(Read(absent)->is_present);
  AuthorInput input(R"({"readiness": {}})", Dialect::kNative);
  const auto read = Read(input);
  EXPECT_TRUE(read->is_present);
  EXPECT_TRUE(read->built_in);
  EXPECT_FALSE(read->explain);
  EXPECT_EQ(read->unready, Ready::kUnspecified);
  EXPECT_TRUE(read->resources.empty());
  EXPECT_EQ(input.problems(), "");
}

TEST(ReadinessInput, TakesTheWordThatYamlReadsAsABoolean) {
  const struct {
    const char* reason;
    const char* value;
    Ready want;
    const char* problems;
  } tests[] = {
      {"The word.", R"("False")", Ready::kFalse, ""},
      {"The word without quotes.", "false", Ready::kFalse, ""},
      {"The default.", R"("Unspecified")", Ready::kUnspecified, ""},
      {"What is not ready cannot be ready.", R"("True")", Ready::kUnspecified,
       R"(readiness.unready: Invalid value: "True": expected one of False, )"
       "Unspecified"},
      {"Nor by a boolean.", "true", Ready::kUnspecified,
       "readiness.unready: Invalid value: expected a string, got a boolean"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(
        absl::StrCat(R"({"readiness": {"unready": )", test.value, "}}"),
        Dialect::kNative);
    EXPECT_EQ(Read(input)->unready, test.want);
    EXPECT_EQ(input.problems(), test.problems);
  }
}

TEST(ReadinessInput, TellsAllMistakesOnce) {
  AuthorInput input(R"({"readiness": {
      "resources": ["a["], "expect": [], "explain": "yes", "bultIn": true,
      "rules": [{"ready": "Exists"},
                {"resource": "b[", "ready": "Soon"},
                {"resource": "c", "kind": "X"}],
      "kinds": [{"apiVersion": "v1", "kind": ""},
                {"kind": "X", "ready": "Exists", "readyWhen": "true"}]}})",
                    Dialect::kNative);
  Read(input);
  // Dependencies ask for it, too.
  Read(input);
  EXPECT_EQ(
      Brief(input.problems()),
      "readiness.resources[0]: Invalid value: \"a[\": invalid regexp: missing "
      "]: [; readiness.rules[0].resource: Required value: resource is "
      "required; readiness.rules[1].resource: Invalid value: \"b[\": invalid "
      "regexp: missing ]: [; readiness.rules[1].ready: Invalid value: "
      "\"Soon\": expected one of Condition, Exists, Ignore; "
      "readiness.rules[2]: "
      "unknown kind; readiness.kinds[0].kind: Required value: kind is "
      "required; readiness.kinds[1].apiVersion: Required value: apiVersion is "
      "required; readiness.kinds[1]: ready, checks and readyWhen cannot be "
      "combined; readiness.expect: Required value: expected at least one "
      "entry; "
      "readiness.explain: Invalid value: expected true or false, got a string; "
      "readiness: unknown bultIn (builtIn?)");
}

TEST(ReadinessInput, KnowsVersionsOfKinds) {
  const struct {
    const char* reason;
    const char* api_version;
    const char* of_object;
    bool matches;  // or, if it is refused, nothing does
    bool refused;
  } tests[] = {
      {"The same version.", "apps/v1", "apps/v1", true, false},
      {"Another version.", "apps/v1", "apps/v2", false, false},
      {"Any version.", "apps/*", "apps/v2", true, false},
      {"Another group.", "apps/*", "batch/v1", false, false},
      {"The core group.", "v1", "v1", true, false},
      {"The core group is none with a name.", "v1", "apps/v1", false, false},
      {"Any group.", "*/v1", "apps/v1", true, false},
      {"Any group is the core group, too.", "*/*", "v1", true, false},
      {"Groups that end so.", "*.example.org/*", "a.b.example.org/v1", true,
       false},
      {"One that does not.", "*.example.org/*", "example.org/v1", false, false},
      {"The core group has its version.", "*", "v1", false, true},
      {"A part of a version.", "apps/v*", "apps/v1", false, true},
      {"A version is needed.", "apps/", "apps/v1", false, true},
      {"Two slashes.", "a/b/c", "a/b/c", false, true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(
        absl::StrCat(R"({"readiness": {"kinds": [{"apiVersion": ")",
                     test.api_version, R"(", "kind": "X"}]}})"),
        Dialect::kNative);
    const auto read = Read(input);
    EXPECT_EQ(input.problems(),
              test.refused
                  ? absl::StrCat("readiness.kinds[0].apiVersion: Invalid "
                                 "value: \"",
                                 test.api_version,
                                 "\": expected a group and a version, such as "
                                 "apps/v1 or apps/*, or v1")
                  : "");
    if (test.refused) continue;
    Pool pool;
    auto matches = [&](absl::string_view kind) {
      const Value object =
          Json(absl::StrCat(R"({"apiVersion": ")", test.of_object,
                            R"(", "kind": ")", kind, "\"}"));
      return *read->RuleOfKind(object, &pool) != nullptr;
    };
    EXPECT_EQ(matches("X"), test.matches);
    EXPECT_FALSE(matches("Y"));
  }
}

TEST(ReadinessInput, KnowsFamiliesOfKinds) {
  const struct {
    const char* reason;
    const char* pattern;
    const char* kind;
    bool matches;
  } tests[] = {
      {"Any kind.", "*", "Thing", true},
      {"Kinds that end so.", "*Config", "ProviderConfig", true},
      {"One that does not.", "*Config", "ConfigMap", false},
      {"A name is no part of one.", "Config", "ProviderConfig", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(
        absl::StrCat(R"({"readiness": {"kinds": [{"apiVersion": "a.org/*", )",
                     R"("kind": ")", test.pattern, R"("}]}})"),
        Dialect::kNative);
    const auto read = Read(input);
    EXPECT_EQ(input.problems(), "");
    Pool pool;
    const Value object = Json(absl::StrCat(
        R"({"apiVersion": "a.org/v1", "kind": ")", test.kind, "\"}"));
    EXPECT_EQ(*read->RuleOfKind(object, &pool) != nullptr, test.matches);
  }
}

TEST(ReadinessInput, TakesTheFirstRuleThatMatches) {
  AuthorInput input(R"({"readiness": {"rules": [
      {"resource": "app-1", "ready": "Ignore"},
      {"resource": "app-.*", "ready": "Exists"}]}})",
                    Dialect::kNative);
  const auto read = Read(input);
  Pool pool;
  EXPECT_EQ((*read->RuleOf("app-1", "app-1", &pool))->place(),
            "readiness.rules[0]");
  EXPECT_EQ((*read->RuleOf("app-2", "app-2", &pool))->place(),
            "readiness.rules[1]");
  EXPECT_EQ(*read->RuleOf("my-app-2", "my-app-2", &pool), nullptr);
  EXPECT_EQ((*read->RuleOf("web-eu", "app-1", &pool))->place(),
            "readiness.rules[0]")
      << "an item is meant by the name of its template";
}

}  // namespace
}  // namespace loom
