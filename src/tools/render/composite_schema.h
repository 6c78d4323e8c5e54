// SPDX-License-Identifier: Apache-2.0
// ApplyDefinition makes of a composite what the API server would store: it fills in
// the defaults of its definition, and refuses what does not fit.
//
//   xr.yaml:7:9: spec.size: Invalid value: want an integer, got a string
//   xr.yaml:8:3: spec: unknown field "regoin", did you mean "region"?
//
// What Crossplane adds to every composite, such as spec.crossplane and
// status.conditions, is in no definition and may be there.
#pragma once

#include "absl/status/status.h"
#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

// FailedPrecondition: all mistakes of the composite, a line each, or the definition
// is of another kind or version.
absl::Status ApplyDefinition(const YamlDocument& definition,
                             YamlDocument* composite, Pool* pool);

}  // namespace loom
