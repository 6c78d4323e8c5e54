// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/environment_key.h"

#include <gtest/gtest.h>

#include <string>

#include "test/testing/json.h"

namespace loom {
namespace {

TEST(EnsureIdentity, GivesOneToWhatHasNone) {
  constexpr char kOwn[] =
      R"({"apiVersion":"internal.crossplane.io/v1alpha1","kind":"Environment"})";
  const struct {
    const char* reason;
    const char* environment;
    const char* want;
  } tests[] = {
      {"It has none.", "{}", kOwn},
      {"It has an empty one.", R"({"apiVersion": "", "kind": null})", kOwn},
      {"Its kind is no text.", R"({"kind": 1})", kOwn},
      {"A malformed apiVersion takes the kind with it.",
       R"({"apiVersion": "a/b/c", "kind": "Own"})", kOwn},
      {"One of its own stays.",
       R"({"apiVersion": "example.org/v1", "kind": "Own"})",
       R"({"apiVersion":"example.org/v1","kind":"Own"})"},
      {"One half of an identity is left alone.", R"({"kind": "Own"})",
       R"({"kind":"Own"})"},
      {"The other half, too.", R"({"apiVersion": "v1"})",
       R"({"apiVersion":"v1"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Value environment = Json(test.environment);
    EXPECT_EQ(HasIdentity(environment), std::string(test.want) != kOwn);
    EnsureIdentity(environment, TestPool());
    EXPECT_EQ(ToJson(environment), test.want);
  }
}

}  // namespace
}  // namespace loom
