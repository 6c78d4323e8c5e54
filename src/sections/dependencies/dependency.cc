// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/dependency.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"

namespace loom {
namespace {

struct Mode {
  absl::string_view name;
  bool delays;
  bool refers;
};
constexpr Mode kModes[] = {{"Delay", true, false},
                           {"Reference", false, true},
                           {"Both", true, true},
                           {"None", false, false}};

bool ParseDeletion(Fields& fields, bool otherwise) {
  const absl::string_view name =
      fields.OneOf("deletion", {"None", "Usage"}, otherwise ? "Usage" : "None",
                   IfUnknown::kInvalid);
  return name == "Usage";
}

std::vector<std::string> ParseKeys(Fields& fields) {
  std::vector<std::string> keys;
  for (const Input& key : fields.List("connectionDetails")) {
    if (!key.value().IsString() || key.value().GetStringLength() == 0) {
      key.Problem("Invalid value: want a text that is not empty");
    } else {
      keys.emplace_back(View(key.value()));
    }
  }
  return keys;
}

// Without a kind it is an Object, so an apiVersion without one has to be of a group
// that has Objects.
void ParseKind(Fields& fields, NamedKind* kind) {
  const Input& input = fields.at();
  const absl::string_view version = fields.String("apiVersion").value_or("");
  kind->kind = std::string(fields.String("kind").value_or(""));
  kind->group = std::string(GroupOf(version));
  kind->version = std::string(version.substr(version.rfind('/') + 1));
  if (std::count(version.begin(), version.end(), '/') > 1) {
    input.Invalid("apiVersion", absl::StrCat("\"", version,
                                             "\": want a group and a version"));
    return;
  }
  if (kind->kind.empty() && !version.empty()) {
    kind->kind = "Object";
    if (FindBuiltinKind(*kind) == nullptr) {
      input.Missing("kind", "only an Object of provider-kubernetes needs none");
    }
  } else if (version.empty() && !kind->kind.empty() && kind->kind != "Object") {
    input.Missing("apiVersion",
                  "only an Object of provider-kubernetes needs none");
  }
}

OutsideObject ParseObject(Fields& fields) {
  OutsideObject object;
  object.name = std::string(fields.Required("name"));
  object.ns = std::string(fields.String("namespace").value_or(""));
  ParseKind(fields, &object.kind);
  for (absl::string_view member : {"connectionDetails", "deletion"}) {
    if (!fields.Has(member)) continue;
    fields.Allow(member);
    fields.at().Invalid(
        member,
        "want it beside resource: an object outside of the composite has none");
  }
  return object;
}

Prerequisite ParsePrerequisite(const Input& input, bool has_usage) {
  Fields fields(input);
  Prerequisite prerequisite;
  if (fields.Has("resource") == fields.Has("name")) {
    for (absl::string_view member :
         {"resource", "name", "apiVersion", "kind", "namespace", "condition",
          "connectionDetails", "deletion"}) {
      fields.Allow(member);
    }
    input.Problem(fields.Has("resource")
                      ? "resource and name exclude each other"
                      : "one of resource and name is required");
  } else if (fields.Has("resource")) {
    prerequisite.resource = NamePattern::Parse(fields, "resource");
    prerequisite.keys = ParseKeys(fields);
    prerequisite.has_usage = ParseDeletion(fields, has_usage);
  } else {
    prerequisite.object = ParseObject(fields);
  }
  prerequisite.condition = GateCondition::Parse(fields);
  fields.Done();
  return prerequisite;
}

void CheckItself(const Input& entry, const NamePattern& dependent,
                 const Prerequisite& prerequisite, const std::string& place) {
  if (!prerequisite.resource.has_value() || !dependent.is_name()) return;
  const NamePattern& other = *prerequisite.resource;
  if (!other.is_name() || other.text().empty()) return;
  if (other.text() != dependent.text()) return;
  entry.Invalid(place, absl::StrCat("\"", other.text(), "\": ", other.text(),
                                    " depends on itself"));
}

}  // namespace

void Dependency::ParseMode(Fields& fields) {
  const Mode* mode = fields.Choice("mode", kModes, &kModes[0]);
  when = InputExpression::Read(fields, "when", kNamesOfCall,
                               ExpressionType::kBool);
  if (mode == nullptr) return;
  delays = mode->delays;
  refers = mode->refers;
  if (delays || refers) return;
  if (!HasUsages()) {
    fields.at().Invalid("mode", "None without deletion: Usage does nothing");
  } else if (when.has_value()) {
    fields.at().Invalid("when",
                        "with mode: None nothing waits, and Usages are made "
                        "whatever it says");
  }
}

Dependency Dependency::Parse(const Input& entry) {
  Fields fields(entry);
  Dependency dependency;
  dependency.resource = NamePattern::Parse(fields, "resource");
  const bool has_usage = ParseDeletion(fields, false);
  const std::vector<Input> list = fields.List("dependsOn");
  if (list.empty()) entry.Missing("dependsOn");
  for (size_t i = 0; i < list.size(); ++i) {
    dependency.depends_on.push_back(ParsePrerequisite(list[i], has_usage));
    CheckItself(entry, dependency.resource, dependency.depends_on.back(),
                absl::StrCat("dependsOn[", i, "].resource"));
  }
  dependency.ignores_missing =
      fields.OneOf("whenMissing", {"Block", "Ignore"}, "Block",
                   IfUnknown::kInvalid) == "Ignore";
  dependency.ParseMode(fields);
  const bool has_resources =
      std::any_of(dependency.depends_on.begin(), dependency.depends_on.end(),
                  [](const Prerequisite& prerequisite) {
                    return prerequisite.resource.has_value();
                  });
  if (has_usage && !has_resources) {
    entry.Invalid("deletion",
                  "Usage is for composed resources, and this entry depends on "
                  "none");
  }
  dependency.usage_version = fields.OneOf("usageVersion", {"v1", "v2"}, "v2",
                                          IfUnknown::kInvalid) == "v1"
                                 ? UsageVersion::kV1
                                 : UsageVersion::kV2;
  fields.Done();
  return dependency;
}

bool Dependency::NeedsObjects() const {
  return (delays || refers) &&
         std::any_of(depends_on.begin(), depends_on.end(),
                     [](const Prerequisite& prerequisite) {
                       return !prerequisite.resource.has_value();
                     });
}

bool Dependency::HasUsages() const {
  return std::any_of(
      depends_on.begin(), depends_on.end(),
      [](const Prerequisite& prerequisite) { return prerequisite.has_usage; });
}

}  // namespace loom
