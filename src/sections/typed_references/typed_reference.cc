// SPDX-License-Identifier: Apache-2.0
#include "sections/typed_references/typed_reference.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

absl::Status NoSuchField() {
  return Harmless(absl::NotFoundError("no such field"));
}

absl::StatusOr<const Value*> FindMember(const Value& object,
                                        absl::string_view name, Pool* pool) {
  if (!object.IsObject()) return NoSuchField();
  if (const Value* member = Find(object, name, pool)) return member;
  LOOM_RETURN_IF_ERROR(Spend(Finding(object.MemberCount()), pool));
  const Value* found = nullptr;
  std::vector<std::string> names;
  for (const auto& member : object.GetObject()) {
    if (!absl::EqualsIgnoreCase(View(member.name), name)) continue;
    found = &member.value;
    names.emplace_back(View(member.name));
  }
  if (names.empty()) return NoSuchField();
  if (names.size() == 1) return found;
  std::sort(names.begin(), names.end());
  return Harmless(absl::FailedPreconditionError(absl::StrCat(
      "the path matches more than one field: ", absl::StrJoin(names, ", "))));
}

}  // namespace

absl::StatusOr<const Value*> FindByGoPath(const Value& object, const Path& path,
                                          Pool* pool) {
  const Value* at = &object;
  for (const Segment& segment : path.segments()) {
    if (!segment.is_index) {
      LOOM_ASSIGN_OR_RETURN(at, FindMember(*at, segment.field, pool));
    } else if (at->IsArray() && segment.index < at->Size()) {
      at = &(*at)[segment.index];
    } else {
      return NoSuchField();
    }
  }
  return at;
}

namespace {

// The first matching suffix is removed, so longer ones come first.
constexpr absl::string_view kEndings[] = {
    "Names", "NAMES", "NAMEs", "Name", "NAME", "Arns", "ARNs", "ARNS", "Arn",
    "ARN",   "ids",   "Ids",   "IDs",  "IDS",  "id",   "Id",   "ID"};

// A suffix that is a whole name, as in `name`, is written with a small letter.
bool IsEnding(absl::string_view name) {
  for (absl::string_view ending : kEndings) {
    if (absl::EqualsIgnoreCase(name, ending)) return true;
  }
  return false;
}

absl::string_view WithoutEnding(absl::string_view name) {
  for (absl::string_view ending : kEndings) {
    if (absl::EndsWith(name, ending)) {
      return name.substr(0, name.size() - ending.size());
    }
  }
  return name;
}

std::string Singular(absl::string_view name) {
  if (absl::EndsWith(name, "ies")) {
    return absl::StrCat(name.substr(0, name.size() - 3), "y");
  }
  for (absl::string_view ending : {"sses", "xes", "zes", "ches", "shes"}) {
    if (absl::EndsWith(name, ending)) {
      return std::string(name.substr(0, name.size() - 2));
    }
  }
  if (absl::EndsWith(name, "s") && !absl::EndsWith(name, "ss")) {
    return std::string(name.substr(0, name.size() - 1));
  }
  return std::string(name);
}

}  // namespace

std::optional<Path> DerivedRefField(const Path& field, bool list) {
  std::vector<Segment> segments = field.segments();
  if (segments.empty() || segments.back().is_index) return std::nullopt;
  std::string& name = segments.back().field;
  if (IsEnding(name)) return std::nullopt;
  const absl::string_view stem = WithoutEnding(name);
  name =
      list ? absl::StrCat(Singular(stem), "Refs") : absl::StrCat(stem, "Ref");
  absl::StatusOr<Path> path = Path::Parse(ToString(segments));
  if (!path.ok()) return std::nullopt;
  return *std::move(path);
}

