// SPDX-License-Identifier: Apache-2.0
#include "sections/references/sources/typed.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "crossplane/call/field.h"
#include "crossplane/call/observer.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "crossplane/objects/status.h"
#include "data/value/object.h"
#include "sections/references/sources/named.h"

namespace loom {
namespace {

absl::Status NoSuchField() {
  return Harmless(absl::NotFoundError("no such field"));
}

absl::StatusOr<const Value*> FindMember(const Value& object,
                                        absl::string_view name, Pool* pool) {
  if (!object.IsObject()) return NoSuchField();
  if (const Value* member = Find(object, name, pool)) return member;
  const Value* found = nullptr;
  std::vector<std::string> names;
  for (const auto& member : Members(object, pool)) {
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
      at = &ItemAt(*at, segment.index);
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
      name.Problem("Invalid value: expected a string", ProblemKind::kType);
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

void ParseRefField(Fields& fields, const Path& field,
                   TypedReference* reference) {
  const absl::string_view text = fields.String("refField").value_or("");
  if (!text.empty()) {
    reference->ref_field = ParseOneField(fields, "refField", text, "a typed");
    return;
  }
  if (field.segments().empty()) return;
  std::optional<Path> derived = DerivedRefField(field, reference->list);
  if (derived.has_value()) {
    reference->ref_field = *std::move(derived);
  } else {
    fields.at().Problem(
        "refField",
        absl::StrCat("cannot be derived from \"",
                     ToString({&field.segments().back(), 1}), "\""));
  }
}

void ParseReferences(const Input& input, TypedReference* reference) {
  Fields fields(input);
  NamedKind& kind = reference->kind.name;
  ParseGroup(fields, &kind);
  kind.kind = std::string(fields.Required("resource"));
  if (!kind.group.empty()) reference->kind.known = reference->kinds->Find(kind);
  reference->path =
      input.ParsePath("path", fields.Required("path")).value_or(Path());
  fields.Done();
}

}  // namespace

Entry TypedReference::Parse(const Input& entry, Fields& root) {
  Fields fields(entry);
  Entry parsed;
  auto typed = std::make_unique<TypedReference>();
  parsed.place = entry.place();
  typed->kinds = Kinds::Of(root);
  parsed.target = Target::ParseComposed(fields);
  typed->list = fields.Bool("list").value_or(false);
  parsed.SetField(
      ParseOneField(fields, "field", fields.Required("field"), "a typed"));
  ParseRefField(fields, parsed.to, typed.get());
  typed->ref_is_desired = fields.OneOf("refSource", {"Composite", "Desired"},
                                       "Composite") == "Desired";
  typed->required = fields.Bool("required").value_or(false);
  if (std::optional<Input> references = fields.Object("references")) {
    ParseReferences(*references, typed.get());
  } else {
    entry.Missing("references");
  }
  if (std::optional<Input> conditions = fields.Object("conditions")) {
    Fields members(*conditions);
    typed->synced = ParseNames(members, "synced");
    typed->terminal = ParseNames(members, "terminal");
    members.Done();
  }
  typed->checks_state =
      !fields.Bool("skipResourceStateValidations").value_or(false);
  typed->may_cross_namespaces =
      fields.Bool("allowCrossNamespace").value_or(false);
  fields.Done();
  parsed.recipe = std::move(typed);
  return parsed;
}

absl::StatusOr<WantedKind> TypedReference::KindFor(
    absl::string_view target_group, Pool* pool) const {
  WantedKind wanted{.name = kind.name};
  wanted.name.group = std::string(target_group);
  wanted.known = kinds->Find(wanted.name, pool);
  return wanted;
}

absl::Span<const std::string> TypedReference::Synced(
    absl::string_view group) const {
  static const std::string kAck[] = {"ACK.ResourceSynced"};
  static const std::string kOthers[] = {"Synced", "Ready"};
  if (synced.has_value()) return *synced;
  if (absl::EndsWith(group, kAckGroups)) return kAck;
  return kOthers;
}

absl::Span<const std::string> TypedReference::Terminal(
    absl::string_view group) const {
  static const std::string kAck[] = {"ACK.Terminal"};
  if (terminal.has_value()) return *terminal;
  if (absl::EndsWith(group, kAckGroups)) return kAck;
  return {};
}

namespace {

Failure Faulty(std::string cause) {
  return {.reason = reasons::kInvalid, .cause = std::move(cause)};
}

// Adds the name in one wrapper; nothing if it has no `from`.
void ReadWrapper(const Value& wrapper, absl::string_view ref_field, Pool* pool,
                 Wrappers* read) {
  if (!wrapper.IsObject()) {
    read->failure =
        Faulty(absl::StrCat(ref_field, ": expected an object with from.name"));
    return;
  }
  const Value* from = Find(wrapper, "from", pool);
  if (from == nullptr || from->IsNull()) return;
  ObjectName name;
  if (from->IsObject()) {
    name = {.name = TextAt(*from, "name", pool),
            .ns = TextAt(*from, "namespace", pool)};
  }
  if (name.name.empty()) {
    read->failure = Faulty(absl::StrCat(
        "provided resource reference is nil or empty: ", ref_field));
    return;
  }
  read->names.push_back(std::move(name));
}

}  // namespace

absl::StatusOr<Wrappers> ReadWrappers(const Value* value, bool list,
                                      absl::string_view ref_field, Pool* pool) {
  Wrappers read;
  if (value == nullptr || value->IsNull()) return read;
  if (!list && value->IsArray()) {
    read.failure = Faulty(
        absl::StrCat(ref_field, ": is a list, so the entry needs list: true"));
    return read;
  }
  if (!list) {
    ReadWrapper(*value, ref_field, pool, &read);
    return read;
  }
  if (!value->IsArray()) {
    read.failure = Faulty(absl::StrCat(ref_field, ": expected a list"));
    return read;
  }
  if (value->Size() > limits::kRequirements) {
    read.failure = Faulty(absl::StrCat(ref_field, ": more than ",
                                       limits::kRequirements, " references"));
    return read;
  }
  for (const Value& wrapper : Items(*value, pool)) {
    if (!read.failure.cause.empty()) break;
    ReadWrapper(wrapper, ref_field, pool, &read);
  }
  return read;
}

namespace {

// Names an object as ACK does at the end of its errors.
std::string Named(const Found& object) {
  return absl::StrCat("resource:", object.kind, ", namespace:", object.ns,
                      ", name:", object.name);
}

// Reads the objects that one field names, in one call.
class ObjectReader {
 public:
  ObjectReader(const TypedReference& reference, const WantedKind& wanted,
               const Filling& filling)
      : reference_(reference),
        wanted_(wanted),
        synced_(reference.Synced(wanted_.name.group)),
        terminal_(reference.Terminal(wanted_.name.group)),
        policies_(filling.policies),
        call_(filling.call),
        outcome_(filling.outcome) {}

  absl::StatusOr<Resolution> Read(const ObjectName& name) const;

 private:
  // Returns why an object of another namespace may not be read; "" if it may.
  absl::StatusOr<std::string> Refusal(const ObjectName& name) const;
  absl::StatusOr<Resolution> ReadObject(const Found& found) const;
  // Reports whether the object has the condition, and it is True.
  bool Has(const Value& object, const std::string& condition) const;

  const TypedReference& reference_;
  const WantedKind& wanted_;
  const absl::Span<const std::string> synced_;
  const absl::Span<const std::string> terminal_;
  const AccessPolicies policies_;
  Call& call_;
  Outcome& outcome_;
};

absl::StatusOr<std::string> ObjectReader::Refusal(
    const ObjectName& name) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  const absl::string_view own = Namespace(*composite);
  if (name.ns.empty() || name.ns == own || reference_.may_cross_namespaces) {
    return std::string();
  }
  const bool redacted = call_.pool->redacted();
  return absl::StrCat(
      "cross-namespace resource reference is not allowed. Set "
      "--enable-cross-namespace=true to allow it. sourceNamespace:",
      own, ", targetNamespace:", redacted ? "?" : name.ns,
      ", name:", redacted ? "?" : name.name);
}

absl::StatusOr<Resolution> ObjectReader::Read(const ObjectName& name) const {
  if (IsOfKubernetes(wanted_.name.group)) {
    return Resolution::Failed(
        reasons::kInvalid,
        absl::StrCat(
            "a typed reference cannot read a kind of Kubernetes itself: ",
            wanted_.name.ApiVersion(), " ", wanted_.name.kind),
        "");
  }
  LOOM_ASSIGN_OR_RETURN(std::string refusal, Refusal(name));
  if (!refusal.empty()) {
    const bool redacted = call_.pool->redacted();
    const Found shown{.kind = wanted_.name.kind,
                      .ns = redacted ? "?" : name.ns,
                      .name = redacted ? "?" : name.name};
    return Resolution::Failed(
        reasons::kNotAllowed, std::move(refusal),
        shown.Where(wanted_.name.ApiVersion(), reference_.path.text()));
  }
  LOOM_ASSIGN_OR_RETURN(
      Found found, FindNamedObject(wanted_, name, policies_, call_, &outcome_));
  if (found.state == LookupState::kPending) return Resolution();
  Resolution read{.state = LookupState::kFailed,
                  .failure = std::move(found.failure)};
  if (found.state != LookupState::kFailed) {
    LOOM_ASSIGN_OR_RETURN(read, ReadObject(found));
  }
  if (read.state == LookupState::kFailed) {
    read.failure.where =
        found.Where(wanted_.name.ApiVersion(), reference_.path.text());
  }
  return read;
}

bool ObjectReader::Has(const Value& object,
                       const std::string& condition) const {
  return ConditionOf(object, condition, call_.pool) == "True";
}

absl::StatusOr<Resolution> ObjectReader::ReadObject(const Found& found) const {
  auto failed = [&](absl::string_view reason, std::string cause) {
    return Resolution::Failed(reason, std::move(cause), "");
  };
  if (reference_.checks_state) {
    for (const std::string& condition : terminal_) {
      if (!Has(found.object(), condition)) continue;
      return failed(reasons::kTerminal,
                    absl::StrCat("the referenced resource has '", condition,
                                 "' condition 'True'. Cannot be referenced. ",
                                 Named(found)));
    }
    for (const std::string& condition : synced_) {
      const bool has = Has(found.object(), condition);
      if (has) continue;
      return failed(reasons::kNotReady,
                    absl::StrCat("the referenced resource is not synced yet. ",
                                 Named(found)));
    }
  }
  absl::StatusOr<const Value*> value =
      FindByGoPath(found.object(), reference_.path, call_.pool);
  if (EndsCall(value.status())) return value.status();
  if (call_.observer != nullptr) {
    call_.observer->Read({.holder = FieldUse::Holder::kRequired,
                          .object = &found.object(),
                          .path = reference_.path.segments(),
                          .value = value.ok() ? *value : nullptr});
  }
  if (!value.ok() && !absl::IsNotFound(value.status())) {
    return failed(reasons::kInvalid,
                  MessageOf(value.status(), call_.pool->redacted()));
  }
  if (!value.ok() || !IsSet(**value)) {
    return failed(
        reasons::kFieldMissing,
        absl::StrCat("the referenced resource is missing the target field. ",
                     Named(found), ", targetField:", reference_.path.text()));
  }
  if (!(*value)->IsString()) {
    return failed(reasons::kInvalid, "the target field is not a string");
  }
  return Resolution::Of(Copy(**value, call_.pool));
}

// The group of the target, which is also that of a kind without a group.
absl::StatusOr<absl::string_view> GroupAt(const Place& place, Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* object, place.Desired(call));
  if (object == nullptr) {
    LOOM_ASSIGN_OR_RETURN(object, place.Observed(call));
  }
  return object == nullptr ? "" : GroupOf(ApiVersion(*object));
}

absl::StatusOr<Wrappers> ReadRefField(const TypedReference& reference,
                                      const Filling& filling) {
  Call& call = filling.call;
  absl::StatusOr<const Value*> holder = reference.ref_is_desired
                                            ? filling.place.Desired(call)
                                            : call.composite.Observed();
  LOOM_RETURN_IF_ERROR(holder.status());
  LOOM_ASSIGN_OR_RETURN(const Value* value,
                        FindSet(*holder, reference.ref_field, call.pool));
  return ReadWrappers(value, reference.list, reference.ref_field.text(),
                      call.pool);
}

// ACK's rules for the given fields.
Failure Validate(const TypedReference& reference, const Filling& filling,
                 bool has_names) {
  const bool has_value = filling.field.desired() != nullptr;
  if (has_value != has_names || (!has_names && !reference.required)) return {};
  const std::string both =
      absl::StrCat(filling.entry.to.text(), ",", reference.ref_field.text());
  if (has_names) {
    return {.reason = reasons::kBothGiven,
            .cause = absl::StrCat("both resource reference wrapper and ID "
                                  "cannot be used together: ",
                                  both)};
  }
  return {.reason = reasons::kNeitherGiven,
          .cause = absl::StrCat("resource reference wrapper or ID required: ",
                                both)};
}

}  // namespace

absl::StatusOr<std::optional<Resolution>> TypedReference::Make(
    const Filling& filling) const {
  Call& call = filling.call;
  LOOM_ASSIGN_OR_RETURN(Wrappers wrappers, ReadRefField(*this, filling));
  if (ref_is_desired) {
    LOOM_RETURN_IF_ERROR(filling.place.Erase(ref_field, call));
  }
  const std::vector<ObjectName>& names = wrappers.names;
  Failure failure = std::move(wrappers.failure);
  if (failure.cause.empty()) {
    failure = Validate(*this, filling, !names.empty());
  }
  if (!failure.cause.empty()) {
    return Resolution{.state = LookupState::kFailed,
                      .failure = std::move(failure)};
  }
  if (names.empty()) return std::nullopt;
  if (filling.field.deleting()) {
    LOOM_RETURN_IF_ERROR(filling.field.KeepObserved().status());
    return Resolution{.state = LookupState::kNothing};
  }
  std::optional<WantedKind> of_target;
  if (kind.name.group.empty()) {
    LOOM_ASSIGN_OR_RETURN(const absl::string_view group,
                          GroupAt(filling.place, call));
    LOOM_ASSIGN_OR_RETURN(of_target, KindFor(group, call.pool));
  }
  const ObjectReader objects(*this, of_target.has_value() ? *of_target : kind,
                             filling);
  return ReadEach(names.size(), list, call.pool,
                  [&](size_t i) { return objects.Read(names[i]); });
}

absl::StatusOr<Keep> TypedReference::KeepLast(const Filling& filling) const {
  if (filling.field.desired() != nullptr) return Keep::kNothing;
  return filling.field.KeepObserved();
}

}  // namespace loom
