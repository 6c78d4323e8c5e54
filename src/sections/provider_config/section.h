// SPDX-License-Identifier: Apache-2.0
// ProviderConfigSection is the section `providerConfig` of the native input. It asks
// for what it has to know first (validation.h, schemas.h), and then injects
// (injection.h).
#pragma once

#include <memory>
#include <utility>

#include "crossplane/call/section.h"
#include "language/input/fields.h"
#include "sections/provider_config/provider_config.h"

namespace loom {

class ProviderConfigSection : public Section {
 public:
  explicit ProviderConfigSection(ProviderConfig config)
      : config_(std::move(config)) {}

  // nullptr if the input does not have it.
  static std::unique_ptr<const Section> Parse(Fields& input);

  bool asks() const override { return true; }
  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  ProviderConfig config_;
};

}  // namespace loom
