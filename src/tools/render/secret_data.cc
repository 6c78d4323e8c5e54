// SPDX-License-Identifier: Apache-2.0
#include "tools/render/secret_data.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "tools/yaml/scalar_text.h"

namespace loom {

absl::StatusOr<std::map<std::string, std::string>> SecretData(
    const YamlDocument& secret) {
  std::map<std::string, std::string> data;
  if (const Value* encoded = Find(secret.root, "data");
      encoded != nullptr && encoded->IsObject()) {
    for (const Member& member : encoded->GetObject()) {
      std::string key(View(member.name));
      if (!absl::Base64Unescape(ScalarText(&member.value), &data[key])) {
        return absl::InvalidArgumentError(absl::StrCat(
            secret.Place({"data", key}), ": data.", key, " is no base64"));
      }
    }
  }
  // The API server copies these into data.
  if (const Value* plain = Find(secret.root, "stringData");
      plain != nullptr && plain->IsObject()) {
    for (const Member& member : plain->GetObject()) {
      data[std::string(View(member.name))] = ScalarText(&member.value);
    }
  }
  return data;
}

}  // namespace loom
