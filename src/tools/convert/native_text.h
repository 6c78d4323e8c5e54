// SPDX-License-Identifier: Apache-2.0
// ConvertStepsInText does to the YAML of a document what native_tree.h does to its
// tree: it replaces names and keys in-place, and moves the sections of later steps
// behind those of the first one. Sections that do not keep their fields are written
// after them (replaced_text.h).
//
// The functions return a NodeRemark if a document cannot be changed in-place: a map or
// list that would have to be taken apart is written with braces or brackets, or is an
// alias.
#pragma once

#include <optional>
#include <string>

#include "tools/convert/chain.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"

namespace loom {

// The YAML of a document, and the changes to it.
struct DocumentText {
  const YamlNodes& nodes;
  const YamlLayout& layout;
  uint32_t root;
  Surgery& surgery;
};

// `composition` is the tree of the document.
std::optional<NodeRemark> ConvertStepsInText(const Value& composition,
                                             const Chain& chain,
                                             const std::string& function,
                                             const DocumentText& document);

// `steps` are the indices of the steps whose functions are renamed.
std::optional<NodeRemark> RenameFunctionsInText(
    const std::vector<size_t>& steps, const std::string& function,
    const DocumentText& document);

// Replaces the scalar at the path. Returns false if the path has no scalar.
bool ReplaceScalar(const DocumentText& document, const NodePath& path,
                   const std::string& text);
// Renames the key of the map, if it has such a key.
void RenameKey(const DocumentText& document, uint32_t map,
               const std::string& key, const std::string& name);
uint32_t NodeAt(const DocumentText& document, const NodePath& path);

// ConvertSectionsInText moves the sections of a Composition without a pipeline (`mode:
// Resources`) into one native step, in its YAML. The step replaces the first section.
//
//   spec:                        spec:
//     mode: Resources              mode: Pipeline
//     resources:                   pipeline:
//     - name: bucket               - step: loom
//                                    functionRef:
//                                      name: function-loom
//                                    input: …
//                                      resources:
//                                      - name: bucket
//
// Returns a NodeRemark if the document cannot be changed in-place: `spec` is in flow
// style.
std::optional<NodeRemark> ConvertSectionsInText(const std::string& step,
                                                const std::string& function,
                                                const DocumentText& document);

// Does the same with two steps: one with an input of function-environment-configs, if
// the Composition has configs or defaults, and one of function-patch-and-transform.
std::optional<NodeRemark> ConvertSectionsToDropInInText(
    const std::string& function, const DocumentText& document);

}  // namespace loom
