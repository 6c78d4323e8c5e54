// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/environment.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/contract/environment_key.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "language/input/fields.h"
#include "language/input/input.h"

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
     .noun = "ConfigMap"},
    {.type = "Secret",
     .api_version = "v1",
     .kind = "Secret",
     .noun = "Secret",
     .encoded = true},
};

absl::StatusOr<Value> Decoded(const Value& data, Pool* pool) {
  Value decoded = Object();
  for (const Member& member : Members(data, pool)) {
    LOOM_ASSIGN_OR_RETURN(Value text, DecodedText(member.value, pool));
    decoded.AddMember(Borrow(View(member.name)), std::move(text),
                      pool->allocator());
  }
  return CountMade(std::move(decoded), pool);
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

absl::Status AddData(const ConfigKind& kind, Value config, const Path& to,
                     Value* group, Pool* pool) {
  Value* data = Find(config, "data", pool);
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
    return failed(
        absl::StrCat("data: expected an object, got ", KindName(*data)));
  }
  if (kind.encoded) {
    pool->NoteSecret();
    absl::StatusOr<Value> decoded = Decoded(*data, pool);
    if (EndsCall(decoded.status())) return decoded.status();
    if (!decoded.ok()) return failed(decoded.status().message());
    Lay(*std::move(decoded), to, group, pool);
    return absl::OkStatus();
  }
  // Data of the request counts as made only if its path changes.
  Lay(at_root ? std::move(*data) : CountMade(std::move(*data), pool), to, group,
      pool);
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

absl::Status PlaceGroup(Group&& group, Value* merged, Pool* pool) {
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
  if (std::optional<Input> data = section.Object("defaultData")) {
    environment.default_data_ = &data->value();
  }
  environment.has_configs_ = section.Has(configs);
  for (const Input& input : section.List(configs)) {
    Fields fields(input);
    ObjectQuery query = ObjectQuery::Parse(
        fields, input.rules().follows_go ? kShape : kNativeShape);
    absl::StatusOr<Path> to = input.ParsePath(
        "toFieldPath", fields.String("toFieldPath").value_or(""));
    fields.Done();
    const ConfigKind& kind = ConfigKindOf(query.kind);
    query.subject = "environment";
    query.noun = kind.noun;
    query.what.api_version = std::string(kind.api_version);
    query.what.kind = std::string(kind.kind);
    query.known =
        KnownKind{.kind = query.what.kind, .scope = Scope::kNamespaced};
    query.guarded = !query.kind.empty();
    environment.entries_.push_back({std::move(query), &kind, std::move(to)});
  }
  const bool optional = ParseResolution(section);
  for (Entry& entry : environment.entries_) entry.query.optional = optional;
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
  const AccessPolicy* const policies[] = {call.access, access_.get()};
  QueryList list{.policies = policies,
                 .cannot_ask = "cannot build requirements"};
  list.queries.reserve(entries_.size());
  for (const Entry& entry : entries_) list.queries.push_back(&entry.query);
  LOOM_ASSIGN_OR_RETURN(const std::vector<QueryAnswer> answers,
                        AskAll(list, call, outcome));
  if (outcome->waits) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(Value * taken, call.context.ChangeEnvironment());
  LOOM_ASSIGN_OR_RETURN(Value merged, Merge(std::move(*taken), answers, call));
  return call.context.Set(kEnvironmentKey, std::move(merged));
}

namespace {

absl::StatusOr<std::vector<const Value*>> Select(const ObjectQuery& query,
                                                 const QueryAnswer& answer,
                                                 Pool* pool) {
  if (!answer.objects.has_value()) return std::vector<const Value*>();
  const bool by_name = query.by_name();
  const absl::string_view name = by_name ? query.name : answer.key;
  auto selected = SelectObjects(query, name, *answer.objects, pool);
  if (selected.ok()) return selected;
  const absl::string_view why = selected.status().message();
  std::string which =
      absl::StrCat("cannot process ", query.noun, " \"", name, "\" by ",
                   by_name ? "reference" : "selector");
  std::string full = by_name
                         ? absl::StrCat(which, ", \"", answer.key, "\": ", why)
                         : absl::StrCat(which, ": ", why);
  absl::Status failed(selected.status().code(), full);
  // The key of a selector holds values of labels, which may come from any
  // object, so its message is not harmless. The key of a name holds a
  // namespace.
  if (by_name) {
    failed = Harmless(
        failed, query.ns.is_fixed() ? full : absl::StrCat(which, ": ", why));
  }
  return Annotate(WithPlace(std::move(failed), query.place),
                  "cannot get selected environment configs");
}

}  // namespace

absl::StatusOr<Value> Environment::Merge(
    Value incoming, const std::vector<QueryAnswer>& answers, Call& call) const {
  Pool* pool = call.pool;
  constexpr absl::string_view kCannotMerge = "cannot merge environment data";
  std::vector<Group> groups;
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    LOOM_ASSIGN_OR_RETURN(std::vector<const Value*> configs,
                          Select(entry.query, answers[i], pool));
    if (!configs.empty() && !entry.to.ok()) {
      return AnnotatePlace(Harmless(entry.to.status()),
                           absl::StrCat(entry.query.place, ".toFieldPath"));
    }
    for (const Value* config : configs) {
      if (call.observer != nullptr) {
        call.observer->Merged(i, *config, entry.to->text());
      }
      Group& group = GroupOfPath(*entry.to, &groups);
      absl::Status added = AddData(*entry.kind, Copy(*config, pool), *entry.to,
                                   &group.data, pool);
      LOOM_RETURN_IF_ERROR(Annotate(
          WithPlace(std::move(added), entry.query.place), kCannotMerge));
    }
  }
  Value configs = Object();
  for (Group& group : groups) {
    LOOM_RETURN_IF_ERROR(
        Annotate(PlaceGroup(std::move(group), &configs, pool), kCannotMerge));
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
