// SPDX-License-Identifier: Apache-2.0
#include "kinds/kinds.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "kinds/builtin_kinds.h"

namespace loom {
namespace {

// What Problems::MadeOf knows the kinds by.
constexpr absl::string_view kMade = "the member kinds";

constexpr struct {
  absl::string_view name;
  Scope scope;
} kScopes[] = {{"Cluster", Scope::kCluster},
               {"Namespaced", Scope::kNamespaced}};

KnownKind ParseKind(const Input& input) {
  Fields fields(input);
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
      version.Problem("Invalid value: want a string");
    }
  }
  fields.Done();
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

std::shared_ptr<const Kinds> Kinds::Of(Fields& input) {
  Problems::Made& made = input.at().MadeOf(kMade);
  if (made == nullptr) {
    auto kinds = std::make_shared<Kinds>();
    kinds->Parse(input);
    made = kinds;
  }
  input.Allow("kinds");
  return std::static_pointer_cast<const Kinds>(made);
}

void Kinds::Give(const Input& input, std::shared_ptr<const Kinds> kinds) {
  input.MadeOf(kMade) = std::move(kinds);
}

void Kinds::Parse(Fields& input) {
  std::set<std::pair<std::string, std::string>> seen;
  auto check = [&](const Input& entry, absl::string_view member,
                   const std::string& group, const std::string& name) {
    if (name.empty() || seen.emplace(group, name).second) return;
    entry.Invalid(member, absl::StrCat("\"", name, "\": is there twice"));
  };
  for (const Input& entry : input.ListSection("kinds")) {
    KnownKind kind = ParseKind(entry);
    // Kinds for different versions may repeat.
    if (kind.versions.empty()) {
      check(entry, "resource", kind.group, kind.resource);
      check(entry, "kind", kind.group, kind.kind);
    }
    listed_.push_back(std::move(kind));
  }
}

std::optional<KnownKind> Kinds::Find(const NamedKind& name) const {
  for (const KnownKind& kind : listed_) {
    if (Fits(kind, name)) return kind;
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

}  // namespace loom
