// SPDX-License-Identifier: Apache-2.0
#include "tools/crds/value_checks.h"

#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/nearest_name.h"
#include "data/go/regexp.h"
#include "data/go/rune.h"
#include "data/value/equal.h"
#include "data/value/json.h"
#include "data/value/object.h"

namespace loom {
namespace {

using Messages = std::vector<std::string>;

std::optional<double> NumberAt(const Value& schema, absl::string_view name) {
  const Value* value = Find(schema, name);
  if (value == nullptr || !value->IsNumber()) return std::nullopt;
  return value->GetDouble();
}

bool IsSetKeyword(const Value& schema, absl::string_view flag) {
  const Value* value = Find(schema, flag);
  return value != nullptr && value->IsBool() && value->GetBool();
}

// A limit of how much there is of something.
struct Limit {
  const char* least;
  const char* most;
  const char* unit;
};

constexpr Limit kLength = {"minLength", "maxLength", "characters"};
constexpr Limit kItems = {"minItems", "maxItems", "elements"};
constexpr Limit kMembers = {"minProperties", "maxProperties", "members"};

void CheckEnum(const Value& schema, const Value& value, Messages* found) {
  const Value* choices = Find(schema, "enum");
  if (choices == nullptr || !choices->IsArray()) return;
  std::vector<std::string> texts, quoted;
  for (const Value& choice : choices->GetArray()) {
    if (Equal(choice, value)) return;
    quoted.push_back(CompactJson(choice).value_or(""));
    if (choice.IsString()) texts.emplace_back(View(choice));
  }
  std::string nearest = value.IsString() ? NearestName(View(value), texts) : "";
  found->push_back(absl::StrCat(
      "Unsupported value: ", CompactJson(value).value_or(""), ": want one of ",
      absl::StrJoin(quoted, ", "),
      nearest.empty() ? ""
                      : absl::StrCat(", did you mean \"", nearest, "\"?")));
}

void CheckSize(const Value& schema, const Limit& limit, size_t size,
               Messages* found) {
  std::optional<double> least = NumberAt(schema, limit.least);
  std::optional<double> most = NumberAt(schema, limit.most);
  if (least.has_value() && static_cast<double>(size) < *least) {
    found->push_back(absl::StrCat("Invalid value: want at least ", *least, " ",
                                  limit.unit, ", got ", size));
  }
  if (most.has_value() && static_cast<double>(size) > *most) {
    found->push_back(absl::StrCat("Invalid value: want at most ", *most, " ",
                                  limit.unit, ", got ", size));
  }
}

void CheckText(const Value& schema, const Value& value, Pool* pool,
               Messages* found) {
  CheckSize(schema, kLength, CountRunes(View(value)), found);
  const Value* pattern = Find(schema, "pattern");
  if (pattern == nullptr || !pattern->IsString()) return;
  absl::StatusOr<Regexp> regexp = Regexp::Compile(View(*pattern));
  // The definition is not what is checked here.
  if (!regexp.ok()) return;
  absl::StatusOr<bool> matches = regexp->Matches(View(value), pool);
  if (!matches.ok() || *matches) return;
  found->push_back(
      absl::StrCat("Invalid value: ", CompactJson(value).value_or(""),
                   ": want a text that matches ", View(*pattern)));
}

void CheckNumber(const Value& schema, double value, Messages* found) {
  std::optional<double> least = NumberAt(schema, "minimum");
  std::optional<double> most = NumberAt(schema, "maximum");
  bool above = IsSetKeyword(schema, "exclusiveMinimum");
  bool below = IsSetKeyword(schema, "exclusiveMaximum");
  if (least.has_value() && (value < *least || (above && value == *least))) {
    found->push_back(absl::StrCat("Invalid value: want ",
                                  above ? "more than " : "at least ", *least,
                                  ", got ", value));
  }
  if (most.has_value() && (value > *most || (below && value == *most))) {
    found->push_back(absl::StrCat("Invalid value: want ",
                                  below ? "less than " : "at most ", *most,
                                  ", got ", value));
  }
  std::optional<double> unit = NumberAt(schema, "multipleOf");
  if (unit.has_value() && *unit > 0 && std::fmod(value, *unit) != 0) {
    found->push_back(absl::StrCat("Invalid value: want a multiple of ", *unit,
                                  ", got ", value));
  }
}

}  // namespace

std::vector<std::string> CheckValue(const Value& schema, const Value& value,
                                    Pool* pool) {
  Messages found;
  CheckEnum(schema, value, &found);
  if (value.IsString()) CheckText(schema, value, pool, &found);
  if (value.IsNumber()) CheckNumber(schema, value.GetDouble(), &found);
  if (value.IsArray()) CheckSize(schema, kItems, value.Size(), &found);
  if (value.IsObject()) {
    CheckSize(schema, kMembers, value.MemberCount(), &found);
  }
  return found;
}

}  // namespace loom
