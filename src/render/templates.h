// SPDX-License-Identifier: Apache-2.0
// Templates is function-patch-and-transform as a section: its whole input, and
// the members of the native one that have its names.
//
//   environment: {patches: […]}
//   patchSets: [{name: common, patches: […]}]     patch/patch_set.h
//   resources: […]                                render/template.h
//   writeConnectionSecretToRef: {…}               render/secret_target.h
//
// The patches of the environment come first, then each template in turn, then
// the connection secret. A drop-in input without resources and without patches of
// the environment is refused; a native one has other sections to live for.
#pragma once

#include <memory>
#include <vector>

#include "call/section.h"
#include "input/input.h"
#include "patch/patch.h"
#include "render/secret_target.h"
#include "render/template.h"

namespace loom {

class Templates : public Section {
 public:
  // nullptr if the input has none of these members.
  static std::unique_ptr<const Section> ParseNative(Fields& input);
  static std::unique_ptr<const Section> ParseDropIn(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  void Parse(Fields& input, const std::vector<Input>& environment_patches);
  bool empty() const {
    return templates_.empty() && environment_patches_.empty();
  }
  absl::Status Prepare(Call& call) const;
  absl::Status PatchEnvironment(Call& call) const;

  const Rules* rules_ = nullptr;
  Patches environment_patches_;
  std::vector<Template> templates_;
  SecretTarget secret_;
};

}  // namespace loom
