// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/inline_tree.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/go/format.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/yaml/marshal.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/tree_value.h"

namespace loom {
namespace {

constexpr absl::string_view kJsonKey = "$json";
constexpr absl::string_view kYamlKey = "$yaml";

bool IsDocumentKey(absl::string_view key) {
  return key == kJsonKey || key == kYamlKey;
}

absl::string_view OnlyKey(const Value& object) {
  return object.IsObject() && object.MemberCount() == 1
             ? View(object.MemberBegin()->name)
             : "";
}

absl::StatusOr<std::string> KeyOf(const Value& key) {
  if (key.IsString()) return std::string(View(key));
  if (key.IsBool()) return std::string(key.GetBool() ? "true" : "false");
  if (key.IsNumber()) {
    std::string text;
    AppendJsonNumber(key, &text);
    return text;
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "expected a string, number or boolean as the key, got ", KindName(key)));
}

bool IsNone(const CelValue& value) {
  return value.kind() == CelKind::kOptional && value.AsOptional() == nullptr;
}

// Returns the value that a field or an element gets. It must not be none.
CelValue Content(const CelValue& value) {
  return value.kind() == CelKind::kOptional ? *value.AsOptional() : value;
}

}  // namespace

bool IsComputedKey(absl::string_view key) {
  if (!IsInline(key)) return false;
  auto parts = PartsOf(key);
  return !parts.ok() ||
         std::any_of(parts->begin(), parts->end(),
                     [](const InlinePart& part) { return part.is_expression; });
}

bool HasComputedKeys(const Value& object) {
  if (!object.IsObject()) return false;
  return std::any_of(
      object.MemberBegin(), object.MemberEnd(),
      [](const Member& member) { return IsComputedKey(View(member.name)); });
}

std::string ConstantKey(absl::string_view key, const Value& object) {
  if (absl::StartsWith(key, "$$") && IsDocumentKey(key.substr(1)) &&
      OnlyKey(object) == key) {
    return std::string(key.substr(1));
  }
  if (!IsInline(key)) return std::string(key);
  const auto parts = PartsOf(key);
  std::string constant;
  for (const InlinePart& part : *parts) constant += part.text;
  return constant;
}

bool IsDocument(const Value& object) { return IsDocumentKey(OnlyKey(object)); }

// An entry of a map or an element of a list, which has no key.
struct InlineTree::Entry {
  std::string written;  // the key as the author wrote it
  std::optional<InlineText> key;
  InlineTree value;
};

InlineTree::InlineTree(InlineText text)
    : form_(Form::kText), text_(std::move(text)) {}

class InlineTree::Reader {
 public:
  explicit Reader(ExpressionNames names) : names_(names) {}

  std::optional<InlineTree> Read(const Input& at) {
    const Value& value = at.value();
    if (IsDocument(value)) return ReadDocument(at);
    if (value.IsObject()) return ReadMap(at, /*only_computed=*/false);
    if (value.IsArray()) return ReadList(at);
    if (value.IsString() && IsInline(View(value))) {
      std::optional<InlineText> text = InlineText::Read(at, names_);
      if (!text.has_value()) return std::nullopt;
      InlineTree made(*std::move(text));
      made.place_ = at.place();
      return made;
    }
    InlineTree made;
    made.pool_ = std::make_shared<Pool>(kBlockBytes);
    made.constant_ =
        std::make_shared<const Value>(CopyWithText(value, made.pool_.get()));
    return made;
  }

