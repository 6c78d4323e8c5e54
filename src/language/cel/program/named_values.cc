// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/named_values.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/program/value_names.h"

namespace loom {
namespace {

// Reports whether an expression can read `values.NAME`.
bool IsValueName(absl::string_view name) {
  const std::optional<ExpressionRead> read =
      OnlyReadOf(absl::StrCat("values.", name));
  return read.has_value() && read->path.size() == 1 &&
         read->path[0].field == name;
}

std::string NearestValueName(absl::string_view name) {
  std::string near(name);
  std::replace_if(
      near.begin(), near.end(), [](char c) { return !absl::ascii_isalnum(c); },
      '_');
  return IsValueName(near) ? absl::StrCat(", such as ", near) : "";
}

void AddReads(const InputExpression& expression, NamedValue* value) {
  value->names = value->names | expression.names();
  for (const ExpressionRead& read : ReadsOf(expression.text())) {
    value->reads_status |= ReadsStateOfComposite(read);
    if (read.name != "values" || read.path.empty()) continue;
    const std::string& name = read.path[0].field;
    std::vector<std::string>& reads = value->reads;
    if (std::find(reads.begin(), reads.end(), name) == reads.end()) {
      reads.push_back(name);
    }
  }
}

void CollectExpressions(absl::string_view text, std::vector<std::string>* all) {
  auto parts = PartsOf(text);
  if (!parts.ok()) return;
  for (InlinePart& part : *parts) {
    if (part.is_expression) all->push_back(std::move(part.text));
  }
}

void CollectExpressions(const Value& value, std::vector<std::string>* all) {
  if (value.IsString()) {
    CollectExpressions(View(value), all);
  } else if (value.IsArray()) {
    for (const Value& each : Items(value)) CollectExpressions(each, all);
  } else if (value.IsObject()) {
    for (const Member& each : Members(value)) {
      CollectExpressions(View(each.name), all);
      CollectExpressions(each.value, all);
    }
  }
}

}  // namespace

std::shared_ptr<const NamedValues> NamedValues::Parse(Fields& fields,
                                                      ExpressionNames names,
                                                      bool is_own) {
  std::optional<Input> section = fields.Section("values");
  if (!section.has_value()) return nullptr;
  auto values = std::make_shared<NamedValues>();
  const size_t count = section->value().MemberCount();
  if (count > limits::kValues) {
    section->Invalid("", absl::StrCat("expected at most ", limits::kValues,
                                      " values, got ", count));
    return nullptr;
  }
  values->list_.reserve(count);
  for (const Member* member : InOrder(section->value())) {
    const absl::string_view name = View(member->name);
    if (!IsValueName(name)) {
      section->Invalid(name,
                       absl::StrCat("expected a name of letters, digits and _",
                                    NearestValueName(name)));
      continue;
    }
    const Input at = section->Member(name, member->value);
    std::optional<InlineTree> tree = InlineTree::Read(at, names);
    NamedValue& made = values->list_.emplace_back(
        NamedValue{.name = std::string(name), .place = at.place()});
    made.is_own = is_own;
    made.index = values->list_.size() - 1;
    if (!tree.has_value()) continue;
    made.tree = *std::move(tree);
    for (const InputExpression* each : made.tree.expressions()) {
      AddReads(*each, &made);
    }
  }
  ValueNames::Of(fields.at())->Declare(*section, values);
  return values;
}

const NamedValue* NamedValues::Find(absl::string_view name) const {
  auto found =
      std::lower_bound(list_.begin(), list_.end(), name,
                       [](const NamedValue& value, absl::string_view wanted) {
                         return value.name < wanted;
                       });
  return found == list_.end() || found->name != name ? nullptr : &*found;
}

std::vector<std::string> ExpressionsOfValue(const Value* values,
                                            absl::string_view name) {
  std::vector<std::string> all;
  if (values == nullptr || !values->IsObject()) return all;
  const Value* value = Find(*values, name);
  if (value != nullptr) CollectExpressions(*value, &all);
  return all;
}

}  // namespace loom
