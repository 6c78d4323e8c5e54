// SPDX-License-Identifier: Apache-2.0
// The rules of Kubernetes for names:
//
//   IsKeyCharacter    A-Z a-z 0-9 - _ .
//   IsSecretKey       1 to 253 key characters
//   IsLabelValue      1 to 63 key characters, with a letter or digit at both ends
//   IsLabelKey        a label value, also after an object name and a slash. Keys of
//                     annotations too
//   IsObjectName      1 to 253 of a-z 0-9 - . with a letter or digit at both ends
//   IsNamespaceName   1 to 63 of a-z 0-9 - with a letter or digit at both ends
#pragma once

#include "absl/strings/string_view.h"

namespace loom {

bool IsKeyCharacter(char c);
bool IsSecretKey(absl::string_view text);
bool IsLabelValue(absl::string_view text);
bool IsLabelKey(absl::string_view text);
bool IsObjectName(absl::string_view text);
bool IsNamespaceName(absl::string_view text);

}  // namespace loom
