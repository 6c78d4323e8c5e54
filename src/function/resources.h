// SPDX-License-Identifier: Apache-2.0
// Reads the sections that P&T's input and the native one share:
//
//   patchSets: [{name: common, patches: […]}]
//   resources:
//   - name: bucket                  what the pipeline calls it
//     base: {apiVersion: …, kind: …}
//     patches: […]                  patch/patch.h
//     connectionDetails: […]        connection/connection_details.h
//     readinessChecks: […]          readiness/readiness.h
//   writeConnectionSecretToRef: {name: …, namespace: …, patches: […]}
//
// A resource without base goes on from what an earlier step, or an earlier
// template, made of that name. The rules are function-patch-and-transform's. In
// the native input a name may be given only once.
#pragma once

#include <vector>

#include "function/plan.h"
#include "input/input.h"

namespace loom {

Patches ParsePatches(const std::vector<Input>& list, PatchScope scope);

void ParseResources(Fields& input, Resources* resources);

}  // namespace loom