  std::optional<InlineTree> ReadMap(const Input& at, bool only_computed) {
    InlineTree made = Of(Form::kMap, at);
    made.adds_entries_ = only_computed;
    bool sound = true;
    for (const Member* member : InOrder(at.value())) {
      const absl::string_view name = View(member->name);
      if (only_computed && !IsComputedKey(name)) {
        made.taken_.push_back(ConstantKey(name, at.value()));
        continue;
      }
      std::optional<InlineText> key;
      if (IsComputedKey(name)) {
        const Value text = Borrow(name);
        key = InlineText::Read(at.Member(name, text), names_);
        sound = sound && key.has_value();
      }
      std::optional<InlineTree> value = Read(at.Member(name, member->value));
      sound = sound && value.has_value();
      if (!sound) continue;
      made.entries_.push_back(std::make_shared<const Entry>(Entry{
          key.has_value() ? std::string(name) : ConstantKey(name, at.value()),
          std::move(key), *std::move(value)}));
    }
    if (!sound) return std::nullopt;
    return made;
  }

 private:
  // Most constants are short.
  static constexpr size_t kBlockBytes = 1 << 8;

  static InlineTree Of(Form form, const Input& at) {
    InlineTree made;
    made.form_ = form;
    made.place_ = at.place();
    return made;
  }

  // The tree of the input does not outlive the plan, so the characters are copied as well.
  static Value CopyWithText(const Value& value, Pool* pool) {
    return value.IsString() ? Text(View(value), pool) : Copy(value, pool);
  }

  std::optional<InlineTree> ReadList(const Input& at) {
    InlineTree made = Of(Form::kList, at);
    bool sound = true;
    for (uint32_t i = 0; i < at.value().Size(); ++i) {
      std::optional<InlineTree> element =
          Read(at.Element(i, ItemAt(at.value(), i)));
      sound = sound && element.has_value();
      if (!sound) continue;
      made.entries_.push_back(std::make_shared<const Entry>(
          Entry{"", std::nullopt, *std::move(element)}));
    }
    if (!sound) return std::nullopt;
    return made;
  }

  std::optional<InlineTree> ReadDocument(const Input& at) {
    const Member& member = *at.value().MemberBegin();
    const absl::string_view name = View(member.name);
    InlineTree made = Of(name == kJsonKey ? Form::kJson : Form::kYaml, at);
    std::optional<InlineTree> content = Read(at.Member(name, member.value));
    if (!content.has_value()) return std::nullopt;
    made.entries_.push_back(std::make_shared<const Entry>(
        Entry{"", std::nullopt, *std::move(content)}));
    return made;
  }

  const ExpressionNames names_;
};

std::optional<InlineTree> InlineTree::Read(const Input& at,
                                           ExpressionNames names) {
  return Reader(names).Read(at);
}

std::optional<InlineTree> InlineTree::ReadComputedKeys(const Input& at,
                                                       ExpressionNames names) {
  return Reader(names).ReadMap(at, /*only_computed=*/true);
}

std::vector<const InputExpression*> InlineTree::expressions() const {
  std::vector<const InputExpression*> all;
  AddExpressions(&all);
  return all;
}

void InlineTree::AddExpressions(
    std::vector<const InputExpression*>* all) const {
  const auto add = [all](const std::optional<InlineText>& text) {
    if (!text.has_value()) return;
    for (const InputExpression& each : text->expressions()) {
      all->push_back(&each);
    }
  };
  add(text_);
  for (const auto& entry : entries_) {
    add(entry->key);
    entry->value.AddExpressions(all);
  }
}

bool InlineTree::LeavesOut(const CelValue& value) const {
  if (form_ != Form::kMap) return IsNone(value);
  return !entries_.empty() && value.AsMap().size() == 0;
}

absl::Status InlineTree::Placed(const absl::Status& status) const {
  return EndsCall(status) ? status : WithPlace(status, place_);
}

absl::StatusOr<CelValue> InlineTree::Evaluate(CelVariables* variables,
                                              CelContext* context) const {
  switch (form_) {
    case Form::kText: {
      absl::StatusOr<CelValue> value = text_->Evaluate(variables, context);
      if (!value.ok()) return Placed(value.status());
      return value;
    }
    case Form::kConstant:
      return constant_ == nullptr ? CelValue() : FromTree(*constant_, context);
    case Form::kMap:
      return EvaluateMap(variables, context);
    case Form::kList:
      return EvaluateList(variables, context);
    default:
      return EvaluateDocument(variables, context);
  }
}

