// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/patch_parameters.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "base/strings.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"

namespace loom {
namespace {

constexpr absl::string_view kOpening = "${params.";

bool IsIdentifier(absl::string_view text) {
  return !text.empty() && !absl::ascii_isdigit(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return absl::ascii_isalnum(c) || c == '_'; });
}

// Calls `words(text)` and `parameter(name)` for the parts of a string.
template <typename Words, typename Parameter>
void ForEachPart(absl::string_view text, const Words& words,
                 const Parameter& parameter) {
  while (!text.empty()) {
    size_t at = text.find(kOpening);
    const bool escaped = at != text.npos && at > 0 && text[at - 1] == '$';
    const size_t end = at == text.npos ? at : text.find('}', at);
    if (end == text.npos) return words(text);
    if (escaped) {
      words(text.substr(0, at - 1));
      words(text.substr(at, kOpening.size()));
      text.remove_prefix(at + kOpening.size());
      continue;
    }
    if (at > 0) words(text.substr(0, at));
    at += kOpening.size();
    parameter(absl::StripAsciiWhitespace(text.substr(at, end - at)));
    text.remove_prefix(end + 1);
  }
}

// Adds the names that the strings of a value use; "" stands for all of them.
void AddUses(const Value& value, std::set<std::string>* used) {
  if (value.IsObject()) {
    for (const Member& member : Members(value)) AddUses(member.value, used);
    return;
  }
  if (value.IsArray()) {
    for (const Value& element : Items(value)) AddUses(element, used);
    return;
  }
  if (!value.IsString() || !absl::StrContains(View(value), "params")) return;
  ForEachPart(
      View(value), [](absl::string_view) {},
      [&](absl::string_view name) { used->insert(std::string(name)); });
  for (const ExpressionRead& read : ReadsOf(View(value))) {
    if (read.name != "params") continue;
    const bool named = !read.path.empty() && !read.path[0].is_index;
    used->insert(named ? read.path[0].field : "");
  }
}

class Filler {
 public:
  Filler(const Value& params, Pool* pool) : params_(params), pool_(pool) {
    for (const Member& member : Members(params)) {
      names_.emplace_back(View(member.name));
    }
  }

  Value Fill(const Input& at) {
    const Value& value = at.value();
    if (value.IsString()) return Text(at);
    if (value.IsArray()) {
      Value made = Array();
      for (uint32_t i = 0; i < value.Size(); ++i) {
        made.PushBack(Fill(at.Element(i, ItemAt(value, i))),
                      pool_->allocator());
      }
      return made;
    }
    if (!value.IsObject()) return Copy(value, pool_);
    Value made = Object();
    for (const Member& member : Members(value)) {
      const absl::string_view name = View(member.name);
      Set(made, name, Fill(at.Member(name, member.value)), pool_);
    }
    return made;
  }

 private:
  Value Text(const Input& at) {
    const absl::string_view text = View(at.value());
    if (!absl::StrContains(text, kOpening)) return Copy(at.value(), pool_);
    std::string made;
    const Value* whole = nullptr;  // the only part
    size_t parts = 0;
    ForEachPart(
        text,
        [&](absl::string_view words) {
          ++parts;
          absl::StrAppend(&made, words);
        },
        [&](absl::string_view name) {
          ++parts;
          whole = Parameter(at, name);
          if (whole != nullptr) Append(at, name, *whole, &made);
        });
    if (parts == 1 && whole != nullptr) return Copy(*whole, pool_);
    return loom::Text(made, pool_);
  }

  const Value* Parameter(const Input& at, absl::string_view name) {
    const Value* value = Find(params_, name);
    if (value != nullptr) return value;
    at.Invalid(
        "",
        absl::StrCat("unknown parameter \"", Cut(name, limits::kName), "\""),
        ProblemKind::kInvalid, NearestName(name, names_));
    return nullptr;
  }

  // Appends the value inside a longer string.
  void Append(const Input& at, absl::string_view name, const Value& value,
              std::string* made) {
    if (value.IsString()) {
      absl::StrAppend(made, View(value));
    } else if (value.IsBool()) {
      absl::StrAppend(made, value.GetBool() ? "true" : "false");
    } else if (value.IsNumber()) {
      AppendJsonNumber(value, made);
    } else if (View(at.value()).size() != kOpening.size() + name.size() + 1) {
      at.Invalid(
          "", absl::StrCat("the parameter \"", name, "\" is ", KindName(value),
                           ", which cannot be part of a string"));
    }
  }

  const Value& params_;
  Pool* const pool_;
  std::vector<std::string> names_;
};

}  // namespace

PatchParameters PatchParameters::Parse(Fields& set) {
  PatchParameters parameters;
  std::optional<Input> section = set.Object("parameters");
  if (!section.has_value()) return parameters;
  parameters.defaults_ = &section->value();
  std::set<std::string> used;
  if (const Value* patches = Find(set.at().value(), "patches")) {
    AddUses(*patches, &used);
  }
  for (const Member& member : Members(section->value())) {
    const absl::string_view name = View(member.name);
    if (!IsIdentifier(name)) {
      section->Invalid(name,
                       "expected a name of letters, digits and underscores");
      continue;
    }
    parameters.names_.emplace_back(name);
    if (!used.contains(std::string(name)) && !used.contains("")) {
      section->Note(name, "no patch of the set uses the parameter");
    }
  }
  std::sort(parameters.names_.begin(), parameters.names_.end());
  return parameters;
}

std::optional<Value> PatchParameters::ValuesOf(Fields& use,
                                               absl::string_view set,
                                               Pool* pool) const {
  std::optional<Input> given = use.Object("parameters");
  bool sound = true;
  if (given.has_value()) {
    for (const Member& member : Members(given->value())) {
      const absl::string_view name = View(member.name);
      if (std::binary_search(names_.begin(), names_.end(), name)) continue;
      sound = false;
      given->Invalid(
          name,
          absl::StrCat("the patch set \"", set, "\" has no such parameter"),
          ProblemKind::kInvalid, NearestName(name, names_));
    }
  }
  Value values = Object();
  for (const std::string& name : names_) {
    const Value* value =
        given.has_value() ? Find(given->value(), name) : nullptr;
    if (value == nullptr || value->IsNull()) value = Find(*defaults_, name);
    if (value == nullptr || value->IsNull()) {
      sound = false;
      use.at().Problem("parameters",
                       absl::StrCat("Required value: the patch set \"", set,
                                    "\" needs ", name),
                       ProblemKind::kMissing);
      continue;
    }
    Set(values, pool->Keep(name), Copy(*value, pool), pool);
  }
  if (!sound) return std::nullopt;
  return values;
}

std::optional<Value> PatchParameters::Defaults(Pool* pool) const {
  Value values = Object();
  for (const std::string& name : names_) {
    const Value* value = Find(*defaults_, name);
    if (value->IsNull()) return std::nullopt;
    Set(values, pool->Keep(name), Copy(*value, pool), pool);
  }
  return values;
}

Value Filled(const Input& at, const Value& params, Pool* pool) {
  return Filler(params, pool).Fill(at);
}

}  // namespace loom
