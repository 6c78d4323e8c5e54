// SPDX-License-Identifier: Apache-2.0
// MakeComposite makes of a claim the composite that Crossplane makes of it:
//
//   claim                                  composite
//   kind                                   the kind that its definition names
//   metadata.name, namespace: shop, team   labels crossplane.io/claim-name: shop and
//                                          crossplane.io/claim-namespace: team; no namespace
//   spec.resourceRef.name: shop-7kq2x      metadata.name: shop-7kq2x
//   no resourceRef                         metadata.generateName: shop-, and the name
//                                          shop-xxxxx, since Crossplane makes one up
//   labels, annotations                    the same, without those of Kubernetes
//   spec                                   the same, without the fields that only claims
//                                          have, and with claimRef
//   spec.compositionRevisionRef            the same if compositionUpdatePolicy is Manual
//
// The places of values stay those of the claim's file. The rules are Crossplane's.
#pragma once

#include <string>

#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

// `definition` is that of the claim. Returns a note that says what was done.
std::string MakeComposite(const Value& definition, YamlDocument* claim,
                          Pool* pool);

}  // namespace loom
