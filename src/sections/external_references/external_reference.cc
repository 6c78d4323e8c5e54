// SPDX-License-Identifier: Apache-2.0
#include "sections/external_references/external_reference.h"

#include <utility>

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
        prefix.Problem("Invalid value: want a string", ProblemKind::kType);
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

namespace {

// Reads a path that means one field.
std::optional<Path> ParseField(Fields& fields, absl::string_view member,
                               absl::string_view text) {
  absl::StatusOr<Path> path = fields.at().ParsePath(member, text);
  if (!path.ok()) return std::nullopt;
  if (path->HasWildcard()) {
    fields.at().Invalid(member,
                        absl::StrCat("\"", text,
                                     "\": an external reference fills one "
                                     "field, so [*] is not allowed"));
    return std::nullopt;
  }
  return *std::move(path);
}

// The locations of the name, in the order in which they are read.
void ParsePaths(Fields& fields, ExternalReference* reference) {
  const absl::string_view text = fields.String("externalRefPath").value_or("");
  if (!text.empty()) {
    auto path = ParseStatusPath(fields.at(), "externalRefPath", text);
    reference->paths.clear();
    if (path.has_value()) reference->paths.push_back(*std::move(path));
  } else if (reference->paths.empty()) {
    reference->paths.push_back(*Path::Parse("status.externalRef"));
  }
  for (Path& path : ParseStatusPaths(fields, "fallbackPaths")) {
    reference->paths.push_back(std::move(path));
  }
}

void ParseFormats(Fields& fields, const Kinds& kinds,
                  ExternalReference* reference) {
  ExternalKind known = kinds.FindExternal(reference->kind.name);
  reference->paths = std::move(known.paths);
  reference->name.formats =
      fields.Has("formats") ? ExternalFormats::Parse(fields) : known.formats;
  if (reference->name.formats.empty() && !reference->kind.name.kind.empty()) {
    fields.at().Missing(
        "formats",
        absl::StrCat("no format of ", reference->kind.name.kind, " is known"));
  }
}

}  // namespace

void ExternalReference::AddReads(Reads* reads) const {
  target.AddReads(field, reads);
  if (write_to.has_value()) target.AddReads(*write_to, reads);
  for (const Path& path : paths) AddPath(path.segments(), &reads->required);
}

ExternalReference ExternalReference::Parse(const Input& entry, Fields& root) {
  Fields fields(entry);
  ExternalReference reference;
  reference.place = entry.place();
  const auto kinds = Kinds::Of(root);
  reference.target = Target::ParseComposed(fields, "field");
  if (std::optional<Input> target = fields.Object("target")) {
    Fields members(*target);
    auto field = ParseField(members, "field", members.Required("field"));
    if (field.has_value()) reference.field = *std::move(field);
  }
  reference.kind.name = ParseApiKind(fields);
  reference.kind.known = kinds->Find(reference.kind.name);
  ParseFormats(fields, *kinds, &reference);
  ParsePaths(fields, &reference);
  reference.name.prefixes = ExternalName::ParsePrefixes(fields);
  const absl::string_view to = fields.String("writeTo").value_or("");
  if (!to.empty()) reference.write_to = ParseField(fields, "writeTo", to);
  reference.unique = fields.Bool("uniqueItems").value_or(false);
  fields.Done();
  return reference;
}

}  // namespace loom
