// SPDX-License-Identifier: Apache-2.0
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
#pragma once

#include <optional>
#include <string>

#include "tools/convert/native_text.h"
#include "tools/yaml/node_remark.h"

namespace loom {

std::optional<NodeRemark> ConvertSectionsInText(const std::string& step,
                                                const std::string& function,
                                                const DocumentText& document);

// The same as two steps, with the inputs of function-environment-configs, if there
// are configs or defaults, and function-patch-and-transform.
std::optional<NodeRemark> ConvertSectionsToDropInInText(
    const std::string& function, const DocumentText& document);

}  // namespace loom
