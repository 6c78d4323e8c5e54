// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/redacted_message.h"
#include "data/value/object.h"
#include "sections/connection_details/details_section.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

DetailsOutput Parsed(const char* output, std::string* problems) {
  AuthorInput input(output, Dialect::kNative);
  Fields fields(input.root());
  DetailsOutput parsed = DetailsOutput::Parse(fields, true);
  *problems = input.problems();
  return parsed;
}

TEST(DetailsOutput, GoesToASecretWhereCrossplaneWritesNone) {
  const struct {
    const char* output;
    bool legacy;
    bool modern;
  } tests[] = {
      {"{}", false, true},
      {R"({"output": {"mode": "Auto"}})", false, true},
      {R"({"output": {"mode": "Composite"}})", false, false},
      {R"({"output": {"mode": "Secret"}})", true, true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.output);
    std::string problems;
    const DetailsOutput output = Parsed(test.output, &problems);
    EXPECT_EQ(problems, "");
    EXPECT_EQ(output.GoesToSecret(Json(R"({"spec": {}})")), test.legacy);
    EXPECT_EQ(output.GoesToSecret(Json(R"({"spec": {"crossplane": {}}})")),
              test.modern);
  }
}

TEST(DetailsOutput, HasALocation) {
  constexpr char kOutput[] =
      R"({"output": {"secret": {"name": "o", "namespace": "p"}}})";
  const struct {
    const char* reason;
    const char* output;
    const char* ref;       // of the composite
    const char* composed;  // a Secret; "": none
    const char* want;
  } tests[] = {
      {"By default it has the name of the composite.", "{}", "null", "",
       R"({"name":"x-connection","namespace":"team-a"})"},
      {"That of the input.", kOutput, "null", "",
       R"({"name":"o","namespace":"p"})"},
      {"A missing namespace is that of the composite.",
       R"({"output": {"secret": {"name": "o"}}})", "null", "",
       R"({"name":"o","namespace":"team-a"})"},
      {"That of the composite wins.", kOutput,
       R"({"name": "c", "namespace": "d"})", "",
       R"({"name":"c","namespace":"d"})"},
      {"With its own namespace, not that of the input.", kOutput,
       R"({"name": "c"})", "", R"({"name":"c","namespace":"team-a"})"},
      {"One without a name does not count.", kOutput, R"({"namespace": "d"})",
       "", R"({"name":"o","namespace":"p"})"},
      {"That of a Secret that was composed.", "{}", "null",
       R"({"metadata": {"name": "s", "namespace": "t"}})",
       R"({"name":"s","namespace":"t"})"},
      {"The input goes before it.", kOutput, "null",
       R"({"metadata": {"name": "s", "namespace": "t"}})",
       R"({"name":"o","namespace":"p"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string problems;
    const DetailsOutput output = Parsed(test.output, &problems);
    EXPECT_EQ(problems, "");
    const Value composite =
        Json(std::string(R"({"metadata": {"name": "x", "namespace": "team-a"},
            "spec": {"writeConnectionSecretToRef": )") +
             test.ref + "}}");
    Pool pool;
    const Value composed =
        *test.composed == '\0' ? Value() : Json(test.composed);
    const auto location = output.Location(
        composite, composed.IsNull() ? nullptr : &composed, nullptr, &pool);
    ASSERT_TRUE(location.ok()) << location.status();
    EXPECT_EQ(ToJson(*location), test.want);
  }
}

TEST(DetailsOutput, HasANamespaceAlsoOfAClusterScopedComposite) {
  constexpr char kRequired[] =
      "invalid Function input: output.secret.namespace: required, because the "
      "composite is cluster-scoped";
  const struct {
    const char* reason;
    const char* output;
    const char* ref;       // of the composite
    const char* composed;  // a Secret; "": none
    const char* observed;  // a Secret; "": none
    const char* want;
  } tests[] = {
      {"That of the input.",
       R"({"output": {"secret": {"name": "o", "namespace": "p"}}})", "null", "",
       "", R"({"name":"o","namespace":"p"})"},
      {"That of the composite.", "{}", R"({"name": "c", "namespace": "d"})", "",
       "", R"({"name":"c","namespace":"d"})"},
      {"That of a Secret that was composed.", "{}", "null",
       R"({"metadata": {"name": "s", "namespace": "t"}})", "",
       R"({"name":"s","namespace":"t"})"},
      {"A Secret that exists stays where it is.",
       R"({"output": {"secret": {"name": "o"}}})", "null", "",
       R"({"metadata": {"name": "o", "namespace": "t"}})",
       R"({"name":"o","namespace":"t"})"},

      {"None.", "{}", "null", "", "", kRequired},
      {"A name alone.", R"({"output": {"secret": {"name": "o"}}})", "null", "",
       "", kRequired},
      {"A composed Secret that has none either.", "{}", "null",
       R"({"metadata": {"name": "s"}})", "", kRequired},
      {"The composite names the Secret.",
       R"({"output": {"secret": {"name": "o", "namespace": "p"}}})",
       R"({"name": "c"})", "", "",
       "the composite's spec.writeConnectionSecretToRef.namespace: required, "
       "because the composite is cluster-scoped"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string problems;
    const DetailsOutput output = Parsed(test.output, &problems);
    EXPECT_EQ(problems, "");
    const Value composite = Json(std::string(R"({"metadata": {"name": "x"},
            "spec": {"writeConnectionSecretToRef": )") +
                                 test.ref + "}}");
    auto secret = [](const char* json) {
      return *json == '\0' ? Value() : Json(json);
    };
    const Value composed = secret(test.composed);
    const Value observed = secret(test.observed);
    Pool pool;
    const auto location =
        output.Location(composite, composed.IsNull() ? nullptr : &composed,
                        observed.IsNull() ? nullptr : &observed, &pool);
    // Both are reported also by a call that has read connection details.
    EXPECT_EQ(
        location.ok() ? ToJson(*location) : RedactedMessage(location.status()),
        test.want);
  }
}

TEST(DetailsOutput, TellsMistakes) {
  std::string problems;
  Parsed(R"({"output": {"mode": "Secrt", "secret": {"nam": "x"}}})", &problems);
  EXPECT_EQ(Brief(problems),
            "output.mode: Invalid value: \"Secrt\": expected one of Auto, "
            "Composite, Secret (Secret?); output.secret: unknown nam (name?)");
}

TEST(DetailsOutput, IsNotedWhereItHasNoEffect) {
  const Value value =
      Json(R"({"output": {"mode": "Composite", "secret": {"name": "s"}}})");
  Problems problems;
  Fields fields(Input(value, Dialect::kNative, &problems));
  DetailsOutput::Parse(fields, true);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(problems.notes().size(), 1);
}

}  // namespace
}  // namespace loom
