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
#include "sections/resources/computed_names.h"
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

  void Begin(Call& call) const override;
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
  // Applies the patches of the environment from `begin` to before `end`.
  absl::Status PatchEnvironment(size_t begin, size_t end, Call& call,
                                Outcome* outcome) const;
  absl::Status Render(const Template& the_template, Call& call,
                      Outcome* outcome) const;
  absl::Status RenderOne(const Template& the_template, Call& call,
                         Outcome* outcome) const;
  absl::Status RenderNamed(const Template& the_template, absl::string_view name,
                           Call& call, Outcome* outcome) const;
  // Renders the templates that have the name of this one, which is their first.
  absl::Status RenderShared(const Template& first, Call& call,
                            Outcome* outcome) const;

  const Rules* rules_ = nullptr;
  // Those of the field `status` come last.
  Patches environment_patches_;
  size_t status_begin_ = 0;
  std::vector<Template> templates_;
  NamedTemplates named_;
  OwnTemplates own_;
  SecretTarget secret_;
  bool has_expressions_ = false;
  bool has_inline_ = false;  // expressions in a `template` or in `status`
};

}  // namespace loom
