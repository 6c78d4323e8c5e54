// SPDX-License-Identifier: Apache-2.0
// The field spec.providerConfigRef of a managed resource. It has one of two shapes:
//
//   {name: edge-3}                                 older, cluster-scoped
//   {name: edge-3, kind: ClusterProviderConfig}    newer, namespaced
//
// `kind` must not be written into the older shape, in which it is an unknown field.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "sections/provider_config/detection.h"
#include "sections/provider_config/provider_config.h"

namespace loom {

// Reports whether the desired resource already names a ProviderConfig.
bool NamesProviderConfig(const Value& desired);

// Returns the kind to write; "" for the older shape, or if the settings are None.
//
// The shape is the newer one if the desired reference has a kind. Otherwise the schema
// decides, if it is known, and then the observed reference, because the API server
// fills in a default. Without an observed reference, the shape is the newer one for
// groups with the DNS label `m` (s3.m.example.org), and for every resource of a
// namespaced composite.
//
// The kind is the first of: the settings, the composite's label if it is one of the two
// kinds that exist, the desired reference, the observed reference,
// ClusterProviderConfig.
absl::string_view RefKindOf(const ProviderConfig& config,
                            const Value& composite, const Candidate& candidate);

// Returns FailedPrecondition if `spec` or the reference is present and not an object.
absl::Status CheckProviderConfigRef(const Value& desired);

// Sets the name and, unless it is empty, the kind. Creates `spec` and the reference if
// they are missing; other fields stay. CheckProviderConfigRef must return OK for the
// resource. Both strings must outlive the tree.
void WriteProviderConfigRef(Value& desired, absl::string_view name,
                            absl::string_view kind, Pool* pool);

}  // namespace loom
