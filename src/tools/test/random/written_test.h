// SPDX-License-Identifier: Apache-2.0
// TestText writes a test as YAML, with its fields in the order in which people read
// them.
//
//   TestText({.name = "smallest", .sources = &sources, .composite = &composite,
//             .steps = &steps})
//
//   apiVersion: loom.fn.crossplane.io/v1beta1
//   kind: CompositionTest
//   metadata: {name: smallest}
//   spec:
//     composition: composition.yaml
//     composite:
//       apiVersion: example.org/v1
//       …
//     steps:
//     - name: the first reconcile
//       expect:
//         ready: false
//
// A step without a name gets one that says what changes.
#pragma once

#include <string>
#include <vector>

#include "data/value/value.h"

namespace loom {

struct WrittenTest {
  std::vector<std::string> comments = {};  // lines before the test
  std::string name;
  // The fields of spec apart from the composite and the steps: composition, xrd,
  // schemas, objects.
  const Value* sources = nullptr;
  const Value* composite = nullptr;
  const Value* steps = nullptr;
  // A comment for each `expect`; "" for none.
  std::string expect_comment = {};
};

std::string TestText(const WrittenTest& test);

// Returns what a step changes, in words: `network reports its status`.
std::string NameOfStep(const Value& step, bool is_first);

}  // namespace loom
