// SPDX-License-Identifier: Apache-2.0
// Redact replaces the values of a Secret, also of one that stands inside of another object,
// as in the manifest of an Object of provider-kubernetes.
//
//   {kind: Secret, data: {password: czNjcjN0}}
//       becomes {kind: Secret, data: {password: KHJlZGFjdGVkKQ==}}, "(redacted)"
//
// Values of `data` stay base64. The annotation in which kubectl keeps what it applied is
// removed, because it has the values as well.
#pragma once

#include <string>
#include <vector>

#include "data/value/value.h"

namespace loom {

// Says what was replaced: "password (6 bytes), user (3 bytes)"; "" if the object has no
// Secret.
std::string Redact(Value& object, Pool* pool);

// The values of its Secrets, decoded.
std::vector<std::string> SecretValues(Value& object);

}  // namespace loom
