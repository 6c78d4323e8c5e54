// SPDX-License-Identifier: Apache-2.0
#include "sections/drop_in/sequencer/sequence_usages.h"

#include <gtest/gtest.h>

#include "test/unit/sections/drop_in/sequencer/sequence_call.h"

namespace loom {
namespace {

std::string InputSequenceUsages(absl::string_view sequence,
                                absl::string_view more = "") {
  return absl::StrCat(
      R"("enableDeletionSequencing": true, "rules": [{"sequence": [)", sequence,
      "]}]", more);
}

TEST(SequenceUsages, AreMadeOfNeighboursThatAreObserved) {
  const struct {
    const char* reason;
    const char* sequence;
    const char* resources;
    const char* want;
  } tests[] = {
      {"a pair", R"("a", "b")", "a! b!", "a b b-a-usage"},
      {"neighbours only", R"("a", "b", "c")", "a! b! c!",
       "a b b-a-usage c c-b-usage"},
      {"the second need not be desired", R"("a", "b")", "a! b?", "a b-a-usage"},
      {"the first has to be", R"("a", "b")", "a? b!", "b"},
      {"both have to be observed", R"("a", "b")", "a!+ b", "a b"},
      {"patterns that overlap", R"("^a", "^a-b")", "a! a-b!",
       "a a-b a-b-a-b-usage a-b-a-usage"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(SequenceCall(InputSequenceUsages(test.sequence), test.resources)
                  .Desired(),
              test.want)
        << test.reason;
  }
}

TEST(SequenceUsages, NameBothObjects) {
  SequenceCall call(
      InputSequenceUsages(R"("a", "b")", R"(, "replayDeletion": true)"),
      "a! b!");
  EXPECT_EQ(call.At("desired.resources[b-a-usage].ready"), R"("READY_TRUE")");
  EXPECT_EQ(
      call.At("desired.resources[b-a-usage].resource.spec"),
      R"({"by":{"apiVersion":"example.org/v1","kind":"Thing","resourceRef":{"name":"x-b"}},)"
      R"("of":{"apiVersion":"example.org/v1","kind":"Thing","resourceRef":{"name":"x-a"}},)"
      R"("reason":"dependency","replayDeletion":true})");
  EXPECT_EQ(call.At("desired.resources[b-a-usage].resource.kind"),
            R"("ClusterUsage")");
}

// Both rules make the Usage x-y-z-usage.
TEST(SequenceUsages, KeepsTheLaterPairOfOneName) {
  const struct {
    const char* reason;
    const char* rules;
    const char* by;
  } tests[] = {
      {"x uses y-z",
       R"({"sequence": ["z", "x-y"]}, {"sequence": ["y-z", "x"]})", R"("x-x")"},
      {"x-y uses z",
       R"({"sequence": ["y-z", "x"]}, {"sequence": ["z", "x-y"]})",
       R"("x-x-y")"},
  };
  for (const auto& test : tests) {
    SequenceCall call(
        absl::StrCat(R"("enableDeletionSequencing": true, "rules": [)",
                     test.rules, "]"),
        "z! x-y! y-z! x!");
    EXPECT_EQ(
        call.At(
            "desired.resources[x-y-z-usage].resource.spec.by.resourceRef.name"),
        test.by)
        << test.reason;
  }
}

// The name is cut in the middle of a character.
TEST(SequenceUsages, HaveNamesInUtf8) {
  SequenceCall call(InputSequenceUsages(R"("a", "bbÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ")"),
                    "a! bbÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ!");
  const std::string name = call.At(
      "desired.resources[bbÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ-a-usage].resource.metadata."
      "name");
  EXPECT_TRUE(absl::StartsWith(name, "\"thing-x-bbäää")) << name;
  EXPECT_TRUE(absl::StrContains(name, "ä\xEF\xBF\xBD-")) << name;
}

TEST(SequenceUsages, OfTheFirstVersion) {
  SequenceCall call(
      InputSequenceUsages(R"("a", "b")", R"(, "usageVersion": "v1")"), "a! b!");
  EXPECT_EQ(call.At("desired.resources[b-a-usage].resource.apiVersion"),
            R"("apiextensions.crossplane.io/v1beta1")");
  EXPECT_EQ(call.At("desired.resources[b-a-usage].resource.kind"),
            R"("Usage")");
}

}  // namespace
}  // namespace loom
