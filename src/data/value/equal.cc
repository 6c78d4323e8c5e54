// SPDX-License-Identifier: Apache-2.0
#include "data/value/equal.h"

#include <algorithm>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "data/value/number.h"
#include "data/value/object.h"

namespace loom {
namespace {

// RapidJSON's look-up is linear. Objects with more members than this are
// compared by sorted lists of their members.
constexpr rapidjson::SizeType kLinear = 24;

std::vector<const Member*> Sorted(const Value& object) {
  std::vector<const Member*> members;
  members.reserve(object.MemberCount());
  for (auto& member : object.GetObject()) members.push_back(&member);
  std::sort(members.begin(), members.end(),
            [](auto* a, auto* b) { return View(a->name) < View(b->name); });
  return members;
}

bool EqualObjects(const Value& a, const Value& b) {
  if (a.MemberCount() != b.MemberCount()) return false;
  if (a.MemberCount() <= kLinear) {
    for (auto& member : a.GetObject()) {
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
        if (!Equal(a[i], b[i])) return false;
      }
      return true;
    case rapidjson::kObjectType:
      return EqualObjects(a, b);
    default:
      return true;
  }
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
      for (auto& element : value.GetArray()) {
        hash = absl::HashOf(hash, HashOf(element));
      }
      return hash;
    }
    case rapidjson::kObjectType: {
      size_t sum = 5;  // the order of members does not count
      for (auto& member : value.GetObject()) {
        sum += absl::HashOf(View(member.name), HashOf(member.value));
      }
      return sum;
    }
    default:
      return absl::HashOf(value.GetType());
  }
}

}  // namespace loom
