// SPDX-License-Identifier: Apache-2.0
#include "yaml/surprises.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "value/value.h"
#include "yaml/number.h"
#include "yaml/scalar.h"

namespace loom {
namespace {

using Kind = YamlSurprise::Kind;

// Doubles hold each whole number up to this one.
constexpr int64_t kExact = int64_t{1} << 53;

bool IsLegacyBoolean(absl::string_view text, const Value& value) {
  return value.IsBool() && !absl::EqualsIgnoreCase(text, "true") &&
         !absl::EqualsIgnoreCase(text, "false");
}

// The digits behind a sign.
absl::string_view Digits(absl::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    text.remove_prefix(1);
  }
  return text;
}

bool IsOctal(absl::string_view text, const Value& value) {
  text = Digits(text);
  return value.IsNumber() && text.size() > 1 && text[0] == '0' &&
         (absl::ascii_isdigit(text[1]) || text[1] == 'o') &&
         text.find_first_of(".eE") == text.npos;
}

bool IsBinary(absl::string_view text, const Value& value) {
  return value.IsNumber() && absl::StartsWithIgnoreCase(Digits(text), "0b");
}

bool HasUnderscores(absl::string_view text, const Value& value) {
  return value.IsNumber() && absl::StrContains(text, '_');
}

bool IsWhole(absl::string_view text) {
  text = Digits(text);
  return !text.empty() &&
         text.find_first_not_of("0123456789") == absl::string_view::npos;
}

bool IsInexact(absl::string_view text, const Value& value) {
  if (!value.IsNumber() || !IsWhole(text)) return false;
  if (!value.IsInt64()) return true;
  return value.GetInt64() > kExact || value.GetInt64() < -kExact;
}

struct Row {
  Kind kind;
  bool (*is)(absl::string_view text, const Value& value);
  // What stands between the text and what it is read as, and behind that.
  const char* verb;
  const char* advice;
};

constexpr Row kRows[] = {
    {Kind::kLegacyBoolean, IsLegacyBoolean, " is read as ", "; quote it"},
    {Kind::kNumber, IsOctal, " is an octal number and is read as ",
     "; quote it if it is text"},
    {Kind::kNumber, IsBinary, " is a binary number and is read as ",
     "; quote it if it is text"},
    {Kind::kNumber, HasUnderscores, " is read as ", "; quote it if it is text"},
    {Kind::kNumber, IsInexact, " is beyond 2^53, so that some read it as ",
     "; quote it if all its digits count"},
};

std::string ReadAs(const Row& row, const Value& value) {
  if (value.IsBool()) return value.GetBool() ? "true" : "false";
  if (row.is == IsInexact && value.IsInt64()) {
    return absl::StrCat(
        static_cast<int64_t>(static_cast<double>(value.GetInt64())));
  }
  return YamlNumber(value);
}

class Finder {
 public:
  explicit Finder(const YamlNodes& yaml) : yaml_(yaml) {}

  void Visit(uint32_t at, bool key = false) {
    const YamlNode& node = yaml_[at];
    bool map = node.kind == YamlNode::Kind::kMap;
    if (node.kind == YamlNode::Kind::kScalar) Scalar(node, key);
    if (map) Keys(node);
    for (size_t i = 0; i < node.children.size(); ++i) {
      Visit(node.children[i], map && i % 2 == 0);
    }
  }

  std::vector<YamlSurprise> Take() && {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const YamlSurprise& a, const YamlSurprise& b) {
                       return a.offset < b.offset;
                     });
    return std::move(found_);
  }

 private:
  void Scalar(const YamlNode& node, bool key) {
    if (node.tag != "?" || node.text.empty()) return;
    Value value = PlainScalar(node.text);
    for (const Row& row : kRows) {
      if (!row.is(node.text, value)) continue;
      const char* quote = key ? "\"" : "";
      found_.push_back(
          {row.kind, node.offset,
           absl::StrCat(key ? "the key " : "", node.text, row.verb, quote,
                        ReadAs(row, value), quote, row.advice)});
      return;
    }
  }

  void Keys(const YamlNode& map) {
    absl::flat_hash_map<std::string, size_t> first;
    for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
      const YamlNode& key = yaml_[map.children[i]];
      if (key.kind != YamlNode::Kind::kScalar || IsMergeKey(key)) continue;
      auto [known, is_new] = first.try_emplace(Name(key), key.offset);
      if (is_new) continue;
      found_.push_back({Kind::kDuplicateKey, key.offset,
                        absl::StrCat("the key ", key.text,
                                     " is there twice, the first is at ",
                                     yaml_.LineColumn(known->second),
                                     "; the last one counts")});
    }
  }

  static bool IsMergeKey(const YamlNode& key) {
    return key.tag == "?" && key.text == "<<";
  }

  // The name that Go gives to a key: `yes` and "true" are one.
  static std::string Name(const YamlNode& key) {
    if (key.tag != "?") return key.text;
    Value value = PlainScalar(key.text);
    if (value.IsBool()) return value.GetBool() ? "true" : "false";
    if (value.IsInt64()) return absl::StrCat(value.GetInt64());
    return key.text;
  }

  const YamlNodes& yaml_;
  std::vector<YamlSurprise> found_;
};

}  // namespace

std::vector<YamlSurprise> FindSurprises(const YamlNodes& yaml, uint32_t root) {
  Finder finder(yaml);
  finder.Visit(root);
  return std::move(finder).Take();
}

}  // namespace loom
