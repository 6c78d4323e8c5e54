// SPDX-License-Identifier: Apache-2.0
// Requested is the provider config that a composite asks for: the value of its
// label, or of the first fallback that has one.
//
//   labels: {…/provider-config: edge-3}         named, edge-3
//   labels: {…/provider-config: local}          nothing asked for: a no-op
//   value no label, from: [{claimNamespace: true}]    named, by the claim's
//   namespace no label and no fallback with a value       missing
//
// Only texts that are not empty count as values of fallbacks; a path that does
// not fit is a fallback without a value. An empty label that is no no-op value
// counts as absent.
#pragma once

#include "absl/strings/string_view.h"
#include "providerconfig/provider_config.h"
#include "value/value.h"

namespace loom {

struct Requested {
  enum class State { kNamed, kNothing, kMissing };
  State state = State::kMissing;
  absl::string_view name = {};
  // What stands in the environment may have come from a Secret.
  bool from_environment = false;
};

// `environment` may be nullptr. The name lives as long as what it was read
// from.
Requested RequestedBy(const ProviderConfig& config, const Value& composite,
                      const Value* environment, Pool* pool);

}  // namespace loom
