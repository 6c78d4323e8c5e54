// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/value_tree.h"

#include "base/errors.h"
#include "data/value/object.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/tree_value.h"

namespace loom {
namespace {

bool IsNone(const CelValue& value) {
  return value.kind() == CelKind::kOptional && value.AsOptional() == nullptr;
}

}  // namespace

std::optional<ValueTree> ValueTree::Read(const Input& at,
                                         ExpressionNames names) {
  ValueTree tree;
  tree.value_ = &at.value();
  tree.place_ = at.place();
  bool sound = true;
  auto add = [&](absl::string_view key, const Input& part) {
    std::optional<ValueTree> read = Read(part, names);
    sound = sound && read.has_value();
    if (read.has_value()) tree.parts_.emplace_back(key, *std::move(read));
  };
  if (at.value().IsString()) {
    tree.text_ = InlineText::Read(at, names);
    sound = tree.text_.has_value();
  } else if (at.value().IsArray()) {
    for (uint32_t i = 0; i < at.value().Size(); ++i) {
      add("", at.Element(i, ItemAt(at.value(), i)));
    }
  } else if (at.value().IsObject()) {
    for (const Member* member : InOrder(at.value())) {
      const absl::string_view name = View(member->name);
      add(name, at.Member(name, member->value));
    }
  }
  if (!sound) return std::nullopt;
  return tree;
}

void ValueTree::AddExpressions(std::vector<const InputExpression*>* all) const {
  if (text_.has_value()) {
    for (const InputExpression& each : text_->expressions()) {
      all->push_back(&each);
    }
  }
  for (const auto& [key, part] : parts_) part.AddExpressions(all);
}

absl::StatusOr<CelValue> ValueTree::Evaluate(CelVariables* variables,
                                             CelContext* context) const {
  if (text_.has_value()) {
    absl::StatusOr<CelValue> value = text_->Evaluate(variables, context);
    if (value.ok() || EndsCall(value.status())) return value;
    return AnnotatePlace(value.status(), place_);
  }
  if (value_->IsArray()) return List(variables, context);
  if (value_->IsObject()) return Map(variables, context);
  return FromTree(*value_, context);
}

absl::StatusOr<CelValue> ValueTree::List(CelVariables* variables,
                                         CelContext* context) const {
  ListMaker list(parts_.size(), context);
  for (const auto& [key, part] : parts_) {
    LOOM_ASSIGN_OR_RETURN(const CelValue value,
                          part.Evaluate(variables, context));
    if (!IsNone(value)) list.Add(value);
  }
  return list.Finish();
}

absl::StatusOr<CelValue> ValueTree::Map(CelVariables* variables,
                                        CelContext* context) const {
  std::vector<CelMap::Entry> entries;
  entries.reserve(parts_.size());
  for (const auto& [key, part] : parts_) {
    LOOM_ASSIGN_OR_RETURN(const CelValue value,
                          part.Evaluate(variables, context));
    if (!IsNone(value)) entries.push_back({CelValue::String(key), value});
  }
  // A field that is left out may still get a value.
  const bool observed = entries.size() < parts_.size();
  MapMaker map(entries.size(), context, observed);
  for (const CelMap::Entry& entry : entries) map.Add(entry.key, entry.value);
  return map.Finish();
}

}  // namespace loom
