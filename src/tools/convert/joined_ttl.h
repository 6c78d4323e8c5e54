// SPDX-License-Identifier: Apache-2.0
// JoinTtls says for how long Crossplane may use the answer of a step that several steps
// have become: the least of theirs, as Crossplane takes it of a pipeline. A step that
// says nothing has 60s, and zero does not count.
//
//   function-sequencer with cacheTTL: 5m                    ttl: 5m
//   with cacheTTL: 10s, beside patches                      ttl: 10s
//   with cacheTTL: 5m, beside patches                       none, and a note
#pragma once

#include <string>
#include <vector>

#include "data/value/value.h"
#include "tools/yaml/node_remark.h"

namespace loom {

struct JoinedTtl {
  std::string text;  // "": none
  std::vector<NodeRemark> notes;
};

// `steps` stand side by side in spec.pipeline, the first at `index`.
JoinedTtl JoinTtls(const std::vector<const Value*>& steps, size_t index);

}  // namespace loom
