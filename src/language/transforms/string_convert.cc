// SPDX-License-Identifier: Apache-2.0
#include "language/transforms/string_convert.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "data/go/case_mapping.h"
#include "data/go/format.h"
#include "data/go/rune.h"
#include "data/value/json.h"
#include "data/value/utf8.h"
#include "language/transforms/base64.h"
#include "language/transforms/digest.h"

namespace loom {
namespace {

absl::StatusOr<std::string> InText(const Value& value) {
  return value.IsString() ? std::string(View(value)) : GoValue(value);
}

template <std::string (*kMap)(absl::string_view)>
absl::StatusOr<std::string> Map(const Value& value) {
  LOOM_ASSIGN_OR_RETURN(std::string text, InText(value));
  return kMap(text);
}

absl::StatusOr<std::string> FromBase64(const Value& value) {
  LOOM_ASSIGN_OR_RETURN(std::string text, InText(value));
  absl::StatusOr<std::string> bytes = DecodeBase64(text);
  if (!bytes.ok()) {
    return Annotate(bytes.status(), "string is not valid base64");
  }
  return IsUtf8(*bytes) ? *std::move(bytes) : ToValidUtf8(*bytes);
}

absl::StatusOr<std::string> ToJson(const Value& value) {
  return CompactJson(value);
}

template <std::string (*kDigest)(absl::string_view)>
absl::StatusOr<std::string> Digest(const Value& value) {
  if (value.IsString()) return kDigest(View(value));
  LOOM_ASSIGN_OR_RETURN(std::string json, CompactJson(value));
  return kDigest(json);
}

constexpr struct {
  absl::string_view name;
  StringConversion convert;
} kStringConversions[] = {
    {"ToUpper", &Map<&ToUpperCase>},
    {"ToLower", &Map<&ToLowerCase>},
    {"ToBase64", &Map<&absl::Base64Escape>},
    {"FromBase64", &FromBase64},
    {"ToJson", &ToJson},
    {"ToSha1", &Digest<&Sha1>},
    {"ToSha256", &Digest<&Sha256>},
    {"ToSha512", &Digest<&Sha512>},
    {"ToAdler32", &Digest<&Adler32>},
};

}  // namespace

StringConversion FindStringConversion(absl::string_view name) {
  for (const auto& row : kStringConversions) {
    if (row.name == name) return row.convert;
  }
  return nullptr;
}

std::vector<std::string> StringConversionNames() {
  std::vector<std::string> names;
  for (const auto& row : kStringConversions) names.emplace_back(row.name);
  return names;
}

}  // namespace loom
