// SPDX-License-Identifier: Apache-2.0
// Templates is function-patch-and-transform as a section. It reads the whole input of
// that function, and the fields of the native input with the same names.
//
// The patches of the environment are applied first, then each template in order. The
// connection secret is composed last. A drop-in input with neither resources nor
// patches of the environment is refused, as in P&T. A native input may lack them,
// because it may have other sections.
#pragma once

#include <memory>
#include <vector>

#include "crossplane/call/call.h"
#include "language/input/fields.h"
#include "sections/resources/secret_target.h"
#include "sections/resources/template.h"
#include "sections/shared/patches/patch.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

class Templates : public Section {
 public:
  // ParseNative returns nullptr if the input has no resources, no patches of the
  // environment and no writeConnectionSecretToRef.
  static std::unique_ptr<const Section> ParseNative(Fields& input);
  static std::unique_ptr<const Section> ParseDropIn(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

  const Patches& environment_patches() const { return environment_patches_; }
  const std::vector<Template>& templates() const { return templates_; }
  const SecretTarget& secret() const { return secret_; }

 private:
  void Parse(Fields& input, Patches environment_patches);
  bool empty() const {
    return templates_.empty() && environment_patches_.empty();
  }
  absl::Status Prepare(Call& call) const;
  absl::Status PatchEnvironment(Call& call, Outcome* outcome) const;
  absl::Status Render(const Template& the_template, Call& call,
                      Outcome* outcome) const;

  const Rules* rules_ = nullptr;
  Patches environment_patches_;
  std::vector<Template> templates_;
  OwnTemplates own_;
  SecretTarget secret_;
  bool has_expressions_ = false;
  bool has_inline_ = false;  // expressions in a `template` or in `status`
};

}  // namespace loom
