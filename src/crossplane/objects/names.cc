// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/names.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "base/limits.h"

namespace loom {
namespace {

// The longest value of a label, and name of a namespace.
constexpr size_t kLabelValue = 63;

using IsCharacter = bool (*)(char c);

bool IsLetterOrDigit(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c));
}

bool IsLowerOrDigit(char c) {
  return IsLetterOrDigit(c) && !absl::ascii_isupper(c);
}

bool Consists(absl::string_view text, size_t longest, IsCharacter inside,
              IsCharacter at_ends) {
  return !text.empty() && text.size() <= longest && at_ends(text.front()) &&
         at_ends(text.back()) && std::all_of(text.begin(), text.end(), inside);
}

}  // namespace

bool IsKeyCharacter(char c) {
  return IsLetterOrDigit(c) || c == '-' || c == '_' || c == '.';
}

bool IsSecretKey(absl::string_view text) {
  return Consists(text, limits::kName, IsKeyCharacter, IsKeyCharacter);
}

bool IsLabelValue(absl::string_view text) {
  return Consists(text, kLabelValue, IsKeyCharacter, IsLetterOrDigit);
}

bool IsLabelKey(absl::string_view text) {
  const size_t slash = text.find('/');
  if (slash == text.npos) return IsLabelValue(text);
  return IsObjectName(text.substr(0, slash)) &&
         IsLabelValue(text.substr(slash + 1));
}

bool IsObjectName(absl::string_view text) {
  auto inside = [](char c) {
    return IsLowerOrDigit(c) || c == '-' || c == '.';
  };
  return Consists(text, limits::kName, inside, IsLowerOrDigit);
}

bool IsNamespaceName(absl::string_view text) {
  auto inside = [](char c) { return IsLowerOrDigit(c) || c == '-'; };
  return Consists(text, kLabelValue, inside, IsLowerOrDigit);
}

}  // namespace loom
