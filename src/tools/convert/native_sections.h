// SPDX-License-Identifier: Apache-2.0
// ConvertSections moves the sections of a Composition without a pipeline (`mode:
// Resources`) into one native step, which replaces the first section.
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
// The edit gets stuck if `spec` is in flow style.
#pragma once

#include <string>

#include "tools/yaml/edit.h"

namespace loom {

// `step` and `function` are the names of the native step and of its function.
void ConvertSections(const std::string& step, const std::string& function,
                     YamlEdit* edit);

// Does the same with two steps: one with an input of function-environment-configs, if
// the Composition has configs or defaults, and one of function-patch-and-transform.
void ConvertSectionsToDropIn(const std::string& function, YamlEdit* edit);

}  // namespace loom
