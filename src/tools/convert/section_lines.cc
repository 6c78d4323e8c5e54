// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/section_lines.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tools/convert/ready_rules.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

std::string Line(size_t column, absl::string_view text) {
  return absl::StrCat(std::string(column, ' '), text, "\n");
}

// In double quotes if single ones would have to be doubled.
std::string QuotedScalar(const std::string& text) {
  const bool is_plain =
      std::all_of(text.begin(), text.end(),
                  [](unsigned char c) { return absl::ascii_isprint(c); });
  if (!is_plain || !absl::StrContains(text, "'") ||
      text.find_first_of("\"\\") != text.npos) {
    return ScalarYaml(text);
  }
  return absl::StrCat("\"", text, "\"");
}

}  // namespace

std::string& SectionLines::LinesOf(const std::string& section) {
  for (Section& there : sections_) {
    if (there.name == section) return there.lines;
  }
  return sections_.emplace_back(Section{section, ""}).lines;
}

TextRange SectionLines::RuleRange(const NodePath& rule) const {
  const std::optional<uint32_t> node = edit_.NodeAt(rule);
  if (!node.has_value()) return {};
  const size_t end = edit_.layout().End(*node);
  const std::optional<BlockEntry> entry = edit_.EntryAt(rule);
  if (!entry.has_value()) return {edit_.nodes()[*node].offset, end};
  const auto rules = edit_.NodeAt({rule.begin(), rule.end() - 1});
  // Behind the last rule, what follows its line belongs to no rule.
  const bool is_last = edit_.nodes()[*rules].children.back() == *node;
  return {entry->lines.begin,
          is_last ? edit_.nodes().text().find('\n', end) : entry->lines.end};
}

SectionLines::Comments SectionLines::CommentsIn(
    const std::vector<TextRange>& dropped) const {
  Comments comments;
  for (const TextRange& comment : edit_.layout().comments()) {
    const bool goes =
        std::any_of(dropped.begin(), dropped.end(), [&](const TextRange& part) {
          return comment.begin >= part.begin && comment.end <= part.end;
        });
    if (goes) comments.all.push_back(comment);
  }
  return comments;
}

void SectionLines::Take(size_t until, size_t column, Comments* comments,
                        std::string* lines) const {
  for (; comments->taken < comments->all.size(); ++comments->taken) {
    const TextRange& comment = comments->all[comments->taken];
    if (comment.begin >= until) return;
    *lines += Line(column, edit_.nodes().text().substr(
                               comment.begin, comment.end - comment.begin));
  }
}

std::string SectionLines::SameText(const NodePath& path,
                                   const std::string& text) const {
  const std::optional<uint32_t> node = edit_.NodeAt(path);
  if (!node.has_value() || edit_.nodes()[*node].text != text) {
    return QuotedScalar(text);
  }
  const size_t begin = edit_.layout().Content(*node);
  const std::string raw =
      edit_.nodes().text().substr(begin, edit_.layout().End(*node) - begin);
  const bool is_block = raw.find_first_of("|>") == 0;
  const bool is_line = raw.find('\n') == raw.npos;
  return is_block || !is_line || raw.empty() ? QuotedScalar(text) : raw;
}

std::string SectionLines::NameText(const SequenceName& name,
                                   const NodePath& sequence) const {
  const NodePath path = Below(sequence, {absl::StrCat(name.index)});
  if (name.is_same) return SameText(path, name.pattern);
  const std::optional<uint32_t> node = edit_.NodeAt(path);
  if (!node.has_value() || edit_.nodes()[*node].tag != "!")
    return ScalarYaml(name.pattern);
  return absl::StrCat("'", absl::StrReplaceAll(name.pattern, {{"'", "''"}}),
                      "'");
}

std::string SectionLines::EntryText(const SequenceEntry& entry, bool is_v1,
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

void SectionLines::AddSequencer(const Value* value, const NodePath& input,
                                const std::vector<TextRange>& dropped) {
  const Sequences sequences = ReadSequences(value, {});
  const NodePath rules = Below(input, {"rules"});
  Comments comments = CommentsIn(dropped);
  std::string& lines = LinesOf("dependencies");
  const bool is_first = lines.empty();
  Take(RuleRange(Below(rules, {"0"})).begin, column_, &comments, &lines);
  if (is_first) lines += Line(column_, "dependencies:");
  for (const SequenceEntry& entry : sequences.entries) {
    Take(RuleRange(Below(rules, {absl::StrCat(entry.rule)})).end,
         column_ + style_.list, &comments, &lines);
    lines += EntryText(entry, sequences.usages_are_v1, rules);
  }
  Take(std::string::npos, column_, &comments, &lines);
}

void SectionLines::AddAutoReady(const Value* value, const NodePath& input,
                                const std::vector<TextRange>& dropped) {
  const ReadyRules rules = ReadReadyRules(value, {});
  Comments comments = CommentsIn(dropped);
  std::string& lines = LinesOf("readiness");
  if (rules.kinds.empty()) {
    const bool is_first = lines.empty();
    Take(std::string::npos, column_, &comments, &lines);
    if (is_first) lines += Line(column_, "readiness: {}");
    return;
  }
  const NodePath path = Below(input, {"celHealthCheckCustomization"});
  const Value& given = *edit_.ValueAt(path);
  Take(RuleRange(Below(path, {std::string(View(given.MemberBegin()->name))}))
           .begin,
       column_, &comments, &lines);
  const size_t kinds = column_ + style_.map;
  const size_t items = kinds + style_.list;
  lines += Line(column_, "readiness:");
  lines += Line(kinds, "kinds:");
  for (const ReadyRule& rule : rules.kinds) {
    const NodePath at = Below(path, {rule.key});
    Take(RuleRange(at).end, items, &comments, &lines);
    lines += Line(items,
                  absl::StrCat("- apiVersion: ", ScalarYaml(rule.api_version)));
    lines += Line(items, absl::StrCat("  kind: ", ScalarYaml(rule.kind)));
    lines += Line(items,
                  absl::StrCat("  readyWhen: ", SameText(at, rule.ready_when)));
  }
  Take(std::string::npos, items, &comments, &lines);
}

std::string SectionLines::Finish(const std::string& ttl) && {
  std::string lines;
  for (const Section& section : sections_) lines += section.lines;
  if (!ttl.empty()) {
    lines += Line(column_, absl::StrCat("ttl: ", ScalarYaml(ttl)));
  }
  return lines;
}

}  // namespace loom