absl::StatusOr<std::optional<Value>> InlineTree::OptionalTree(
    CelVariables* variables, Pool* pool) const {
  if (form_ == Form::kText) {
    return text_->OptionalTree(variables, pool, BytesAs::kBytes);
  }
  CelContext context(pool, Numbers::kWhole);
  LOOM_ASSIGN_OR_RETURN(const CelValue value, Evaluate(variables, &context));
  if (IsNone(value)) return std::optional<Value>();
  absl::StatusOr<Value> tree = ToTree(value, &context);
  if (!tree.ok()) return Placed(tree.status());
  return std::optional<Value>(*std::move(tree));
}

absl::Status InlineTree::CheckKey(const Entry& entry, absl::string_view key,
                                  Made* made, Pool* pool) const {
  const auto equal = [&](absl::string_view other) {
    return Placed(absl::FailedPreconditionError(
        absl::StrCat(Quoted(other), " and ", Quoted(entry.written),
                     " are both the key ", Quoted(key))));
  };
  LOOM_RETURN_IF_ERROR(
      Spend(Finding(taken_.size()) + Hashing(key.size()), pool));
  for (const std::string& taken : taken_) {
    if (taken == key) return equal(taken);
  }
  const auto [other, is_new] = made->emplace(key, &entry);
  return is_new ? absl::OkStatus() : equal(other->second->written);
}

absl::StatusOr<CelValue> InlineTree::EvaluateMap(CelVariables* variables,
                                                 CelContext* context) const {
  Pool* pool = context->pool();
  std::vector<CelMap::Entry> entries;
  entries.reserve(entries_.size());
  Made made;
  for (const auto& entry : entries_) {
    absl::string_view key = entry->written;
    if (entry->key.has_value()) {
      LOOM_ASSIGN_OR_RETURN(const std::optional<Value> computed,
                            entry->key->OptionalTree(variables, pool));
      if (!computed.has_value()) continue;
      const absl::StatusOr<std::string> text = KeyOf(*computed);
      if (!text.ok()) return Placed(text.status());
      LOOM_RETURN_IF_ERROR(Charge(text->size(), pool));
      key = pool->Keep(*text);
    }
    LOOM_ASSIGN_OR_RETURN(const CelValue value,
                          entry->value.Evaluate(variables, context));
    if (entry->value.LeavesOut(value)) continue;
    LOOM_RETURN_IF_ERROR(CheckKey(*entry, key, &made, pool));
    entries.push_back({CelValue::String(key), Content(value)});
  }
  // A field that is left out may still get a value.
  const bool observed = entries.size() < entries_.size();
  MapMaker map(entries.size(), context, observed);
  for (const CelMap::Entry& entry : entries) map.Add(entry.key, entry.value);
  return map.Finish();
}

absl::StatusOr<CelValue> InlineTree::EvaluateList(CelVariables* variables,
                                                  CelContext* context) const {
  ListMaker list(entries_.size(), context);
  for (const auto& entry : entries_) {
    LOOM_ASSIGN_OR_RETURN(const CelValue value,
                          entry->value.Evaluate(variables, context));
    if (!IsNone(value)) list.Add(Content(value));
  }
  return list.Finish();
}

absl::StatusOr<CelValue> InlineTree::EvaluateDocument(
    CelVariables* variables, CelContext* context) const {
  LOOM_ASSIGN_OR_RETURN(const CelValue content,
                        entries_[0]->value.Evaluate(variables, context));
  if (IsNone(content)) return content;
  absl::StatusOr<Value> tree = ToTree(content, context);
  if (!tree.ok()) return Placed(tree.status());
  absl::StatusOr<absl::string_view> text =
      form_ == Form::kJson ? MarshalJson(*std::move(tree), context->pool())
                           : MarshalYaml(*std::move(tree), context->pool());
  if (!text.ok()) return Placed(text.status());
  return CelValue::String(*text);
}

}  // namespace loom
