// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/compare.h"

#include <cmath>
#include <optional>

#include "language/cel/values/collections.h"
#include "language/cel/values/network.h"
#include "language/cel/values/quantity_value.h"
#include "language/cel/values/semver.h"
#include "language/cel/values/url_value.h"

namespace loom {
namespace {

template <typename T>
Order OrderOf(const T& a, const T& b) {
  if (a < b) return Order::kLess;
  return b < a ? Order::kGreater : Order::kEqual;
}

Order Reversed(Order order) {
  if (order == Order::kLess) return Order::kGreater;
  return order == Order::kGreater ? Order::kLess : order;
}

Order CompareIntToUint(int64_t a, uint64_t b) {
  return a < 0 ? Order::kLess : OrderOf(uint64_t(a), b);
}

// Compares a double with an integer, as cel-go does: if a double cannot hold the
// integer, the nearest double is used. `least` and `most` are the bounds of the integer
// type.
template <typename Integer>
Order CompareToInteger(double a, Integer b, double least, double most) {
  if (std::isnan(a)) return Order::kNone;
  if (a < least) return Order::kLess;
  if (a > most) return Order::kGreater;
  return OrderOf(a, double(b));
}

constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kTwoTo64 = 18446744073709551616.0;

Order CompareNumbers(const CelValue& a, const CelValue& b) {
  if (a.kind() == b.kind()) {
    if (a.kind() == CelKind::kInt) return OrderOf(a.AsInt(), b.AsInt());
    if (a.kind() == CelKind::kUint) return OrderOf(a.AsUint(), b.AsUint());
    if (std::isnan(a.AsReal()) || std::isnan(b.AsReal())) return Order::kNone;
    return OrderOf(a.AsReal(), b.AsReal());
  }
  if (a.kind() > b.kind()) return Reversed(CompareNumbers(b, a));
  if (b.kind() == CelKind::kUint)
    return CompareIntToUint(a.AsInt(), b.AsUint());
  if (a.kind() == CelKind::kInt) {
    return Reversed(
        CompareToInteger(b.AsReal(), a.AsInt(), -kTwoTo63, kTwoTo63));
  }
  return Reversed(CompareToInteger(b.AsReal(), a.AsUint(), 0.0, kTwoTo64));
}

bool EqualLists(const CelList& a, const CelList& b, CelContext* context) {
  // Entering a list takes as long as comparing one of its elements.
  if (context != nullptr) context->Note(1);
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!Equals(a.At(i), b.At(i), context)) return false;
  }
  return true;
}

bool EqualMaps(const CelMap& a, const CelMap& b, CelContext* context) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    CelMap::Entry entry = a.At(i);
    std::optional<CelValue> other = b.Find(entry.key);
    // A lookup takes as long as three more elements.
    if (context != nullptr) context->Note(3 + Searching(entry.key));
    if (!other.has_value() || !Equals(entry.value, *other, context))
      return false;
  }
  return true;
}

// Two messages are equal if the same fields are set, to equal values.
bool EqualRecords(const CelRecord& a, const CelRecord& b, CelContext* context) {
  if (a.type_name() != b.type_name()) return false;
  for (absl::string_view name : a.fields()) {
    if (context != nullptr) context->Note(3);
    if (a.Has(name) != b.Has(name)) return false;
    if (!a.Has(name)) continue;
    const std::optional<CelValue> one = a.Field(name);
    const std::optional<CelValue> other = b.Field(name);
    if (!one.has_value() || !other.has_value() ||
        !Equals(*one, *other, context)) {
      return false;
    }
  }
  return true;
}

bool EqualOptionals(const CelValue* a, const CelValue* b, CelContext* context) {
  if (a == nullptr || b == nullptr) return a == b;
  return Equals(*a, *b, context);
}

}  // namespace

bool Equals(const CelValue& a, const CelValue& b, CelContext* context) {
  if (context != nullptr && !context->Takes(1)) return false;
  if (a.IsNumber() && b.IsNumber())
    return CompareNumbers(a, b) == Order::kEqual;
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case CelKind::kNull:
      return true;
    case CelKind::kBool:
      return a.AsBool() == b.AsBool();
    case CelKind::kTimestamp:
    case CelKind::kDuration:
      return a.AsTime() == b.AsTime();
    case CelKind::kList:
      return EqualLists(a.AsList(), b.AsList(), context);
    case CelKind::kMap:
      return EqualMaps(a.AsMap(), b.AsMap(), context);
    case CelKind::kOptional:
      return EqualOptionals(a.AsOptional(), b.AsOptional(), context);
    case CelKind::kQuantity:
      return CompareQuantities(a.AsQuantity(), b.AsQuantity()) == 0;
    case CelKind::kIp:
    case CelKind::kCidr:
      return a.AsNetwork() == b.AsNetwork();
    case CelKind::kUrl:
      if (context != nullptr) context->Note(Reading(a.AsUrl().text.size()));
      return a.AsUrl().text == b.AsUrl().text;
    case CelKind::kSemver:
      if (context != nullptr) {
        context->Note(Reading(a.AsSemver().prerelease.size()));
      }
      return CompareSemvers(a.AsSemver(), b.AsSemver()) == 0;
    case CelKind::kFormat:
      return &a.AsFormat() == &b.AsFormat();
    case CelKind::kRecord:
      return EqualRecords(a.AsRecord(), b.AsRecord(), context);
    case CelKind::kString:
    case CelKind::kBytes:
      if (a.AsText().size() != b.AsText().size()) return false;
      if (context != nullptr) context->Note(Comparing(a));
      return a.AsText() == b.AsText();
    default:
      return a.AsText() == b.AsText();
  }
}

Order Compare(const CelValue& a, const CelValue& b) {
  if (a.IsNumber() && b.IsNumber()) return CompareNumbers(a, b);
  if (a.kind() != b.kind()) return Order::kNone;
  switch (a.kind()) {
    case CelKind::kBool:
      return OrderOf(a.AsBool(), b.AsBool());
    case CelKind::kString:
    case CelKind::kBytes:
      return OrderOf(a.AsText(), b.AsText());
    case CelKind::kTimestamp:
    case CelKind::kDuration:
      return OrderOf(a.AsTime(), b.AsTime());
    default:
      return Order::kNone;
  }
}

uint64_t Comparing(const CelValue& value) {
  bool is_text =
      value.kind() == CelKind::kString || value.kind() == CelKind::kBytes;
  return is_text ? Reading(value.AsText().size()) : 1;
}

uint64_t Searching(const CelValue& value) {
  // The logarithm of the maximum number of values in a call.
  constexpr uint64_t kLooks = 20;
  return 1 + kLooks * (Comparing(value) - 1);
}

}  // namespace loom
