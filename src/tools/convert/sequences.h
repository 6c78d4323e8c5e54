// SPDX-License-Identifier: Apache-2.0
// ReadSequences says what the rules of a step of function-sequencer
// (sections/drop_in/sequencer/sequencer.h) become in the native input: entries of `dependencies`
// (sections/dependencies/dependency.h).
//
//   rules:                               dependencies:
//   - sequence: [net, ^sub, app]         - resource: sub.*
//   enableDeletionSequencing: true         dependsOn:
//                                          - resource: net
//                                            deletion: Usage
//                                        - resource: app
//                                          dependsOn:
//                                          - resource: net
//                                          - resource: sub.*
//                                            deletion: Usage
//
//   sequence      each name waits for all before it; Usages are for neighbours only
//   condition     when (ready_rules.h)
//   createOnly    no Usages
//   deleteOnly    mode: None, of neighbours only
//   usageVersion  the same, of entries with Usages
//
// A name that stands in front of itself is left out, because nothing waits for itself
// in the native input. What else becomes different is in the notes. What cannot be
// said in the native input is why the step stays:
//
//   its rule 1 has both createOnly and deleteOnly
//   its condition: 1:8: numbers of objects are whole numbers …
//   function-sequencer refuses its input: unknown field "rule"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/nodes.h"

namespace loom {

// A name of a sequence.
struct SequenceName {
  size_t index = 0;     // in the sequence
  std::string pattern;  // as the native input has it (NativePatternOf)
  bool is_same = true;  // it is what the author wrote
};

struct SequenceEntry {
  size_t rule = 0;
  SequenceName resource = {};
  // The last one is the neighbour.
  std::vector<SequenceName> depends_on = {};
  bool has_usage = false;  // of the neighbour
  bool delays = true;      // false: mode None
  std::string when = {};   // "": always
};

struct Sequences {
  std::vector<SequenceEntry> entries;
  bool usages_are_v1 = false;
  // Why the step stays as it is.
  std::optional<NodeRemark> refusal;
  std::vector<NodeRemark> notes;
  // A condition reads whether desired resources are ready.
  bool reads_ready = false;
  bool has_conditions = false;
};

// `input` is that of a step, at `path` of its document; nullptr: it has none.
Sequences ReadSequences(const Value* input, const NodePath& path);

// The entries as a list.
Value DependenciesOf(const Sequences& sequences, Pool* pool);

// NativePatternOf writes a pattern of function-sequencer (sections/drop_in/sequencer/sequence_pattern.h)
// as one of the native input (sections/shared/readiness_checks/name_pattern.h), which has to match the whole
// name. Both match the same names.
//
//   net      net
//   net-.*   net-.*
//   ^net     net.*
//   net$     .*net
//   a|b      a.*|.*b       a union: function-sequencer makes ^a|b$ of it
//   ^a$|^b$  a|b
//   a\$      .*a\$.*       it ends with $, so it may stand anywhere
//
// Each part between bars, outside of groups and classes, loses its own ^ and $, and
// gets .* where it has none. What is no regular expression stays as it is, and is
// refused by the native input.

struct NativePattern {
  std::string text;  // "" matches the empty name only
  // Whether function-sequencer takes the parts of a union apart in a way that its
  // author hardly meant.
  bool is_open_union = false;
};

NativePattern NativePatternOf(absl::string_view text);

}  // namespace loom
