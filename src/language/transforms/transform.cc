// SPDX-License-Identifier: Apache-2.0
#include "language/transforms/transform.h"

#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/go/format.h"
#include "data/value/budget.h"
#include "language/input/fields.h"
#include "language/transforms/families.h"

namespace loom {

absl::string_view NameOfType(const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kObjectType:
      return "object";
    case rapidjson::kArrayType:
      return "array";
    case rapidjson::kNullType:
      return "null";
    default:
      return GoTypeName(value);
  }
}

Transforms Transforms::Parse(const std::vector<Input>& list,
                             ExpressionNames names) {
  Transforms chain;
  Problems late;
  for (const Input& input : list) {
    chain.Add(input, input.Deferring(&late), names);
  }
  chain.mistakes_ = late.AsStatus();
  return chain;
}

Transforms Transforms::ParseOfCombine(const std::vector<Input>& list,
                                      ExpressionNames names) {
  Transforms chain;
  Problems late;
  for (const Input& input : list) {
    Input at = input.Deferring(&late);
    chain.Add(at, at, names);
  }
  chain.mistakes_ = late.AsStatus();
  return chain;
}

void Transforms::Add(const Input& input, const Input& late,
                     ExpressionNames names) {
  Fields fields(input);
  fields.Required("type");
  const auto families = TransformFamilies(input.rules());
  const TransformFamily* family = fields.Choice("type", families, nullptr);
  for (const TransformFamily& other : families) fields.Allow(other.name);
  fields.Done();
  if (family == nullptr) return;
  if (family->parse_text != nullptr) {
    has_expressions_ = true;
    auto transform = family->parse_text(fields, names, &names_);
    if (transform != nullptr) {
      steps_.push_back({family->name, input.place(), std::move(transform)});
    }
    return;
  }
  std::optional<Input> block = fields.Object(family->name);
  if (!block.has_value()) {
    if (!fields.Has(family->name)) {
      input.Missing(family->name,
                    absl::StrCat("given transform type ", family->name,
                                 " requires configuration"));
    }
    return;
  }
  std::unique_ptr<const Transform> transform =
      family->parse(*block, late.Member(family->name, block->value()));
  if (transform != nullptr) {
    steps_.push_back({family->name, input.place(), std::move(transform)});
  }
}

// Returns the steps of a transform of the value. Most transforms print, parse or hash
// it; the others take fewer steps.
static uint64_t StepsFor(const Value& value) {
  bool is_container = value.IsObject() || value.IsArray();
  if (!is_container && !value.IsString()) return 1;
  return Writing(is_container ? WeightOf(value) : value.GetStringLength());
}

// Returns the error of a transform, or of a value that exceeds the limits.
static absl::Status CheckMade(const absl::StatusOr<Value>& made, Pool* pool) {
  if (!made.ok()) return made.status();
  if (made->IsString())
    LOOM_RETURN_IF_ERROR(CheckText(made->GetStringLength()));
  if (IsBytes(*made)) LOOM_RETURN_IF_ERROR(CheckText(ViewBytes(*made).size()));
  return Charge(*made, pool);
}

// Returns the bytes of a value as the transform takes them.
static absl::StatusOr<Value> TextFor(const Transform& transform,
                                     const Value& value, Pool* pool) {
  if (transform.takes_bytes() && IsBytes(value)) {
    return Borrow(ViewBytes(value));
  }
  Value text = Copy(value, pool);
  LOOM_RETURN_IF_ERROR(BytesToText(&text, pool));
  return text;
}

absl::StatusOr<Value> Transforms::Apply(const Step& step, const Value& value,
                                        CelVariables* variables, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(StepsFor(value), pool));
  if (!HasBytes(value)) return step.transform->Apply(value, variables, pool);
  LOOM_ASSIGN_OR_RETURN(const Value text,
                        TextFor(*step.transform, value, pool));
  LOOM_ASSIGN_OR_RETURN(Value made,
                        step.transform->Apply(text, variables, pool));
  return made.IsString() && !step.transform->encodes()
             ? BytesValue(View(made), pool)
             : std::move(made);
}

absl::StatusOr<Value> Transforms::Apply(const Value& value,
                                        CelVariables* variables, Pool* pool,
                                        BytesAs bytes) const {
  LOOM_RETURN_IF_ERROR(mistakes_);
  Value last = steps_.empty() ? Copy(value, pool) : Value();
  const Value* current = &value;
  for (const Step& step : steps_) {
    absl::StatusOr<Value> next = Apply(step, *current, variables, pool);
    absl::Status status = CheckMade(next, pool);
    if (!status.ok()) {
      return Annotate(WithPlace(status, step.place),
                      absl::StrCat("transforms[", &step - steps_.data(), "] (",
                                   step.type, ")"));
    }
    last = *std::move(next);
    current = &last;
  }
  if (bytes == BytesAs::kText && HasBytes(last)) {
    LOOM_RETURN_IF_ERROR(BytesToText(&last, pool));
  }
  return last;
}

std::vector<Value> Transforms::Stages(const Value& value,
                                      CelVariables* variables,
                                      Pool* pool) const {
  std::vector<Value> stages;
  for (const Step& step : steps_) {
    absl::StatusOr<Value> next =
        Apply(step, stages.empty() ? value : stages.back(), variables, pool);
    if (!next.ok()) break;
    stages.push_back(*std::move(next));
  }
  return stages;
}

std::vector<std::string> Transforms::RowsOf(const Value& value,
                                            const std::vector<Value>& stages,
                                            Pool* pool) const {
  std::vector<std::string> rows;
  for (size_t i = 0; i < stages.size(); ++i) {
    const Step& step = steps_[i];
    const std::string row =
        step.transform->RowOf(i == 0 ? value : stages[i - 1], pool);
    if (row.empty()) continue;
    rows.push_back(absl::StrCat(step.place, ".", step.type, ".", row));
  }
  return rows;
}

namespace {

constexpr TransformFamily kFamilies[] = {
    {"map", &ParseMapTransform},
    {"match", &ParseMatchTransform},
    {"math", &ParseMathTransform},
    {"string", &ParseStringTransform},
    {"convert", &ParseConvertTransform},
    // The families that only the native input has are last.
    {"expression", nullptr, &ParseExpressionTransform},
};
constexpr size_t kNative = 1;

}  // namespace

absl::Span<const TransformFamily> TransformFamilies(const Rules& rules) {
  absl::Span<const TransformFamily> all = kFamilies;
  return rules.follows_go ? all.first(all.size() - kNative) : all;
}

}  // namespace loom
