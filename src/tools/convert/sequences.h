// SPDX-License-Identifier: Apache-2.0
// ReadSequences converts the rules of a step of function-sequencer
// (sections/drop_in/sequencer/sequencer.h) to entries of `dependencies` in the native
// input (sections/dependencies/dependency.h).
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
//   sequence      each name waits for all before it; only neighbors get Usages
//   condition     when (ready_rules.h)
//   createOnly    no Usages
//   deleteOnly    mode: None, only for neighbors
//   usageVersion  the same, for entries with Usages
//
// A name that comes before itself is left out, because in the native input a resource
// cannot wait for itself. Notes report the other differences. If the native input
// cannot express a rule, the step stays, for example for these reasons:
//
//   its rule 1 has both createOnly and deleteOnly
//   its condition: 1:8: in the native input, numbers without a fraction are integers; …
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
  std::string pattern;  // as in the native input (NativePatternOf)
  bool is_same = true;  // whether it is what the author wrote
};

struct SequenceEntry {
  size_t rule = 0;
  SequenceName resource = {};
  // The last one is the neighbor.
  std::vector<SequenceName> depends_on = {};
  bool has_usage = false;  // of the neighbor
  bool delays = true;      // false: mode None
  std::string when = {};   // "": always
};

struct Sequences {
  std::vector<SequenceEntry> entries;
  bool usages_are_v1 = false;
  // The reason why the step stays as it is.
  std::optional<NodeRemark> refusal;
  std::vector<NodeRemark> notes;
  // Whether a condition reads whether desired resources are ready.
  bool reads_ready = false;
  bool has_conditions = false;
};

// `input` is the input of a step, at `path` of its document; nullptr: it has none.
Sequences ReadSequences(const Value* input, const NodePath& path);

// NativePatternOf converts a pattern of function-sequencer
// (sections/drop_in/sequencer/sequence_pattern.h) to a pattern of the native input
// (sections/shared/readiness_checks/name_pattern.h), which must match the whole name.
// Both match the same names.
//
//   net      net
//   net-.*   net-.*
//   ^net     net.*
//   net$     .*net
//   a|b      a.*|.*b       a union: function-sequencer turns it into ^a|b$
//   ^a$|^b$  a|b
//   a\$      .*a\$.*       it ends with $, so it may match anywhere
//
// Each part between bars, outside groups and classes, loses its own ^ and $, and gets
// .* where it has none. A string that is not a regular expression stays as it is, and
// the native input refuses it.

struct NativePattern {
  std::string text;  // "" matches only the empty name
  // Whether function-sequencer splits a union in a way that its author probably did not
  // intend.
  bool is_open_union = false;
};

NativePattern NativePatternOf(absl::string_view text);

}  // namespace loom
