// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/endpoints.h"

#include <vector>

#include "base/errors.h"
#include "data/fieldpath/access.h"
#include "data/fieldpath/keyed_elements.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

const Value& Nothing() {
  static const Value nothing(rapidjson::kObjectType);
  return nothing;
}

}  // namespace

absl::StatusOr<const Value*> Endpoints::From(Endpoint endpoint) {
  switch (endpoint) {
    case Endpoint::kObservedComposite:
      return call.composite.Observed();
    case Endpoint::kEnvironment:
      return call.context.Environment();
    case Endpoint::kItem:
      return item;
    case Endpoint::kNothing:
      return &Nothing();
    default:
      return observed;
  }
}

absl::StatusOr<Value*> Endpoints::To(Endpoint endpoint) {
  switch (endpoint) {
    case Endpoint::kDesiredComposite:
      return call.composite.Change();
    case Endpoint::kEnvironment:
      return call.context.ChangeEnvironment();
    case Endpoint::kSecretLocation:
      return secret;
    default:
      return desired;
  }
}

absl::Status Endpoints::Apply(const Patch& patch) {
  LOOM_ASSIGN_OR_RETURN(const Value* from, From(patch.type().from));
  if (call.observer != nullptr && !quiet) [[unlikely]]
    return Observed(patch, from);
  if (from == nullptr) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(Value * to, To(patch.type().to));
  return Write(patch, *from, *to);
}

absl::Status Endpoints::Keep(const Patch& patch) {
  const Endpoint end = patch.type().to;
  const bool to_composite = end == Endpoint::kDesiredComposite;
  if (!to_composite && end != Endpoint::kDesiredComposed) {
    return absl::OkStatus();
  }
  if (!patch.destination().ok() || patch.destination()->HasWildcard()) {
    return absl::OkStatus();
  }
  const Value* source = observed;
  if (to_composite) {
    LOOM_ASSIGN_OR_RETURN(source, call.composite.Observed());
  }
  if (source == nullptr) return absl::OkStatus();
  if (patch.names_elements()) return KeepElements(patch, *source);
  const Path& path = *patch.destination();
  absl::StatusOr<const Value*> kept = Get(*source, path, call.pool);
  if (!kept.ok()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(Value * to, To(end));
  if (to_composite && Get(*to, path, call.pool).ok()) return absl::OkStatus();
  Value value = MakeCopy(**kept, call.pool);
  if (patch.adds_entries()) {
    absl::StatusOr<const Value*> made = Get(*to, path, call.pool);
    if (made.ok()) Overlay(value, **made, call.pool);
  }
  LOOM_RETURN_IF_ERROR(Put(*to, path, std::move(value), call.pool));
  if (call.observer != nullptr) call.observer->Kept(patch, *to);
  return absl::OkStatus();
}

// The index of an element may differ in the two objects.
absl::Status Endpoints::KeepElements(const Patch& patch, const Value& source) {
  const Path& path = *patch.destination();
  absl::StatusOr<std::vector<Path>> there =
      FindElements(source, path, call.pool);
  if (EndsCall(there.status())) return there.status();
  if (!there.ok() || there->empty()) return absl::OkStatus();
  absl::StatusOr<const Value*> kept = Get(source, there->front(), call.pool);
  if (!kept.ok()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(const std::vector<Path> places,
                        MakeElements(*desired, path, call.pool));
  for (const Path& place : places) {
    LOOM_RETURN_IF_ERROR(
        Put(*desired, place, MakeCopy(**kept, call.pool), call.pool));
  }
  return absl::OkStatus();
}

absl::Status Endpoints::Write(const Patch& patch, const Value& from,
                              Value& to) {
  absl::Status status = patch.Apply(from, to, variables, call.pool);
  // An expression may have read a Secret only now.
  if (patch.type().to == Endpoint::kEnvironment) call.context.NoteSecret();
  return status;
}

absl::Status Endpoints::Observed(const Patch& patch, const Value* from) {
  if (from == nullptr) {
    call.observer->Patched(patch, {}, absl::OkStatus());
    return absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(Value * to, To(patch.type().to));
  // For values that are not part of the call, and before the patch changes its source.
  Pool pool;
  PatchTrace trace;
  if (call.observer->traces()) trace = patch.Traced(*from, variables, &pool);
  trace.from = from;
  trace.to = to;
  absl::Status status = Write(patch, *from, *to);
  call.observer->Patched(patch, trace, status);
  return status;
}

}  // namespace loom
