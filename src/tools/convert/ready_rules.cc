// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/ready_rules.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "data/value/object.h"
#include "tools/convert/condition_reading.h"
#include "tools/convert/input_problems.h"

namespace loom {
namespace {

constexpr char kRules[] = "celHealthCheckCustomization";
constexpr char kRulesFrom[] = "celHealthCheckCustomizationFrom";

// The kind that a key names; false: it names none, and the rule is never asked.
bool ReadKey(absl::string_view key, ReadyRule* rule) {
  const std::vector<absl::string_view> parts = absl::StrSplit(key, '_');
  if (parts.size() != 3 || parts[1].empty() || parts[2].empty()) return false;
  rule->key = std::string(key);
  rule->api_version = parts[0].empty() ? std::string(parts[1])
                                       : absl::StrCat(parts[0], "/", parts[1]);
  rule->kind = std::string(parts[2]);
  return true;
}

void ReadRule(const Member& member, const NodePath& path, ReadyRules* rules) {
  const absl::string_view key = View(member.name);
  if (!member.value.IsString()) return;  // null counts as absent
  ReadyRule rule;
  if (!ReadKey(key, &rule)) {
    rules->notes.push_back(
        {path, "the rule is left out: its key names no kind"});
    return;
  }
  rule.ready_when = std::string(View(member.value));
  const ConditionReading reading =
      ReadCondition(rule.ready_when, ExpressionName::kObject);
  if (!reading.refusal.empty()) {
    rules->refusal = {path,
                      absl::StrCat("the rule ", key, ": ", reading.refusal)};
    return;
  }
  if (reading.writes_values) {
    rules->notes.push_back(
        {path,
         "string() writes a million of an object as 1000000; it was 1e+06"});
  }
  if (reading.may_be_no_bool) {
    rules->notes.push_back(
        {path,
         "the rule counts; function-auto-ready passes it over, because it "
         "need not be a bool"});
  }
  rules->kinds.push_back(std::move(rule));
}

}  // namespace

ReadyRules ReadReadyRules(const Value* input, const NodePath& path) {
  ReadyRules rules;
  if (input == nullptr || !input->IsObject()) return rules;
  const std::string problems = ProblemsOfInput(*input);
  if (!problems.empty()) {
    rules.refusal = {
        path,
        absl::StrCat("function-auto-ready refuses its input: ", problems)};
    return rules;
  }
  const Value* from = Find(*input, kRulesFrom);
  if (from != nullptr && from->IsString() && from->GetStringLength() > 0) {
    rules.refusal = {
        Below(path, {kRulesFrom}),
        absl::StrCat("the rules that it takes from the context (", kRulesFrom,
                     ") have no place in the native input")};
    return rules;
  }
  const Value* given = Find(*input, kRules);
  if (given == nullptr || !given->IsObject()) return rules;
  const NodePath place = Below(path, {kRules});
  for (const Member& member : given->GetObject()) {
    ReadRule(member, Below(place, {std::string(View(member.name))}), &rules);
    if (rules.refusal) return rules;
  }
  if (!rules.kinds.empty()) {
    rules.notes.push_back(
        {place,
         "these rules count, and one that fails is FATAL; function-auto-ready "
         "reads them only with its feature gate CELHealthcheckCustomizations, "
         "and warns"});
  }
  return rules;
}

Value ReadinessOf(const ReadyRules& rules, Pool* pool) {
  Value section = Object();
  if (rules.kinds.empty()) return section;
  Value kinds = Array();
  for (const ReadyRule& rule : rules.kinds) {
    Value kind = Object();
    Set(kind, "apiVersion", Text(rule.api_version, pool), pool);
    Set(kind, "kind", Text(rule.kind, pool), pool);
    Set(kind, "readyWhen", Text(rule.ready_when, pool), pool);
    kinds.PushBack(kind, pool->allocator());
  }
  Set(section, "kinds", std::move(kinds), pool);
  return section;
}

}  // namespace loom
