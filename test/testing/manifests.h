// SPDX-License-Identifier: Apache-2.0
// The files that most tests of rendering begin with.
#pragma once

#include <string>

#include "absl/strings/str_cat.h"

namespace loom {

inline constexpr char kXr[] =
    "apiVersion: demo.example.org/v1\n"
    "kind: XApp\n"
    "metadata:\n"
    "  name: shop\n"
    "spec:\n"
    "  region: eu\n";

// A step that makes one resource, `bucket`, with the region of the composite.
inline constexpr char kBucketStep[] =
    "  - step: patch\n"
    "    functionRef: {name: function-patch-and-transform}\n"
    "    input:\n"
    "      apiVersion: pt.fn.crossplane.io/v1beta1\n"
    "      kind: Resources\n"
    "      resources:\n"
    "      - name: bucket\n"
    "        base: {apiVersion: s3.example.org/v1, kind: Bucket}\n"
    "        patches:\n"
    "        - {fromFieldPath: spec.region, toFieldPath: spec.region}\n";

// A step of a function that is not built in.
inline constexpr char kForeignStep[] =
    "  - step: foreign\n"
    "    functionRef: {name: function-foreign}\n"
    "    input: {apiVersion: foreign.example.org/v1, kind: Input}\n";

inline std::string CompositionOf(const std::string& steps) {
  return absl::StrCat(
      "apiVersion: apiextensions.crossplane.io/v1\n"
      "kind: Composition\n"
      "metadata: {name: xapps, labels: {channel: stable}}\n"
      "spec:\n"
      "  compositeTypeRef: {apiVersion: demo.example.org/v1, kind: XApp}\n"
      "  mode: Pipeline\n"
      "  pipeline:\n",
      steps);
}

}  // namespace loom
