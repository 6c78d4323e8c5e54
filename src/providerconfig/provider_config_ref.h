// SPDX-License-Identifier: Apache-2.0
// The member spec.providerConfigRef of a managed resource, which has one of two
// shapes:
//
//   {name: edge-3}                               cluster-scoped, the older one
//   {name: edge-3, kind: ClusterProviderConfig}  namespaced
//
// `kind` must not be written to the older one: there it is an unknown field.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "providerconfig/detection.h"
#include "providerconfig/provider_config.h"
#include "value/value.h"

namespace loom {

// Whether the desired resource names a ProviderConfig already.
bool NamesProviderConfig(const Value& desired);

// The kind to write; "" for the older shape, and where the settings say None.
//
// The shape is the newer one if the desired reference has a kind; else the
// observed one tells, because the API server fills in a default; else it is so
// for groups with the label `m` (s3.m.example.org) and for all that a
// namespaced composite is composed of.
//
// The kind is that of the settings, of the composite's label (if it is one of
// the two that exist), of the desired reference, of the observed one, or else
// ClusterProviderConfig.
absl::string_view RefKindOf(const ProviderConfig& config,
                            const Value& composite, const Candidate& candidate);

// FailedPrecondition if `spec` or the reference is there and no object:
//   spec.providerConfigRef is not an object
absl::Status CheckProviderConfigRef(const Value& desired);

// Sets the name and, unless it is empty, the kind; what is missing on the way
// is made, other members stay. Only after CheckProviderConfigRef. Both texts have to
// outlive the tree.
void WriteProviderConfigRef(Value& desired, absl::string_view name,
                            absl::string_view kind, Pool* pool);

}  // namespace loom
