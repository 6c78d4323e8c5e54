// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/fatal_place.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/yaml/scalar.h"

namespace loom {
namespace {

// Where an input lists what it asks for, and the member of an entry that is the key
// of its requirement.
struct Entries {
  absl::string_view section;
  absl::string_view list;
  absl::string_view key;
};

constexpr Entries kEntries[] = {
    {"environment", "configs", ""},
    {"spec", "environmentConfigs", ""},
    {"", "extraResources", "into"},
    {"spec", "extraResources", "into"},
};

// The key of the requirement of a config is its prefix and its index in the input of
// function-environment-configs.
constexpr absl::string_view kConfigPrefix = "environment-config-";
// What the key of a requirement by labels begins with in the native input.
constexpr absl::string_view kListPrefix = "list:";

// What an input has at names that are joined by points; nullptr if it has nothing.
const Value* At(const Value& input, absl::string_view names) {
  const Value* at = &input;
  for (absl::string_view name : absl::StrSplit(names, '.')) {
    at = at->IsObject() ? Find(*at, name) : nullptr;
    if (at == nullptr) return nullptr;
  }
  return at;
}

// A path in the message that begins with a list of the input, such as resources[0] or
// readiness.rules[0]. Members of objects, which messages name as well, do not begin with
// such names and an index.
std::string PathIn(absl::string_view message, const Value& input) {
  for (absl::string_view word :
       absl::StrSplit(message, absl::ByAnyChar(" \n\"'();,"))) {
    absl::ConsumeSuffix(&word, ":");
    size_t bracket = word.find('[');
    if (bracket == word.npos) continue;
    const Value* list = At(input, word.substr(0, bracket));
    if (list != nullptr && list->IsArray()) return std::string(word);
  }
  return "";
}

// Whether a config is one of the kind that was asked for.
bool HasKind(const Value& config, absl::string_view kind) {
  const std::string type = ScalarText(Find(config, "type"));
  const bool is_kind = type == "ConfigMap" || type == "Secret";
  return kind == (is_kind ? type : "EnvironmentConfig");
}

bool AsksFor(const Value& entry, size_t index, const Entries& entries,
             const StepRequirement& asked) {
  if (!entry.IsObject()) return false;
  if (entries.list == "configs" && !HasKind(entry, asked.selector.kind())) {
    return false;
  }
  if (asked.key == absl::StrCat(kConfigPrefix, index)) {
    return entries.list == "environmentConfigs";
  }
  if (!entries.key.empty() &&
      ScalarText(Find(entry, entries.key)) == asked.key) {
    return true;
  }
  if (!asked.selector.has_match_name()) {
    return absl::StartsWith(asked.key, kListPrefix) &&
           Find(entry, "selector") != nullptr;
  }
  return ScalarText(Dig(entry, {"ref", "name"})) == asked.selector.match_name();
}

// The only entry that can have asked; "" if there are several.
std::string EntryOf(const StepRequirement& asked, const Value& input) {
  std::vector<std::string> found;
  for (const Entries& entries : kEntries) {
    const Value* list = entries.section.empty()
                            ? Find(input, entries.list)
                            : Dig(input, {entries.section, entries.list});
    if (list == nullptr || !list->IsArray()) continue;
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      if (!AsksFor((*list)[i], i, entries, asked)) continue;
      found.push_back(absl::StrCat(entries.section,
                                   entries.section.empty() ? "" : ".",
                                   entries.list, "[", i, "]"));
    }
  }
  return found.size() == 1 ? found[0] : "";
}

}  // namespace

std::string PlaceOfFatal(const Value& input, absl::string_view message,
                         absl::string_view failed,
                         const std::vector<StepRequirement>& asked) {
  if (!input.IsObject()) return "";
  std::string path = PathIn(message, input);
  // A path of an object may look like one of the input. What failed is known, and the
  // message may tell more of it, such as which of its transforms.
  if (!failed.empty() && !absl::StartsWith(path, failed)) {
    return std::string(failed);
  }
  if (!path.empty()) return path;
  for (const StepRequirement& each : asked) {
    if (each.answered > 0 ||
        !absl::StrContains(message, absl::StrCat("\"", each.key, "\""))) {
      continue;
    }
    return EntryOf(each, input);
  }
  return "";
}

}  // namespace loom
