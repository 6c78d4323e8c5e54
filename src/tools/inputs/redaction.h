// SPDX-License-Identifier: Apache-2.0
// Replaces the values of a Secret, including a Secret inside another object, such as in
// the manifest of an Object of provider-kubernetes, by "(redacted)". Values of `data`
// stay base64. The annotation in which kubectl stores the applied object is removed,
// because it also contains the values.
#pragma once

#include <string>
#include <vector>

#include "data/value/value.h"

namespace loom {

// Returns what was replaced: "password (6 bytes), user (3 bytes)"; "" if the object has
// no Secret.
std::string Redact(Value& object, Pool* pool);

// Returns the decoded values of the Secrets in an object.
std::vector<std::string> SecretValues(Value& object);

}  // namespace loom
