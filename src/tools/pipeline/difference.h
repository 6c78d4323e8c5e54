// SPDX-License-Identifier: Apache-2.0
// DifferenceOf compares what was rendered with what was expected, for `render --diff`.
//
//   Bucket bucket: spec.forProvider.region
//     - us-east-1
//     + eu-west-1
//   Policy policy: only in expected.yaml
//   2 differences in 2 of 3 documents
//
// Documents belong together by apiVersion, kind and resource name (the annotation
// crossplane.io/composition-resource-name), or metadata.name without one; results of
// functions by what they say. So the order of documents does not count. Values are
// compared as data. lastTransitionTime and the uid of owners do not count either,
// because every run makes its own.
//
// With `subset` the expected documents may hold less: each member that they have has
// to be there and equal, lists as a whole, and documents that are only rendered do
// not count.
//
// `-` is what was expected, and `+` what was rendered; of a member that only one of
// them has there is one line.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/yaml/reader.h"

namespace loom {

// What is said of a document that has no counterpart.
struct DifferenceWords {
  std::string only_expected;  // "only in expected.yaml"
  std::string only_rendered = "only rendered";
};

// "" if there is no difference.
std::string DifferenceOf(const std::vector<YamlDocument>& expected,
                         const DifferenceWords& words,
                         const std::vector<YamlDocument>& rendered,
                         bool subset);

}  // namespace loom
