// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/call_variables.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "language/cel/program/declarations.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/tree_value.h"

namespace loom {
namespace {

constexpr absl::string_view kStateFields[] = {"composite", "resources"};
constexpr absl::string_view kResourceFields[] = {"resource",
                                                 "connection_details", "ready"};

CelValue OfTree(absl::StatusOr<const Value*> tree, CelContext* context) {
  if (!tree.ok()) return context->End(tree.status());
  return FromTree(**tree, context);
}

const Value& NoObject() {
  static const Value empty(rapidjson::kObjectType);
  return empty;
}

}  // namespace

CelValue CallVariables::Get(int number, CelContext* context) {
  switch (ExpressionName(number)) {
    case ExpressionName::kObserved:
      return ObservedState(&call_, context);
    case ExpressionName::kDesired:
      return DesiredSoFar(&call_, context);
    case ExpressionName::kContext:
      return ContextSoFar(&call_, context);
    case ExpressionName::kComposite:
      if (!call_.request.observed.composite.has_value()) {
        return context->Failed(
            "unknown name \"composite\": an Operation has no composite "
            "resource");
      }
      return OfTree(call_.composite.Observed(), context);
    case ExpressionName::kEnvironment:
      if (environment != nullptr) return FromTree(*environment, context);
      return OfTree(call_.context.Environment(), context);
    case ExpressionName::kRequired:
      return RequiredByName(call_, context);
    case ExpressionName::kObject:
      return FromTree(object == nullptr ? NoObject() : *object, context);
    case ExpressionName::kItem:
      return FromTree(*loop->item, context);
    case ExpressionName::kKey:
      return CelValue::String(loop->key);
    case ExpressionName::kIndex:
      return CelValue::Int(int64_t(loop->index));
    case ExpressionName::kConditions:
      return FromTree(*conditions, context);
    case ExpressionName::kValues:
      return ReadValues(values == nullptr ? &call_.values : values, this,
                        context);
    case ExpressionName::kName:
      return CelValue::String(name);
    case ExpressionName::kValue:   // language/transforms/families.h has it
    case ExpressionName::kParams:  // they are constants of the input
      break;
  }
  return context->Failed("no such name");
}

namespace {

CelValue Empty(CelContext* context) {
  return MapMaker(0, context, /*observed=*/true).Finish();
}

// Names that live as long as the call. They are in its pool, because records are never
// destroyed.
struct NameList {
  const absl::string_view* names = nullptr;
  size_t size = 0;
};

NameList Kept(const std::vector<absl::string_view>& names,
              CelContext* context) {
  context->Note(Sorting(names.size()));
  auto* kept =
      static_cast<absl::string_view*>(context->pool()->allocator().Malloc(
          std::max<size_t>(names.size(), 1) * sizeof(absl::string_view)));
  std::copy(names.begin(), names.end(), kept);
  return {kept, names.size()};
}

// A Resource message of the desired state. A field is read when it is selected, so the
// record owns nothing. Without a name, it is the message of the composite.
class MadeResource final : public CelRecord {
 public:
  MadeResource(std::optional<absl::string_view> name, Call* call,
               CelContext* context)
      : name_(name), call_(*call), context_(*context) {}

  absl::string_view type_name() const override { return kResourceMessage; }
  absl::Span<const absl::string_view> fields() const override {
    return kResourceFields;
  }
  bool Has(absl::string_view field) const override {
    if (field == "ready") return IsReady().value_or(0) != 0;
    if (field == "resource") {
      const Value* object = Object();
      return object != nullptr && object->MemberCount() > 0;
    }
    const Details* details = PublishedDetails();
    return details != nullptr && !details->empty();
  }
  std::optional<CelValue> Field(absl::string_view field) const override {
    if (field == "resource") {
      const Value* object = Object();
      return object == nullptr ? EndedOr(Empty(&context_))
                               : FromTree(*object, &context_);
    }
    if (field == "ready") return EndedOr(CelValue::Int(IsReady().value_or(0)));
    if (field == "connection_details") return DetailsMap();
    return std::nullopt;
  }

