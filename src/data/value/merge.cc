// SPDX-License-Identifier: Apache-2.0
#include "data/value/merge.h"

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "base/discretion.h"
#include "base/status_macros.h"
#include "data/value/budget.h"
#include "data/value/equal.h"
#include "data/value/object.h"

namespace loom {
namespace {

// The distinct elements of a list. They are found by their hash.
class Distinct {
 public:
  // The number of an element that equals `value`, which is added if there is
  // none.
  size_t Add(const Value& value) {
    size_t hash = HashOf(value);
    std::optional<size_t> found = Find(hash, value);
    if (found.has_value()) return *found;
    by_hash_.emplace(hash, elements_.size());
    elements_.push_back(&value);
    return elements_.size() - 1;
  }
  std::optional<size_t> Find(const Value& value) const {
    return Find(HashOf(value), value);
  }
  size_t size() const { return elements_.size(); }

 private:
  std::optional<size_t> Find(size_t hash, const Value& value) const {
    auto range = by_hash_.equal_range(hash);
    for (auto it = range.first; it != range.second; ++it) {
      if (Equal(*elements_[it->second], value)) return it->second;
    }
    return std::nullopt;
  }

  std::unordered_multimap<size_t, size_t> by_hash_;
  std::vector<const Value*> elements_;
};

// The source is kept by its hashes, because a patch usually appends a few
// elements to many.
absl::Status AppendNew(Value& destination, const Value& source, Pool* pool) {
  LOOM_RETURN_IF_ERROR(
      Spend(Hashing(WeightOf(destination)) + Hashing(WeightOf(source)), pool));
  Distinct wanted;
  std::vector<size_t> numbers;
  for (auto& element : source.GetArray())
    numbers.push_back(wanted.Add(element));
  std::vector<bool> present(wanted.size());
  for (auto& element : destination.GetArray()) {
    std::optional<size_t> found = wanted.Find(element);
    if (found.has_value()) present[*found] = true;
  }
  if (destination.Empty() && source.Empty()) {
    destination.SetNull();
    return absl::OkStatus();
  }
  for (rapidjson::SizeType i = 0; i < source.Size(); ++i) {
    if (present[numbers[i]]) continue;
    destination.PushBack(Copy(source[i], pool), pool->allocator());
  }
  return absl::OkStatus();
}

absl::Status CombineBelow(Value& destination, const Value& source,
                          CombinePolicy policy, Pool* pool) {
  if (destination.IsObject() && source.IsObject()) {
    LOOM_RETURN_IF_ERROR(Spend(Finding(source.MemberCount()), pool));
    for (auto& member : source.GetObject()) {
      if (policy.keep_values && member.value.IsNull()) continue;
      absl::string_view name = View(member.name);
      if (Value* present = Find(destination, name, pool)) {
        LOOM_RETURN_IF_ERROR(
            CombineBelow(*present, member.value, policy, pool));
      } else {
        Set(destination, name, Copy(member.value, pool), pool);
      }
    }
    if (destination.ObjectEmpty()) destination = Copy(source, pool);
    return absl::OkStatus();
  }
  if (policy.append_arrays && source.IsArray() && !destination.IsNull()) {
    if (!destination.IsArray()) {
      return Harmless(absl::FailedPreconditionError(
          "cannot append a list to something that is not a list"));
    }
    LOOM_RETURN_IF_ERROR(Spend(1 + source.Size(), pool));
    for (auto& element : source.GetArray()) {
      destination.PushBack(Copy(element, pool), pool->allocator());
    }
    return absl::OkStatus();
  }
  bool keep = policy.keep_values && (source.IsNull() || !IsEmpty(destination));
  if (!keep) destination = Copy(source, pool);
  return absl::OkStatus();
}

Value Take(const Value& value, Pool* pool) { return Copy(value, pool); }
Value Take(Value& value, Pool*) { return std::move(value); }

// Copies the nodes of `high` if it is const, and moves them if it is not.
template <typename High>
void OverlayWith(Value& low, High& high, Pool* pool) {
  if (!low.IsObject() || !high.IsObject() || low.ObjectEmpty()) {
    low = Take(high, pool);
    return;
  }
  pool->account().Note(Finding(high.MemberCount()));
  for (auto& member : high.GetObject()) {
    OverlayWith(FindOrAdd(low, View(member.name), pool), member.value, pool);
  }
}

}  // namespace

void Overlay(Value& low, const Value& high, Pool* pool) {
  OverlayWith(low, high, pool);
}

void Overlay(Value& low, Value&& high, Pool* pool) {
  OverlayWith(low, high, pool);
}

absl::Status Combine(Value& destination, const Value& source,
                     CombinePolicy policy, Pool* pool) {
  if (policy.append_arrays && destination.IsArray() && source.IsArray()) {
    return AppendNew(destination, source, pool);
  }
  return CombineBelow(destination, source, policy, pool);
}

}  // namespace loom
