// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/values_from/object_source.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/kinds/kind_lookup.h"
#include "crossplane/objects/object.h"

namespace loom {
std::string NamedObject::Shown() const {
  return absl::StrCat(ns, ns.empty() ? "" : "/", name);
}

std::string NamedObject::Where(absl::string_view api_version,
                               absl::string_view path) const {
  return absl::StrCat(api_version, " ", kind, " ", Shown(), " ", path);
}

bool IsTooLong(absl::string_view name) { return name.size() > limits::kName; }

std::string NamespaceRequired(absl::string_view kind) {
  return absl::StrCat("a namespace is required for the namespaced kind ", kind,
                      ", because the composite is cluster-scoped");
}

absl::string_view ReasonOfLookUp(absl::string_view reason) {
  for (absl::string_view known :
       {reasons::kNotInstalled, reasons::kVersionNotServed}) {
    if (reason == known) return known;
  }
  return reasons::kInvalid;
}

absl::StatusOr<NamedObject> FindNamedObject(const WantedKind& wanted,
                                            const ObjectName& name,
                                            AccessPolicies policies, Call& call,
                                            Requirements* asked) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const bool too_long = IsTooLong(name.name) || IsTooLong(name.ns);
  const bool hidden = call.pool->redacted() || too_long;
  const std::string ns =
      name.ns.empty() ? std::string(Namespace(*composite)) : name.ns;
  NamedObject found{.kind = wanted.name.kind,
                    .ns = hidden && !name.ns.empty() ? "?" : ns,
                    .name = hidden ? "?" : name.name};
  auto failed = [&](absl::string_view reason, std::string cause) {
    found.state = NamedObject::State::kFailed;
    found.failure = {.reason = reason, .cause = std::move(cause)};
    return found;
  };
  if (too_long) return failed(reasons::kInvalid, std::string(kNameTooLong));
  LOOM_ASSIGN_OR_RETURN(
      KindFound kind,
      LookUpKind(wanted.name, wanted.known, call.required, call.pool, asked));
  if (kind.state == KindFound::State::kPending) return found;
  if (kind.state == KindFound::State::kFailed) {
    return failed(ReasonOfLookUp(kind.reason), std::move(kind.cause));
  }
  found.kind = kind.kind.kind;
  const bool namespaced = kind.kind.scope == Scope::kNamespaced;
  if (!namespaced) found.ns.clear();
  if (namespaced && ns.empty()) {
    return failed(reasons::kInvalid, NamespaceRequired(found.kind));
  }
  LOOM_ASSIGN_OR_RETURN(Answered answered,
                        AskFor({.kind = kind.kind,
                                .api_version = wanted.name.ApiVersion(),
                                .ns = namespaced ? ns : "",
                                .ns_is_fixed = name.ns_is_fixed,
                                .name = name.name},
                               policies, call, asked));
  if (!answered.refusal.empty()) {
    return failed(reasons::kNotAllowed, std::string(answered.refusal));
  }
  if (!answered.objects.has_value()) return found;
  found.state = answered.objects->empty() ? NamedObject::State::kMissing
                                          : NamedObject::State::kFound;
  if (!answered.objects->empty()) found.object = answered.objects->front();
  return found;
}

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
  if (!sort.empty()) source->sort_by = input.ParsePath("sortByFieldPath", sort);
  fields.Done();
}

// A kind of Kubernetes has no definition that lists its versions.
void CheckVersion(const Input& input, const Fields& fields,
                  const ObjectSource& source) {
  const std::string& version = source.kind.version;
  if (!source.known.has_value() || version.empty() ||
      source.known->HasVersion(version)) {
    return;
  }
  input.Invalid(fields.Has("apiVersion") ? "apiVersion" : "version",
                absl::StrCat("\"", source.kind.ApiVersion(),
                             "\": ", source.known->kind, " is served as ",
                             absl::StrJoin(source.known->versions, " and ")));
}

void CheckScope(const Input& input, const ObjectSource& source) {
  if (source.ns.given() && source.known.has_value() &&
      source.known->scope == Scope::kCluster) {
    input.Note(source.ns.field.has_value() ? "namespaceFrom" : "namespace",
               absl::StrCat("has no effect, because ", source.known->kind,
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

TextOrField TextOrField::Parse(Fields& fields, absl::string_view member,
                               absl::string_view from) {
  TextOrField value;
  value.text = std::string(fields.String(member).value_or(""));
  if (std::optional<Input> field = fields.Object(from)) {
    value.field = FieldSource::Parse(*field);
    if (!value.text.empty()) {
      fields.at().Problem(
          absl::StrCat(member, " and ", from, " cannot be combined"));
    }
  }
  return value;
}

void ObjectSource::AddReads(Reads* reads) const {
  for (const TextOrField* text : {&name, &ns}) text->AddReads(reads);
  for (const LabelSource& label : labels) label.value.AddReads(reads);
  reads->required.Add({"status", "conditions"});
  for (const auto* field : {&sort_by, &path}) {
    if (field->ok()) AddPath((*field)->segments(), &reads->required);
  }
  if (path.ok()) AddManifestReads(path->segments(), &reads->required);
}

ObjectSource ObjectSource::Parse(const Input& input, Fields& root) {
  Fields fields(input);
  ObjectSource source;
  source.place = input.place();
  const auto kinds = Kinds::Of(root);
  source.kind = ParseNamedKind(fields, *kinds);
  source.known = kinds->Find(source.kind);
  source.name = TextOrField::Parse(fields, "name", "nameFrom");
  source.ns = TextOrField::Parse(fields, "namespace", "namespaceFrom");
  source.all = fields.Bool("all").value_or(false);
  if (source.all) source.mode = SelectionMode::kMultiple;
  source.by_labels = fields.Has("matchLabels");
  for (const Input& label : fields.List("matchLabels")) {
    source.labels.push_back(ParseLabel(label));
  }
  source.sort_by = input.ParsePath("sortByFieldPath", "metadata.name");
  if (std::optional<Input> selection = fields.Object("selection")) {
    ParseSelection(*selection, &source);
  }
  CheckQuery(input, fields, source);
  CheckVersion(input, fields, source);
  CheckScope(input, source);
  source.path = input.ParsePath("fieldPath", fields.Required("fieldPath"));
  source.decoding = ParseDecoding(fields);
  fields.Done();
  return source;
}

}  // namespace loom