 private:
  CelValue EndedOr(CelValue value) const {
    return context_.status().ok() ? value : context_.ended();
  }
  template <typename T>
  std::optional<T> OrEnd(absl::StatusOr<T> value) const {
    if (value.ok()) return *value;
    context_.End(value.status());
    return std::nullopt;
  }
  const Value* Object() const {
    return OrEnd(name_.has_value() ? call_.composed.Desired(*name_)
                                   : call_.composite.Desired())
        .value_or(nullptr);
  }
  std::optional<int64_t> IsReady() const {
    if (name_.has_value()) {
      std::optional<Ready> ready = OrEnd(call_.composed.ReadyOf(*name_));
      return ready.has_value() ? std::optional(int64_t(*ready)) : std::nullopt;
    }
    if (Object() == nullptr) return std::nullopt;  // it is read with the object
    return int64_t(call_.composite.ready());
  }
  // Returns nullptr if there are no details or they cannot be read.
  const Details* PublishedDetails() const {
    if (name_.has_value()) return nullptr;
    return OrEnd(call_.composite.PublishedDetails()).value_or(nullptr);
  }
  CelValue DetailsMap() const {
    const Details* details = PublishedDetails();
    if (details == nullptr) return EndedOr(Empty(&context_));
    // An expression may write them anywhere.
    if (!details->empty()) call_.pool->NoteSecret();
    context_.Note(Sorting(details->size()));
    MapMaker map(details->size(), &context_, /*observed=*/true);
    for (const auto& [key, value] : *details) {
      // The call may change its details later.
      map.Add(CelValue::String(call_.pool->Keep(key)),
              CelValue::OfBytes(call_.pool->Keep(value)));
    }
    return map.Finish();
  }

  std::optional<absl::string_view> name_;
  Call& call_;
  CelContext& context_;
};

// A map with these keys. A value is made when it is selected.
class LazyMap final : public CelMap {
 public:
  using Make = CelValue (*)(absl::string_view key, Call* call,
                            CelContext* context);

  using Refer = absl::string_view (*)(absl::string_view key, Call* call);

  // `refer` returns the key that another one stands for.
  LazyMap(const std::vector<absl::string_view>& sorted_keys, Make make,
          Refer refer, Call* call, CelContext* context)
      : make_(make),
        refer_(refer),
        call_(call),
        context_(context),
        keys_(Kept(sorted_keys, context)) {}

  size_t size() const override { return keys_.size; }
  bool observed() const override { return true; }
  std::optional<CelValue> Find(const CelValue& key) const override {
    if (key.kind() != CelKind::kString) return std::nullopt;
    const absl::string_view name = refer_(key.AsText(), call_);
    if (!std::binary_search(keys_.names, keys_.names + keys_.size, name)) {
      return std::nullopt;
    }
    return make_(name, call_, context_);
  }
  Entry At(size_t index) const override {
    const absl::string_view key = keys_.names[index];
    return {CelValue::String(key), make_(key, call_, context_)};
  }

 private:
  Make make_;
  Refer refer_;
  Call* call_;
  CelContext* context_;
  NameList keys_;
};

CelValue MakeResource(absl::string_view name, Call* call, CelContext* context) {
  return CelValue::Record(context->New<MadeResource>(name, call, context));
}

absl::string_view NameInCrossplane(absl::string_view key, Call* call) {
  return call->NameOf(key);
}

absl::string_view Itself(absl::string_view key, Call*) { return key; }

CelValue ValueInContext(absl::string_view key, Call* call,
                        CelContext* context) {
  return OfTree(call->context.Get(key), context);
}

class MadeState final : public CelRecord {
 public:
  MadeState(Call* call, CelContext* context)
      : call_(*call), context_(*context) {}

  absl::string_view type_name() const override { return kStateMessage; }
  absl::Span<const absl::string_view> fields() const override {
    return kStateFields;
  }
  bool Has(absl::string_view name) const override {
    if (name == "resources") return !call_.composed.DesiredNames().empty();
    MadeResource composite(std::nullopt, &call_, &context_);
    return call_.request.desired.composite.has_value() ||
           composite.Has("resource") || composite.Has("ready");
  }
  std::optional<CelValue> Field(absl::string_view name) const override {
    if (name == "composite") {
      return CelValue::Record(
          context_.New<MadeResource>(std::nullopt, &call_, &context_));
    }
    if (name != "resources") return std::nullopt;
    return CelValue::Map(context_.New<LazyMap>(call_.composed.DesiredNames(),
                                               &MakeResource, &NameInCrossplane,
                                               &call_, &context_));
  }

 private:
  Call& call_;
  CelContext& context_;
};

}  // namespace

CelValue DesiredSoFar(Call* call, CelContext* context) {
  return CelValue::Record(context->New<MadeState>(call, context));
}

CelValue ContextSoFar(Call* call, CelContext* context) {
  absl::StatusOr<std::vector<absl::string_view>> keys = call->context.Keys();
  if (!keys.ok()) return context->End(keys.status());
  return CelValue::Map(
      context->New<LazyMap>(*keys, &ValueInContext, &Itself, call, context));
}

namespace {

CelValue OrRecordsEnd(absl::StatusOr<Value> object, CelContext* context) {
  if (!object.ok()) return context->End(object.status());
  return FromTree(*context->New<Value>(*std::move(object)), context);
}

// A Resource message of the request. Its parts are parsed again for each access, so the
// record owns nothing.
class ResourceRecord final : public CelRecord {
 public:
  // If `observed`, the object is decoded as an observed object of the call. `ready`
  // replaces the readiness of the message. Without a name, it is the composite.
  ResourceRecord(absl::string_view bytes, std::optional<absl::string_view> name,
                 bool observed, std::optional<Ready> ready, Call* call,
                 CelContext* context)
      : bytes_(bytes),
        name_(name),
        observed_(observed),
        ready_(ready),
        call_(call),
        context_(context) {}

