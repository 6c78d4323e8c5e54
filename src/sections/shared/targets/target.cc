// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/targets/target.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "sections/shared/values_from/object_resolver.h"

namespace loom {
std::string Place::Shown() const {
  switch (kind) {
    case TargetKind::kComposite:
      return "composite";
    case TargetKind::kEnvironment:
      return "environment";
    case TargetKind::kContext:
      return absl::StrCat("context ", name);
    case TargetKind::kResource:
    case TargetKind::kSelector:
      break;
  }
  return name;
}

absl::StatusOr<const Value*> Place::Desired(Call& call) const {
  switch (kind) {
    case TargetKind::kComposite:
      return call.composite.Desired();
    case TargetKind::kEnvironment:
    case TargetKind::kContext:
      return nullptr;  // they always get the value
    case TargetKind::kResource:
    case TargetKind::kSelector:
      break;
  }
  return call.composed.Desired(name);
}

absl::StatusOr<const Value*> Place::Observed(Call& call) const {
  switch (kind) {
    case TargetKind::kComposite:
      return call.composite.Observed();
    case TargetKind::kEnvironment:
    case TargetKind::kContext:
      return nullptr;
    case TargetKind::kResource:
    case TargetKind::kSelector:
      break;
  }
  return call.composed.Observed(name);
}

FieldUse Place::Use(const Path& path) const {
  using Holder = FieldUse::Holder;
  const Holder holder = kind == TargetKind::kComposite ? Holder::kComposite
                        : kind == TargetKind::kEnvironment
                            ? Holder::kEnvironment
                        : kind == TargetKind::kContext ? Holder::kContext
                                                       : Holder::kComposed;
  return {.holder = holder, .name = name, .path = path.segments()};
}

absl::StatusOr<bool> Place::IsNew(Call& call) const {
  if (kind != TargetKind::kResource) return false;
  LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(name));
  return observed == nullptr;
}

absl::Status Place::Change(
    Call& call, const std::function<absl::Status(Value&)>& write) const {
  if (kind == TargetKind::kContext) {
    LOOM_ASSIGN_OR_RETURN(Value * present, call.context.Change(name));
    if (present != nullptr) return write(*present);
    Value value = Object();
    LOOM_RETURN_IF_ERROR(write(value));
    return call.context.Set(call.pool->Keep(name), std::move(value));
  }
  absl::StatusOr<Value*> object = nullptr;
  if (kind == TargetKind::kComposite) {
    object = call.composite.Change();
  } else if (kind == TargetKind::kEnvironment) {
    object = call.context.ChangeEnvironment();
  } else {
    object = call.composed.Change(name);
  }
  LOOM_RETURN_IF_ERROR(object.status());
  return write(**object);
}

Target Target::Parse(Fields& entry, bool composed, absl::string_view other) {
  Target target;
  std::optional<Input> input = entry.Object("target");
  if (!input.has_value()) {
    entry.at().Missing("target");
    return target;
  }
  Fields fields(*input);
  if (!other.empty()) fields.Allow(other);
  target.name_ = std::string(fields.String("resource").value_or(""));
  const std::optional<Input> selector = fields.Object("resourceSelector");
  if (selector.has_value()) {
    target.kind_ = TargetKind::kSelector;
    target.selector_.push_back(Selector::Parse(*selector));
  }
  const int ways = !target.name_.empty() + selector.has_value();
  if (!composed) {
    target.ParseOthers(fields, ways);
  } else if (ways != 1) {
    input->RequireOne({"resource", "resourceSelector"});
  }
  fields.Done();
  return target;
}

// Reads the targets that are not composed resources; `ways` is the number of others.
void Target::ParseOthers(Fields& fields, int ways) {
  const bool composite = fields.Bool("composite").value_or(false);
  const bool environment = fields.Bool("environment").value_or(false);
  const absl::string_view context = fields.String("context").value_or("");
  if (ways + composite + environment + !context.empty() != 1) {
    fields.at().RequireOne({"resource", "resourceSelector", "composite",
                            "environment", "context"});
  }
  if (composite) {
    kind_ = TargetKind::kComposite;
  } else if (environment) {
    kind_ = TargetKind::kEnvironment;
  } else if (!context.empty()) {
    kind_ = TargetKind::kContext;
    name_ = std::string(context);
  }
}

