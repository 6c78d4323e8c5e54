// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/native_text.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tools/yaml/edit.h"

namespace loom {
namespace {

using Form = Symbol::Form;

std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"${", "$${"}});
}

std::string Braced(const std::string& cel) {
  return absl::StrCat("${", cel, "}");
}

// Whether a text can be a block scalar as it is.
bool FitsBlock(absl::string_view text) {
  if (!absl::StrContains(text, '\n') || text[0] == ' ' || text[0] == '\n' ||
      text[0] == '\t') {
    return false;
  }
  if (absl::EndsWith(text, "\n\n")) return false;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    for (const unsigned char c : line) {
      if (c < ' ' && c != '\t') return false;
    }
  }
  return absl::StripAsciiWhitespace(text) != "";
}

std::string Block(absl::string_view text, size_t margin) {
  std::string lines = absl::EndsWith(text, "\n") ? "|" : "|-";
  for (absl::string_view line :
       absl::StrSplit(absl::StripSuffix(text, "\n"), '\n')) {
    absl::StrAppend(&lines, "\n", line.empty() ? "" : std::string(margin, ' '),
                    line);
  }
  return lines;
}

}  // namespace

std::string InlineOf(const Symbol& symbol) {
  if (symbol.form == Form::kLiteral) return Escaped(symbol.text);
  if (symbol.form != Form::kText) return Braced(CelOf(symbol));
  if (symbol.items.size() == 1) return Braced(CelOf(symbol));
  std::string text;
  for (const Symbol& part : symbol.items) {
    absl::StrAppend(&text, part.form == Form::kLiteral ? Escaped(part.text)
                                                       : Braced(CelOf(part)));
  }
  return text;
}

std::string YamlOf(const std::string& text) {
  if (absl::StrContains(text, '\n')) return ScalarYaml(text);
  const bool is_single = absl::StrContains(text, '"') == false &&
                         absl::StrContains(text, '\'') &&
                         !absl::StrContains(text, '\\');
  std::string yaml = ScalarYaml(text);
  // An expression has single quotes, which would have to be doubled.
  if (is_single && absl::StartsWith(yaml, "'")) {
    return absl::StrCat("\"", text, "\"");
  }
  return yaml;
}

bool NativeLines::IsConstant(const OutlineNode& node) const {
  if (node.kind == OutlineNode::Kind::kScalar) {
    return node.value.form == Form::kLiteral;
  }
  return std::all_of(
      node.items.begin(), node.items.end(), [this](const OutlineItem& item) {
        return item.kind == OutlineItem::Kind::kNode && IsConstant(*item.node);
      });
}

std::string NativeLines::Scalar(const OutlineNode& node, size_t margin) const {
  const Symbol& value = node.value;
  if (value.form == Form::kLiteral) {
    if (value.type != Symbol::Type::kString) {
      return node.yaml.empty() ? value.cel : node.yaml;
    }
    const std::string text = Escaped(value.text);
    if (FitsBlock(text)) return Block(text, margin);
    return YamlOf(text);
  }
  const std::string text = InlineOf(value);
  return FitsBlock(text) ? Block(text, margin) : YamlOf(text);
}

std::string NativeLines::NodeValue(const OutlineNode& node, size_t margin) {
  if (node.kind == OutlineNode::Kind::kScalar) {
    return absl::StrCat(" ", Scalar(node, margin + 2), "\n");
  }
  const bool is_map = node.kind == OutlineNode::Kind::kMap;
  if (!is_map && lists_are_whole_ && !IsConstant(node)) {
    const std::string cel = CelOfNode(all_, node, &broken_);
    return absl::StrCat(" ", YamlOf(Braced(cel)), "\n");
  }
  const Slots slots =
      is_map ? ResolveMap(all_, node.items) : ResolveList(all_, node.items);
  if (broken_.empty()) broken_ = slots.broken;
  if (!slots.whole.empty()) {
    return absl::StrCat(" ", YamlOf(Braced(slots.whole)), "\n");
  }
  if (slots.slots.empty()) return is_map ? " {}\n" : " []\n";
  return absl::StrCat(
      "\n", is_map ? Map(node.items, margin + 2) : List(node.items, margin));
}

std::string NativeLines::SlotValue(const Slot& slot, size_t margin) {
  if (slot.node != nullptr) return NodeValue(*slot.node, margin);
  if (slot.cel.form == Form::kText || slot.cel.form == Form::kLiteral) {
    OutlineNode node;
    node.value = slot.cel;
    return NodeValue(node, margin);
  }
  return absl::StrCat(" ", YamlOf(Braced(CelOf(slot.cel))), "\n");
}

std::string NativeLines::Entry(const std::string& key, const OutlineNode& node,
                               size_t margin) {
  return absl::StrCat(std::string(margin, ' '), ScalarYaml(key), ":",
                      NodeValue(node, margin));
}

std::string NativeLines::Map(const std::vector<OutlineItem>& items,
                             size_t margin) {
  const Slots slots = ResolveMap(all_, items);
  if (broken_.empty()) broken_ = slots.broken;
  if (!slots.whole.empty() && broken_.empty()) {
    broken_ = "a document whose fields are computed has no template";
  }
  std::string lines;
  for (const Slot& slot : slots.slots) {
    absl::StrAppend(&lines, std::string(margin, ' '), ScalarYaml(slot.key.text),
                    ":", SlotValue(slot, margin));
  }
  return lines;
}

std::string NativeLines::List(const std::vector<OutlineItem>& items,
                              size_t margin) {
  const Slots slots = ResolveList(all_, items);
  std::string lines;
  for (const Slot& slot : slots.slots) {
    const bool is_tree =
        slot.node != nullptr && slot.node->kind != OutlineNode::Kind::kScalar;
    std::string value = SlotValue(slot, margin);
    if (is_tree && absl::StartsWith(value, "\n")) {
      // The first line follows the dash.
      const bool is_map = slot.node->kind == OutlineNode::Kind::kMap;
      value = is_map ? value.substr(1 + margin + 2)
                     : List(slot.node->items, margin + 2).substr(margin + 2);
      absl::StrAppend(&lines, std::string(margin, ' '), "- ", value);
    } else {
      absl::StrAppend(&lines, std::string(margin, ' '), "-", value);
    }
  }
  return lines;
}

}  // namespace loom
