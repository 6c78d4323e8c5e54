// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/kinds.h"

#include <set>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/kinds/external_format.h"

namespace loom {
namespace {

constexpr struct {
  absl::string_view name;
  Scope scope;
} kScopes[] = {{"Cluster", Scope::kCluster},
               {"Namespaced", Scope::kNamespaced}};

KnownKind ParseKind(Fields& fields) {
  const Input& input = fields.at();
  KnownKind kind;
  kind.group = std::string(fields.String("group").value_or(""));
  kind.resource = std::string(fields.Required("resource"));
  kind.kind = std::string(fields.Required("kind"));
  if (!fields.Has("scope")) input.Missing("scope");
  const auto* scope = fields.Choice("scope", kScopes, &kScopes[0]);
  if (scope != nullptr) kind.scope = scope->scope;
  for (const Input& version : fields.List("versions")) {
    if (version.value().IsString()) {
      kind.versions.emplace_back(View(version.value()));
    } else {
      version.Problem("Invalid value: expected a string", ProblemKind::kType);
    }
  }
  return kind;
}

bool Fits(const KnownKind& known, const NamedKind& name) {
  return known.group == name.group &&
         (name.kind.empty() || known.kind == name.kind) &&
         (name.resource.empty() || known.resource == name.resource ||
          absl::AsciiStrToLower(known.kind) == name.resource) &&
         known.HasVersion(name.version);
}

}  // namespace

ExternalKind ExternalKind::Parse(Fields& fields) {
  ExternalKind external;
  external.formats = ExternalFormats::Parse(fields);
  external.paths = ParseStatusPaths(fields, "externalRefPaths");
  return external;
}

NamedKind ParseApiKind(Fields& fields) {
  NamedKind kind;
  std::optional<Input> input = fields.Object("kind");
  if (!input.has_value()) {
    fields.at().Missing("kind");
    return kind;
  }
  Fields members(*input);
  const absl::string_view version = members.Required("apiVersion");
  kind = NamedKind::Of(version, "");
  if (!version.empty() && kind.group.empty()) {
    input->Invalid("apiVersion",
                   absl::StrCat("\"", version,
                                "\": the core group has no external names"));
  }
  kind.kind = std::string(members.Required("kind"));
  members.Done();
  return kind;
}

std::shared_ptr<const Kinds> Kinds::Of(Fields& input) {
  auto& made = input.at().Made<const Kinds>();
  if (made == nullptr) {
    auto kinds = std::make_shared<Kinds>();
    kinds->Parse(input);
    made = kinds;
  }
  input.Allow("kinds");
  return made;
}

void Kinds::Give(const Input& input, std::shared_ptr<const Kinds> kinds) {
  input.Made<const Kinds>() = std::move(kinds);
}

void Kinds::Parse(Fields& input) {
  std::set<std::pair<std::string, std::string>> seen;
  auto check = [&](const Input& entry, absl::string_view member,
                   const std::string& group, const std::string& name) {
    if (name.empty() || seen.emplace(group, name).second) return;
    entry.Invalid(member, absl::StrCat("duplicate name \"", name, "\""),
                  ProblemKind::kDuplicate);
  };
  for (const Input& entry : input.ListSection("kinds")) {
    Fields fields(entry);
    KnownKind kind = ParseKind(fields);
    ExternalKind external = ExternalKind::Parse(fields);
    fields.Done();
    // The same kind may have several entries if they list versions.
    if (kind.versions.empty()) {
      check(entry, "resource", kind.group, kind.resource);
      check(entry, "kind", kind.group, kind.kind);
    }
    listed_.push_back({std::move(kind), std::move(external)});
  }
}

std::optional<KnownKind> Kinds::Find(const NamedKind& name) const {
  for (const Listed& listed : listed_) {
    if (Fits(listed.kind, name)) return listed.kind;
  }
  if (const BuiltinKind* row = FindBuiltinKind(name)) {
    const auto versions = BuiltinVersions(row->group);
    return KnownKind{.group = std::string(row->group),
                     .resource = std::string(row->resource),
                     .kind = std::string(row->kind),
                     .scope = row->scope,
                     .versions = {versions.begin(), versions.end()}};
  }
  return std::nullopt;
}

ExternalKind Kinds::FindExternal(const NamedKind& name) const {
  for (const Listed& listed : listed_) {
    if (Fits(listed.kind, name) && !listed.external.formats.empty()) {
      return listed.external;
    }
  }
  ExternalKind external;
  if (const BuiltinFormat* row = FindBuiltinFormat(name.group, name.kind)) {
    external.formats = ExternalFormats(
        {ExternalFormat::Of(row->host, row->text, row->short_form)});
    external.paths.push_back(*Path::Parse(row->path()));
  }
  return external;
}

}  // namespace loom
