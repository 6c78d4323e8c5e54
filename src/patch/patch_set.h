// SPDX-License-Identifier: Apache-2.0
// Patch sets are named lists of patches that resources share. A reference in a
// resource's list is replaced, when the input is read, by the patches of its
// set; a set may be used any number of times and may not hold a reference.
//
//   patchSets:
//   - {name: labels, patches: [{fromFieldPath: metadata.labels}]}
//   resources:
//   - name: bucket
//     patches: [{type: PatchSet, patchSetName: labels}]
//
// Of two sets with one name the last counts in the drop-in inputs; in the
// native input that is an error.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "input/input.h"
#include "patch/patch.h"

namespace loom {

class PatchSets {
 public:
  static PatchSets Parse(const std::vector<Input>& list);

  // A resource's patches, with references replaced. A set that does not exist
  // is reported: "cannot find PatchSet by name labels".
  Patches Resolve(const std::vector<Input>& list) const;

 private:
  std::map<std::string, Patches, std::less<>> sets_;
};

}  // namespace loom
