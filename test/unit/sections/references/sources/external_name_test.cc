// SPDX-License-Identifier: Apache-2.0
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/references/sources/external.h"
#include "test/testing/brief.h"

namespace loom {
namespace {

ExternalName Network(const char* prefixes) {
  Pool pool;
  Problems problems;
  Value value = ParseJson(prefixes, &pool).value();
  Fields fields(Input(value, Dialect::kNative, &problems));
  ExternalName name{.formats = ExternalFormats({ExternalFormat::Of(
                        "compute.googleapis.com",
                        "projects/{project}/global/networks/{network}", "")}),
                    .prefixes = ExternalName::ParsePrefixes(fields)};
  EXPECT_EQ(problems.Joined(), "");
  return name;
}

// The texts of seeds/kcc trim-compute-* are among them.
TEST(ExternalName, DropsThePrefixesOfTheComputeApi) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;  // "": no known format
  } tests[] = {
      {"A self link.",
       "https://www.googleapis.com/compute/v1/projects/p-77/global/networks/b",
       "projects/p-77/global/networks/b"},
      {"Another host, the beta.",
       "https://compute.googleapis.com/compute/beta/projects/p-77/global/"
       "networks/b",
       "projects/p-77/global/networks/b"},
      {"Only the path.", "compute/v1/projects/p-77/global/networks/b",
       "projects/p-77/global/networks/b"},
      {"An inventory name.",
       "//compute.googleapis.com/projects/p-77/global/networks/b",
       "projects/p-77/global/networks/b"},
      {"A version that has no prefix.",
       "https://www.googleapis.com/compute/alpha/projects/p-77/global/networks/"
       "b",
       ""},
  };
  Pool pool;
  const ExternalName name = Network(R"({"trimPrefixes": "Compute"})");
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(name.Canonical(test.text, &pool).value_or(""), test.want);
  }
}

TEST(ExternalName, DropsThePrefixesOfTheAuthor) {
  Pool pool;
  const ExternalName name =
      Network(R"({"trimPrefixes": ["https://api.example.org/v2/", "net:"]})");
  for (const char* text :
       {"https://api.example.org/v2/projects/p/global/networks/b",
        "net:projects/p/global/networks/b"}) {
    EXPECT_EQ(name.Canonical(text, &pool).value_or(""),
              "projects/p/global/networks/b");
  }
  EXPECT_FALSE(name.Canonical("compute/v1/projects/p/global/networks/b", &pool)
                   .has_value());
}

TEST(ExternalName, UnderstandsAllItsFormats) {
  Pool pool;
  ExternalName name = Network("{}");
  name.formats = ExternalFormats(
      {name.formats.front(), ExternalFormat::Of("", "folders/{folder}", "")});
  EXPECT_EQ(name.Canonical("/folders/9/", &pool).value_or(""), "folders/9");
  EXPECT_EQ(name.Templates(),
            "projects/{project}/global/networks/{network} or folders/{folder}");
  EXPECT_EQ(name.Difference("x"), "") << "of which one?";
  EXPECT_EQ(Network("{}").Difference("x"),
            R"(segment 1 is "x", expected "projects")");
}

TEST(ExternalName, TellsTheMistakesOfPrefixes) {
  const struct {
    const char* json;
    const char* want;
  } tests[] = {
      {R"({"trimPrefixes": [5]})",
       "trimPrefixes[0]: Invalid value: expected a string"},
      {R"({"trimPrefixes": "compute"})",
       "trimPrefixes: Invalid value: \"compute\": expected one of Compute "
       "(Compute?)"},
      {R"({"trimPrefixes": {}})",
       "trimPrefixes: Invalid value: expected a string, got an object"},
  };
  for (const auto& test : tests) {
    Pool pool;
    Problems problems;
    Value value = ParseJson(test.json, &pool).value();
    Fields fields(Input(value, Dialect::kNative, &problems));
    ExternalName::ParsePrefixes(fields);
    EXPECT_EQ(Brief(problems.Joined()), test.want) << test.json;
  }
}

}  // namespace
}  // namespace loom
