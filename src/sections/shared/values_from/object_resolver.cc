// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/values_from/object_resolver.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/observer.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/kinds/kind_lookup.h"
#include "crossplane/objects/object.h"
#include "crossplane/objects/selector.h"
#include "crossplane/objects/status.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "sections/shared/values_from/object_source.h"

namespace loom {
namespace {

using Objects = std::vector<const Value*>;

// A string that was read, and the part of it that a message may show.
struct Found {
  std::string text;
  std::string shown;
};

// Resolves one source in one call.
class ObjectResolver {
 public:
  ObjectResolver(const ObjectSource& source, const ResolveOptions& options,
                 Call& call, Requirements* asked)
      : source_(source), options_(options), call_(call), asked_(*asked) {}

  absl::StatusOr<Resolution> Run() {
    LOOM_ASSIGN_OR_RETURN(const bool found, Find());
    if (!found) return std::move(resolution_);
    return ReadObjects();
  }

  absl::StatusOr<ObjectFound> RunForObject() {
    LOOM_ASSIGN_OR_RETURN(const bool found, Find());
    if (!found) {
      return ObjectFound{
          .pending = resolution_.state == Resolution::State::kPending,
          .refusal = refusal_};
    }
    const Value* object = objects_.front();
    return ObjectFound{.object = Waits(options_, *object, call_.pool) ? nullptr
                                                                      : object};
  }

 private:
  // Finds the objects. False, here and below: none was found, and resolution_ has the
  // reason.
  absl::StatusOr<bool> Find() {
    LOOM_ASSIGN_OR_RETURN(
        KindFound kind, LookUpKind(source_.kind, source_.known, call_.required,
                                   call_.pool, &asked_));
    kind_ = std::move(kind.kind);
    shown_ns_ = ShownText(source_.ns);
    const bool known = !source_.selects() && !source_.name.field.has_value();
    shown_name_ = known ? ShownText(source_.name) : source_.all ? "*" : "?";
    if (kind.state == KindFound::State::kPending) return false;
    if (kind.state == KindFound::State::kFailed) {
      resolution_ = Failed(ReasonOfLookUp(kind.reason), kind.cause);
      return false;
    }
    LOOM_ASSIGN_OR_RETURN(bool named, FindNames());
    return named ? Ask() : false;
  }

  Resolution Failed(absl::string_view reason, absl::string_view cause) const {
    return Resolution::Failed(reason, std::string(cause), Where());
  }

  std::string Where() const {
    std::string kind = !kind_.kind.empty()          ? kind_.kind
                       : !source_.kind.kind.empty() ? source_.kind.kind
                                                    : source_.kind.resource;
    return absl::StrCat(source_.kind.ApiVersion(), " ", kind, " ", shown_ns_,
                        shown_ns_.empty() ? "" : "/", shown_name_, " ",
                        source_.path->text());
  }

  static std::string ShownText(const TextOrField& value) {
    return IsTooLong(value.text) ? "?" : value.text;
  }

  absl::StatusOr<bool> Read(const TextOrField& value, Found* found) {
    absl::StatusOr<std::string> text = value.text;
    if (value.field.has_value()) {
      text = value.field->Read(call_);
      if (EndsCall(text.status())) return text.status();
    }
    if (!text.ok()) {
      resolution_ =
          Failed(absl::IsNotFound(text.status()) ? reasons::kFieldMissing
                                                 : reasons::kInvalid,
                 MessageOf(text.status(), call_.pool->redacted()));
      return false;
    }
    if (IsTooLong(*text)) {
      resolution_ = Failed(reasons::kInvalid, kNameTooLong);
      return false;
    }
    // The value of a field may come from a Secret.
    const bool hidden = value.field.has_value() && call_.pool->redacted();
    *found = {*text, hidden ? "?" : *text};
    return true;
  }

  absl::StatusOr<bool> FindNames() {
    LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
    composite_ns_ = Namespace(*composite);
    if (kind_.scope == Scope::kCluster) {
      shown_ns_.clear();
    } else {
      LOOM_ASSIGN_OR_RETURN(bool found, FindNamespace());
      if (!found) return false;
    }
    if (source_.all) return true;
    if (source_.by_labels) return FindLabels();
    LOOM_ASSIGN_OR_RETURN(bool found, Read(source_.name, &name_));
    if (found) shown_name_ = name_.shown;
    return found;
  }

  absl::StatusOr<bool> FindNamespace() {
    LOOM_ASSIGN_OR_RETURN(bool found, Read(source_.ns, &ns_));
    if (!found) return false;
    if (ns_.text.empty()) {
      ns_ = {std::string(composite_ns_), std::string(composite_ns_)};
    }
    shown_ns_ = ns_.shown;
    if (!ns_.text.empty() || source_.selects()) return true;
    resolution_ = Failed(reasons::kInvalid, NamespaceRequired(kind_.kind));
    return false;
  }

