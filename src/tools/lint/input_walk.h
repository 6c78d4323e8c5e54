// SPDX-License-Identifier: Apache-2.0
// What rules about patches look at: the patches of each resource in the order in
// which they run, those of its patch sets among them.
//
//   for (const LintResource& resource : ResourcesOf(input)) {
//     for (const LintPatch& patch : resource.patches) Look(patch);
//   }
//
// What the validator refuses is left out: a patch of an unknown type, a path that
// is malformed, a set that does not exist.
#pragma once

#include <string>
#include <vector>

#include "data/fieldpath/path.h"
#include "sections/shared/patches/patch_types.h"
#include "tools/lint/corpus.h"

namespace loom {

struct LintPatch {
  std::string place;  // in the input
  const Value* value;
  const PatchType* type;
  Path from;  // empty for patches that combine
  Path to;
  std::string
      to_member;  // toFieldPath, or fromFieldPath if that is the default
  bool required = false;  // policy.fromFieldPath: Required
  bool merges = false;    // policy.toFieldPath is none of absent and Replace
};

struct LintResource {
  std::string place;  // in the input
  const Value* value;
  const Value* base;  // nullptr if there is none
  std::vector<LintPatch> patches;
};

std::vector<LintResource> ResourcesOf(const LintInput& input);

// The patches of the environment, of resources and of all patch sets, each once.
std::vector<LintPatch> AllPatchesOf(const LintInput& input);

}  // namespace loom
