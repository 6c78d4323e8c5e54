// SPDX-License-Identifier: Apache-2.0
// The label that keeps provider configs out of an object. The section providerConfig
// honors it. The Usages of dependencies carry it, because they are not managed
// resources.
//
//   providerConfig: {ignoreLabelKey: example.org/ignore}   "example.org/ignore"
//   resources: []                                          kIgnoreLabelKey
#pragma once

#include <string>

#include "crossplane/objects/object.h"
#include "language/input/input.h"

namespace loom {

inline constexpr char kIgnoreLabelKey[] =
    "appcat.vshn.io/ignore-provider-config";

// Returns the ignoreLabelKey of an input, or the default if the input has none.
inline std::string IgnoreLabelKeyOf(const Input& root) {
  const Value* key = Dig(root.value(), {"providerConfig", "ignoreLabelKey"});
  return key != nullptr && key->IsString() && key->GetStringLength() > 0
             ? std::string(View(*key))
             : kIgnoreLabelKey;
}

}  // namespace loom
