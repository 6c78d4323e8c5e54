// SPDX-License-Identifier: Apache-2.0
// DifferencesOf lists the fields that two states of an object have with different values,
// for messages about states that follow each other:
//
//   DifferencesOf(before, after, secrets)   {"status.count: 1, then 2"}
//
// At most five are listed. metadata.managedFields and metadata.resourceVersion, which each
// write changes, are left out. A value that contains a secret is shown as (secret).
#pragma once

#include <string>
#include <vector>

#include "crossplane/objects/secret_texts.h"
#include "data/value/value.h"

namespace loom {

std::vector<std::string> DifferencesOf(const Value& before, const Value& after,
                                       const SecretTexts& secrets);

}  // namespace loom
