// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/tree_value.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/value/bytes.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/compare.h"
#include "language/cel/values/network.h"
#include "language/cel/values/quantity_value.h"
#include "language/cel/values/semver.h"
#include "language/cel/values/time_text.h"
#include "language/cel/values/url_value.h"

namespace loom {
namespace {

class TreeList final : public CelList {
 public:
  TreeList(const Value& list, CelContext* context)
      : list_(list), context_(context) {}
  size_t size() const override { return list_.Size(); }
  CelValue At(size_t index) const override {
    return FromTree(ItemAt(list_, index), context_);
  }
  bool observed() const override { return true; }

 private:
  const Value& list_;
  CelContext* context_;
};

class TreeMap final : public CelMap {
 public:
  TreeMap(const Value& object, CelContext* context)
      : object_(object), context_(context) {}

  size_t size() const override { return object_.MemberCount(); }
  std::optional<CelValue> Find(const CelValue& key) const override {
    if (key.kind() != CelKind::kString) return std::nullopt;
    const Value* value = loom::Find(object_, key.AsText(), context_->pool());
    if (value == nullptr) return std::nullopt;
    return FromTree(*value, context_);
  }
  Entry At(size_t index) const override {
    if (order_ == nullptr) Sort();
    const Member& member = *order_[index];
    return {CelValue::String(View(member.name)),
            FromTree(member.value, context_)};
  }
  bool observed() const override { return true; }

 private:
  void Sort() const {
    context_->Note(Sorting(size()));
    for (const Member& member : Members(object_)) {
      context_->Note(Searching(CelValue::String(View(member.name))));
    }
    order_ = static_cast<const Member**>(
        context_->pool()->allocator().Malloc(size() * sizeof(const Member*)));
    size_t count = 0;
    for (const Member& member : Members(object_)) order_[count++] = &member;
    std::sort(order_, order_ + count, [](const Member* a, const Member* b) {
      return View(a->name) < View(b->name);
    });
  }

  const Value& object_;
  CelContext* context_;
  mutable const Member** order_ = nullptr;  // by name; nullptr: not needed yet
};

absl::Status HasNoForm(const CelValue& value) {
  return absl::InvalidArgumentError(absl::StrCat(
      "a value of type ", TypeNameOf(value), " cannot be written"));
}

absl::StatusOr<Value> TreeAt(int depth, const CelValue& value,
                             CelContext* context);

// Other programs do not read a response that is nested deeper than this.
absl::Status CheckDepth(int depth) {
  if (depth < kMaxDepth) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the value is nested deeper than ", kMaxDepth));
}

absl::StatusOr<Value> ListTree(int depth, const CelList& list,
                               CelContext* context) {
  LOOM_RETURN_IF_ERROR(CheckDepth(depth));
  Value tree = Array();
  for (size_t i = 0; i < list.size(); ++i) {
    LOOM_ASSIGN_OR_RETURN(Value element,
                          TreeAt(depth + 1, list.At(i), context));
    tree.PushBack(element, context->pool()->allocator());
  }
  return tree;
}

absl::StatusOr<Value> MapTree(int depth, const CelMap& map,
                              CelContext* context) {
  LOOM_RETURN_IF_ERROR(CheckDepth(depth));
  Value tree = Object();
  for (size_t i = 0; i < map.size(); ++i) {
    CelMap::Entry entry = map.At(i);
    absl::string_view key =
        entry.key.kind() == CelKind::kString
            ? entry.key.AsText()
            : context->pool()->Keep(entry.key.kind() == CelKind::kUint
                                        ? absl::StrCat(entry.key.AsUint())
                                        : ShownKey(entry.key));
    LOOM_RETURN_IF_ERROR(Charge(key.size(), context->pool()));
    LOOM_ASSIGN_OR_RETURN(Value value, TreeAt(depth + 1, entry.value, context));
    Set(tree, key, std::move(value), context->pool());
  }
  return tree;
}

absl::StatusOr<Value> TextTree(absl::string_view text, CelContext* context) {
  LOOM_RETURN_IF_ERROR(Charge(text.size(), context->pool()));
  return Text(text, context->pool());
}

absl::StatusOr<Value> TreeAt(int depth, const CelValue& value,
                             CelContext* context) {
  if (!context->Takes(Finding(1))) return context->status();
  switch (value.kind()) {
    case CelKind::kNull:
      return Value();
    case CelKind::kBool:
      return Value(value.AsBool());
    case CelKind::kInt:
      return Integer(value.AsInt());
    case CelKind::kUint:
      return Real(double(value.AsUint()));
    case CelKind::kDouble:
      if (!std::isfinite(value.AsReal())) {
        return absl::InvalidArgumentError(
            "an object cannot contain an infinite number or NaN");
      }
      return Real(value.AsReal());
    case CelKind::kString:
      LOOM_RETURN_IF_ERROR(Charge(value.AsText().size(), context->pool()));
      return Borrow(value.AsText());
    case CelKind::kBytes:
      LOOM_RETURN_IF_ERROR(Charge(value.AsText().size(), context->pool()));
      return BytesValue(value.AsText(), context->pool());
    case CelKind::kTimestamp:
      return TextTree(TimestampText(value.AsTime()), context);
    case CelKind::kDuration:
      return TextTree(DurationText(value.AsTime()), context);
    case CelKind::kQuantity:
      return TextTree(value.AsQuantity().text, context);
    case CelKind::kIp:
    case CelKind::kCidr:
      return TextTree(NetworkText(value.AsNetwork()), context);
    case CelKind::kUrl:
      return TextTree(value.AsUrl().text, context);
    case CelKind::kSemver:
      return TextTree(value.AsSemver().text, context);
    case CelKind::kOptional:
      if (value.AsOptional() == nullptr) return Value();
      return TreeAt(depth, *value.AsOptional(), context);
    case CelKind::kList:
      return ListTree(depth, value.AsList(), context);
    case CelKind::kMap:
      return MapTree(depth, value.AsMap(), context);
    default:
      return HasNoForm(value);
  }
}

}  // namespace

CelValue FromTree(const Value& value, CelContext* context) {
  if (value.IsString()) return CelValue::String(View(value));
  if (value.IsObject()) {
    if (IsBytes(value)) return CelValue::OfBytes(ViewBytes(value));
    return CelValue::Map(context->New<TreeMap>(value, context));
  }
  if (value.IsArray()) {
    return CelValue::List(context->New<TreeList>(value, context));
  }
  if (value.IsBool()) return CelValue::Bool(value.GetBool());
  if (value.IsNull()) return CelValue::Null();
  if (context->numbers() == Numbers::kWhole) {
    std::optional<int64_t> whole =
        IsInt64(value) ? value.GetInt64() : AsInteger(value);
    if (whole.has_value()) return CelValue::Int(*whole);
  }
  return CelValue::Double(AsDouble(value));
}

absl::StatusOr<Value> ToTree(const CelValue& value, CelContext* context) {
  // The value becomes a field of an object.
  return TreeAt(1, value, context);
}

}  // namespace loom
