// SPDX-License-Identifier: Apache-2.0
#include "sections/external_references/external_name.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace loom {
namespace {

constexpr absl::string_view kComputeHosts[] = {"www.googleapis.com/",
                                               "compute.googleapis.com/", ""};
constexpr absl::string_view kComputeVersions[] = {"v1", "beta", "v1beta1"};

std::vector<std::string> ComputePrefixes() {
  std::vector<std::string> prefixes;
  for (absl::string_view host : kComputeHosts) {
    for (absl::string_view version : kComputeVersions) {
      prefixes.push_back(absl::StrCat(host, "compute/", version, "/"));
    }
  }
  return prefixes;
}

absl::string_view WithoutScheme(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "https:"))
    absl::ConsumePrefix(&text, "http:");
  absl::ConsumePrefix(&text, "//");
  return text;
}

}  // namespace

std::vector<std::string> ExternalName::ParsePrefixes(Fields& fields) {
  std::optional<Input> member = fields.Any("trimPrefixes");
  if (!member.has_value()) return {};
  if (member->value().IsArray()) {
    std::vector<std::string> prefixes;
    for (const Input& prefix : fields.List("trimPrefixes")) {
      if (prefix.value().IsString()) {
        prefixes.emplace_back(WithoutScheme(View(prefix.value())));
      } else {
        prefix.Problem("Invalid value: want a string");
      }
    }
    return prefixes;
  }
  if (fields.OneOf("trimPrefixes", {"Compute"}, "") != "Compute") return {};
  return ComputePrefixes();
}

absl::string_view ExternalName::Trimmed(absl::string_view text) const {
  absl::string_view bare = WithoutScheme(text);
  for (const std::string& prefix : prefixes) {
    if (absl::ConsumePrefix(&bare, prefix)) return bare;
  }
  return text;
}

std::optional<std::string> ExternalName::Canonical(
    absl::string_view text) const {
  text = Trimmed(text);
  for (const ExternalFormat& format : formats) {
    auto segments = format.Match(text);
    if (segments.has_value()) return format.Build(*segments);
  }
  return std::nullopt;
}

std::string ExternalName::Templates() const {
  return absl::StrJoin(formats, " or ",
                       [](std::string* out, const ExternalFormat& format) {
                         absl::StrAppend(out, format.text());
                       });
}

std::string ExternalName::Difference(absl::string_view text) const {
  return formats.size() == 1 ? formats.front().Difference(Trimmed(text)) : "";
}

}  // namespace loom
