// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/desired_records.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "language/cel/program/declarations.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/tree_value.h"

namespace loom {
namespace {

CelValue Empty(CelContext* context) {
  return MapMaker(0, context, /*observed=*/true).Finish();
}

// Names that live as long as the call, which destroys no record.
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

// The messages of the desired state. A field is read when it is asked for, so a record
// owns nothing. Without a name it is that of the composite.
class MadeResource final : public CelRecord {
 public:
  MadeResource(std::optional<absl::string_view> name, Call* call,
               CelContext* context)
      : name_(name), call_(*call), context_(*context) {}

  absl::string_view type_name() const override { return kResourceMessage; }
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
  // nullptr: there are none, or they cannot be read.
  const Details* PublishedDetails() const {
    if (name_.has_value()) return nullptr;
    return OrEnd(call_.composite.PublishedDetails()).value_or(nullptr);
  }
  CelValue DetailsMap() const {
    const Details* details = PublishedDetails();
    if (details == nullptr) return EndedOr(Empty(&context_));
    if (!details->empty()) call_.pool->NoteDetails();
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

class MadeResources final : public CelMap {
 public:
  MadeResources(Call* call, CelContext* context)
      : call_(*call),
        context_(*context),
        names_(Kept(call->composed.DesiredNames(), context)) {}

  size_t size() const override { return names_.size; }
  bool observed() const override { return true; }
  std::optional<CelValue> Find(const CelValue& key) const override {
    if (key.kind() != CelKind::kString) return std::nullopt;
    if (!std::binary_search(names_.names, names_.names + names_.size,
                            key.AsText())) {
      return std::nullopt;
    }
    return Make(key.AsText());
  }
  Entry At(size_t index) const override {
    return {CelValue::String(names_.names[index]), Make(names_.names[index])};
  }

 private:
  CelValue Make(absl::string_view name) const {
    return CelValue::Record(
        context_.New<MadeResource>(name, &call_, &context_));
  }

  Call& call_;
  CelContext& context_;
  NameList names_;
};

class MadeState final : public CelRecord {
 public:
  MadeState(Call* call, CelContext* context)
      : call_(*call), context_(*context) {}

  absl::string_view type_name() const override { return kStateMessage; }
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
    return CelValue::Map(context_.New<MadeResources>(&call_, &context_));
  }

 private:
  Call& call_;
  CelContext& context_;
};

class ContextKeys final : public CelMap {
 public:
  ContextKeys(const std::vector<absl::string_view>& keys, Call* call,
              CelContext* context)
      : call_(*call), context_(*context), keys_(Kept(keys, context)) {}

  size_t size() const override { return keys_.size; }
  bool observed() const override { return true; }
  std::optional<CelValue> Find(const CelValue& key) const override {
    if (key.kind() != CelKind::kString) return std::nullopt;
    if (!std::binary_search(keys_.names, keys_.names + keys_.size,
                            key.AsText())) {
      return std::nullopt;
    }
    return Make(key.AsText());
  }
  Entry At(size_t index) const override {
    return {CelValue::String(keys_.names[index]), Make(keys_.names[index])};
  }

 private:
  CelValue Make(absl::string_view key) const {
    absl::StatusOr<const Value*> value = call_.context.Get(key);
    if (!value.ok()) return context_.End(value.status());
    return FromTree(**value, &context_);
  }

  Call& call_;
  CelContext& context_;
  NameList keys_;
};

}  // namespace

CelValue DesiredSoFar(Call* call, CelContext* context) {
  return CelValue::Record(context->New<MadeState>(call, context));
}

CelValue ContextSoFar(Call* call, CelContext* context) {
  absl::StatusOr<std::vector<absl::string_view>> keys = call->context.Keys();
  if (!keys.ok()) return context->End(keys.status());
  return CelValue::Map(context->New<ContextKeys>(*keys, call, context));
}

}  // namespace loom