  absl::StatusOr<bool> FindLabels() {
    LOOM_RETURN_IF_ERROR(Spend(Sorting(source_.labels.size()), call_.pool));
    std::map<std::string, std::string> shown;
    for (const LabelSource& label : source_.labels) {
      Found value;
      LOOM_ASSIGN_OR_RETURN(bool found, Read(label.value, &value));
      if (!found && label.optional &&
          resolution_.failure.reason == reasons::kFieldMissing) {
        continue;
      }
      if (!found) return false;
      labels_[label.key] = value.text;
      shown[label.key] = value.shown;
    }
    shown_name_ = absl::StrJoin(shown, ",", absl::PairFormatter("="));
    // A query without labels would find every object.
    resolution_.state = Resolution::State::kNothing;
    return !labels_.empty();
  }

  absl::StatusOr<bool> Ask() {
    LOOM_ASSIGN_OR_RETURN(Answered answered,
                          AskFor({.kind = kind_,
                                  .api_version = source_.kind.ApiVersion(),
                                  .ns = ns_.text,
                                  .ns_is_fixed = !source_.ns.field.has_value(),
                                  .name = name_.text,
                                  .labels = labels_,
                                  .all = source_.all},
                                 options_.policies, call_, &asked_));
    if (!answered.refusal.empty()) {
      refusal_ = answered.refusal;
      resolution_ = Failed(reasons::kNotAllowed, answered.refusal);
      return false;
    }
    resolution_ = Resolution();
    if (!answered.objects.has_value()) return false;
    return Pick(*std::move(answered.objects));
  }

  static std::string Matches(size_t count) {
    return count == 1 ? "1 object matches"
                      : absl::StrCat(count, " objects match");
  }

  absl::StatusOr<bool> Pick(Objects objects) {
    LOOM_RETURN_IF_ERROR(Spend(Sorting(objects.size()), call_.pool));
    // Crossplane before 2.0 answers a query by labels from all namespaces.
    std::erase_if(objects, [&](const Value* object) {
      absl::string_view ns = Namespace(*object);
      return !ns_.text.empty() && !ns.empty() && ns != ns_.text;
    });
    std::sort(objects.begin(), objects.end(), [](auto* a, auto* b) {
      return std::pair(Namespace(*a), Name(*a)) <
             std::pair(Namespace(*b), Name(*b));
    });
    const bool multiple = source_.mode == SelectionMode::kMultiple;
    const auto least = size_t(source_.min_match.value_or(1));
    if (multiple && source_.min_match.has_value() && objects.size() < least) {
      resolution_ = Failed(
          reasons::kNotFound,
          absl::StrCat(Matches(objects.size()), ", want at least ", least));
    } else if (objects.empty()) {
      resolution_ = Failed(reasons::kNotFound, "object not found");
    } else if (source_.mode == SelectionMode::kSingle && objects.size() > 1) {
      resolution_ = Failed(reasons::kAmbiguous,
                           absl::StrCat(Matches(objects.size()), ", want 1"));
    } else {
      return multiple ? Sort(std::move(objects)) : Take({objects.front()});
    }
    return false;
  }

  absl::StatusOr<bool> Take(Objects objects) {
    objects_ = std::move(objects);
    return true;
  }

  absl::StatusOr<bool> Sort(Objects objects) {
    absl::Status sorted = SortObjects(*source_.sort_by, call_.pool, &objects);
    if (EndsCall(sorted)) return sorted;
    if (!sorted.ok()) {
      resolution_ =
          Failed(reasons::kInvalid, MessageOf(sorted, call_.pool->redacted()));
      return false;
    }
    const auto most =
        size_t(source_.max_match.value_or(int64_t(objects.size())));
    objects.resize(std::min(most, objects.size()));
    return Take(std::move(objects));
  }

  absl::StatusOr<Resolution> ReadObjects() {
    Value list = Array();
    for (const Value* object : objects_) {
      if (Waits(options_, *object, call_.pool)) {
        return Failed(reasons::kNotReady, kObjectNotReady);
      }
      if (call_.observer != nullptr) {
        call_.observer->Read({.holder = FieldUse::Holder::kRequired,
                              .object = object,
                              .path = source_.path->segments()});
      }
      LOOM_ASSIGN_OR_RETURN(
          Resolution field,
          ReadField(*object, *source_.path, source_.decoding,
                    options_.into_encoded, Where(), call_.pool));
      if (field.state != Resolution::State::kValue ||
          source_.mode != SelectionMode::kMultiple) {
        return field;
      }
      list.PushBack(field.value, call_.pool->allocator());
    }
    Resolution found = Resolution::Of(std::move(list));
    found.failure.where = Where();
    return found;
  }

  const ObjectSource& source_;
  const ResolveOptions& options_;
  Call& call_;
  Requirements& asked_;

  KnownKind kind_;
  absl::string_view composite_ns_;
  Found name_, ns_;
  std::map<std::string, std::string> labels_;
  std::string shown_ns_, shown_name_;
  Objects objects_;
  Resolution resolution_;
  absl::string_view refusal_;
};

}  // namespace

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
                                         Call& call, Requirements* asked) {
  return ObjectResolver(source, options, call, asked).Run();
}

absl::StatusOr<ObjectFound> FindObject(const ObjectSource& source,
                                       const ResolveOptions& options,
                                       Call& call, Requirements* asked) {
  return ObjectResolver(source, options, call, asked).RunForObject();
}

}  // namespace loom
