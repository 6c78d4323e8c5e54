// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/sequences.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/go/regexp.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/convert/ready_rules.h"
#include "tools/convert/step_kind.h"

namespace loom {
namespace {

// For NativePatternOf.

// Where the character class that begins at `at` ends: behind its bracket.
size_t EndOfClass(absl::string_view text, size_t at) {
  size_t end = at + 1;
  if (end < text.size() && text[end] == '^') ++end;
  if (end < text.size() && text[end] == ']') ++end;
  while (end < text.size() && text[end] != ']') {
    if (text[end] == '\\') ++end;
    const bool posix = absl::StartsWith(text.substr(end), "[:");
    const size_t close = posix ? text.find(":]", end + 2) : text.npos;
    end = close == text.npos ? end + 1 : close + 2;
  }
  return std::min(end + 1, text.size());
}

// The parts between the bars that stand in no group and in no class.
std::vector<std::string> NamesBetweenBars(absl::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '|' && depth == 0) {
      parts.emplace_back();
      ++at;
      continue;
    }
    size_t end = at + 1;
    if (c == '\\') end = std::min(at + 2, text.size());
    if (c == '[') end = EndOfClass(text, at);
    if (c == '(') ++depth;
    if (c == ')') --depth;
    absl::StrAppend(&parts.back(), text.substr(at, end - at));
    at = end;
  }
  return parts;
}

bool EndsWithDollar(absl::string_view part) {
  if (!absl::EndsWith(part, "$")) return false;
  part.remove_suffix(1);
  const size_t last = part.find_last_not_of('\\');
  const size_t slashes = part.size() - (last == part.npos ? 0 : last + 1);
  return slashes % 2 == 0;
}

// The part as one that has to match the whole name.
std::string Whole(absl::string_view part) {
  const bool begins = absl::ConsumePrefix(&part, "^");
  const bool ends = EndsWithDollar(part);
  if (ends) part.remove_suffix(1);
  return absl::StrCat(begins ? "" : ".*", part, ends ? "" : ".*");
}

// For ReadSequences.

// Reads the rules of an input that function-sequencer takes.
class SequenceReader {
 public:
  SequenceReader(const Value& input, NodePath path)
      : input_(input),
        path_(std::move(path)),
        makes_usages_(IsTrue(Find(input, "enableDeletionSequencing"))) {}

  Sequences Read() && {
    result_.usages_are_v1 = TextAt(input_, {"usageVersion"}) == "v1";
    if (const Value* rules = ListMember(&input_, "rules")) {
      for (size_t i = 0; i < rules->Size() && !result_.refusal; ++i) {
        const Value& rule = ItemAt(*rules, i);
        if (rule.IsObject()) ReadRule(rule, i);
      }
    }
    if (!result_.refusal && result_.entries.empty()) {
      Refuse(path_, "none of its rules has an effect");
    }
    if (!result_.refusal) NoteDifferences();
    // Those of the step come first.
    std::stable_sort(result_.notes.begin(), result_.notes.end(),
                     [this](const NodeRemark& a, const NodeRemark& b) {
                       return a.path == path_ && b.path != path_;
                     });
    return std::move(result_);
  }

 private:
  void ReadRule(const Value& rule, size_t number) {
    const NodePath path = Below(path_, {"rules", absl::StrCat(number)});
    const bool creates_only = IsTrue(Find(rule, "createOnly"));
    const bool deletes_only = IsTrue(Find(rule, "deleteOnly"));
    if (creates_only && deletes_only) {
      return Refuse(path, absl::StrCat("its rule ", number + 1,
                                       " has both createOnly and deleteOnly"));
    }
    SequenceEntry entry{.rule = number,
                        .has_usage = makes_usages_ && !creates_only,
                        .delays = !deletes_only};
    if (entry.delays) {
      ReadWhen(rule, path, &entry);
    } else if (!TextAt(rule, {"condition"}).empty()) {
      Note(Below(path, {"condition"}),
           "the condition is left out: it has no effect with deleteOnly");
    }
    if (!entry.delays && !entry.has_usage) {
      return Note(path,
                  "the rule is left out: deleteOnly has no effect without "
                  "enableDeletionSequencing");
    }
    AddEntries(rule, path, std::move(entry));
  }

  void ReadWhen(const Value& rule, const NodePath& path, SequenceEntry* entry) {
    entry->when = std::string(TextAt(rule, {"condition"}));
    if (entry->when.empty()) return;
    const NodePath place = Below(path, {"condition"});
    const ConditionReading reading = ReadCondition(
        entry->when, ExpressionNames(ExpressionName::kObserved) |
                         ExpressionName::kDesired | ExpressionName::kContext);
    if (!reading.refusal.empty()) {
      return Refuse(place, absl::StrCat("its condition: ", reading.refusal));
    }
    if (reading.writes_values) {
      Note(place,
           "string() writes a million from an object as 1000000; before, it "
           "was 1e+06");
    }
    result_.reads_ready |= reading.reads_ready;
    result_.has_conditions = true;
  }

