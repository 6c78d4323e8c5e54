// SPDX-License-Identifier: Apache-2.0
// MakeComposite turns a claim into the composite that Crossplane creates for it:
//
//   claim                                  composite
//   kind                                   the kind of the composite in its definition
//   metadata.name, namespace: shop, team   labels crossplane.io/claim-name: shop and
//                                          crossplane.io/claim-namespace: team; no namespace
//   spec.resourceRef.name: shop-7kq2x      metadata.name: shop-7kq2x
//   no resourceRef                         metadata.generateName: shop-, and the name
//                                          shop-xxxxx, because Crossplane generates one
//   labels, annotations                    the same, without those of Kubernetes
//   spec                                   the same, without the fields that only
//                                          claims have and without resourceRefs, and with
//                                          claimRef
//   spec.compositionRevisionRef            the same if compositionUpdatePolicy is
//                                          Manual
//
// Values keep their locations in the claim's file. The rules are Crossplane's.
#pragma once

#include <string>

#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

// `definition` is the definition of the claim. Returns a note about the change.
std::string MakeComposite(const Value& definition, YamlDocument* claim,
                          Pool* pool);

}  // namespace loom
