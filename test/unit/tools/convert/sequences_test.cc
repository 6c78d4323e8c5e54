// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/sequences.h"

#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "test/testing/brief.h"
#include "test/unit/tools/yaml/edited.h"
#include "tools/convert/section_lines.h"

namespace loom {
namespace {

constexpr char kSequencesHead[] =
    "apiVersion: sequencer.fn.crossplane.io/v1beta1\n"
    "kind: Input\nresetCompositeReadiness: true\n";

Value InputOf(absl::string_view members, Pool* pool) {
  return Tree(absl::StrCat(kSequencesHead, members), pool);
}

TEST(Sequences, BecomeDependencies) {
  const struct {
    const char* reason;
    const char* members;
    const char* want;
  } tests[] = {
      {"each waits for all before it", "rules: [{sequence: [a, ^b, c]}]",
       "- dependsOn:\n  - resource: a\n  resource: b.*\n"
       "- dependsOn:\n  - resource: a\n  - resource: b.*\n  resource: c\n"},
      {"Usages of neighbours",
       "rules: [{sequence: [a, b, c]}]\nenableDeletionSequencing: true\n"
       "replayDeletion: true\nusageVersion: v1",
       "- dependsOn:\n  - deletion: Usage\n    resource: a\n  resource: b\n"
       "  usageVersion: v1\n"
       "- dependsOn:\n  - resource: a\n  - deletion: Usage\n    resource: b\n"
       "  resource: c\n  usageVersion: v1\n"},
      {"none of one that only creates",
       "rules: [{sequence: [a, b], createOnly: true}]\n"
       "enableDeletionSequencing: true",
       "- dependsOn:\n  - resource: a\n  resource: b\n"},
      {"one that only deletes",
       "rules: [{sequence: [a, b, c], deleteOnly: true}]\n"
       "enableDeletionSequencing: true",
       "- dependsOn:\n  - deletion: Usage\n    resource: a\n  mode: None\n"
       "  resource: b\n"
       "- dependsOn:\n  - deletion: Usage\n    resource: b\n  mode: None\n"
       "  resource: c\n"},
      {"a condition", "rules: [{sequence: [a, b], condition: 'true'}]",
       "- dependsOn:\n  - resource: a\n  resource: b\n  when: \"true\"\n"},
      {"a name in front of itself", "rules: [{sequence: [a, b, b]}]",
       "- dependsOn:\n  - resource: a\n  resource: b\n"
       "- dependsOn:\n  - resource: a\n  resource: b\n"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Edited edited(absl::StrCat(kSequencesHead, test.members));
    const Value* input = edited.edit.ValueAt({});
    EXPECT_FALSE(ReadSequences(input, {}).refusal.has_value());
    SectionLines lines(edited.edit, 0);
    lines.AddSequencer(input, {}, {});
    EXPECT_EQ(Written(*Find(Tree(std::move(lines).Finish(""), &edited.pool),
                            "dependencies")),
              test.want);
  }
}

TEST(Sequences, SayWhatBecomesDifferent) {
  const struct {
    const char* reason;
    const char* members;
    const char* notes;
  } tests[] = {
      {"nothing", "rules: [{sequence: [a, b]}]", ""},
      {"the composite is reset anyway",
       "rules: [{sequence: [a, b]}]\nresetCompositeReadiness: false",
       "input: the composite is not ready while a resource is withheld, as "
       "with resetCompositeReadiness"},
      {"Usages",
       "rules: [{sequence: [a, b]}]\nenableDeletionSequencing: true\n"
       "usageVersion: v1",
       "input: Usages get new names, so Crossplane recreates them: do not "
       "delete a composite in the meantime\ninput: Usages get replayDeletion: "
       "true\ninput: v1 Usages are created only for cluster-scoped resources, "
       "because they cannot refer to others"},
      {"a union", "rules: [{sequence: [a, b|c]}]",
       "input.rules.0.sequence.1: \"b|c\" becomes b.*|.*c, which is what it "
       "matches; to match only these names, write b|c"},
      {"a condition that decides nothing",
       "rules: [{sequence: [a, b], deleteOnly: true, condition: 'true'}]\n"
       "enableDeletionSequencing: true\nreplayDeletion: true",
       "input: Usages get new names, so Crossplane recreates them: do not "
       "delete a composite in the meantime\ninput.rules.0.condition: the "
       "condition is left out: it has no effect with deleteOnly"},
      {"rules that do nothing",
       "rules: [{sequence: [a]}, {sequence: [a, b], deleteOnly: true}, "
       "{sequence: [c, d]}]",
       "input.rules.0: the rule is left out: a single name waits for "
       "nothing\ninput.rules.1: the rule is left out: deleteOnly has no effect "
       "without enableDeletionSequencing"},
      {"itself", "rules: [{sequence: [a, b, b]}]",
       "input.rules.0.sequence.2: b no longer waits for itself"},
      {"a number as a text",
       "rules: [{sequence: [a, b], condition: \"string(context.n) == '1'\"}]",
       "input.rules.0.condition: string() writes a million from an object as "
       "1000000; before, it was 1e+06"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Value input = InputOf(test.members, &pool);
    const Sequences sequences = ReadSequences(&input, {"input"});
    EXPECT_FALSE(sequences.refusal.has_value());
    EXPECT_EQ(absl::StrJoin(Texts(sequences.notes), "\n"), test.notes);
  }
}

TEST(Sequences, ThatCannotBeSaidKeepTheStep) {
  const struct {
    const char* reason;
    const char* members;
    const char* refusal;
  } tests[] = {
      {"both",
       "rules: [{sequence: [a, b], createOnly: true, deleteOnly: true}]",
       "input.rules.0: its rule 1 has both createOnly and deleteOnly"},
      {"a condition that means something else",
       "rules: [{sequence: [a, b], condition: context.n * 2.0 > 1.0}]",
       "input.rules.0.condition: its condition: 1:11: in the native input, "
       "numbers without a fraction are integers; write double(…) around each "
       "of them, which works in both inputs"},
      {"the empty name", "rules: [{sequence: ['', b]}]",
       "input.rules.0.sequence.0: it contains an empty name"},
      {"no rule", "rules: []", "input: none of its rules has an effect"},
      {"a mistake", "rule: []",
       "input: function-sequencer refuses its input: unknown rule (rules?)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Value input = InputOf(test.members, &pool);
    const Sequences sequences = ReadSequences(&input, {"input"});
    ASSERT_TRUE(sequences.refusal.has_value());
    EXPECT_EQ(Brief(Texts({*sequences.refusal})[0]), test.refusal);
  }
  EXPECT_EQ(ReadSequences(nullptr, {}).refusal->message,
            "function-sequencer refuses its input: it has none");
}

TEST(Sequences, SayWhatConditionsRead) {
  Pool pool;
  const Value input = InputOf(
      "rules: [{sequence: [a, b], condition: \"desired.resources['a'].ready "
      "== 1\"}]",
      &pool);
  const Sequences sequences = ReadSequences(&input, {});
  EXPECT_TRUE(sequences.has_conditions);
  EXPECT_TRUE(sequences.reads_ready);
}

}  // namespace
}  // namespace loom
