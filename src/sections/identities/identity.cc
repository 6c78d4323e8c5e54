// SPDX-License-Identifier: Apache-2.0
#include "sections/identities/identity.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/strings.h"
#include "crossplane/kinds/kinds.h"
#include "data/value/deferred.h"
#include "sections/shared/own_status_writes.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {
namespace {

Path ParseField(const Input& input, absl::string_view member,
                absl::string_view text) {
  absl::StatusOr<Path> path = input.ParsePath(member, text);
  if (!path.ok()) return Path();
  if (path->HasWildcard()) {
    input.Invalid(
        member,
        absl::StrCat("\"", text, "\": expected one field, not a wildcard"));
  }
  return *std::move(path);
}

void ParseFormats(Fields& fields, Fields& root, Identity* identity) {
  identity->formats = ExternalFormats::Parse(fields);
  if (fields.Has("kind")) {
    ExternalKind known = Kinds::Of(root)->FindExternal(ParseApiKind(fields));
    if (identity->formats.empty()) identity->formats = std::move(known.formats);
    identity->paths = std::move(known.paths);
  }
  if (identity->formats.empty()) fields.at().Missing("formats");
  if (fields.Has("externalRefPaths")) {
    identity->paths = ParseStatusPaths(fields, "externalRefPaths");
  } else if (identity->paths.empty()) {
    identity->paths.push_back(*Path::Parse("status.externalRef"));
  }
}

std::vector<std::string> VariablesOf(const Identity& identity) {
  std::vector<std::string> names;
  for (const ExternalFormat& format : identity.formats) {
    names.insert(names.end(), format.variables().begin(),
                 format.variables().end());
  }
  return names;
}

void ParseFrom(const Input& input, Identity* identity) {
  const std::vector<std::string> variables = VariablesOf(*identity);
  for (const auto& member : Members(input.value())) {
    const std::string name(View(member.name));
    if (std::find(variables.begin(), variables.end(), name) ==
        variables.end()) {
      input.Invalid(name, "no template has this variable",
                    ProblemKind::kInvalid, NearestName(name, variables));
      continue;
    }
    identity->from[name] =
        IdentityField::Parse(input.Member(name, member.value));
  }
}

// Reports whether the fields give all variables except the one the cloud generates.
bool HasFieldsOf(const Identity& identity, const ExternalFormat& format) {
  return std::all_of(format.variables().begin(), format.variables().end(),
                     [&](const std::string& name) {
                       return identity.from.contains(name) ||
                              name == identity.Generated(format);
                     });
}

// Formats may have different variables, and each needs only its own. If the fields fit
// no format, the last one is reported.
void CheckVariables(const Input& entry, const Identity& identity) {
  if (identity.formats.empty()) return;
  const bool usable = std::any_of(
      identity.formats.begin(), identity.formats.end(),
      [&](const ExternalFormat& format) {
        return !format.variables().empty() && HasFieldsOf(identity, format);
      });
  if (usable) return;
  const ExternalFormat& format = identity.formats.back();
  for (const std::string& name : format.variables()) {
    if (identity.from.contains(name) || name == identity.Generated(format)) {
      continue;
    }
    entry.Problem(
        absl::StrCat("from.", name),
        absl::StrCat("Required value: the template has the variable ", name),
        ProblemKind::kMissing);
  }
}

// A reference must not write a field of the user from the status of the cloud.
void CheckReferences(const std::vector<Identity>& identities, Fields& input) {
  const auto writes = input.at().Made<OwnStatusWrites>();
  if (writes == nullptr) return;
  for (const OwnStatusWrite& write : *writes) {
    for (const Identity& identity : identities) {
      if (identity.resource != write.resource ||
          std::none_of(identity.from.begin(), identity.from.end(),
                       [&](const auto& field) {
                         return field.second.path.text() == write.field;
                       })) {
        continue;
      }
      input.at()
          .At(write.place)
          .Problem("toFieldPath",
                   absl::StrCat(write.field, " of \"", write.resource,
                                "\" belongs to the user and cannot be written "
                                "from its own status"));
    }
  }
}

}  // namespace

IdentityField IdentityField::Parse(const Input& input) {
  IdentityField field;
  Fields fields(input);
  field.path = ParseField(input, "fieldPath", fields.Required("fieldPath"));
  field.trim_prefix = std::string(fields.String("trimPrefix").value_or(""));
  if (std::optional<Input> fallback = fields.Object("default")) {
    Fields members(*fallback);
    field.fallback =
        ParseField(*fallback, "fieldPath", members.Required("fieldPath"));
    members.Done();
  }
  fields.Done();
  return field;
}

Identity Identity::Parse(const Input& entry, Fields& root) {
  Fields fields(entry);
  Identity identity;
  identity.place = entry.place();
  identity.resource = std::string(fields.Required("resource"));
  ParseFormats(fields, root, &identity);
  identity.server_generated = fields.Bool("serverGenerated").value_or(false);
  if (std::optional<Input> from = fields.Object("from")) {
    ParseFrom(*from, &identity);
  }
  CheckVariables(entry, identity);
  const absl::string_view to = fields.Required("publishTo");
  if (!to.empty()) {
    auto path = ParseStatusPath(entry, "publishTo", to);
    if (path.has_value()) identity.publish_to = *std::move(path);
  }
  identity.fatal =
      fields.OneOf("onMismatch", {"Fatal", "Warn"}, "Fatal") == "Fatal";
  fields.Done();
  return identity;
}

std::vector<Identity> ParseIdentities(Fields& input) {
  const OwnTemplates templates = OwnTemplates::Parse(input.at());
  std::vector<Identity> identities;
  std::set<std::string> places;
  for (const Input& entry : input.ListSection("identities")) {
    Identity& identity = identities.emplace_back(Identity::Parse(entry, input));
    const OwnTemplate* made_by = templates.Find(identity.resource);
    identity.has_items = made_by != nullptr && made_by->has_loop;
    const std::string& to = identity.publish_to.text();
    if (!to.empty() && !places.insert(to).second) {
      entry.Invalid("publishTo", absl::StrCat("duplicate path \"", to, "\""),
                    ProblemKind::kDuplicate);
    }
  }
  if (!identities.empty()) CheckReferences(identities, input);
  return identities;
}

}  // namespace loom
