// SPDX-License-Identifier: Apache-2.0
// EnvironmentPatches are the field `patches` of `environment`. They run with the
// templates (sections/resources/templates.h), because they may read what references
// write. Before that, the names of objects to read see the environment as the patches
// will leave it (Call::PatchedEnvironment): ParseNative makes a section that only
// announces the patches.
#pragma once

#include <memory>

#include "crossplane/call/call.h"
#include "language/input/fields.h"
#include "sections/shared/patches/patch.h"

namespace loom {

class EnvironmentPatches final : public EnvironmentPreview {
 public:
  // Reads the field. It is read once for all sections.
  static std::shared_ptr<const EnvironmentPatches> Of(Fields& input);
  // Returns nullptr if no patch writes to the environment.
  static std::unique_ptr<const Section> ParseNative(Fields& input);

  const Patches& list() const { return list_; }
  absl::Status Apply(Call& call, Value* environment) const override;

 private:
  Patches list_;
};

}  // namespace loom
