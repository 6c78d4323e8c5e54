// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/inputs/render_inputs.h"

namespace loom {
namespace {

TEST(SecretData, IsWhatTheApiServerKeeps) {
  struct Case {
    const char* reason;
    const char* secret;
    std::map<std::string, std::string> want;
  };
  const Case kCases[] = {
      {"base64", "data: {a: aGVsbG8=}", {{"a", "hello"}}},
      {"plain text", "stringData: {a: plain}", {{"a", "plain"}}},
      {"plain text wins",
       "{data: {a: aGVsbG8=, b: aGVsbG8=}, stringData: {a: plain}}",
       {{"a", "plain"}, {"b", "hello"}}},
      {"a number is written without quotes",
       "stringData: {p: 5432}",
       {{"p", "5432"}}},
      {"no data", "kind: Secret", {}},
      {"data of another type", "data: [a]", {}},
  };
  for (const Case& c : kCases) {
    Pool pool;
    auto data = SecretData((*ReadYaml("s.yaml", c.secret, &pool))[0]);
    ASSERT_TRUE(data.ok()) << c.reason << data.status();
    EXPECT_EQ(*data, c.want) << c.reason;
  }
}

TEST(SecretData, WhatIsNoBase64IsAnErrorAtItsPlace) {
  Pool pool;
  auto data = SecretData((*ReadYaml("s.yaml", "data: {a: \"?\"}", &pool))[0]);
  EXPECT_EQ(data.status().message(), "s.yaml:1:11: data.a is not valid base64");
}

}  // namespace
}  // namespace loom
