// SPDX-License-Identifier: Apache-2.0
// Whole calls: the Secret of a modern composite.
#include <gtest/gtest.h>

#include "sections/connection_details/details_section.h"
#include "test/testing/section_call.h"

namespace loom {
namespace {

constexpr char kData[] = "desired.resources[x-connection-secret].resource.data";
constexpr char kUser[] = R"("connectionDetails": [{"name": "u",
    "fromConnectionSecretKey": {"resource": "db", "key": "user"}}])";
constexpr char kAll[] =
    R"("connectionDetails": [{"allFrom": {"resource": "db"}}])";

std::string DbDetailsSecret(absl::string_view details) {
  return absl::StrCat(R"({"resource": {"apiVersion": "example.org/v1",
      "kind": "Db"}, "connectionDetails": )",
                      details, "}");
}

std::string SecretDetailsSecret(absl::string_view data) {
  return absl::StrCat(R"({"resource": {"apiVersion": "v1", "kind": "Secret",
      "metadata": {"name": "s", "namespace": "team-a"}, "data": )",
                      data, "}}");
}

TEST(DetailsSecret, LosesNothing) {
  const struct {
    const char* reason;
    SectionRequest request;
    const char* data;
  } tests[] = {
      {"It is made once there is something.",
       {.input = kUser,
        .observed = {{"db", DbDetailsSecret(R"({"user": "YQ=="})")}},
        .composite = kModernComposite},
       R"({"u":"YQ=="})"},
      {"It is not made of nothing.",
       {.input = kUser, .composite = kModernComposite},
       "absent"},
      {"It keeps a key whose source is away.",
       {.input = kUser,
        .observed = {{"x-connection-secret",
                      SecretDetailsSecret(R"({"u": "b2xk"})")}},
        .composite = kModernComposite},
       R"({"u":"b2xk"})"},
      {"It stays, although no key is left.",
       {.input = kUser,
        .observed = {{"x-connection-secret",
                      SecretDetailsSecret(R"({"x": "b2xk"})")}},
        .composite = kModernComposite},
       "{}"},
      {"Beside allFrom it keeps all keys.",
       {.input = kAll,
        .observed = {{"x-connection-secret",
                      SecretDetailsSecret(R"({"x": "b2xk"})")}},
        .composite = kModernComposite},
       R"({"x":"b2xk"})"},
      {"It keeps texts that are no base64, and nothing else.",
       {.input = kAll,
        .observed = {{"x-connection-secret",
                      SecretDetailsSecret(R"({"a": "#", "b": 5, "c": null})")}},
        .composite = kModernComposite},
       R"({"a":"#"})"},
      {"Data that is no object is none.",
       {.input = kAll,
        .observed = {{"x-connection-secret", SecretDetailsSecret(R"("text")")}},
        .composite = kModernComposite},
       "{}"},
      {"It has what an earlier step put into it.",
       {.input = kUser,
        .desired = {{"x-connection-secret",
                     SecretDetailsSecret(R"({"e": "ZQ==", "u": "b2xk"})")}},
        .observed = {{"db", DbDetailsSecret(R"({"user": "YQ=="})")}},
        .composite = kModernComposite},
       R"({"e":"ZQ==","u":"YQ=="})"},
      {"It has what Crossplane would not publish of an earlier step.",
       {.input = kUser,
        .observed = {{"db", DbDetailsSecret(R"({"user": "YQ=="})")}},
        .composite = kModernComposite,
        .desired_composite = R"({"connectionDetails": {"e": "ZQ=="}})"},
       R"({"e":"ZQ==","u":"YQ=="})"},
      {"A legacy composite publishes what an earlier step said by itself.",
       {.input = absl::StrCat(kUser, R"(, "output": {"mode": "Secret",
            "secret": {"name": "s", "namespace": "team-a"}})"),
        .observed = {{"db", DbDetailsSecret(R"({"user": "YQ=="})")}},
        .desired_composite = R"({"connectionDetails": {"e": "ZQ=="}})"},
       R"({"u":"YQ=="})"},
      {"It has what templates of the same input say.",
       {.input = absl::StrCat(kUser, R"(, "resources": [{"name": "db", "base":
            {"apiVersion": "example.org/v1", "kind": "Db"},
            "connectionDetails": [{"name": "t", "type": "FromValue",
                                   "value": "a"}]}])"),
        .observed = {{"db", DbDetailsSecret(R"({"user": "YQ=="})")}},
        .composite = kModernComposite},
       R"({"t":"YQ==","u":"YQ=="})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call(test.request);
    EXPECT_EQ(call.At(kData), test.data);
    if (std::string(test.data) == "absent") continue;
    EXPECT_EQ(call.At("desired.resources[x-connection-secret].ready"),
              "\"READY_TRUE\"");
    EXPECT_EQ(call.At("desired.resources[x-connection-secret].resource.type"),
              "\"connection.crossplane.io/v1alpha1\"");
  }
}

// Nothing else tells it before the API server refuses the Secret.
TEST(DetailsSecret, IsAnErrorWithoutANamespaceAlsoBeforeThereAreDetails) {
  SectionCall call(
      {.input = kUser,
       .composite = R"({"apiVersion": "example.org/v1", "kind": "X",
        "metadata": {"name": "x"}, "spec": {"crossplane": {}}})"});
  EXPECT_EQ(call.Results(),
            "FATAL invalid Function input: output.secret.namespace: required, "
            "because the composite is cluster-scoped");
}

}  // namespace
}  // namespace loom
