// SPDX-License-Identifier: Apache-2.0
// Inject writes the provider config that a composite requests into the composed
// resources of a call, including those of earlier steps. It is the last change to them.
// If the label of the composite is edge-3, then
//
//   a managed resource      gets spec.providerConfigRef.name: edge-3, and the
//                           same label; other fields of the reference stay
//   a nested composite      gets the label only, and passes it on to its own
//                           composed resources
//   with the ignore label   gets nothing; a nested composite still gets the
//                           label, unless it has one
//   excluded, or neither    gets nothing
//
// If `spec` or the reference of a resource is present and not an object (null counts as
// absent), or the resource does not fit its field rule, the resource stays unchanged,
// without labels, and the condition names it. Nothing is written inside the manifest of
// an Object, or to the composite.
//
// If the name to be written is not a valid object name, the call is FATAL: a resource
// without a reference would use the account of the config `default`.
//
// The ProviderConfigApplied condition is
//   True, Injected           with the message "edge-3: 2 composed resources"
//   True, NotRequested       if nothing is requested
//   False, InjectionFailed   if a resource could not be changed
//   False, LabelMissing      if a value is required and missing; resources that
//                            would get it and are not observed yet are withheld
//
// The rule is AppCat's, so an existing name and label are overwritten. The settings of
// provider_config.h allow exceptions.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/composed_state.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"
#include "sections/provider_config/detection.h"
#include "sections/provider_config/provider_config.h"
#include "sections/provider_config/section.h"

namespace loom {

// Information from outside the composite and its resources.
struct Surroundings {
  // Requests the schema of a kind; null: schemas are not available.
  std::function<absl::StatusOr<std::optional<SchemaFacts>>(
      absl::string_view api_version, absl::string_view kind)>
      schema_of = nullptr;
  // Groups whose ProviderConfigs were checked, each including the groups below it.
  std::vector<std::string> checked_groups = {};
  // The checked groups whose ProviderConfig does not exist, and the message about it.
  // Their resources are withheld until they are observed.
  std::map<std::string, std::string> missing = {};
  // The templates of the resources; nullptr if no step of this function has any.
  const Expansions* expansions = nullptr;

  // Returns what the input calls a resource, if that is not its name.
  absl::string_view IdOf(absl::string_view resource) const {
    return expansions == nullptr ? "" : expansions->IdOf(resource);
  }
};

// Changes `resources`. InvalidArgument: the bytes of a resource are not an object.
absl::Status Inject(const ProviderConfig& config,
                    const Value& observed_composite, const Requested& requested,
                    const Surroundings& around, ComposedState& resources,
                    Pool* pool, Outcome* outcome);

}  // namespace loom
