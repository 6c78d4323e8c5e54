// SPDX-License-Identifier: Apache-2.0
// Inject writes the provider config that a composite asks for into the composed
// resources of a call, those of earlier steps included. It is the last thing
// that is done to them.
//
//   labels of the composite: {…/provider-config: edge-3}
//   a managed resource        spec.providerConfigRef.name: edge-3, other members
//                             of the reference stay; labels: the same label
//   a nested composite        the label alone, which it passes on in its turn
//   with the ignore label     nothing; a nested composite still gets the label,
//                             unless it has one
//   excluded, or neither      nothing
//
// Where `spec` or the reference is no object (null is none), that resource
// passes unchanged and the condition names it. Nothing is written inside the
// manifest of an Object, and nothing on the composite.
//
// ProviderConfigApplied is True for Injected ("edge-3: 2 composed resources")
// or NotRequested, False for InjectionFailed or, where a value is required and
// there is none, LabelMissing: then what would be injected and is not observed
// yet has to be withheld.
//
// The rule is AppCat's (an existing name and label are overwritten); the
// exceptions are settings of provider_config.h.
#pragma once

#include <memory>

#include "absl/status/status.h"
#include "call/section.h"
#include "input/input.h"
#include "providerconfig/provider_config.h"
#include "resource/composed_resources.h"
#include "resource/outcome.h"
#include "value/value.h"

namespace loom {

// `environment` may be nullptr. InvalidArgument if a resource is no object on
// the wire.
absl::Status Inject(const ProviderConfig& config,
                    const Value& observed_composite, const Value* environment,
                    ComposedResources& resources, Pool* pool, Outcome* outcome);

// The section `providerConfig` of the native input.
class ProviderConfigSection : public Section {
 public:
  explicit ProviderConfigSection(ProviderConfig config)
      : config_(std::move(config)) {}

  // nullptr if the input does not have it.
  static std::unique_ptr<const Section> Parse(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  ProviderConfig config_;
};

}  // namespace loom