namespace {

constexpr absl::string_view kAckGroups = ".services.k8s.aws";

std::optional<std::vector<std::string>> ParseNames(Fields& fields,
                                                   absl::string_view member) {
  if (!fields.Has(member)) return std::nullopt;
  std::vector<std::string> names;
  for (const Input& name : fields.List(member)) {
    if (name.value().IsString()) {
      names.emplace_back(View(name.value()));
    } else {
      name.Problem("Invalid value: want a string", ProblemKind::kType);
    }
  }
  return names;
}

void RefuseKubernetes(const Input& input, absl::string_view member,
                      absl::string_view text) {
  input.Invalid(member, absl::StrCat("\"", text,
                                     "\": a typed reference cannot read a kind "
                                     "of Kubernetes itself; use references"));
}

// Reads the group from one of three fields, and the version.
void ParseGroup(Fields& fields, NamedKind* kind) {
  const Input& input = fields.at();
  const absl::string_view service = fields.String("service_name").value_or("");
  const absl::string_view group = fields.String("group").value_or("");
  const absl::string_view whole = fields.String("apiVersion").value_or("");
  kind->version = std::string(fields.String("version").value_or(""));
  if (!service.empty() + !group.empty() + !whole.empty() > 1) {
    input.Problem("service_name, group and apiVersion cannot be combined");
  }
  kind->group = std::string(group);
  if (!service.empty()) kind->group = absl::StrCat(service, kAckGroups);
  if (!group.empty() && IsOfKubernetes(group)) {
    RefuseKubernetes(input, "group", group);
  }
  if (whole.empty()) {
    if (kind->version.empty()) input.Missing("version");
    return;
  }
  if (!kind->version.empty())
    input.Problem("apiVersion cannot be combined with version");
  const size_t slash = whole.find('/');
  if (slash == absl::string_view::npos ||
      IsOfKubernetes(whole.substr(0, slash))) {
    return RefuseKubernetes(input, "apiVersion", whole);
  }
  kind->group = std::string(whole.substr(0, slash));
  kind->version = std::string(whole.substr(slash + 1));
}

Path ParsePlainPath(Fields& fields, absl::string_view member,
                    absl::string_view text) {
  absl::StatusOr<Path> path = fields.at().ParsePath(member, text);
  if (!path.ok()) return Path();
  if (path->HasWildcard()) {
    fields.at().Invalid(member, absl::StrCat("\"", text,
                                             "\": a typed reference fills one "
                                             "field, so [*] is not allowed"));
  }
  return *std::move(path);
}

void ParseRefField(Fields& fields, TypedReference* reference) {
  const absl::string_view text = fields.String("refField").value_or("");
  if (!text.empty()) {
    reference->ref_field = ParsePlainPath(fields, "refField", text);
    return;
  }
  if (reference->field.segments().empty()) return;
  std::optional<Path> derived =
      DerivedRefField(reference->field, reference->list);
  if (derived.has_value()) {
    reference->ref_field = *std::move(derived);
  } else {
    fields.at().Problem(
        "refField",
        absl::StrCat("cannot be derived from \"",
                     ToString({&reference->field.segments().back(), 1}), "\""));
  }
}

void ParseReferences(const Input& input, TypedReference* reference) {
  Fields fields(input);
  NamedKind& kind = reference->kind.name;
  ParseGroup(fields, &kind);
  kind.kind = std::string(fields.Required("resource"));
  if (!kind.group.empty()) reference->kind.known = reference->kinds->Find(kind);
  absl::StatusOr<Path> path = input.ParsePath("path", fields.Required("path"));
  if (path.ok()) reference->path = *std::move(path);
  fields.Done();
}

}  // namespace

TypedReference TypedReference::Parse(const Input& entry, Fields& root) {
  Fields fields(entry);
  TypedReference reference;
  reference.place = entry.place();
  reference.kinds = Kinds::Of(root);
  reference.target = Target::ParseComposed(fields);
  reference.list = fields.Bool("list").value_or(false);
  reference.field = ParsePlainPath(fields, "field", fields.Required("field"));
  ParseRefField(fields, &reference);
  reference.ref_is_desired = fields.OneOf("refSource", {"Composite", "Desired"},
                                          "Composite") == "Desired";
  reference.required = fields.Bool("required").value_or(false);
  if (std::optional<Input> references = fields.Object("references")) {
    ParseReferences(*references, &reference);
  } else {
    entry.Missing("references");
  }
  if (std::optional<Input> conditions = fields.Object("conditions")) {
    Fields members(*conditions);
    reference.synced = ParseNames(members, "synced");
    reference.terminal = ParseNames(members, "terminal");
    members.Done();
  }
  reference.checks_state =
      !fields.Bool("skipResourceStateValidations").value_or(false);
  reference.may_cross_namespaces =
      fields.Bool("allowCrossNamespace").value_or(false);
  fields.Done();
  return reference;
}

void TypedReference::AddReads(Reads* reads) const {
  target.AddReads(field, reads);
  if (!ref_is_desired) AddPath(ref_field.segments(), &reads->composite);
  // The case of letters in its path does not matter (FindByGoPath).
  reads->required.AddAll();
}

absl::StatusOr<WantedKind> TypedReference::KindFor(
    absl::string_view target_group, Pool* pool) const {
  if (!kind.name.group.empty()) return kind;
  LOOM_RETURN_IF_ERROR(Spend(Finding(kinds->size()), pool));
  WantedKind wanted{.name = kind.name};
  wanted.name.group = std::string(target_group);
  wanted.known = kinds->Find(wanted.name);
  return wanted;
}

std::vector<std::string> TypedReference::Synced(absl::string_view group) const {
  if (synced.has_value()) return *synced;
  if (absl::EndsWith(group, kAckGroups)) return {"ACK.ResourceSynced"};
  return {"Synced", "Ready"};
}

std::vector<std::string> TypedReference::Terminal(
    absl::string_view group) const {
  if (terminal.has_value()) return *terminal;
  if (absl::EndsWith(group, kAckGroups)) return {"ACK.Terminal"};
  return {};
}

}  // namespace loom
