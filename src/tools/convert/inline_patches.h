// SPDX-License-Identifier: Apache-2.0
// Inlining makes values of templates of simple patches: what `convert --inline` does to the
// native steps of a Composition.
//
//   base:                                      template:
//     apiVersion: s3.example.org/v1              apiVersion: s3.example.org/v1
//     kind: Bucket                               kind: Bucket
//   patches:                                     spec:
//   - fromFieldPath: spec.region                   region: ${composite.spec.?region}
//     toFieldPath: spec.region
//
// A patch is inlined if the template means the same:
//
//   FromCompositeFieldPath      Optional ${composite.spec.?region}, Required
//                               ${composite.spec.region}
//   FromEnvironmentFieldPath    Optional ${environment.?region}
//
// Every other patch stays: one that is Required and waits for a status or for the
// environment, because it warns of that otherwise; one with an expression or transforms, with a wildcard or an index in its target,
// to a field that the base has, or that another patch writes, too, and one that has a
// comment. So does every patch of a resource that is written with braces, or whose base
// has `${` in it.
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
  bool all;                           // no other patch is left
};

// What can be inlined. `root` is the document of these nodes.
std::vector<InlinedResource> FindInlined(const Value& root,
                                         const YamlNodes& nodes,
                                         const YamlLayout& layout);

void InlineInTree(const std::vector<InlinedResource>& resources,
                  Value* document, Pool* pool);
std::optional<NodeRemark> InlineInText(
    const std::vector<InlinedResource>& resources,
    const DocumentText& document);

}  // namespace loom
