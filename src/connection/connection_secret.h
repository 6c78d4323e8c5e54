// SPDX-License-Identifier: Apache-2.0
// The connection secret of a modern composite (one with `spec.crossplane`), for
// which Crossplane writes none: an ordinary composed resource.
//
//   apiVersion: v1
//   kind: Secret
//   metadata: {name: shop-connection, namespace: team-a}
//   type: connection.crossplane.io/v1alpha1
//   data: {host: ZGIuZXhhbXBsZS5vcmc=}
//
// Where it goes, the first that applies, taken whole (P&T's rule):
//   1. spec.writeConnectionSecretToRef of the composite
//   2. writeConnectionSecretToRef of the input, if it has a name or namespace
//   3. <composite's name>-connection in the composite's namespace
#pragma once

#include "absl/strings/string_view.h"
#include "connection/connection_details.h"
#include "value/value.h"

namespace loom {

// Whether Crossplane leaves the secret of this composite to its functions.
bool IsModern(const Value& observed_composite);

// The logical name of the secret among the composed resources.
std::string SecretResourceName(const Value& observed_composite);

// {name, namespace}: where the secret goes. `input_name` and
// `input_namespace` are empty where the input says nothing.
Value SecretLocation(const Value& observed_composite,
                     absl::string_view input_name,
                     absl::string_view input_namespace, Pool* pool);

// The secret at that place; an empty name or namespace is left out.
Value ComposeSecret(const Value& reference, const Details& details, Pool* pool);

}  // namespace loom
