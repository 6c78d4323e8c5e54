// SPDX-License-Identifier: Apache-2.0
// What the flags of the server say of drop-in inputs: --limit-drop-ins and --ttl.
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "function/function.h"
#include "test/testing/call.h"
#include "test/testing/json.h"

namespace loom {
namespace {

std::string Answer(const FunctionOptions& options, absl::string_view input,
                   absl::string_view path) {
  auto bytes = Function(options).Run(RequestBytes(absl::StrCat(
      R"({"observed": {"composite": {"resource": {"apiVersion": "e.org/v1",
          "kind": "App", "metadata": {"name": "a", "namespace": "team-a"}}}},
          "input": )",
      input, "}")));
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  return ParsedResponse(std::string(bytes->view())).At(path);
}

TEST(DropInLimits, HoldExtraResourcesIfTheServerSaysSo) {
  constexpr char kInput[] =
      R"({"apiVersion": "extra-resources.fn.crossplane.io/v1beta1",
          "kind": "Input", "spec": {"extraResources": [{"into": "s",
          "type": "Reference", "apiVersion": "v1", "kind": "Secret",
          "namespace": "team-b", "ref": {"name": "login"}}]}})";
  const std::string free = Answer({}, kInput, "requirements");
  EXPECT_TRUE(absl::StrContains(free, "team-b")) << free;
  const std::string limited =
      Answer({.limit_drop_ins = true}, kInput, "results");
  EXPECT_TRUE(absl::StrContains(
      limited,
      "not allowed by the secret policy (v1 Secret in namespace "
      "team-b)"))
      << limited;
}

TEST(DropInTtl, HoldsForAllDropInInputs) {
  const struct {
    const char* reason;
    const char* input;
    const char* want;
  } tests[] = {
      {"Patches.",
       R"({"apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
           "resources": [{"name": "a", "base": {"apiVersion": "e.org/v1",
           "kind": "A"}}]})",
       "\"7s\""},
      {"An input that says it itself.",
       R"({"apiVersion": "autoready.fn.crossplane.io/v1beta1",
           "kind": "Input", "ttl": "9s"})",
       "\"9s\""},
      {"The native input has a member for it.",
       R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input"})",
       "\"60s\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Answer({.drop_in_ttl = absl::Seconds(7)}, test.input, "meta.ttl"),
              test.want);
  }
}

}  // namespace
}  // namespace loom
