// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/go/format.h"
#include "data/value/budget.h"
#include "data/value/deferred.h"
#include "data/value/name_table.h"
#include "language/input/fields.h"
#include "language/transforms/families.h"

namespace loom {
namespace {

class MapTransform : public Transform {
 public:
  explicit MapTransform(const Value& pairs) : pairs_(pairs) {
    for (auto& member : Members(pairs)) {
      positions_.Insert(View(member.name), positions_.size());
    }
  }

  absl::StatusOr<Value> Apply(const Value& value, CelVariables*,
                              Pool* pool) const override {
    if (!value.IsString()) {
      return WithFact(Harmless(absl::FailedPreconditionError(
                          absl::StrCat("type ", NameOfType(value),
                                       " is not supported for map transform"))),
                      Fact::kWrongType);
    }
    std::optional<uint32_t> found = positions_.Find(View(value));
    if (!found.has_value()) {
      constexpr absl::string_view kWant = "expected a key of the map";
      return Harmless(absl::FailedPreconditionError(
                          absl::StrCat(kWant, ", got ", Quoted(View(value)))),
                      kWant);
    }
    return Copy((pairs_.MemberBegin() + *found)->value, pool);
  }

  std::string RowOf(const Value& value, Pool*) const override {
    const bool is_key =
        value.IsString() && positions_.Find(View(value)).has_value();
    return is_key ? std::string(View(value)) : "";
  }

 private:
  const Value& pairs_;
  NameTable positions_;
};

}  // namespace

std::unique_ptr<const Transform> ParseMapTransform(const Input& block,
                                                   const Input&) {
  if (block.value().ObjectEmpty()) {
    block.Missing("pairs",
                  "at least one pair must be specified if a map transform is "
                  "specified");
    return nullptr;
  }
  return std::make_unique<MapTransform>(block.value());
}

namespace {

const Value& Null() {
  static const Value null;
  return null;
}

struct Pattern {
  absl::string_view literal;
  std::optional<Regexp> regexp;  // nullopt: the literal counts
  const Value* result;

  absl::StatusOr<bool> Matches(absl::string_view text, Pool* pool) const {
    if (!regexp.has_value()) {
      bool compares = text.size() == literal.size();
      LOOM_RETURN_IF_ERROR(Spend(Reading(compares ? text.size() : 0), pool));
      return text == literal;
    }
    return regexp->Matches(text, pool);
  }
};

// Returns false after reporting a mistake.
bool ParseLiteral(Fields& fields, Pattern* pattern) {
  std::optional<absl::string_view> text = fields.String("literal");
  if (!text.has_value()) {
    fields.at().Missing("literal", "literal pattern type requires a literal");
    return false;
  }
  pattern->literal = *text;
  return true;
}

bool ParseRegexp(Fields& fields, Pattern* pattern) {
  std::optional<absl::string_view> text = fields.String("regexp");
  if (!text.has_value()) {
    fields.at().Missing("regexp", "regexp pattern type requires a regexp");
    return false;
  }
  pattern->regexp = ReadRegexp(fields.at(), "regexp", *text);
  return pattern->regexp.has_value();
}

struct PatternType {
  absl::string_view name;
  bool (*parse)(Fields& fields, Pattern* pattern);
};

constexpr PatternType kPatternTypes[] = {
    {"literal", &ParseLiteral},
    {"regexp", &ParseRegexp},
};

bool ParsePattern(const Input& input, Pattern* pattern) {
  Fields fields(input);
  const PatternType* type =
      fields.Choice("type", kPatternTypes, &kPatternTypes[0],
                    IfUnknown::kInvalid, IfEmpty::kUnknown);
  for (const PatternType& other : kPatternTypes) fields.Allow(other.name);
  std::optional<Input> result = fields.Any("result");
  pattern->result = result.has_value() ? &result->value() : &Null();
  fields.Done();
  return type != nullptr && type->parse(fields, pattern);
}

class MatchTransform : public Transform {
 public:
  struct Fallback {
    bool to_input = false;
    const Value* value = &Null();
  };

  MatchTransform(std::vector<Pattern> patterns, Fallback fallback)
      : patterns_(std::move(patterns)), fallback_(fallback) {}

  absl::StatusOr<Value> Apply(const Value& value, CelVariables*,
                              Pool* pool) const override {
    if (!value.IsString()) {
      return Harmless(absl::FailedPreconditionError(
          absl::StrCat("cannot match pattern at index 0: unsupported input "
                       "type '",
                       NameOfType(value), "'")));
    }
    for (const Pattern& pattern : patterns_) {
      LOOM_ASSIGN_OR_RETURN(bool matches, pattern.Matches(View(value), pool));
      if (matches) return Copy(*pattern.result, pool);
    }
    if (!fallback_.to_input) return Copy(*fallback_.value, pool);
    if (fallback_.value->IsNull()) return Copy(value, pool);
    return Harmless(absl::FailedPreconditionError(
        "cannot set both a fallback value and the fallback to input flag"));
  }

  std::string RowOf(const Value& value, Pool* pool) const override {
    if (!value.IsString()) return "";
    for (size_t i = 0; i < patterns_.size(); ++i) {
      const absl::StatusOr<bool> matches =
          patterns_[i].Matches(View(value), pool);
      if (!matches.ok()) return "";
      if (*matches) return absl::StrCat("patterns[", i, "]");
    }
    return fallback_.to_input ? "fallbackTo" : "fallbackValue";
  }

 private:
  const std::vector<Pattern> patterns_;
  const Fallback fallback_;
};

MatchTransform::Fallback ParseFallback(Fields& fields) {
  MatchTransform::Fallback fallback;
  fallback.to_input =
      fields.OneOf("fallbackTo", {"Value", "Input"}, "Value") == "Input";
  if (std::optional<Input> value = fields.Any("fallbackValue")) {
    fallback.value = &value->value();
    if (fallback.to_input) {
      fields.at().Mistake("fallbackValue",
                          "cannot be combined with fallbackTo: Input");
    }
  }
  return fallback;
}

}  // namespace

std::unique_ptr<const Transform> ParseMatchTransform(const Input& block,
                                                     const Input&) {
  Fields fields(block);
  std::vector<Pattern> patterns;
  std::vector<Input> list = fields.List("patterns");
  for (const Input& input : list) {
    Pattern pattern;
    if (ParsePattern(input, &pattern)) patterns.push_back(std::move(pattern));
  }
  MatchTransform::Fallback fallback = ParseFallback(fields);
  fields.Done();
  if (list.empty()) {
    block.Missing("patterns",
                  "at least one pattern must be specified if a match "
                  "transform is specified");
  }
  if (patterns.empty()) return nullptr;
  return std::make_unique<MatchTransform>(std::move(patterns), fallback);
}

}  // namespace loom
