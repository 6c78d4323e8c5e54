// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/values_from/object_source.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crossplane/kinds/encoded_fields.h"
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
    fields.at().Invalid(member, "want a non-negative number");
  }
  return count;
}

void ParseSelection(const Input& input, ObjectSource* source) {
  Fields fields(input);
  const auto* mode =
      fields.Choice("mode", kModes, &kModes[size_t(source->mode)]);
  if (mode != nullptr) source->mode = mode->mode;
  source->min_match = ReadCount(fields, "minMatch");
  source->max_match = ReadCount(fields, "maxMatch");
  const absl::string_view sort = fields.String("sortByFieldPath").value_or("");
  if (!sort.empty()) {
    source->sort_by = input.ParsePath("sortByFieldPath", sort).value_or(Path());
  }
  fields.Done();
}

// A kind of Kubernetes has no definition that lists its versions.
void CheckVersion(const Input& input, const Fields& fields,
                  const ObjectSource& source) {
  const std::string& version = source.kind.name.version;
  if (!source.kind.known.has_value() || version.empty() ||
      source.kind.known->HasVersion(version)) {
    return;
  }
  input.Invalid(
      fields.Has("apiVersion") ? "apiVersion" : "version",
      absl::StrCat("\"", source.kind.name.ApiVersion(),
                   "\": ", source.kind.known->kind, " is served as ",
                   absl::StrJoin(source.kind.known->versions, " and ")));
}

void CheckScope(const Input& input, const ObjectSource& source) {
  if (source.ns.given() && source.kind.known.has_value() &&
      source.kind.known->scope == Scope::kCluster) {
    input.Note(source.ns.field.has_value() ? "namespaceFrom" : "namespace",
               absl::StrCat("has no effect, because ", source.kind.known->kind,
                            " is cluster-scoped"));
  }
}

void CheckQuery(const Input& input, const Fields& fields,
                const ObjectSource& source) {
  if (source.name.given() && source.by_labels) {
    input.Problem("name and matchLabels cannot be combined");
  } else if (source.all && (source.name.given() || source.by_labels)) {
    input.Problem(absl::StrCat(source.by_labels ? "matchLabels" : "name",
                               " and all cannot be combined"));
  } else if (!source.name.given() && !source.selects()) {
    input.RequireOne({"name", "nameFrom", "matchLabels", "all"});
  } else if (source.by_labels && source.labels.empty()) {
    input.Member("matchLabels", input.value())
        .Problem("at least one label is required", ProblemKind::kIncomplete);
  } else if (!source.selects() && fields.Has("selection")) {
    input.Invalid("selection", "only matchLabels and all accept a selection");
  }
}

}  // namespace

void ObjectSource::AddReads(Reads* reads) const {
  Lookup::AddReads(reads);
  reads->required.Add({"status", "conditions"});
  AddPath(path.segments(), &reads->required);
  AddManifestReads(path.segments(), &reads->required);
}

ObjectSource ObjectSource::Parse(const Input& input, Fields& root) {
  Fields fields(input);
  ObjectSource source;
  source.place = input.place();
  const auto kinds = Kinds::Of(root);
  source.kind.name = ParseNamedKind(fields, *kinds);
  source.kind.known = kinds->Find(source.kind.name);
  source.name = TextOrField::Parse(fields, "name", "nameFrom");
  source.ns = TextOrField::Parse(fields, "namespace", "namespaceFrom");
  source.all = fields.Bool("all").value_or(false);
  if (source.all) source.mode = SelectionMode::kMultiple;
  source.by_labels = fields.Has("matchLabels");
  for (const Input& label : fields.List("matchLabels")) {
    source.labels.push_back(ParseLabel(label));
  }
  source.sort_by = *Path::Parse("metadata.name");
  if (std::optional<Input> selection = fields.Object("selection")) {
    ParseSelection(*selection, &source);
  }
  CheckQuery(input, fields, source);
  CheckVersion(input, fields, source);
  CheckScope(input, source);
  source.path = input.ParsePath("fieldPath", fields.Required("fieldPath"))
                    .value_or(Path());
  source.decoding = ParseDecoding(fields);
  fields.Done();
  return source;
}

}  // namespace loom
