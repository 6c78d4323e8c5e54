// SPDX-License-Identifier: Apache-2.0
// FindInlined finds simple patches that can become values of templates. `convert
// --inline` does this to the native steps of a Composition.
//
//   base:                                      template:
//     apiVersion: s3.example.org/v1              apiVersion: s3.example.org/v1
//     kind: Bucket                               kind: Bucket
//   patches:                                     spec:
//   - fromFieldPath: spec.region                   region: ${composite.spec.?region}
//     toFieldPath: spec.region
//
// A patch is inlined if the template has the same meaning:
//
//   FromCompositeFieldPath      Optional ${composite.spec.?region}, Required
//                               ${composite.spec.region}
//   FromEnvironmentFieldPath    Optional ${environment.?region}
//
// Every other patch stays: a Required patch that waits for a status or for the
// environment, because its warning would differ; a patch with an expression, with
// transforms, with a wildcard or an index in its target, or with a comment; and a patch
// to a field that the base has or that another patch also writes. All patches stay if
// the resource is written with braces or its base contains `${`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/convert/native_text.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"

namespace loom {

struct InlinedPatch {
  size_t index;  // in the list `patches`
  std::vector<std::string> to;
  std::string text;  // ${composite.spec.?region}
};

struct InlinedResource {
  NodePath path;                      // spec.pipeline[0].input.resources[1]
  std::vector<InlinedPatch> patches;  // one or more
  bool all;                           // whether no other patch is left
};

// Returns the patches that can be inlined. `root` is the document of these nodes.
std::vector<InlinedResource> FindInlined(const Value& root,
                                         const YamlNodes& nodes,
                                         const YamlLayout& layout);

void InlineInTree(const std::vector<InlinedResource>& resources,
                  Value* document, Pool* pool);
std::optional<NodeRemark> InlineInText(
    const std::vector<InlinedResource>& resources,
    const DocumentText& document);

}  // namespace loom
