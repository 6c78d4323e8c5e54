// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/ignore_label.h"

#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {

std::string IgnoreLabelKeyOf(const Input& root) {
  const Value* key = Dig(root.value(), {"providerConfig", "ignoreLabelKey"});
  return key != nullptr && key->IsString() && key->GetStringLength() > 0
             ? std::string(View(*key))
             : kIgnoreLabelKey;
}

}  // namespace loom
