// SPDX-License-Identifier: Apache-2.0
// The connection secret of a modern composite. A composite is modern if it has
// `spec.crossplane`. Crossplane then writes no connection secret, so the secret
// has to be one of the composed resources.
//
//   apiVersion: v1
//   kind: Secret
//   metadata: {name: shop-connection, namespace: team-a}
//   type: connection.crossplane.io/v1alpha1
//   data: {host: ZGIuZXhhbXBsZS5vcmc=}
//
// Its location is the first of these that exists. Name and namespace both come
// from there (P&T's rule):
//   1. spec.writeConnectionSecretToRef of the composite (null counts as {})
//   2. writeConnectionSecretToRef of the input, if it has a name or a namespace
//   3. <composite's name>-connection in the namespace of the composite
#pragma once

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "sections/shared/connection_secrets/connection_details.h"

namespace loom {

// Reports whether functions, rather than Crossplane, write the connection
// secret of this composite.
bool IsModern(const Value& observed_composite);

// Returns the logical name of the secret among the composed resources.
std::string SecretResourceName(const Value& observed_composite);

// Returns the location of the secret: {name, namespace}. `input_name` and
// `input_namespace` come from the input, or are empty.
Value SecretLocation(const Value& observed_composite,
                     absl::string_view input_name,
                     absl::string_view input_namespace, Pool* pool);

// Returns the secret at the location `reference`, with the details as its data.
// An empty name or namespace is left out.
Value ComposeSecret(const Value& reference, const Details& details, Pool* pool);

}  // namespace loom
