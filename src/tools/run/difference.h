// SPDX-License-Identifier: Apache-2.0
// DifferenceOf compares rendered documents with expected documents, for `render
// --diff`.
//
//   Bucket bucket: spec.forProvider.region
//     - us-east-1
//     + eu-west-1
//   Policy policy: only in expected.yaml
//   2 differences in 2 of 3 documents
//
// Documents are matched by apiVersion, kind and resource name (the annotation
// crossplane.io/composition-resource-name), or by metadata.name without one; results of
// functions by their content. So the order of documents does not matter. Values are
// compared as data. lastTransitionTime and the uid of owners are ignored, because every
// run creates new ones.
//
// With `subset` the expected documents may be incomplete: each of their fields must be
// rendered and equal (lists as a whole), and documents that are only rendered are
// ignored.
//
// `-` is the expected value, and `+` the rendered one. A field that only one of them
// has takes one line.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/objects/secret_texts.h"
#include "tools/yaml/reader.h"

namespace loom {

// The words for a document without a counterpart.
struct DifferenceWords {
  std::string only_expected;  // "only in expected.yaml"
  std::string only_rendered = "only rendered";
};

// Returns the differences; "" for none. A value that contains one of `secrets` is shown
// as (secret); it is compared all the same.
std::string DifferenceOf(const std::vector<YamlDocument>& expected,
                         const DifferenceWords& words,
                         const std::vector<YamlDocument>& rendered, bool subset,
                         const SecretTexts& secrets = {});

}  // namespace loom