  absl::string_view type_name() const override { return kResourceMessage; }
  absl::Span<const absl::string_view> fields() const override {
    return kResourceFields;
  }
  bool Has(absl::string_view name) const override {
    std::optional<Resource> parts = Read();
    if (!parts.has_value()) return false;
    if (name == "resource") return !parts->object.empty();
    if (name == "ready") return ReadyOf(*parts) != Ready::kUnspecified;
    return !parts->connection_details.empty();
  }
  std::optional<CelValue> Field(absl::string_view name) const override {
    std::optional<Resource> parts = Read();
    if (!parts.has_value()) return context_->ended();
    if (name == "resource") return ObjectOf(*parts);
    if (name == "ready") return CelValue::Int(int64_t(ReadyOf(*parts)));
    if (name == "connection_details") return DetailsOf(*parts);
    return std::nullopt;
  }

 private:
  // Returns nullopt if the message cannot be parsed. The evaluation has then ended.
  std::optional<Resource> Read() const {
    context_->Note(Reading(bytes_.size()));
    absl::StatusOr<Resource> parts = Resource::Parse(bytes_);
    if (parts.ok()) return *std::move(parts);
    context_->End(call_->decoder.Check(parts.status(), What(), Name()));
    return std::nullopt;
  }
  absl::string_view What() const {
    return observed_ ? "observed resource" : "desired resource";
  }
  absl::string_view Name() const { return name_.value_or(""); }
  Ready ReadyOf(const Resource& parts) const {
    return ready_.value_or(parts.ready);
  }
  CelValue ObjectOf(const Resource& parts) const {
    if (parts.object.empty()) return Empty(context_);
    if (!observed_) {
      return OrRecordsEnd(call_->decoder.Object(parts.object, What(), Name()),
                          context_);
    }
    // The call keeps decoded observed objects.
    absl::StatusOr<const Value*> kept = name_.has_value()
                                            ? call_->composed.Observed(*name_)
                                            : call_->composite.Observed();
    if (!kept.ok()) return context_->End(kept.status());
    return FromTree(**kept, context_);
  }
  CelValue DetailsOf(const Resource& parts) const {
    const auto& details = parts.connection_details;
    // An expression may write them anywhere.
    if (!details.empty()) call_->pool->NoteSecret();
    MapMaker map(details.size(), context_, /*observed=*/true);
    for (const auto& [key, value] : details) {
      map.Add(CelValue::String(key), CelValue::OfBytes(value));
    }
    return map.Finish();
  }

  absl::string_view bytes_;
  std::optional<absl::string_view> name_;
  bool observed_;
  std::optional<Ready> ready_;
  Call* call_;
  CelContext* context_;
};

// The composed resources of a State, by name.
class ResourcesMap final : public CelMap {
 public:
  ResourcesMap(const StateSpans& state, bool observed, Call* call,
               CelContext* context)
      : state_(state), observed_(observed), call_(call), context_(context) {}

  size_t size() const override { return state_.resources.entries().size(); }
  bool observed() const override { return true; }
  absl::string_view awaited() const override { return "composed resource"; }
  std::optional<CelValue> Find(const CelValue& key) const override {
    if (key.kind() != CelKind::kString) return std::nullopt;
    const absl::string_view name = call_->NameOf(key.AsText());
    const absl::string_view* bytes = state_.resources.Find(name);
    if (bytes == nullptr) return std::nullopt;
    if (observed_ && call_->observer != nullptr) {
      call_->observer->Selected(name);
    }
    return Make(name, *bytes);
  }
  Entry At(size_t index) const override {
    if (order_ == nullptr) Sort();
    const SpanMap::Entry& entry = state_.resources.entries()[order_[index]];
    return {CelValue::String(entry.key), Make(entry.key, entry.value)};
  }

 private:
  CelValue Make(absl::string_view name, absl::string_view bytes) const {
    return CelValue::Record(context_->New<ResourceRecord>(
        bytes, name, observed_, std::nullopt, call_, context_));
  }
  void Sort() const {
    context_->Note(Sorting(size()));
    order_ = static_cast<uint32_t*>(
        call_->pool->allocator().Malloc(size() * sizeof(uint32_t)));
    for (size_t i = 0; i < size(); ++i) order_[i] = uint32_t(i);
    const auto& entries = state_.resources.entries();
    std::sort(order_, order_ + size(), [&](uint32_t a, uint32_t b) {
      return entries[a].key < entries[b].key;
    });
  }

