// SPDX-License-Identifier: Apache-2.0
#include "function/plan/settings.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

std::string Read(const char* json) {
  AuthorInput input(json, Dialect::kNative);
  Fields fields(input.root());
  Settings settings = Settings::Parse(fields);
  fields.Done();
  if (!input.problems().empty()) return input.problems();
  return absl::StrCat(absl::FormatDuration(settings.ttl), " ",
                      absl::FormatDuration(settings.pending_ttl), " ",
                      int(settings.requirement_fields));
}

TEST(Settings, AreReadOrHaveDefaults) {
  const struct {
    const char* reason;
    const char* input;
    const char* want;
  } tests[] = {
      {"The defaults.", "{}", "1m 15s 0"},
      {"All of them.",
       R"({"ttl": "1m30s", "pendingTTL": "2s",
           "requirements": {"compat": "Both"}})",
       "1m30s 2s 2"},
      {"The bounds.", R"({"ttl": "24h", "pendingTTL": "1s"})", "24h 1s 0"},
      {"A number has no unit.", R"({"ttl": "60"})",
       "ttl: Invalid value: \"60\": expected a duration from 1s to 24h, such "
       "as "
       "1m30s"},
      {"Zero would ask Crossplane to call for ever.", R"({"pendingTTL": "0s"})",
       "pendingTTL: Invalid value: \"0s\": expected a duration from 1s to 24h, "
       "such as 1m30s"},
      {"Longer than a day is no bound.", R"({"ttl": "25h"})",
       "ttl: Invalid value: \"25h\": expected a duration from 1s to 24h, such "
       "as "
       "1m30s"},
      {"A number is no text.", R"({"ttl": 60})",
       "ttl: Invalid value: expected a string, got a number"},
      {"One of three, with a guess.", R"({"requirements": {"compat": "both"}})",
       "requirements.compat: Invalid value: \"both\": expected one of Auto, "
       "ResourcesOnly, Both (Both?)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(Read(test.input)), test.want);
  }
}

TEST(Settings, OfDropInInputsTakeDurationsOfGo) {
  const struct {
    const char* reason;
    const char* input;
    const char* want;
  } tests[] = {
      {"absent", "{}", "1m false"},
      {"empty", R"({"cacheTTL": ""})", "1m false"},
      {"negative", R"({"cacheTTL": "-5s"})", "-5s true"},
      {"none", R"({"cacheTTL": "1d"})",
       "cannot set cacheTTL: time: unknown unit \"d\" in duration \"1d\""},
  };
  for (const auto& test : tests) {
    AuthorInput input(test.input, Dialect::kAutoReady);
    Fields fields(input.root());
    Settings settings = Settings::ParseTtl(fields, "cacheTTL");
    EXPECT_EQ(input.problems().empty()
                  ? absl::StrCat(absl::FormatDuration(settings.ttl), " ",
                                 settings.says_ttl ? "true" : "false")
                  : input.problems(),
              test.want)
        << test.reason;
  }
}

}  // namespace
}  // namespace loom
