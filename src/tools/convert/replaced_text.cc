// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/replaced_text.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tools/convert/ready_rules.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

Surgery::Piece Line(size_t column, absl::string_view text) {
  return Surgery::Text(absl::StrCat(std::string(column, ' '), text, "\n"));
}

// In double quotes if single ones would have to be doubled.
std::string QuotedScalar(const std::string& text) {
  const bool is_plain =
      std::all_of(text.begin(), text.end(),
                  [](unsigned char c) { return absl::ascii_isprint(c); });
  if (!is_plain || !absl::StrContains(text, "'") ||
      text.find_first_of("\"\\") != text.npos) {
    return FillText(text);
  }
  return absl::StrCat("\"", text, "\"");
}

}  // namespace

ReplacedText::Section& ReplacedText::SectionOf(const std::string& name) {
  for (Section& section : sections_) {
    if (section.name == name) return section;
  }
  return sections_.emplace_back(Section{name, {}});
}

TextRange ReplacedText::RuleRange(uint32_t rules, size_t number) const {
  const YamlNode& node = document_.nodes[rules];
  const size_t stride = node.kind == YamlNode::Kind::kMap ? 2 : 1;
  const size_t first = number * stride;
  const size_t end = document_.layout.End(node.children[first + stride - 1]);
  auto entry = document_.layout.Entry(rules, first);
  if (!entry.has_value()) {
    return {document_.nodes[node.children[first]].offset, end};
  }
  // Behind the last rule, what follows its line belongs to no rule.
  if (first + stride == node.children.size()) {
    entry->lines.end = document_.nodes.text().find('\n', end);
  }
  return entry->lines;
}

ReplacedText::Comments ReplacedText::CommentsIn(
    const std::vector<TextRange>& cuts) const {
  Comments comments;
  for (const TextRange& comment : document_.layout.comments()) {
    const bool goes =
        std::any_of(cuts.begin(), cuts.end(), [&](const TextRange& cut) {
          return comment.begin >= cut.begin && comment.end <= cut.end;
        });
    if (goes) comments.all.push_back(comment);
  }
  return comments;
}

void ReplacedText::Take(size_t until, size_t column, Comments* comments,
                        Section* section) const {
  for (; comments->taken < comments->all.size(); ++comments->taken) {
    const TextRange& comment = comments->all[comments->taken];
    if (comment.begin >= until) return;
    section->pieces.push_back(
        Line(column, document_.nodes.text().substr(
                         comment.begin, comment.end - comment.begin)));
  }
}

std::string ReplacedText::SameText(const NodePath& path,
                                   const std::string& text) const {
  const uint32_t node = NodeAt(document_, path);
  const YamlNode& scalar = document_.nodes[node];
  if (scalar.kind != YamlNode::Kind::kScalar || scalar.text != text) {
    return QuotedScalar(text);
  }
  const size_t begin = document_.layout.Content(node);
  std::string raw =
      document_.nodes.text().substr(begin, document_.layout.End(node) - begin);
  const bool is_block = raw.find_first_of("|>") == 0;
  const bool is_line = raw.find('\n') == raw.npos;
  return is_block || !is_line || raw.empty() ? QuotedScalar(text) : raw;
}

std::string ReplacedText::NameText(const SequenceName& name,
                                   const NodePath& sequence) const {
  const NodePath path = Below(sequence, {absl::StrCat(name.index)});
  if (name.is_same) return SameText(path, name.pattern);
  const YamlNode& scalar = document_.nodes[NodeAt(document_, path)];
  if (scalar.tag != "!") return FillText(name.pattern);
  return absl::StrCat("'", absl::StrReplaceAll(name.pattern, {{"'", "''"}}),
                      "'");
}