void Target::AddReads(const Path& field, Reads* reads) const {
  // It is changed; the value of a context key always is decoded whole.
  if (kind_ == TargetKind::kEnvironment) return reads->environment.AddAll();
  if (kind_ == TargetKind::kContext) return;
  // A name may be that of a template whose items have names of their own.
  FieldMask* object =
      kind_ == TargetKind::kComposite ? &reads->composite : &reads->resources;
  object->Add({"metadata", "deletionTimestamp"});
  AddPath(field.segments(), object);
}

Target Target::ContextKey(std::string key) {
  Target target;
  target.kind_ = TargetKind::kContext;
  target.name_ = std::move(key);
  return target;
}

absl::StatusOr<std::vector<Place>> Target::Places(Call& call) const {
  if (is_early()) return std::vector<Place>{{kind_, name_}};
  std::vector<Place> places;
  if (kind_ == TargetKind::kResource) {
    if (const auto* made = call.expansions.Of(name_)) {
      LOOM_RETURN_IF_ERROR(Spend(Finding(made->size()), call.pool));
      for (absl::string_view name : *made) {
        LOOM_ASSIGN_OR_RETURN(const Value* item, call.composed.Desired(name));
        if (item != nullptr) places.push_back({kind_, std::string(name)});
      }
      return places;
    }
    LOOM_ASSIGN_OR_RETURN(const Value* object, call.composed.Desired(name_));
    if (object == nullptr && call.incomplete) {
      LOOM_ASSIGN_OR_RETURN(object, call.composed.Observed(name_));
    }
    if (object != nullptr) places.push_back({kind_, name_});
    return places;
  }
  const std::vector<absl::string_view> names = call.composed.DesiredNames();
  LOOM_RETURN_IF_ERROR(Spend(Finding(names.size()), call.pool));
  for (absl::string_view name : names) {
    LOOM_ASSIGN_OR_RETURN(const Value* desired, call.composed.Desired(name));
    const Selectable candidate{.name = name,
                               .group = GroupOf(ApiVersion(*desired)),
                               .kind = Kind(*desired)};
    LOOM_ASSIGN_OR_RETURN(bool matches,
                          AnyMatches(selector_, candidate, call.pool));
    if (matches) places.push_back({TargetKind::kResource, std::string(name)});
  }
  return places;
}

absl::StatusOr<const Value*> FindSet(const Value* object, const Path& path,
                                     Pool* pool) {
  if (object == nullptr) return nullptr;
  absl::StatusOr<const Value*> field = Get(*object, path, pool);
  if (EndsCall(field.status())) return field.status();
  return field.ok() && IsSet(**field) ? *field : nullptr;
}

absl::Status ResourceField::Read() {
  LOOM_ASSIGN_OR_RETURN(const Value* desired, place_.Desired(call_));
  LOOM_ASSIGN_OR_RETURN(const Value* observed, place_.Observed(call_));
  LOOM_ASSIGN_OR_RETURN(desired_, FindSet(desired, path_, call_.pool));
  LOOM_ASSIGN_OR_RETURN(observed_, FindSet(observed, path_, call_.pool));
  observed_object_ = observed;
  deleting_ = observed != nullptr &&
              Dig(*observed, {"metadata", "deletionTimestamp"}) != nullptr;
  return absl::OkStatus();
}

absl::StatusOr<Resolution> ResourceField::Write(Value value) {
  return Put(std::move(value), nullptr);
}

absl::StatusOr<Resolution> ResourceField::Put(Value value,
                                              const Value* kept_from) {
  absl::Status written = place_.Change(call_, [&](Value& object) {
    LOOM_RETURN_IF_ERROR(Charge(value, call_.pool));
    return loom::Put(object, path_, std::move(value), call_.pool);
  });
  if (EndsCall(written)) return written;
  if (written.ok()) {
    if (call_.observer != nullptr) {
      FieldUse field = place_.Use(path_);
      field.object = kept_from;
      call_.observer->Wrote(field);
    }
    return Resolution{.state = Resolution::State::kNothing};
  }
  return Resolution::Failed(reasons::kInvalid,
                            MessageOf(written, call_.pool->redacted()), "");
}

absl::StatusOr<Keep> ResourceField::KeepObserved() {
  if (observed_ == nullptr) return Keep::kNothing;
  LOOM_ASSIGN_OR_RETURN(Resolution written,
                        Put(Copy(*observed_, call_.pool), observed_object_));
  return written.state == Resolution::State::kFailed ? Keep::kNothing
                                                     : Keep::kObserved;
}

}  // namespace loom
