// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "test/unit/tools/yaml/trees.h"
#include "tools/convert/chain.h"

namespace loom {
namespace {

TEST(JoinedTtl, IsTheLeast) {
  const struct {
    const char* reason;
    std::vector<std::string> steps;
    const char* text;
    const char* notes;
  } tests[] = {
      {"nothing is said", {Step("a", "pt", "")}, "", ""},
      {"of one step, as it is",
       {Step("a", "autoready", "ttl: 60s")},
       "60s",
       ""},
      {"less than the others",
       {Step("a", "pt", ""), Step("b", "sequencer", "cacheTTL: 10s")},
       "10s",
       ""},
      {"more than the others",
       {Step("a", "pt", ""), Step("b", "sequencer", "cacheTTL: 5m")},
       "",
       "spec.pipeline.3.input.cacheTTL: 5m is left out: the step that this one "
       "becomes part of has a TTL of 60s"},
      {"two",
       {Step("a", "autoready", "ttl: 30s"),
        Step("b", "sequencer", "cacheTTL: 20s")},
       "20s",
       "spec.pipeline.2.input.ttl: 30s is left out: the step that this one "
       "becomes part of has a TTL of 20s"},
      {"zero does not count",
       {Step("a", "pt", ""), Step("b", "autoready", "ttl: '0'")},
       "",
       "spec.pipeline.3.input.ttl: 0 is left out: the step that this one "
       "becomes part of has a TTL of 60s"},
      {"no duration, which the native input refuses",
       {Step("a", "pt", ""), Step("b", "autoready", "ttl: soon")},
       "soon",
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Value list = Tree(absl::StrJoin(test.steps, ""), &pool);
    std::vector<const Value*> steps;
    for (const Value& step : list.GetArray()) steps.push_back(&step);
    const JoinedTtl joined = JoinTtls(steps, 2);
    EXPECT_EQ(joined.text, test.text);
    EXPECT_EQ(absl::StrJoin(Texts(joined.notes), "; "), test.notes);
  }
}

}  // namespace
}  // namespace loom