std::string ReplacedText::EntryText(const SequenceEntry& entry, bool is_v1,
                                    const NodePath& rules) const {
  const NodePath rule = Below(rules, {absl::StrCat(entry.rule)});
  const NodePath sequence = Below(rule, {"sequence"});
  const std::string margin(column_ + style_.list, ' ');
  // Of the list dependsOn.
  const std::string inner =
      absl::StrCat(margin, "  ", std::string(style_.list, ' '));
  std::string text =
      absl::StrCat(margin, "- resource: ", NameText(entry.resource, sequence),
                   "\n", margin, "  dependsOn:\n");
  for (const SequenceName& name : entry.depends_on) {
    absl::StrAppend(&text, inner, "- resource: ", NameText(name, sequence),
                    "\n");
  }
  if (entry.has_usage) absl::StrAppend(&text, inner, "  deletion: Usage\n");
  if (!entry.delays) absl::StrAppend(&text, margin, "  mode: None\n");
  if (!entry.when.empty()) {
    absl::StrAppend(&text, margin, "  when: ",
                    SameText(Below(rule, {"condition"}), entry.when), "\n");
  }
  if (entry.has_usage && is_v1) {
    absl::StrAppend(&text, margin, "  usageVersion: v1\n");
  }
  return text;
}

void ReplacedText::AddSequencer(const Value* value, const NodePath& input,
                                const std::vector<TextRange>& cuts) {
  const Sequences sequences = ReadSequences(value, {});
  const NodePath rules = Below(input, {"rules"});
  const uint32_t list = NodeAt(document_, rules);
  Comments comments = CommentsIn(cuts);
  Section& section = SectionOf("dependencies");
  const bool is_first = section.pieces.empty();
  Take(RuleRange(list, 0).begin, column_, &comments, &section);
  if (is_first) section.pieces.push_back(Line(column_, "dependencies:"));
  for (const SequenceEntry& entry : sequences.entries) {
    Take(RuleRange(list, entry.rule).end, column_ + style_.list, &comments,
         &section);
    section.pieces.push_back(
        Surgery::Text(EntryText(entry, sequences.usages_are_v1, rules)));
  }
  Take(std::string::npos, column_, &comments, &section);
}

void ReplacedText::AddAutoReady(const Value* value, const NodePath& input,
                                const std::vector<TextRange>& cuts) {
  const ReadyRules rules = ReadReadyRules(value, {});
  const NodePath path = Below(input, {"celHealthCheckCustomization"});
  const uint32_t map = NodeAt(document_, path);
  Comments comments = CommentsIn(cuts);
  Section& section = SectionOf("readiness");
  if (rules.kinds.empty()) {
    const bool is_first = section.pieces.empty();
    Take(std::string::npos, column_, &comments, &section);
    if (is_first) section.pieces.push_back(Line(column_, "readiness: {}"));
    return;
  }
  Take(RuleRange(map, 0).begin, column_, &comments, &section);
  section.pieces.push_back(Line(column_, "readiness:"));
  const size_t kinds = column_ + style_.map;
  const size_t items = kinds + style_.list;
  section.pieces.push_back(Line(kinds, "kinds:"));
  for (const ReadyRule& rule : rules.kinds) {
    const std::optional<size_t> key = KeyIndex(document_.nodes, map, rule.key);
    if (key.has_value()) {
      Take(RuleRange(map, *key / 2).end, items, &comments, &section);
    }
    for (const std::string& line :
         {absl::StrCat("- apiVersion: ", FillText(rule.api_version)),
          absl::StrCat("  kind: ", FillText(rule.kind)),
          absl::StrCat("  readyWhen: ",
                       SameText(Below(path, {rule.key}), rule.ready_when))}) {
      section.pieces.push_back(Line(items, line));
    }
  }
  Take(std::string::npos, items, &comments, &section);
}

std::vector<Surgery::Piece> ReplacedText::Finish(const std::string& ttl) && {
  std::vector<Surgery::Piece> pieces;
  for (Section& section : sections_) {
    std::move(section.pieces.begin(), section.pieces.end(),
              std::back_inserter(pieces));
  }
  if (!ttl.empty()) {
    pieces.push_back(Line(column_, absl::StrCat("ttl: ", FillText(ttl))));
  }
  return pieces;
}

}  // namespace loom