  // An entry for each name but the first, made of the one that the rule has.
  void AddEntries(const Value& rule, const NodePath& path,
                  SequenceEntry entry) {
    const Value* sequence = ListMember(&rule, "sequence");
    const size_t size = sequence == nullptr ? 0 : sequence->Size();
    if (size < 2) {
      return Note(path,
                  "the rule is left out: a single name waits for nothing");
    }
    std::vector<SequenceName> names;
    for (size_t i = 0; i < size; ++i) {
      const Value& text = ItemAt(*sequence, i);
      names.push_back(
          NameOf(text, i, Below(path, {"sequence", absl::StrCat(i)})));
      if (result_.refusal) return;
    }
    for (size_t i = 1; i < size; ++i) {
      entry.resource = names[i];
      const auto first = names.begin() + ptrdiff_t(entry.delays ? 0 : i - 1);
      entry.depends_on.assign(first, names.begin() + ptrdiff_t(i));
      AddEntry(entry, Below(path, {"sequence", absl::StrCat(i)}));
    }
  }

  SequenceName NameOf(const Value& value, size_t index, const NodePath& path) {
    const absl::string_view text = value.IsString() ? View(value) : "";
    NativePattern pattern = NativePatternOf(text);
    if (pattern.text.empty()) Refuse(path, "it contains an empty name");
    if (pattern.is_open_union) {
      Note(path,
           absl::StrCat(
               Quoted(text), " becomes ", pattern.text,
               ", which is what it matches; to match only these names, write ",
               text));
    }
    const bool is_same = pattern.text == text;
    return {index, std::move(pattern.text), is_same};
  }

  void AddEntry(SequenceEntry entry, const NodePath& path) {
    auto& before = entry.depends_on;
    const bool neighbour_stays =
        before.back().pattern != entry.resource.pattern;
    const size_t size = before.size();
    before.erase(std::remove_if(before.begin(), before.end(),
                                [&entry](const SequenceName& name) {
                                  return name.pattern == entry.resource.pattern;
                                }),
                 before.end());
    if (before.size() < size) {
      Note(path,
           absl::StrCat(entry.resource.pattern, " no longer waits for itself"));
    }
    entry.has_usage &= neighbour_stays;
    if (before.empty() || (!entry.delays && !entry.has_usage)) return;
    result_.entries.push_back(std::move(entry));
  }

  void NoteDifferences() {
    if (!IsTrue(Find(input_, "resetCompositeReadiness")) && Delays()) {
      Note(path_,
           "the composite is not ready while a resource is withheld, as with "
           "resetCompositeReadiness");
    }
    if (!HasUsages()) return;
    Note(path_,
         "Usages get new names, so Crossplane recreates them: do not delete a "
         "composite in the meantime");
    if (!IsTrue(Find(input_, "replayDeletion"))) {
      Note(path_, "Usages get replayDeletion: true");
    }
    if (result_.usages_are_v1) {
      Note(path_,
           "v1 Usages are created only for cluster-scoped resources, because "
           "they cannot refer to others");
    }
  }
  bool Delays() const {
    return std::any_of(result_.entries.begin(), result_.entries.end(),
                       [](const SequenceEntry& entry) { return entry.delays; });
  }
  bool HasUsages() const {
    return std::any_of(
        result_.entries.begin(), result_.entries.end(),
        [](const SequenceEntry& entry) { return entry.has_usage; });
  }

  void Note(NodePath path, std::string text) {
    result_.notes.push_back({std::move(path), std::move(text)});
  }
  void Refuse(NodePath path, std::string text) {
    if (!result_.refusal) result_.refusal = {std::move(path), std::move(text)};
  }

  const Value& input_;
  const NodePath path_;
  const bool makes_usages_;
  Sequences result_;
};

}  // namespace

NativePattern NativePatternOf(absl::string_view text) {
  NativePattern pattern;
  const bool open = absl::StartsWith(text, "^") || absl::EndsWith(text, "$");
  const std::string anchored =
      open ? std::string(text) : absl::StrCat("^", text, "$");
  if (!Regexp::Compile(anchored).ok()) {
    pattern.text = std::string(text);
    return pattern;
  }
  // What stands between \Q and \E is not looked into.
  if (absl::StrContains(text, "\\Q")) {
    pattern.text = absl::StrCat(".*(?:", anchored, ").*");
    return pattern;
  }
  std::vector<std::string> parts = NamesBetweenBars(anchored);
  for (std::string& part : parts) part = Whole(part);
  pattern.text = absl::StrJoin(parts, "|");
  pattern.is_open_union = !open && parts.size() > 1;
  return pattern;
}

Sequences ReadSequences(const Value* input, const NodePath& path) {
  const std::string problems =
      input == nullptr ? "it has none" : ProblemsOfInput(*input).Joined();
  if (problems.empty()) return SequenceReader(*input, path).Read();
  Sequences refused;
  refused.refusal = {
      path, absl::StrCat("function-sequencer refuses its input: ", problems)};
  return refused;
}

}  // namespace loom
