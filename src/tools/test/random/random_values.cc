// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/random_values.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/go/regexp.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/schemas/crd.h"

namespace loom {
namespace {

constexpr int kDeepest = 12;
constexpr int kTriesOfPattern = 20;

constexpr absl::string_view kWords[] = {"a",   "b",    "c",    "blue",
                                        "web", "main", "east", "x1"};
constexpr absl::string_view kUnusual[] = {
    "",
    "true",
    "1",
    "A",
    "a b",
    "a/b",
    "a.b",
    "-",
    "null",
    "0x10",
    "${x}",
    "{{x}}",
    "caf\xc3\xa9",
    "a-very-long-name-that-goes-on-and-on-and-on-beyond-sixty-three-letters"};

struct Format {
  absl::string_view name;
  absl::string_view examples[2];
};

constexpr Format kFormats[] = {
    {"date-time", {"2024-01-01T00:00:00Z", "2031-12-31T23:59:59.5+02:00"}},
    {"date", {"2024-01-01", "2024-02-29"}},
    {"duration", {"1h", "30m"}},
    {"email", {"someone@example.org", "a@example.org"}},
    {"hostname", {"example.org", "a.example.org"}},
    {"ipv4", {"192.0.2.1", "203.0.113.255"}},
    {"ipv6", {"2001:db8::1", "::1"}},
    {"cidr", {"192.0.2.0/24", "10.0.0.0/16"}},
    {"uri", {"https://example.org/a", "https://example.org"}},
    {"uuid",
     {"00000000-0000-4000-8000-000000000000",
      "6f1f2e5c-4a0f-4f5e-9d0e-2b7c1a3d4e5f"}},
    {"byte", {"YQ==", ""}},
    {"mac", {"00:00:5e:00:53:01", "00:00:5e:00:53:ff"}},
};

const Value* FieldOfSchema(const Value& schema, absl::string_view name) {
  return schema.IsObject() ? Find(schema, name) : nullptr;
}

bool IsSet(const Value& schema, absl::string_view name) {
  return IsTrue(FieldOfSchema(schema, name));
}

std::optional<double> NumberIn(const Value& schema, absl::string_view name) {
  const Value* value = FieldOfSchema(schema, name);
  if (value == nullptr || !value->IsNumber()) return std::nullopt;
  return value->IsDouble() ? value->GetDouble() : AsDouble(*value);
}

size_t SizeIn(const Value& schema, absl::string_view name, size_t otherwise) {
  return static_cast<size_t>(
      NumberIn(schema, name).value_or(static_cast<double>(otherwise)));
}

bool IsRequired(const Value& schema, absl::string_view field) {
  return absl::c_any_of(ItemsAt(schema, {"required"}), [&](const Value& each) {
    return each.IsString() && View(each) == field;
  });
}

// What distinguishes an item from the others; "" if nothing has to.
std::string KeyOfItem(const Value& schema, const Value& item) {
  const std::string type =
      ScalarText(FieldOfSchema(schema, "x-kubernetes-list-type"));
  if (type == "set" || IsSet(schema, "uniqueItems")) {
    return CompactJson(item).value_or("");
  }
  if (type != "map" || !item.IsObject()) return "";
  std::string key;
  for (const Value& name : ItemsAt(schema, {"x-kubernetes-list-map-keys"})) {
    const Value* value = Find(item, View(name));
    absl::StrAppend(
        &key, value == nullptr ? "" : CompactJson(*value).value_or(""), "/");
  }
  return key;
}

}  // namespace

uint64_t Random::Next() {
  state_ += 0x9e3779b97f4a7c15u;
  uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

Value RandomValues::Make(const Value& schema, Fullness fullness) {
  fullness_ = fullness;
  return MakeAt(schema, 0);
}

std::optional<Value> RandomValues::Named(const Value& schema) {
  const bool is_random = fullness_ == Fullness::kRandom;
  if (is_random && IsSet(schema, "nullable") && random_->OneIn(8)) {
    return Value();
  }
  const Value* standard = FieldOfSchema(schema, "default");
  if (standard != nullptr && (!is_random || random_->OneIn(4))) {
    return Copy(*standard, pool_);
  }
  const Value* example = FieldOfSchema(schema, "example");
  if (example != nullptr && (!is_random || random_->OneIn(4))) {
    return Copy(*example, pool_);
  }
  const absl::Span<const Value> choices = ItemsAt(schema, {"enum"});
  if (choices.empty()) return std::nullopt;
  return Copy(is_random ? random_->In(choices) : choices.front(), pool_);
}

Value RandomValues::MakeAt(const Value& schema, int depth) {
  if (std::optional<Value> named = Named(schema)) return *std::move(named);
  if (IsSet(schema, "x-kubernetes-int-or-string")) {
    if (random_->OneIn(2)) return MakeNumber(schema, true);
    return Text(MakeString(schema), pool_);
  }
  const std::string type = ScalarText(FieldOfSchema(schema, "type"));
  if (type == "integer") return MakeNumber(schema, true);
  if (type == "number") return MakeNumber(schema, false);
  if (type == "boolean") {
    return Value(fullness_ == Fullness::kRandom
                     ? random_->OneIn(2)
                     : fullness_ == Fullness::kFullest);
  }
  if (type == "string") return Text(MakeString(schema), pool_);
  if (type == "array") return MakeList(schema, depth);
  if (type == "object" || FieldOfSchema(schema, "properties") != nullptr) {
    return MakeObject(schema, depth);
  }
  return MakeAny(depth);
}

Value RandomValues::MakeAny(int depth) {
  if (fullness_ == Fullness::kSmallest) return Object();
  switch (random_->Below(depth < kDeepest ? 5 : 3)) {
    case 0:
      return Text(Word(), pool_);
    case 1:
      return Integer(static_cast<int64_t>(random_->Below(3)));
    case 2:
      return Value(random_->OneIn(2));
    case 3: {
      Value list = Array();
      for (size_t i = random_->Below(3); i > 0; --i) {
        list.PushBack(MakeAny(depth + 2), pool_->allocator());
      }
      return list;
    }
    default: {
      Value object = Object();
      for (size_t i = random_->Below(3); i > 0; --i) {
        Set(object, pool_->Keep(random_->In(kWords)), MakeAny(depth + 2),
            pool_);
      }
      return object;
    }
  }
}

Value RandomValues::MakeObject(const Value& schema, int depth) {
  Value object = Object();
  if (IsSet(schema, "x-kubernetes-embedded-resource")) {
    Set(object, "apiVersion", Borrow("v1"), pool_);
    Set(object, "kind", Borrow("ConfigMap"), pool_);
    Value& metadata = FindOrAdd(object, "metadata", pool_);
    metadata = Object();
    Set(metadata, "name", Borrow("a"), pool_);
  }
  const Value* properties = FieldOfSchema(schema, "properties");
  if (properties != nullptr && properties->IsObject()) {
    for (const Member& each : Members(*properties)) {
      const bool is_wanted =
          IsRequired(schema, View(each.name)) ||
          (depth < kDeepest &&
           (fullness_ == Fullness::kFullest ||
            (fullness_ == Fullness::kRandom && random_->OneIn(2))));
      if (!is_wanted) continue;
      Set(object, View(each.name), MakeAt(each.value, depth + 1), pool_);
    }
  }
  AddKeys(schema, depth, &object);
  return object;
}

void RandomValues::AddKeys(const Value& schema, int depth, Value* object) {
  const Value* more = FieldOfSchema(schema, "additionalProperties");
  const bool is_open = FieldOfSchema(schema, "properties") == nullptr &&
                       IsSet(schema, "x-kubernetes-preserve-unknown-fields");
  if ((more == nullptr || !more->IsObject()) && !is_open) return;
  const size_t least = SizeIn(schema, "minProperties", 0);
  const size_t most =
      std::min(SizeIn(schema, "maxProperties", least + 2), least + 2);
  size_t count = least;
  if (fullness_ == Fullness::kFullest) count = std::max<size_t>(least, 1);
  if (fullness_ == Fullness::kRandom) {
    count = least + random_->Below(most - least + 1);
  }
  for (size_t tries = 0; object->MemberCount() < count && tries < 50; ++tries) {
    const absl::string_view key =
        pool_->Keep(tries < 20 ? std::string(random_->In(kWords))
                               : absl::StrCat("key", tries));
    if (Find(*object, key) != nullptr) continue;
    Value value = is_open ? MakeAny(depth + 2) : MakeAt(*more, depth + 1);
    Set(*object, key, std::move(value), pool_);
  }
}

Value RandomValues::MakeList(const Value& schema, int depth) {
  Value list = Array();
  const size_t least = SizeIn(schema, "minItems", 0);
  const size_t most = std::max(
      least, std::min(SizeIn(schema, "maxItems", least + 3), least + 3));
  size_t count = least;
  if (fullness_ == Fullness::kFullest) {
    count = std::min(most, std::max<size_t>(least, 2));
  }
  if (fullness_ == Fullness::kRandom) {
    count = least + random_->Below(most - least + 1);
  }
  if (depth >= kDeepest) count = least;
  const Value* items = FieldOfSchema(schema, "items");
  std::set<std::string> keys;
  for (size_t tries = 0; list.Size() < count && tries < count + 30; ++tries) {
    Value item =
        items == nullptr ? MakeAny(depth + 2) : MakeAt(*items, depth + 1);
    const std::string key = KeyOfItem(schema, item);
    if (!key.empty() && !keys.insert(key).second) continue;
    list.PushBack(std::move(item), pool_->allocator());
  }
  return list;
}

Value RandomValues::MakeNumber(const Value& schema, bool is_integer) {
  std::optional<double> least = NumberIn(schema, "minimum");
  std::optional<double> most = NumberIn(schema, "maximum");
  const double step =
      NumberIn(schema, "multipleOf").value_or(is_integer ? 1 : 0);
  const double margin = step > 0 ? step : 0.5;
  if (least.has_value() && IsSet(schema, "exclusiveMinimum")) *least += margin;
  if (most.has_value() && IsSet(schema, "exclusiveMaximum")) *most -= margin;
  double number = 0;
  if (fullness_ == Fullness::kSmallest) {
    number = least.value_or(std::min(0.0, most.value_or(0)));
  } else if (most.has_value() && random_->OneIn(4)) {
    number = *most;
  } else if (least.has_value() && random_->OneIn(4)) {
    number = *least;
  } else {
    number = least.value_or(0) + static_cast<double>(random_->Below(4));
    if (!is_integer && step == 0 && random_->OneIn(3)) number += 0.5;
    if (!least.has_value() && random_->OneIn(10)) number = -1;
    if (most.has_value()) number = std::min(number, *most);
  }
  if (step > 0) {
    number = std::ceil(number / step) * step;
    if (most.has_value() && number > *most) number -= step;
  }
  if (is_integer) return Integer(static_cast<int64_t>(number));
  return Normalized(number);
}

std::string RandomValues::Word() {
  if (fullness_ == Fullness::kRandom && random_->OneIn(8)) {
    return std::string(random_->In(kUnusual));
  }
  return std::string(fullness_ == Fullness::kSmallest ? kWords[0]
                                                      : random_->In(kWords));
}

std::string RandomValues::MakeString(const Value& schema) {
  const std::string pattern = ScalarText(FieldOfSchema(schema, "pattern"));
  const size_t least = SizeIn(schema, "minLength", 0);
  const size_t most = SizeIn(schema, "maxLength", 200);
  auto fits = [&](const std::string& text) {
    return text.size() >= least && text.size() <= most;
  };
  if (!pattern.empty()) {
    const int repeats = static_cast<int>(std::min<size_t>(least + 3, 60));
    const absl::StatusOr<Regexp>& regexp = PatternOfSchema(pattern);
    std::string last;
    for (int i = 0; i < kTriesOfPattern && regexp.ok(); ++i) {
      const auto made = RandomMatch(pattern, repeats, random_);
      if (!made.has_value()) break;
      last = *made;
      if (fits(last) && regexp->Matches(last, pool_).value_or(false)) {
        return last;
      }
    }
    for (absl::string_view word : kWords) {
      if (!regexp.ok() || !fits(std::string(word)) ||
          !regexp->Matches(word, pool_).value_or(false)) {
        continue;
      }
      return std::string(word);
    }
    return last;
  }
  const std::string format = ScalarText(FieldOfSchema(schema, "format"));
  for (const Format& each : kFormats) {
    if (each.name != format) continue;
    return std::string(fullness_ == Fullness::kRandom
                           ? random_->In(each.examples)
                           : each.examples[0]);
  }
  std::string text = Word();
  while (text.size() < least) text += "a";
  if (text.size() > most) text.resize(most);
  return text;
}

}  // namespace loom
