// SPDX-License-Identifier: Apache-2.0
// What function-sequencer answered is in test/suites/oracle/cases/sequencer.
#include "sections/drop_in/sequencer/sequencer.h"

#include <gtest/gtest.h>

#include "test/unit/sections/drop_in/sequencer/sequence_call.h"

namespace loom {
namespace {

constexpr char kAbc[] = R"("rules": [{"sequence": ["a", "b", "c"]}])";

TEST(Sequencer, WithholdsWhatHasToWait) {
  const struct {
    const char* reason;
    const char* input;
    const char* resources;
    const char* want;
  } tests[] = {
      {"only the first may come", kAbc, "a b c", "a"},
      {"the first is ready", kAbc, "a+ b c", "a b"},
      {"both are", kAbc, "a+ b+ c", "a b c"},
      {"the flag counts, and not what is observed", kAbc, "a! b c", "a"},
      {"what is observed stays", kAbc, "a b! c", "a b"},
      {"what is observed and not desired does not exist", kAbc, "a? b c", ""},
      {"what no rule names stays", kAbc, "a z", "a z"},
      {"all of a group have to be ready",
       R"("rules": [{"sequence": ["a-.*", "z"]}])", "a-1+ a-2 z", "a-1 a-2"},
      {"the order of rules counts",
       R"("rules": [{"sequence": ["b", "c"]}, {"sequence": ["a", "b"]}])",
       "a b+ c", "a c"},
      {"deleteOnly withholds nothing",
       R"("rules": [{"sequence": ["a", "b"], "deleteOnly": true}])", "a b",
       "a b"},
      {"no rules", R"("rules": null)", "a b", "a b"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(SequenceCall(test.input, test.resources).Desired(), test.want)
        << test.reason;
  }
}

TEST(Sequencer, SaysWhy) {
  const struct {
    const char* reason;
    const char* input;
    const char* resources;
    const char* want;
  } tests[] = {
      {"not ready", kAbc, "a b",
       R"x("Delaying creation of resource(s) matching \"b\" because \"a\" is not fully ready (0 of 1)")x"},
      {"not there", kAbc, "b",
       R"x("Delaying creation of resource(s) matching \"b\" because \"a\" does not exist yet")x"},
      {"long patterns are quoted in full, as function-sequencer does",
       R"("rules": [{"sequence": ["a", "b|one-of-the-names-that-are-longer-than-the-sixty-four-characters-of-other-quotes"]}])",
       "a b",
       R"x("Delaying creation of resource(s) matching \"b|one-of-the-names-that-are-longer-than-the-sixty-four-characters-of-other-quotes\" because \"a\" is not fully ready (0 of 1)")x"},
      {"both modes",
       R"("rules": [{"sequence": ["a", "b"], "createOnly": true,
                     "deleteOnly": true}])",
       "a b",
       R"x("rule for sequence [a b] cannot have both deleteOnly and createOnly set to true")x"},
      {"a pattern that is none, though nobody waits",
       R"("rules": [{"sequence": ["a", "b["]}])", "a+",
       R"x("cannot compile regex b[: Invalid value: \"^b[$\": invalid regexp: missing ]: [$")x"},
      {"of two patterns that are none, the first is named",
       R"("rules": [{"sequence": ["a[", "b["]}])", "a+",
       R"x("cannot compile regex a[: Invalid value: \"^a[$\": invalid regexp: missing ]: [$")x"},
      {"a rule that is null is passed over",
       R"("rules": [null, {"sequence": ["a", "b"]}])", "b",
       R"x("Delaying creation of resource(s) matching \"b\" because \"a\" does not exist yet")x"},
      {"a pattern that is not looked at", R"("rules": [{"sequence": ["a("]}])",
       "a", "absent"},
      {"all is ready", kAbc, "a+ b+ c", "absent"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(SequenceCall(test.input, test.resources).At("results[0].message"),
              test.want)
        << test.reason;
  }
}

TEST(Sequencer, ResetsTheReadinessOfTheComposite) {
  const struct {
    const char* reason;
    const char* resources;
    const char* desired;
    const char* want;
  } tests[] = {
      {"something is withheld", "a b", R"("composite": {"ready": 1},)",
       R"({"ready":"READY_FALSE","resource":{}})"},
      {"there is no desired composite", "a b", "",
       R"({"ready":"READY_FALSE","resource":{}})"},
      {"nothing is withheld", "a+ b", R"("composite": {"ready": 1},)",
       R"({"ready":"READY_TRUE"})"},
      {"a message, and nothing to withhold", "a",
       R"("composite": {"ready": 1},)", R"({"ready":"READY_TRUE"})"},
  };
  for (const auto& test : tests) {
    SequenceCall call(
        R"("rules": [{"sequence": ["a", "b"]}],
           "resetCompositeReadiness": true)",
        test.resources, test.desired);
    EXPECT_EQ(call.At("desired.composite"), test.want) << test.reason;
  }
}

TEST(Sequencer, SaysHowLongTheAnswerHolds) {
  EXPECT_EQ(SequenceCall(R"("cacheTTL": "5m")", "a").At("meta.ttl"),
            R"("300s")");
  EXPECT_EQ(
      SequenceCall(R"("cacheTTL": "5")", "a").At("results[0].message"),
      R"("invalid Function input: cannot set cacheTTL: time: missing unit in duration \"5\"")");
}

}  // namespace
}  // namespace loom
