// SPDX-License-Identifier: Apache-2.0
#include "value/merge.h"

#include <unordered_map>

#include "absl/status/status.h"
#include "base/discretion.h"
#include "base/status_macros.h"
#include "value/equal.h"
#include "value/object.h"

namespace loom {
namespace {

// The elements of a list, by their hash, so that a look-up takes constant time.
class Elements {
 public:
  explicit Elements(const Value& list) {
    for (auto& element : list.GetArray()) {
      by_hash_.emplace(HashOf(element), &element);
    }
  }
  bool Contain(const Value& value) const {
    auto range = by_hash_.equal_range(HashOf(value));
    for (auto it = range.first; it != range.second; ++it) {
      if (Equal(*it->second, value)) return true;
    }
    return false;
  }

 private:
  std::unordered_multimap<size_t, const Value*> by_hash_;
};

void AppendNew(Value& destination, const Value& source, Pool* pool) {
  Elements present(destination);
  Value fresh = Array();
  for (auto& element : source.GetArray()) {
    if (present.Contain(element)) continue;
    fresh.PushBack(Copy(element, pool), pool->allocator());
  }
  if (destination.Empty() && fresh.Empty()) {
    destination.SetNull();
    return;
  }
  for (auto& element : fresh.GetArray()) {
    destination.PushBack(element, pool->allocator());
  }
}

absl::Status CombineBelow(Value& destination, const Value& source,
                          CombinePolicy policy, Pool* pool) {
  if (destination.IsObject() && source.IsObject()) {
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
    AppendNew(destination, source, pool);
    return absl::OkStatus();
  }
  return CombineBelow(destination, source, policy, pool);
}

}  // namespace loom
