// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/environment.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/contract/environment_key.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "language/input/fields.h"
#include "language/input/input.h"
#include "sections/environment/selection.h"

namespace loom {
namespace {

// The table. Add a kind here, and its type in object_query.cc.
constexpr ConfigKind kKinds[] = {
    {.type = "",
     .api_version = "apiextensions.crossplane.io/v1beta1",
     .kind = "EnvironmentConfig",
     .noun = "environment config"},
    {.type = "ConfigMap",
     .api_version = "v1",
     .kind = "ConfigMap",
     .noun = "ConfigMap",
     .guarded = true},
    {.type = "Secret",
     .api_version = "v1",
     .kind = "Secret",
     .noun = "Secret",
     .encoded = true,
     .guarded = true},
};

absl::StatusOr<Value> Decoded(const Value& data, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Finding(data.MemberCount()), pool));
  Value decoded = Object();
  for (const Member& member : Members(data)) {
    LOOM_ASSIGN_OR_RETURN(Value text, DecodedText(member.value, pool));
    decoded.AddMember(Borrow(View(member.name)), std::move(text),
                      pool->allocator());
  }
  LOOM_RETURN_IF_ERROR(Charge(decoded, pool));
  return decoded;
}

bool HasIndex(const Path& path) {
  return std::any_of(path.segments().begin(), path.segments().end(),
                     [](const Segment& segment) { return segment.is_index; });
}

// A list replaces a list, so earlier content of an element does not count.
void Lay(Value data, const Path& to, Value* group, Pool* pool) {
  if (HasIndex(to)) *group = Object();
  Overlay(*group, std::move(data), pool);
}

}  // namespace

const ConfigKind& ConfigKindOf(absl::string_view type) {
  for (const ConfigKind& kind : kKinds) {
    if (kind.type == type) return kind;
  }
  return kKinds[0];
}

absl::StatusOr<absl::string_view> RefusalOf(const ConfigKind& kind,
                                            absl::string_view ns, bool fixed,
                                            const Value& composite,
                                            AccessPolicies policies,
                                            Pool* pool) {
  const KnownKind known{.kind = std::string(kind.kind),
                        .scope = Scope::kNamespaced};
  return RefusalOf(policies,
                   {.kind = known,
                    .ns = ns,
                    .ns_is_fixed = fixed,
                    .composite_ns = Namespace(composite)},
                   pool);
}

absl::Status AddData(const ConfigKind& kind, Value config, const Path& to,
                     Value* group, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Finding(config.MemberCount()), pool));
  Value* data = Find(config, "data");
  const bool at_root = to.segments().empty();
  const bool wants_object = at_root || kind.encoded;
  if (data == nullptr || (data->IsNull() && wants_object)) {
    return absl::OkStatus();
  }
  auto failed = [&](absl::string_view why) {
    return Harmless(absl::FailedPreconditionError(absl::StrCat(
        "cannot get data from ", kind.noun, " \"", Name(config), "\": ", why)));
  };
  if (wants_object && !data->IsObject()) {
    return failed(absl::StrCat("data: want an object, got ", KindName(*data)));
  }
  if (kind.encoded) {
    pool->NoteSecret();
    absl::StatusOr<Value> decoded = Decoded(*data, pool);
    if (EndsCall(decoded.status())) return decoded.status();
    if (!decoded.ok()) return failed(decoded.status().message());
    Lay(*std::move(decoded), to, group, pool);
    return absl::OkStatus();
  }
  // Data from the request is charged only if its path changes.
  if (!at_root) LOOM_RETURN_IF_ERROR(Charge(*data, pool));
  Lay(std::move(*data), to, group, pool);
  return absl::OkStatus();
}

namespace {

constexpr QueryShape kShape = {.has_modes = true, .reads_environment = true};
constexpr QueryShape kNativeShape = {.has_modes = true,
                                     .reads_environment = true,
                                     .namespaces = QueryNamespaces::kOfKinds};

// The data of the configs of one toFieldPath.
struct Group {
  const Path* to;
  Value data = Object();
};

Group& GroupOfPath(const Path& to, std::vector<Group>* groups) {
  for (Group& group : *groups) {
    if (group.to->text() == to.text()) return group;
  }
  return groups->emplace_back(Group{&to});
}

absl::Status Place(Group&& group, Value* merged, Pool* pool) {
  if (group.to->segments().empty()) {
    Overlay(*merged, std::move(group.data), pool);
    return absl::OkStatus();
  }
  Value placed = Object();
  absl::Status status = Put(placed, *group.to, std::move(group.data), pool);
  if (!status.ok()) {
    return Annotate(Harmless(status),
                    absl::StrCat("cannot get data from environment configs "
                                 "into path \"",
                                 group.to->text(), "\""));
  }
  Overlay(*merged, std::move(placed), pool);
  return absl::OkStatus();
}

}  // namespace

