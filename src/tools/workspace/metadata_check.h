// SPDX-License-Identifier: Apache-2.0
// FindMetadataMistakes finds what the API server refuses in the metadata of an object: names,
// labels and annotations that are not strings. YAML reads n, y, on and off as booleans
// and 1.10 as a number.
//
//   metadata: {name: n, labels: {tier: 1}}
//       metadata.name: Invalid value: expected a string, got a boolean
//       metadata.labels.tier: Invalid value: expected a string, got a number
//
// The rules are Kubernetes'. A null counts as absent.
#pragma once

#include "tools/findings/diagnostic.h"
#include "tools/yaml/reader.h"

namespace loom {

Diagnostics FindMetadataMistakes(const YamlDocument& document);

}  // namespace loom
