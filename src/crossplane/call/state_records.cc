// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/call_variables.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "language/cel/program/declarations.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/tree_value.h"

namespace loom {
namespace {

CelValue EmptyRecord(CelContext* context) {
  return MapMaker(0, context, /*observed=*/true).Finish();
}

CelValue OrRecordsEnd(absl::StatusOr<Value> object, CelContext* context) {
  if (!object.ok()) return context->End(object.status());
  return FromTree(*context->New<Value>(*std::move(object)), context);
}

// A Resource message. Its parts are read anew each time that one is asked for, so that
// the record owns nothing.
class ResourceRecord final : public CelRecord {
 public:
  // `observed`: its object is decoded as other observed ones are. `ready` replaces what
  // the message says. Without a name it is the composite.
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
  // nullopt: it cannot be read, and the evaluation has ended.
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
    if (parts.object.empty()) return EmptyRecord(context_);
    if (!observed_) {
      return OrRecordsEnd(call_->decoder.Object(parts.object, What(), Name()),
                          context_);
    }
    // The call keeps what is observed, decoded.
    absl::StatusOr<const Value*> kept = name_.has_value()
                                            ? call_->composed.Observed(*name_)
                                            : call_->composite.Observed();
    if (!kept.ok()) return context_->End(kept.status());
    return FromTree(**kept, context_);
  }
  CelValue DetailsOf(const Resource& parts) const {
    const auto& details = parts.connection_details;
    if (!details.empty()) call_->pool->NoteDetails();
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
  std::optional<CelValue> Find(const CelValue& key) const override {
    if (key.kind() != CelKind::kString) return std::nullopt;
    const absl::string_view* bytes = state_.resources.Find(key.AsText());
    if (bytes == nullptr) return std::nullopt;
    return Make(key.AsText(), *bytes);
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
  // Whether an earlier rule has said that the composite is not ready.
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
  if (!call->request.context.has_value()) return EmptyRecord(context);
  return OrRecordsEnd(call->decoder.Object(*call->request.context, "context"),
                      context);
}

}  // namespace loom
