// SPDX-License-Identifier: Apache-2.0
// The environment stands in the pipeline's context, under a key that is
// Crossplane's, and looks like an object of Kubernetes: it has an apiVersion and
// a kind, because what is patched has to have them. The steps that share it are
// function-environment-configs, function-patch-and-transform and this function.
//
//   apiextensions.crossplane.io/environment:
//     apiVersion: internal.crossplane.io/v1alpha1
//     kind: Environment
//     region: eu-1                                what configs and patches made
#pragma once

#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

inline constexpr absl::string_view kEnvironmentKey =
    "apiextensions.crossplane.io/environment";

// Whether an environment has an apiVersion or a kind that is usable: texts, of
// which the former has at most one slash.
bool HasIdentity(const Value& environment);

// Gives an environment that has none those of its own.
void EnsureIdentity(Value& environment, Pool* pool);

}  // namespace loom
