// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "data/value/object.h"
#include "tools/provenance/sources.h"
#include "tools/run/input_secrets.h"

namespace loom {
namespace {

// Inputs with two credentials.
PipelineInputs InputsWith(const std::string& a, const std::string& b,
                          Pool* pool) {
  auto read = [pool] {
    return std::move(ReadYaml("c.yaml", "spec: {}\n", pool)->at(0));
  };
  PipelineInputs inputs{
      .composite = read(),
      .composition = {read(), {}},
      .given = {GivenResources({}), GivenSchemas(std::vector<JsonFile>{})}};
  (*inputs.credentials["ns/name"].mutable_data())["a"] = a;
  (*inputs.credentials["ns/name"].mutable_data())["b"] = b;
  return inputs;
}

TEST(ExplainedSecrets, AreFoundAnywhere) {
  Pool pool;
  PipelineInputs inputs = InputsWith("hunter2", "ab", &pool);
  const ExplainedSecrets secrets(SecretsIn(inputs));
  EXPECT_TRUE(secrets.IsIn("hunter2"));
  EXPECT_TRUE(secrets.IsIn("postgres://hunter2@db"));
  EXPECT_TRUE(secrets.IsIn("aHVudGVyMg==")) << "in base64";
  EXPECT_FALSE(secrets.IsIn("hunter"));
  EXPECT_TRUE(secrets.IsIn("ab"));
  EXPECT_FALSE(secrets.IsIn("grab")) << "too short to be looked for in others";
}

TEST(ExplainedSecrets, AreNotShown) {
  Pool pool;
  PipelineInputs inputs = InputsWith("hunter2", "", &pool);
  const ExplainedSecrets secrets(SecretsIn(inputs));
  auto shown = [&](absl::string_view json) {
    Value value = *ParseJson(json, &pool);
    return secrets.Shown(value);
  };
  EXPECT_EQ(shown(R"({"a":[1]})").json, R"({"a":[1]})");
  EXPECT_TRUE(shown(R"({"a":["x hunter2"]})").secret);
  EXPECT_FALSE(shown(R"({"a":["x hunter2"]})").json.has_value());
  EXPECT_EQ(shown("\"\"").json, "\"\"") << "an empty text is no secret";
}

TEST(ExplainedSecrets, KnowCoreSecrets) {
  Pool pool;
  EXPECT_TRUE(
      IsSecret(*ParseJson(R"({"apiVersion":"v1","kind":"Secret"})", &pool)));
  EXPECT_FALSE(IsSecret(
      *ParseJson(R"({"apiVersion":"example.org/v1","kind":"Secret"})", &pool)));
}

}  // namespace
}  // namespace loom
