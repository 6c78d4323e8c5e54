// SPDX-License-Identifier: Apache-2.0
// What native_tree.h does to trees, done to the text of a document: names and
// keys are replaced where they stand, and the sections of further steps are moved
// behind those of the first one. What does not keep its members is written behind
// them (replaced_text.h).
//
// A NodeRemark says why a document cannot be changed in place: a map or list that
// would have to be taken apart is written with braces or brackets, or is an
// alias.
#pragma once

#include <optional>
#include <string>

#include "tools/convert/chain.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"

namespace loom {

// The text of a document, and what is done to it.
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

// Replaces the scalar at the path. false: there is none.
bool ReplaceScalar(const DocumentText& document, const NodePath& path,
                   const std::string& text);
// Renames the key of the map, if it has such a key.
void RenameKey(const DocumentText& document, uint32_t map,
               const std::string& key, const std::string& name);
uint32_t NodeAt(const DocumentText& document, const NodePath& path);

// ConvertSectionsInText moves the sections of a Composition without a pipeline
// (`mode: Resources`) into one native step, in its text. The step stands where
// the first section stood.
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
// A NodeRemark says why the text cannot be changed in place: a flow-style `spec`.
std::optional<NodeRemark> ConvertSectionsInText(const std::string& step,
                                                const std::string& function,
                                                const DocumentText& document);

// The same as two steps, with the inputs of function-environment-configs, if there
// are configs or defaults, and function-patch-and-transform.
std::optional<NodeRemark> ConvertSectionsToDropInInText(
    const std::string& function, const DocumentText& document);

}  // namespace loom
