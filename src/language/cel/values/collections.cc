// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/collections.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "data/go/format.h"
#include "language/cel/values/compare.h"

namespace loom {
namespace {

// Keys are grouped by type: booleans, then numbers, then strings.
int RankOf(const CelValue& key) {
  if (key.kind() == CelKind::kBool) return 0;
  return key.IsNumber() ? 1 : 2;
}

bool Before(const CelValue& a, const CelValue& b) {
  if (RankOf(a) != RankOf(b)) return RankOf(a) < RankOf(b);
  return Compare(a, b) == Order::kLess;
}

bool IsKey(const CelValue& key) {
  switch (key.kind()) {
    case CelKind::kBool:
    case CelKind::kInt:
    case CelKind::kUint:
    case CelKind::kString:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool IsObserved(const CelValue& collection) {
  if (collection.kind() == CelKind::kList) {
    return collection.AsList().observed();
  }
  return collection.kind() == CelKind::kMap && collection.AsMap().observed();
}

std::optional<CelValue> MadeMap::Find(const CelValue& key) const {
  if (!IsKey(key) && key.kind() != CelKind::kDouble) return std::nullopt;
  const Entry* found =
      std::lower_bound(entries_, entries_ + size_, key,
                       [](const Entry& entry, const CelValue& k) {
                         return Before(entry.key, k);
                       });
  if (found == entries_ + size_ || !Equals(found->key, key, nullptr)) {
    return std::nullopt;
  }
  return found->value;
}

void ListMaker::Add(CelValue value) {
  if (size_ == room_) {
    room_ = std::max<size_t>(8, 2 * room_);
    CelValue* larger = context_->NewValues(room_);
    std::copy(values_, values_ + size_, larger);
    values_ = larger;
  }
  values_[size_++] = value;
}

CelValue ListMaker::Finish() const {
  return CelValue::List(context_->New<MadeList>(values_, size_, observed_));
}

MapMaker::MapMaker(size_t room, CelContext* context, bool observed)
    : context_(context),
      observed_(observed),
      room_(room),
      entries_(static_cast<CelMap::Entry*>(context->pool()->allocator().Malloc(
          std::max<size_t>(room, 1) * sizeof(CelMap::Entry)))) {}

void MapMaker::Add(CelValue key, CelValue value) {
  if (size_ == room_) {
    size_t more = std::max<size_t>(8, 2 * room_);
    MapMaker larger(more, context_);
    std::copy(entries_, entries_ + size_, larger.entries_);
    room_ = more;
    entries_ = larger.entries_;
  }
  entries_[size_++] = {key, value};
}

CelValue MapMaker::Finish() {
  if (!context_->Takes(Sorting(size_))) return context_->ended();
  for (size_t i = 0; i < size_; ++i) {
    context_->Note(Searching(entries_[i].key));
    if (IsKey(entries_[i].key)) continue;
    return context_->Failed(absl::StrCat("a map cannot have keys of type ",
                                         TypeNameOf(entries_[i].key)));
  }
  if (!context_->Takes(1)) return context_->ended();
  std::sort(entries_, entries_ + size_,
            [](const CelMap::Entry& a, const CelMap::Entry& b) {
              return Before(a.key, b.key);
            });
  for (size_t i = 1; i < size_; ++i) {
    if (!Equals(entries_[i - 1].key, entries_[i].key, nullptr)) continue;
    return context_->Failed(
        absl::StrCat("the key ", ShownKey(entries_[i].key), " occurs twice"));
  }
  return CelValue::Map(context_->New<MadeMap>(entries_, size_, observed_));
}

CelValue ListOf(const CelValue* values, size_t size, CelContext* context,
                bool observed) {
  ListMaker list(size, context, observed);
  for (size_t i = 0; i < size; ++i) list.Add(values[i]);
  return list.Finish();
}

std::string ShownKey(const CelValue& key) {
  switch (key.kind()) {
    case CelKind::kBool:
      return key.AsBool() ? "true" : "false";
    case CelKind::kInt:
      return absl::StrCat(key.AsInt());
    case CelKind::kUint:
      return absl::StrCat(key.AsUint(), "u");
    case CelKind::kDouble:
      return absl::StrCat(key.AsReal());
    case CelKind::kString:
      return Quoted(key.AsText());
    default:
      return std::string(TypeNameOf(key));
  }
}

}  // namespace loom
