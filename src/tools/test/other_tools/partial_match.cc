// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/partial_match.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "tools/test/other_tools/jmespath.h"

namespace loom {
namespace {

bool IsEscaped(absl::string_view text) {
  return text.size() > 2 && text.front() == '\\' && text.back() == '\\';
}

absl::string_view Unescaped(absl::string_view text) {
  return IsEscaped(text) ? text.substr(1, text.size() - 2) : text;
}

// Whether the text begins with ~. or ~NAME., as a loop of chainsaw does.
bool IsLoop(absl::string_view text) {
  if (text.empty() || text.front() != '~') return false;
  size_t at = 1;
  while (at < text.size() &&
         (absl::ascii_isalnum(text[at]) || text[at] == '_')) {
    ++at;
  }
  return at < text.size() && text[at] == '.';
}

// Whether the text ends with ->NAME, which binds a name.
bool IsBinding(absl::string_view text) {
  const size_t arrow = text.rfind("->");
  if (arrow == text.npos) return false;
  const absl::string_view name =
      absl::StripAsciiWhitespace(text.substr(arrow + 2));
  if (name.empty()) return false;
  for (char each : name) {
    if (!absl::ascii_isalnum(each) && each != '_') return false;
  }
  return true;
}

// Whether it is in parentheses, as in (length(zones)).
bool IsJmesPath(absl::string_view text) {
  return text.size() > 2 && text.front() == '(' && text.back() == ')';
}

bool IsChainsawExpression(absl::string_view text) {
  if (IsEscaped(text)) return false;
  return IsJmesPath(text) || IsLoop(text) || IsBinding(text);
}

}  // namespace

void PartialMatch::Compare(const Value& expected, const Value* value,
                           const NodePath& path) const {
  if (value == nullptr) return report_(path, expected, value);
  if (expected.IsObject()) {
    if (expected.ObjectEmpty() ? value->IsNull() : !value->IsObject()) {
      return report_(path, expected, value);
    }
    for (const Member& member : Members(expected)) {
      const absl::string_view key = View(member.name);
      const NodePath at = Below(path, {std::string(key)});
      if (!IsJmesPath(key)) {
        Compare(member.value, Find(*value, Unescaped(key)), at);
        continue;
      }
      const absl::StatusOr<Value> result =
          JmesPath(key.substr(1, key.size() - 2), *value, pool_);
      Compare(member.value, result.ok() ? &*result : nullptr, at);
    }
    return;
  }
  if (expected.IsArray()) {
    if (!value->IsArray() || value->Size() != expected.Size()) {
      return report_(path, expected, value);
    }
    for (rapidjson::SizeType i = 0; i < expected.Size(); ++i) {
      Compare(ItemAt(expected, i), &ItemAt(*value, i),
              Below(path, {absl::StrCat(i)}));
    }
    return;
  }
  const bool equal =
      expected.IsString()
          ? value->IsString() && Unescaped(View(expected)) == View(*value)
          : Equal(expected, *value);
  if (!equal) report_(path, expected, value);
}

void FindExpressions(
    const Value& expected, const NodePath& path,
    const std::function<void(const NodePath&, absl::string_view)>& found) {
  if (expected.IsObject()) {
    for (const Member& member : Members(expected)) {
      const absl::string_view key = View(member.name);
      const NodePath at = Below(path, {std::string(key)});
      const bool is_supported =
          IsJmesPath(key) && CheckJmesPath(key.substr(1, key.size() - 2)).ok();
      if (IsChainsawExpression(key) && !is_supported) found(at, key);
      FindExpressions(member.value, at, found);
    }
  } else if (expected.IsArray()) {
    for (rapidjson::SizeType i = 0; i < expected.Size(); ++i) {
      FindExpressions(ItemAt(expected, i), Below(path, {absl::StrCat(i)}),
                      found);
    }
  } else if (expected.IsString() && IsChainsawExpression(View(expected))) {
    found(path, View(expected));
  }
}

}  // namespace loom
