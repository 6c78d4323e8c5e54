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

#include <string>
#include <vector>

#include "connection/connection_details.h"
#include "input/input.h"
#include "patch/patch.h"
#include "readiness/readiness.h"
#include "value/value.h"

namespace loom {

// One composed resource: what it begins as, and what is patched into it.
struct Template {
  std::string name;
  // nullptr: the resource that an earlier step, or an earlier template, made.
  const Value* base = nullptr;
  Patches patches;
  ConnectionDetails connection_details;
  Readiness readiness;
};

// Where the connection secret of a modern composite goes.
struct SecretTarget {
  std::string name;
  std::string ns;
  Patches patches;
  // What is wrong with it. P&T looks at it only when a secret is due, so in the
  // drop-in input a mistake waits until then.
  std::string problems;
};

// What P&T's input says, and the same sections of the native one.
struct Resources {
  Patches environment_patches;
  std::vector<Template> templates;
  SecretTarget secret;
};

Patches ParsePatches(const std::vector<Input>& list, PatchScope scope);

void ParseResources(Fields& input, Resources* resources);

}  // namespace loom
