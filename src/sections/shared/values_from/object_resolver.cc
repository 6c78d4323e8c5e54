// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/values_from/object_resolver.h"

#include <utility>

#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/observer.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/status.h"
#include "data/fieldpath/access.h"

namespace loom {
bool Waits(const ResolveOptions& options, const Value& object, Pool* pool) {
  return options.wait_for == WaitFor::kReady && !IsReady(object, pool);
}

bool IsSet(const Value& value) {
  return !value.IsNull() &&
         !(value.IsString() && value.GetStringLength() == 0) &&
         !(value.IsArray() && value.Empty());
}

absl::StatusOr<Resolution> ReadField(const Value& object, const Path& path,
                                     Decoding decoding, bool into_encoded,
                                     std::string where, Pool* pool) {
  auto failed = [&](absl::string_view reason, const absl::Status& why) {
    return Resolution::Failed(reason, MessageOf(why, pool->redacted()),
                              std::move(where));
  };
  absl::StatusOr<const Value*> found = Get(object, path, pool);
  if (EndsCall(found.status())) return found.status();
  if (!found.ok()) {
    return failed(absl::IsNotFound(found.status()) ? reasons::kFieldMissing
                                                   : reasons::kInvalid,
                  Harmless(found.status()));
  }
  if (!IsSet(**found)) {
    return Resolution::Failed(reasons::kFieldMissing, "the field is empty",
                              std::move(where));
  }
  auto made = [&](Value value) {
    Resolution resolution = Resolution::Of(std::move(value));
    resolution.failure.where = std::move(where);
    return resolution;
  };
  if (decoding == Decoding::kBase64 ||
      (decoding == Decoding::kAuto && IsEncoded(object, path.segments()))) {
    absl::StatusOr<Value> decoded = DecodedBytes(**found, pool);
    if (EndsCall(decoded.status())) return decoded.status();
    if (!decoded.ok()) return failed(reasons::kInvalid, decoded.status());
    return made(*std::move(decoded));
  }
  return made(decoding == Decoding::kAuto && into_encoded
                  ? StringsToBytes(**found, pool)
                  : Copy(**found, pool));
}

absl::StatusOr<Resolution> ResolveObject(const ObjectSource& source,
                                         const ResolveOptions& options,
                                         Call& call, Outcome* outcome) {
  LOOM_ASSIGN_OR_RETURN(Found found,
                        FindObjects(source, options.policies, call, outcome));
  auto where = [&] {
    return found.Where(source.kind.name.ApiVersion(), source.path.text());
  };
  switch (found.state) {
    case Found::State::kPending:
      return Resolution();
    case Found::State::kNothing:
      return Resolution{.state = Resolution::State::kNothing};
    case Found::State::kFailed:
      return Resolution::Failed(found.failure.reason,
                                std::move(found.failure.cause), where());
    case Found::State::kFound:
      break;
  }
  Value list = Array();
  for (const Value* object : found.objects) {
    if (Waits(options, *object, call.pool)) {
      return Resolution::Failed(reasons::kNotReady,
                                std::string(kObjectNotReady), where());
    }
    if (call.observer != nullptr) {
      call.observer->Read({.holder = FieldUse::Holder::kRequired,
                           .object = object,
                           .path = source.path.segments()});
    }
    LOOM_ASSIGN_OR_RETURN(Resolution field,
                          ReadField(*object, source.path, source.decoding,
                                    options.into_encoded, where(), call.pool));
    if (field.state != Resolution::State::kValue ||
        source.mode != SelectionMode::kMultiple) {
      return field;
    }
    list.PushBack(field.value, call.pool->allocator());
  }
  Resolution made = Resolution::Of(std::move(list));
  made.failure.where = where();
  return made;
}

absl::StatusOr<ObjectFound> FindObject(const ObjectSource& source,
                                       const ResolveOptions& options,
                                       Call& call, Outcome* outcome) {
  LOOM_ASSIGN_OR_RETURN(const Found found,
                        FindObjects(source, options.policies, call, outcome));
  ObjectFound one{.refusal = found.refusal};
  if (found.state == Found::State::kFound) {
    const bool waits = Waits(options, found.object(), call.pool);
    if (!waits) one.object = &found.object();
  }
  return one;
}

}  // namespace loom
