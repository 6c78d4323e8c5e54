// SPDX-License-Identifier: Apache-2.0
#include "data/value/object.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/value/budget.h"
#include "data/value/number.h"

namespace loom {
namespace {

bool Named(const Member& member, absl::string_view name) {
  return View(member.name) == name;
}

}  // namespace

const Value* Find(const Value& object, absl::string_view name) {
  for (auto& member : object.GetObject()) {
    if (Named(member, name)) return Reveal(&member.value);
  }
  return nullptr;
}

const Value* Find(const Value& object, absl::string_view name, Pool* pool) {
  uint32_t count = object.MemberCount();
  if (count <= MemberIndex::kLinear) return Find(object, name);
  const Member* members = &*object.MemberBegin();
  MemberIndex::Names& names = pool->index().Of(members);
  pool->account().Note(Finding(count - names.indexed));
  pool->account().Hold(MemberIndex::kBytes * (count - names.indexed));
  for (; names.indexed < count; ++names.indexed) {
    names.positions.Insert(View(members[names.indexed].name), names.indexed);
  }
  std::optional<uint32_t> found = names.positions.Find(name);
  return found.has_value() ? Reveal(&members[*found].value) : nullptr;
}

Value& FindOrAdd(Value& object, absl::string_view name, Pool* pool) {
  if (Value* found = Find(object, name, pool)) return *found;
  return Add(object, name, pool);
}

Value& Add(Value& object, absl::string_view name, Pool* pool) {
  object.AddMember(Borrow(name), Value(), pool->allocator());
  return (object.MemberEnd() - 1)->value;
}

std::vector<const Member*> InOrder(const Value& object) {
  std::vector<const Member*> members;
  members.reserve(object.MemberCount());
  for (const Member& member : Members(object)) members.push_back(&member);
  std::sort(members.begin(), members.end(),
            [](const Member* a, const Member* b) {
              return View(a->name) < View(b->name);
            });
  return members;
}

void Erase(Value& object, absl::string_view name, Pool* pool) {
  for (auto it = object.MemberBegin(); it != object.MemberEnd(); ++it) {
    if (!Named(*it, name)) continue;
    pool->index().Forget(&*object.MemberBegin());
    object.EraseMember(it);
    return;
  }
}

namespace {

// Lookup in RapidJSON is linear. Objects with more fields than this are
// compared as sorted lists of their fields.
constexpr rapidjson::SizeType kLinear = 24;

std::vector<const Member*> Sorted(const Value& object) {
  std::vector<const Member*> members;
  members.reserve(object.MemberCount());
  for (auto& member : Members(object)) members.push_back(&member);
  std::sort(members.begin(), members.end(),
            [](auto* a, auto* b) { return View(a->name) < View(b->name); });
  return members;
}

bool EqualObjects(const Value& a, const Value& b) {
  if (a.MemberCount() != b.MemberCount()) return false;
  if (a.MemberCount() <= kLinear) {
    for (auto& member : Members(a)) {
      const Value* other = Find(b, View(member.name));
      if (other == nullptr || !Equal(member.value, *other)) return false;
    }
    return true;
  }
  std::vector<const Member*> left = Sorted(a), right = Sorted(b);
  for (size_t i = 0; i < left.size(); ++i) {
    if (View(left[i]->name) != View(right[i]->name)) return false;
    if (!Equal(left[i]->value, right[i]->value)) return false;
  }
  return true;
}

}  // namespace

bool Equal(const Value& a, const Value& b) {
  if (a.GetType() != b.GetType()) return false;
  switch (a.GetType()) {
    case rapidjson::kNumberType:
      if (IsInt64(a) && IsInt64(b)) return a.GetInt64() == b.GetInt64();
      return AsDouble(a) == AsDouble(b);
    case rapidjson::kStringType:
      return View(a) == View(b);
    case rapidjson::kArrayType:
      if (a.Size() != b.Size()) return false;
      for (rapidjson::SizeType i = 0; i < a.Size(); ++i) {
        if (!Equal(ItemAt(a, i), ItemAt(b, i))) return false;
      }
      return true;
    case rapidjson::kObjectType:
      return EqualObjects(a, b);
    default:
      return true;
  }
}

bool Equal(const Value& a, const Value& b, Pool* pool) {
  pool->account().Note(Hashing(std::min(WeightOf(a), WeightOf(b))));
  return Equal(a, b);
}

bool IsEmpty(const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
    case rapidjson::kFalseType:
      return true;
    case rapidjson::kTrueType:
      return false;
    case rapidjson::kNumberType:
      return AsDouble(value) == 0;
    case rapidjson::kStringType:
      return value.GetStringLength() == 0;
    case rapidjson::kArrayType:
      return value.Empty();
    case rapidjson::kObjectType:
      return value.ObjectEmpty();
  }
  return false;
}

size_t HashOf(const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNumberType:
      return absl::HashOf(2, AsDouble(value) + 0.0);  // -0 equals 0
    case rapidjson::kStringType:
      return absl::HashOf(3, View(value));
    case rapidjson::kArrayType: {
      size_t hash = 4;
      for (auto& element : Items(value)) {
        hash = absl::HashOf(hash, HashOf(element));
      }
      return hash;
    }
    case rapidjson::kObjectType: {
      size_t sum = 5;  // the order of fields does not matter
      for (auto& member : Members(value)) {
        sum += absl::HashOf(View(member.name), HashOf(member.value));
      }
      return sum;
    }
    default:
      return absl::HashOf(value.GetType());
  }
}

namespace {

// The distinct elements of a list, which are found by their hash.
class Distinct {
 public:
  // Returns the number of an element that equals `value`, which is added if
  // there is none.
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

// The hashes are those of the source, because a patch usually appends few
// elements to many.
absl::Status AppendNew(Value& destination, const Value& source, Pool* pool) {
  LOOM_RETURN_IF_ERROR(
      Spend(Hashing(WeightOf(destination)) + Hashing(WeightOf(source)), pool));
  Distinct wanted;
  std::vector<size_t> numbers;
  for (auto& element : Items(source)) numbers.push_back(wanted.Add(element));
  std::vector<bool> present(wanted.size());
  for (auto& element : Items(destination)) {
    std::optional<size_t> found = wanted.Find(element);
    if (found.has_value()) present[*found] = true;
  }
  if (destination.Empty() && source.Empty()) {
    destination.SetNull();
    return absl::OkStatus();
  }
  for (rapidjson::SizeType i = 0; i < source.Size(); ++i) {
    if (present[numbers[i]]) continue;
    destination.PushBack(Copy(ItemAt(source, i), pool), pool->allocator());
  }
  return absl::OkStatus();
}

absl::Status CombineBelow(Value& destination, const Value& source,
                          CombinePolicy policy, Pool* pool) {
  if (destination.IsObject() && source.IsObject()) {
    LOOM_RETURN_IF_ERROR(Spend(Finding(source.MemberCount()), pool));
    for (auto& member : Members(source)) {
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
    for (auto& element : Items(source)) {
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
  for (auto& member : Members(high)) {
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
