// SPDX-License-Identifier: Apache-2.0
// ReadChain decides which steps of a pipeline become native steps, and which of them
// are merged. Adjacent steps of function-environment-configs, function-extra-resources,
// function-patch-and-transform, function-auto-ready and function-sequencer become one
// step, called a run. The group of a step's input identifies the function, not the name
// of its function.
//
//   environment, patch              one run
//   patch, auto-ready, sequencer    one run
//   patch, go-templating, patch     two runs, and a refusal for the step between
//   patch, environment              two runs: the patches would see the
//                                   environment of the later step
//   go-templating, auto-ready       none: a step of function-auto-ready that would
//                                   be a run alone stays as it is, with a note.
//                                   Behind a converted template, it is a section
//                                   already (go_template/go_template_steps.h)
//   patch, sequencer                one run; the sequencer stays, with a note, if the
//                                   native input cannot express its rules
//
// A table in chain.cc lists the reasons that keep two neighbors apart. Such a refusal
// is only about merging the two steps; each still becomes a native step.
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

  bool Has(size_t step) const { return step >= first && step < first + count; }
};

struct Chain {
  std::vector<Run> runs;
  std::vector<Fill> fills;
  NodeRemarks remarks;
};

// `name` is the name of native steps; the second one is named NAME-2.
Chain ReadChain(const Value& composition, const std::string& name);

// WhyApart returns why a step cannot be merged into one native step with the steps
// before it: the sections of a native step run in a fixed order, each once, and the
// result must stay the same.
//
//   WhyApart({&patch}, environment)
//     "the patches of the earlier step would see its environment"
//
// The reasons are the rows of a table in chain.cc.
//
// All steps must be of kinds that become native. nullopt: they can be merged.
std::optional<std::string> WhyApart(const std::vector<const Value*>& before,
                                    const Value& step);

// JoinTtls returns how long Crossplane may use the answer of a step that replaces
// several steps: the shortest of their TTLs, as Crossplane computes it for a pipeline.
// A step without a TTL has 60s, and zero does not count.
//
//   function-sequencer with cacheTTL: 5m                    ttl: 5m
//   with cacheTTL: 10s, with patches                        ttl: 10s
//   with cacheTTL: 5m, with patches                         none, and a note

struct JoinedTtl {
  std::string text;  // "" for none
  std::vector<NodeRemark> notes;
};

// `steps` are adjacent in spec.pipeline; the first is at `index`.
JoinedTtl JoinTtls(const std::vector<const Value*>& steps, size_t index);

}  // namespace loom