Environment Environment::Parse(Fields& section, absl::string_view configs) {
  Environment environment;
  environment.rules_ = &section.at().rules();
  if (std::optional<Input> data = section.Object("defaultData")) {
    environment.default_data_ = &data->value();
  }
  environment.has_configs_ = section.Has(configs);
  for (const Input& input : section.List(configs)) {
    Fields entry(input);
    ObjectQuery query = ObjectQuery::Parse(
        entry, input.rules().follows_go ? kShape : kNativeShape);
    absl::StatusOr<Path> to = input.ParsePath(
        "toFieldPath", entry.String("toFieldPath").value_or(""));
    entry.Done();
    environment.has_expressions_ |= query.ns.has_expression();
    const ConfigKind* kind = &ConfigKindOf(query.kind);
    environment.entries_.push_back(
        {std::move(query), kind, std::move(to), input.place()});
  }
  environment.optional_ = ParseResolution(section);
  return environment;
}

std::unique_ptr<const Section> Environment::ParseNative(Fields& input) {
  std::optional<Input> section = input.Section("environment");
  if (!section.has_value()) return nullptr;
  Fields fields(*section);
  auto environment = std::make_unique<Environment>(Parse(fields, "configs"));
  environment->access_ = AccessPolicy::Of(input);
  fields.Allow("patches");
  fields.Done();
  return environment;
}

std::unique_ptr<const Section> Environment::ParseDropIn(Fields& input) {
  std::optional<Input> spec = input.Object("spec");
  if (!spec.has_value()) return nullptr;
  Fields fields(*spec);
  auto environment =
      std::make_unique<const Environment>(Parse(fields, "environmentConfigs"));
  fields.Done();
  return environment;
}

