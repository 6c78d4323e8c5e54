// SPDX-License-Identifier: Apache-2.0
#include "sections/references/sources/object.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crossplane/kinds/kinds.h"

namespace loom {
namespace {

constexpr struct {
  absl::string_view name;
  SelectionMode mode;
} kModes[] = {{"Single", SelectionMode::kSingle},
              {"First", SelectionMode::kFirst},
              {"Multiple", SelectionMode::kMultiple}};

// Reads the group and version from apiVersion, or from the two fields.
void ParseApiVersion(Fields& fields, NamedKind* kind) {
  const absl::string_view api_version =
      fields.String("apiVersion").value_or("");
  kind->group = std::string(fields.String("group").value_or(""));
  kind->version = std::string(fields.String("version").value_or(""));
  if (api_version.empty()) {
    if (kind->version.empty()) fields.at().Missing("version");
    return;
  }
  if (!kind->group.empty() || !kind->version.empty()) {
    fields.at().Problem("apiVersion cannot be combined with group and version");
  }
  const size_t slash = api_version.find('/');
  const bool core = slash == absl::string_view::npos;
  kind->group = std::string(core ? "" : api_version.substr(0, slash));
  kind->version =
      std::string(core ? api_version : api_version.substr(slash + 1));
}

NamedKind ParseNamedKind(Fields& fields, const Kinds& kinds) {
  const Input& input = fields.at();
  NamedKind kind;
  ParseApiVersion(fields, &kind);
  kind.resource = std::string(fields.String("resource").value_or(""));
  kind.kind = std::string(fields.String("kind").value_or(""));
  if (kind.resource.empty() && kind.kind.empty()) {
    input.RequireOne({"resource", "kind"});
    return kind;
  }
  NamedKind by_resource = kind;
  by_resource.kind.clear();
  const bool both = !kind.resource.empty() && !kind.kind.empty();
  if (auto known = both ? kinds.Find(by_resource) : std::nullopt;
      known.has_value() && known->kind != kind.kind) {
    input.Problem(absl::StrCat("kind \"", kind.kind, "\" is not the kind of ",
                               kind.resource, ", which is ", known->kind));
  } else if (kind.group.empty() && !kind.version.empty() &&
             !kinds.Find(kind).has_value()) {
    input.Invalid(
        kind.resource.empty() ? "kind" : "resource",
        absl::StrCat("\"", kind.resource.empty() ? kind.kind : kind.resource,
                     "\": the core group has no such kind; is the "
                     "group missing?"));
  }
  return kind;
}

LabelSource ParseLabel(const Input& input) {
  Fields fields(input);
  LabelSource label;
  label.key = std::string(fields.Required("key"));
  label.value = TextOrField::Parse(fields, "value", "valueFrom");
  if (!label.value.given() && !fields.Has("value")) input.Missing("value");
  label.optional = fields.OneOf("policy", {"Required", "Optional"},
                                "Required") == "Optional";
  fields.Done();
  return label;
}

std::optional<int64_t> ReadCount(Fields& fields, absl::string_view member) {
  std::optional<int64_t> count = fields.Integer(member);
  if (count.has_value() && *count < 0) {
    fields.at().Invalid(member, "expected a non-negative number");
  }
  return count;
}

void ParseSelection(const Input& input, Lookup* lookup) {
  Fields fields(input);
  const auto* mode =
      fields.Choice("mode", kModes, &kModes[size_t(lookup->mode)]);
  if (mode != nullptr) lookup->mode = mode->mode;
  lookup->min_match = ReadCount(fields, "minMatch");
  lookup->max_match = ReadCount(fields, "maxMatch");
  const absl::string_view sort = fields.String("sortByFieldPath").value_or("");
  if (!sort.empty()) {
    lookup->sort_by = input.ParsePath("sortByFieldPath", sort).value_or(Path());
  }
  fields.Done();
}

// A kind of Kubernetes has no definition that lists its versions.
void CheckVersion(const Input& input, const Fields& fields,
                  const Lookup& lookup) {
  const std::string& version = lookup.kind.name.version;
  if (!lookup.kind.known.has_value() || version.empty() ||
      lookup.kind.known->HasVersion(version)) {
    return;
  }
  input.Invalid(
      fields.Has("apiVersion") ? "apiVersion" : "version",
      absl::StrCat("\"", lookup.kind.name.ApiVersion(),
                   "\": ", lookup.kind.known->kind, " is served as ",
                   absl::StrJoin(lookup.kind.known->versions, " and ")));
}

void CheckScope(const Input& input, const Lookup& lookup) {
  if (lookup.ns.given() && lookup.kind.known.has_value() &&
      lookup.kind.known->scope == Scope::kCluster) {
    input.Note(lookup.ns.field.has_value() ? "namespaceFrom" : "namespace",
               absl::StrCat("has no effect, because ", lookup.kind.known->kind,
                            " is cluster-scoped"));
  }
}

void CheckQuery(const Input& input, const Fields& fields,
                const Lookup& lookup) {
  if (lookup.name.given() && lookup.by_labels) {
    input.Problem("name and matchLabels cannot be combined");
  } else if (lookup.all && (lookup.name.given() || lookup.by_labels)) {
    input.Problem(absl::StrCat(lookup.by_labels ? "matchLabels" : "name",
                               " and all cannot be combined"));
  } else if (!lookup.name.given() && !lookup.selects()) {
    input.RequireOne({"name", "nameFrom", "matchLabels", "all"});
  } else if (lookup.by_labels && lookup.labels.empty() &&
             Find(input.value(), "matchLabels")->IsArray()) {
    input.Member("matchLabels", input.value())
        .Problem("at least one label is required", ProblemKind::kIncomplete);
  } else if (!lookup.selects() && fields.Has("selection")) {
    input.Invalid("selection", "only matchLabels and all accept a selection");
  }
}

}  // namespace

ObjectSource::ObjectSource(const Input& input, Fields& root)
    : FieldOfObjects({.holder = Place::Holder::kRequired}), at_(input.place()) {
  Fields fields(input);
  const auto kinds = Kinds::Of(root);
  lookup_.kind.name = ParseNamedKind(fields, *kinds);
  lookup_.kind.known = kinds->Find(lookup_.kind.name);
  lookup_.name = TextOrField::Parse(fields, "name", "nameFrom");
  lookup_.ns = TextOrField::Parse(fields, "namespace", "namespaceFrom");
  lookup_.all = fields.Bool("all").value_or(false);
  if (lookup_.all) lookup_.mode = SelectionMode::kMultiple;
  lookup_.by_labels = fields.Has("matchLabels");
  for (const Input& label : fields.List("matchLabels")) {
    lookup_.labels.push_back(ParseLabel(label));
  }
  lookup_.sort_by = *Path::Parse("metadata.name");
  if (std::optional<Input> selection = fields.Object("selection")) {
    ParseSelection(*selection, &lookup_);
  }
  CheckQuery(input, fields, lookup_);
  CheckVersion(input, fields, lookup_);
  CheckScope(input, lookup_);
  ParsePath(fields);
}

}  // namespace loom
