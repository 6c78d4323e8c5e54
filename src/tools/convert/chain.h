// SPDX-License-Identifier: Apache-2.0
// ReadChain decides which steps of a pipeline become native steps, and which of
// them become one. Steps of function-environment-configs,
// function-extra-resources, function-patch-and-transform, function-auto-ready and
// function-sequencer that stand side by side become one step, a run. The group of a
// step's input says which of them it is, not the name of its function.
//
//   environment, patch              one run
//   patch, auto-ready, sequencer    one run
//   patch, go-templating, patch     two runs, and a refusal for what is between
//   patch, environment              two runs: the patches would see the
//                                   environment of the later step
//   go-templating, auto-ready       none: a step of function-auto-ready that would
//                                   be a run alone stays as it is, with a note
//   patch, sequencer                one run; the sequencer stays, with a note, if the
//                                   native input cannot say its rules
//
// What keeps two neighbours apart is a row of a table in chain.cc. What is
// refused is only that two steps become one; each becomes a native step of its
// own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/value/value.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/nodes.h"

namespace loom {

struct Run {
  size_t first;  // the index of the step in spec.pipeline
  size_t count;
  std::string name;  // of the native step
};

struct Chain {
  std::vector<Run> runs;
  std::vector<Fill> fills;
  NodeRemarks remarks;
};

// `name` is what native steps are called; a second one is called NAME-2.
Chain ReadChain(const Value& composition, const std::string& name);

// WhyApart tells why a step cannot become one native step with those before it:
// the sections of a native step run in a fixed order, each once, and the result
// has to stay the same.
//
//   WhyApart({&patch}, environment)
//     "the patches of the step before it would see its environment"
//
// The reasons are the rows of a table in chain.cc.
//
// All steps are of kinds that become native. nullopt: they can become one.
std::optional<std::string> WhyApart(const std::vector<const Value*>& before,
                                    const Value& step);

// JoinTtls says for how long Crossplane may use the answer of a step that several steps
// have become: the least of theirs, as Crossplane takes it of a pipeline. A step that
// says nothing has 60s, and zero does not count.
//
//   function-sequencer with cacheTTL: 5m                    ttl: 5m
//   with cacheTTL: 10s, beside patches                      ttl: 10s
//   with cacheTTL: 5m, beside patches                       none, and a note

struct JoinedTtl {
  std::string text;  // "": none
  std::vector<NodeRemark> notes;
};

// `steps` stand side by side in spec.pipeline, the first at `index`.
JoinedTtl JoinTtls(const std::vector<const Value*>& steps, size_t index);

}  // namespace loom