absl::Status Environment::Run(Call& call, Outcome* outcome) const {
  if (idle()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  LOOM_ASSIGN_OR_RETURN(const Value* incoming, call.context.Environment());
  CallVariables variables(&call);
  const AccessPolicy* const policies[] = {call.access, access_.get()};
  Asked asked = Ask({*composite, *incoming, &variables, call.pool}, policies);
  if (!asked.failed.ok() && rules_->follows_go) return asked.failed;
  if (has_expressions_) {
    ReportPending(
        asked, [](size_t) { return "environment"; }, *call.pool, outcome);
  }
  absl::StatusOr<bool> answered = asked.Answered(call.required);
  outcome->requirements = std::move(asked.requirements);
  LOOM_RETURN_IF_ERROR(asked.failed);
  LOOM_RETURN_IF_ERROR(answered.status());
  outcome->waits = !*answered;
  if (outcome->waits) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(Value * taken, call.context.ChangeEnvironment());
  LOOM_ASSIGN_OR_RETURN(
      Value merged,
      Merge(std::move(*taken), asked, call.required, call.pool, call.observer));
  return call.context.Set(kEnvironmentKey, std::move(merged));
}

Asked Environment::Ask(const QueryValues& values,
                       AccessPolicies policies) const {
  Asked asked;
  for (const Entry& entry : entries_) {
    Requirement requirement{std::string(entry.kind->api_version),
                            std::string(entry.kind->kind),
                            {},
                            {},
                            {}};
    std::optional<std::string>& key = asked.keys.emplace_back();
    auto wish = entry.query.Ask(values, optional_, &requirement);
    if (entry.kind->guarded && wish.ok() && wish->asks) {
      wish = Allowed(entry, requirement, values, policies);
    }
    if (!wish.ok()) {
      asked.failed.Update(Annotate(WithPlace(wish.status(), entry.place),
                                   "cannot build requirements"));
      continue;
    }
    if (!wish->pending.ok()) {
      asked.pending.emplace(asked.keys.size() - 1, wish->pending);
    }
    if (!wish->asks) continue;
    key = CanonicalKey(requirement);
    asked.requirements.emplace(*key, std::move(requirement));
  }
  return asked;
}

absl::StatusOr<Wish> Environment::Allowed(const Entry& entry,
                                          const Requirement& requirement,
                                          const QueryValues& values,
                                          AccessPolicies policies) const {
  const bool fixed = entry.query.ns.is_fixed();
  const std::string ns = requirement.ns.value_or("");
  LOOM_ASSIGN_OR_RETURN(const absl::string_view refusal,
                        RefusalOf(*entry.kind, ns, fixed, values.composite,
                                  policies, values.pool));
  if (refusal.empty()) return Wish{.asks = true};
  if (optional_) return Wish();
  // The value of a field may come from a Secret.
  const bool hidden = !fixed && values.pool->redacted();
  const bool by_name = requirement.name.has_value();
  return WithReason(
      Harmless(absl::FailedPreconditionError(absl::StrCat(
          entry.place, ": ", refusal, " (", entry.kind->api_version, " ",
          entry.kind->kind, " ", hidden ? "?" : ns, "/",
          by_name ? *requirement.name : "?", "); ", HowToAllow(refusal)))),
      "ReferenceNotAllowed");
}

absl::StatusOr<std::vector<const Value*>> Environment::Select(
    const Entry& entry, const std::optional<std::string>& key,
    RequiredResources& required, Pool* pool) const {
  using Objects = std::vector<const Value*>;
  if (!key.has_value()) return Objects();
  LOOM_ASSIGN_OR_RETURN(auto answer, required.Answer(*key));
  if (!answer.has_value()) return Objects();
  constexpr absl::string_view kCannotGet =
      "cannot get selected environment configs";
  bool by_name = entry.query.type == ObjectQuery::Type::kReference;
  absl::string_view name = by_name ? entry.query.name : *key;
  auto selected =
      SelectObjects(entry.query, {entry.kind->noun, name, optional_},
                    *std::move(answer), pool);
  if (selected.ok()) return selected;
  const absl::string_view why = selected.status().message();
  std::string which =
      absl::StrCat("cannot process ", entry.kind->noun, " \"", name, "\" by ",
                   by_name ? "reference" : "selector");
  std::string full = by_name ? absl::StrCat(which, ", \"", *key, "\": ", why)
                             : absl::StrCat(which, ": ", why);
  absl::Status failed(selected.status().code(), full);
  // The key of a selector holds values of labels, which may come from any
  // object, so its message is not harmless. The key of a name holds a
  // namespace.
  if (by_name) {
    failed = Harmless(failed, entry.query.ns.is_fixed()
                                  ? full
                                  : absl::StrCat(which, ": ", why));
  }
  return Annotate(WithPlace(std::move(failed), entry.place), kCannotGet);
}

absl::StatusOr<Value> Environment::Merge(Value incoming, const Asked& asked,
                                         RequiredResources& required,
                                         Pool* pool, Observer* observer) const {
  constexpr absl::string_view kCannotMerge = "cannot merge environment data";
  std::vector<Group> groups;
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    LOOM_ASSIGN_OR_RETURN(std::vector<const Value*> configs,
                          Select(entry, asked.keys[i], required, pool));
    if (!configs.empty() && !entry.to.ok()) {
      return AnnotatePlace(Harmless(entry.to.status()),
                           absl::StrCat(entry.place, ".toFieldPath"));
    }
    for (const Value* config : configs) {
      if (observer != nullptr) observer->Merged(i, *config, entry.to->text());
      Group& group = GroupOfPath(*entry.to, &groups);
      absl::Status added = AddData(*entry.kind, Copy(*config, pool), *entry.to,
                                   &group.data, pool);
      LOOM_RETURN_IF_ERROR(
          Annotate(WithPlace(std::move(added), entry.place), kCannotMerge));
    }
  }
  Value configs = Object();
  for (Group& group : groups) {
    LOOM_RETURN_IF_ERROR(
        Annotate(Place(std::move(group), &configs, pool), kCannotMerge));
  }
  Value merged =
      default_data_ == nullptr ? Object() : Copy(*default_data_, pool);
  if (!incoming.IsObject()) incoming = Object();
  Overlay(incoming, std::move(configs), pool);
  Overlay(merged, std::move(incoming), pool);
  EnsureIdentity(merged, pool);
  return merged;
}

}  // namespace loom