  const StateSpans& state_;
  bool observed_;
  Call* call_;
  CelContext* context_;
  mutable uint32_t* order_ = nullptr;
};

class StateRecord final : public CelRecord {
 public:
  StateRecord(const StateSpans& state, bool observed, Call* call,
              CelContext* context)
      : state_(state), observed_(observed), call_(call), context_(context) {}

  absl::string_view type_name() const override { return kStateMessage; }
  absl::Span<const absl::string_view> fields() const override {
    return kStateFields;
  }
  bool Has(absl::string_view name) const override {
    return name == "composite" ? state_.composite.has_value() || Reset()
                               : !state_.resources.empty();
  }
  std::optional<CelValue> Field(absl::string_view name) const override {
    if (name == "composite") return CompositeOf();
    if (name != "resources") return std::nullopt;
    return CelValue::Map(
        context_->New<ResourcesMap>(state_, observed_, call_, context_));
  }

 private:
  // Returns whether an earlier rule made the composite not ready.
  bool Reset() const {
    return !observed_ && call_->composite.ready() == Ready::kFalse;
  }
  CelValue CompositeOf() const {
    return CelValue::Record(context_->New<ResourceRecord>(
        state_.composite.value_or(""), std::nullopt, observed_,
        Reset() ? std::optional(Ready::kFalse) : std::nullopt, call_,
        context_));
  }

  const StateSpans& state_;
  bool observed_;
  Call* call_;
  CelContext* context_;
};

}  // namespace

CelValue ObservedState(Call* call, CelContext* context) {
  return CelValue::Record(
      context->New<StateRecord>(call->request.observed, true, call, context));
}

CelValue DesiredState(Call* call, CelContext* context) {
  return CelValue::Record(
      context->New<StateRecord>(call->request.desired, false, call, context));
}

CelValue ContextMap(Call* call, CelContext* context) {
  if (!call->request.context.has_value()) return Empty(context);
  return OrRecordsEnd(call->decoder.Object(*call->request.context, "context"),
                      context);
}

namespace {

using NamedRequirement = RequiredState::Named;

class ObjectsList final : public CelList {
 public:
  ObjectsList(const std::vector<const Value*>& objects, CelContext* context)
      : objects_(objects), context_(context) {}

  size_t size() const override { return objects_.size(); }
  CelValue At(size_t index) const override {
    return FromTree(*objects_[index], context_);
  }
  bool observed() const override { return true; }

 private:
  const std::vector<const Value*>& objects_;
  CelContext* context_;
};

class NamedMap final : public CelMap {
 public:
  NamedMap(const RequiredState& required, CelContext* context)
      : required_(required), named_(required.named()), context_(context) {}

  size_t size() const override { return named_.size(); }
  absl::string_view WhyMissing(const CelValue& key) const override {
    if (key.kind() != CelKind::kString) return "";
    auto found = required_.missing().find(key.AsText());
    if (found == required_.missing().end()) return "";
    return context_->pool()->Keep(
        absl::StrCat("required.", key.AsText(), " ", found->second));
  }
  bool observed() const override { return true; }
  std::optional<CelValue> Find(const CelValue& key) const override {
    if (key.kind() != CelKind::kString) return std::nullopt;
    auto found = named_.find(key.AsText());
    if (found == named_.end()) return std::nullopt;
    return ValueOf(found->second);
  }
  Entry At(size_t index) const override {
    context_->Note(index);
    auto at = std::next(named_.begin(), std::ptrdiff_t(index));
    return {CelValue::String(at->first), ValueOf(at->second)};
  }

 private:
  CelValue ValueOf(const NamedRequirement& named) const {
    if (!named.is_list) return FromTree(*named.objects[0], context_);
    return CelValue::List(context_->New<ObjectsList>(named.objects, context_));
  }

  const RequiredState& required_;
  const RequiredState::NamedMap& named_;
  CelContext* context_;
};

}  // namespace

CelValue RequiredByName(const Call& call, CelContext* context) {
  return CelValue::Map(context->New<NamedMap>(call.required, context));
}

Remark ExpressionsResolved() {
  return {.type = std::string(kExpressionsResolved), .reason = "Resolved"};
}

Remark PendingExpression(absl::string_view subject, const absl::Status& why,
                         bool redacted) {
  const std::string reason = MessageOf(why, redacted);
  return {.type = std::string(kExpressionsResolved),
          .status = ConditionStatus::kUnknown,
          .reason = "FieldMissing",
          .text = absl::StrCat(subject, subject.empty() ? "" : ": ",
                               Shortened(reason, limits::kMessage)),
          .place = FactOf(why, Fact::kPlace)};
}

}  // namespace loom
