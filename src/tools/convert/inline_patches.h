// SPDX-License-Identifier: Apache-2.0
// InlinePatches makes values of templates of the simple patches in the native steps of
// a Composition, for `convert --inline`.
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

#include "tools/yaml/edit.h"

namespace loom {

// Returns false if there is no such patch.
bool InlinePatches(YamlEdit* edit);

}  // namespace loom
