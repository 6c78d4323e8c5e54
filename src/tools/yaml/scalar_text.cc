// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/scalar_text.h"

#include "tools/yaml/number.h"

namespace loom {

std::string ScalarText(const Value* value) {
  if (value == nullptr) return "";
  if (value->IsString()) return std::string(View(*value));
  if (value->IsBool()) return value->GetBool() ? "true" : "false";
  return value->IsNumber() ? YamlNumber(*value) : "";
}

}  // namespace loom
