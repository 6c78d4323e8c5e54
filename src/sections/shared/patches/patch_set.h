// SPDX-License-Identifier: Apache-2.0
// PatchSets are named lists of patches that resources share. When the input is read, a
// reference in a resource's list is replaced by the patches of its set. A set may be
// used any number of times, and must not contain a reference.
//
//   patchSets:
//   - {name: labels, patches: [{fromFieldPath: metadata.labels}]}
//   resources:
//   - name: bucket
//     patches: [{type: PatchSet, patchSetName: labels}]
//
// A patch of a set may read the item of a forEach. Then only resources with forEach may
// use the set:
//   resources[0].patches[0].patchSetName: Invalid value: "zones": patchSets[zones]
//   .patches[1] reads the item of a forEach, but this resource has none
//
// A set may have parameters, whose values each use gives (patch_parameters.h). Uses
// with equal values share their patches.
//
// All uses together may add at most limits::kPatchUses patches:
//   resources[9].patches[0].patchSetName: Invalid value: "labels": with it, the resources
//   use more than 100000 patches of patch sets
//
// If two sets have the same name, the drop-in inputs use the last one, and the native
// input is refused. The rules are P&T's.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "language/input/input.h"
#include "sections/shared/patches/patch.h"
#include "sections/shared/patches/patch_parameters.h"

namespace loom {

class PatchSets {
 public:
  // Returns the patch sets of the input `root`. The first caller parses them.
  static std::shared_ptr<PatchSets> Of(Fields& root);
  static PatchSets Parse(const std::vector<Input>& list);

  // Returns the patches of a resource with references replaced. The scope is kLoop if
  // the resource has a forEach. A reference to a set that does not exist is reported:
  // "cannot find PatchSet by name labels".
  Patches Resolve(const std::vector<Input>& list,
                  PatchScope scope = PatchScope::kResource);

  // Reports the errors of unused sets with parameters, as far as they can be found
  // without values.
  void CheckUnused();

 private:
  struct Set {
    Patches patches;  // if it has no parameters
    PatchParameters parameters;
    std::vector<Input> list;  // its patches, if it has parameters
    // The key is the JSON form of the parameter values.
    std::map<std::string, Patches> filled = {};
  };

  bool CountUses(size_t patches, absl::string_view name, const Input& use);
  // Returns the patches of a use; nullptr if it has an error, which is reported.
  const Patches* PatchesOf(absl::string_view name, Set& set, Fields& use);
  const Patches* Fill(absl::string_view name, Set& set, Value values);

  size_t uses_ = 0;
  std::map<std::string, Set, std::less<>> sets_;
  // The values of parameters, and their patches. Each patch keeps them alive.
  struct Kept {
    Pool pool;
    std::deque<Value> values;
  };
  std::shared_ptr<Kept> kept_ = std::make_shared<Kept>();
};

}  // namespace loom
