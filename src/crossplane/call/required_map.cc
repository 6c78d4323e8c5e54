// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/required_map.h"

#include <iterator>

#include "language/cel/values/collections.h"
#include "language/cel/values/tree_value.h"

namespace loom {
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
  NamedMap(const RequiredState::NamedMap& named, CelContext* context)
      : named_(named), context_(context) {}

  size_t size() const override { return named_.size(); }
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

  const RequiredState::NamedMap& named_;
  CelContext* context_;
};

}  // namespace

CelValue RequiredByName(const Call& call, CelContext* context) {
  return CelValue::Map(context->New<NamedMap>(call.required.named(), context));
}

}  // namespace loom
