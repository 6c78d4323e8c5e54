// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/outline.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/yaml/scalar.h"
#include "tools/convert/go_template/block_text.h"
#include "tools/convert/go_template/outline_text.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

using Form = Symbol::Form;
using Item = OutlineItem;

constexpr int kMaxLevels = 60;

// A plain text may only have characters that keep it plain.
bool StaysPlain(const std::vector<Symbol>& parts) {
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].form != Form::kLiteral) continue;
    const std::string& text = parts[i].text;
    if (absl::StrContains(text, '\n') || absl::StrContains(text, ": ") ||
        absl::StrContains(text, " #")) {
      return false;
    }
    const bool is_first = i == 0;
    if (is_first && !text.empty() &&
        absl::StrContains("\"'[]{}&*!|>%@`,", text[0])) {
      return false;
    }
  }
  return true;
}

// Whether the parts make sure that the text is no number, boolean or null.
bool LooksLikeText(const std::vector<Symbol>& parts) {
  const bool has_digits =
      std::any_of(parts.begin(), parts.end(), [](const Symbol& part) {
        return part.form == Form::kLiteral &&
               part.text.find_first_of("0123456789") != std::string::npos;
      });
  for (const Symbol& part : parts) {
    if (part.form != Form::kLiteral && IsString(part) && !has_digits) {
      return true;
    }
    if (part.form != Form::kLiteral) continue;
    for (const char c : part.text) {
      if (!absl::ascii_isdigit(c) && !absl::StrContains(".+_eE ", c)) {
        return true;
      }
    }
  }
  return false;
}

class OutlineReader {
 public:
  OutlineReader(const OutlineText& text, const YamlNodes& nodes)
      : text_(text), nodes_(nodes) {}

  std::shared_ptr<OutlineNode> Read(std::string* broken) && {
    std::shared_ptr<OutlineNode> root = Node(nodes_.roots()[0], 0);
    *broken = broken_;
    return broken_.empty() ? root : nullptr;
  }

 private:
  void Break(std::string why) {
    if (broken_.empty()) broken_ = std::move(why);
  }

  std::shared_ptr<OutlineNode> Node(uint32_t at, int level) {
    auto node = std::make_shared<OutlineNode>();
    const YamlNode& yaml = nodes_[at];
    if (level > kMaxLevels) Break("this is nested too deeply");
    if (!broken_.empty()) return node;
    switch (yaml.kind) {
      case YamlNode::Kind::kAlias:
        Break("anchors in a template are not converted");
        break;
      case YamlNode::Kind::kScalar:
        TakeScalar(at, node.get());
        break;
      case YamlNode::Kind::kMap:
      case YamlNode::Kind::kSequence: {
        const bool is_map = yaml.kind == YamlNode::Kind::kMap;
        node->kind =
            is_map ? OutlineNode::Kind::kMap : OutlineNode::Kind::kList;
        size_t next = 0;
        node->items = Items(yaml, &next, is_map, level, "");
        if (next < yaml.children.size()) {
          Break("a block ends in another map or list than it begins in");
        }
        break;
      }
    }
    return node;
  }

  // Reads up to a mark of the block that `end` begins, or to the end.
  std::vector<Item> Items(const YamlNode& yaml, size_t* next, bool is_map,
                          int level, const std::string& end) {
    std::vector<Item> items;
    const size_t step = is_map ? 2 : 1;
    while (*next < yaml.children.size() && broken_.empty()) {
      const uint32_t child = yaml.children[*next];
      const YamlNode& head = nodes_[child];
      const auto word = head.kind == YamlNode::Kind::kScalar
                            ? ReadWord(head.text)
                            : std::nullopt;
      const char kind = word.has_value() ? word->first : ' ';
      if (kind == 'e' || kind == 'c') {
        const bool is_own = !end.empty() && WordOf('c', word->second) == end;
        if (!is_own) {
          Break("a block ends in another map or list than it begins in");
        }
        return items;
      }
      *next += step;
      Item& item = items.emplace_back();
      if (kind == 'o') {
        TakeBlock(yaml, next, is_map, level, word->second, &item);
      } else if (kind == 's') {
        item.kind = Item::Kind::kSplice;
        item.splice = text_.values[word->second];
      } else if (is_map) {
        item.key = KeyOf(child);
        item.node = Node(yaml.children[*next - 1], level + 1);
      } else {
        item.node = Node(child, level + 1);
      }
    }
    if (!end.empty()) {
      Break("a block ends in another map or list than it begins in");
    }
    return items;
  }

  void TakeBlock(const YamlNode& yaml, size_t* next, bool is_map, int level,
                 size_t block, Item* item) {
    item->kind = Item::Kind::kBlock;
    item->block = block;
    const std::string end = WordOf('c', block);
    const size_t step = is_map ? 2 : 1;
    item->body = Items(yaml, next, is_map, level, end);
    if (!broken_.empty()) return;
    const bool has_else =
        ReadWord(nodes_[yaml.children[*next]].text)->first == 'e';
    *next += step;
    if (!has_else) return;
    item->otherwise = Items(yaml, next, is_map, level, end);
    if (broken_.empty()) *next += step;
  }

  Symbol KeyOf(uint32_t at) {
    const YamlNode& yaml = nodes_[at];
    if (yaml.kind != YamlNode::Kind::kScalar) {
      Break("a key that is not text is not converted");
      return TextLiteral("");
    }
    const std::vector<Symbol> parts = PartsOfWords(yaml.text, text_.values);
    const Symbol* broken = FirstBroken(parts);
    if (broken != nullptr) Break(broken->text);
    if (yaml.text == "<<") Break("anchors in a template are not converted");
    if (yaml.tag == "?" &&
        (PlainScalar(yaml.text).IsBool() || PlainScalar(yaml.text).IsNull())) {
      Break("a key that is a boolean or null is not converted");
    }
    return TextOfParts(parts);
  }

  void TakeScalar(uint32_t at, OutlineNode* node) {
    const YamlNode& yaml = nodes_[at];
    const std::vector<Symbol> parts = PartsOfWords(yaml.text, text_.values);
    const Symbol* broken = FirstBroken(parts);
    if (broken != nullptr) return Break(broken->text);
    const bool is_constant =
        parts.empty() ||
        (parts.size() == 1 && parts[0].form == Form::kLiteral &&
         parts[0].text == yaml.text);
    if (is_constant) return TakeConstant(at, node);
    if (yaml.tag != "?") {
      node->value = TextOfParts(parts);
      if (node->value.form == Form::kText && parts.size() == 1 &&
          IsString(parts[0])) {
        node->value = parts[0];
      }
      Unquote(&node->value);
      return;
    }
    if (parts.size() == 1) return TakePlain(parts[0], node);
    TakePlainText(parts, node);
  }

  // A string without quotes, of several parts.
  void TakePlainText(std::vector<Symbol> parts, OutlineNode* node) {
    for (size_t i = 0; i < parts.size(); ++i) {
      const bool is_lines =
          parts[i].indent >= 0 ||
          (i == 0 && (parts[i].quoted || parts[i].form == Form::kYaml));
      if (is_lines)
        Break("a string that is quoted or indented at its beginning");
      parts[i] = WithinText(parts[i]);
    }
    parts = PartsOf(TextOfParts(std::move(parts)));
    if (!StaysPlain(parts)) {
      return Break(
          "a string without quotes that may not be plain is not converted");
    }
    if (!LooksLikeText(parts) && HasLiteral(parts)) {
      return Break("this may be a number, which an expression does not see");
    }
    node->value = TextOfParts(parts);
  }

  static std::vector<Symbol> PartsOf(const Symbol& text) {
    return text.form == Form::kText ? text.items : std::vector<Symbol>{text};
  }

  static bool HasLiteral(const std::vector<Symbol>& parts) {
    for (const Symbol& part : parts) {
      if (part.form == Form::kLiteral) return true;
    }
    return false;
  }

  // `quote` within quotes is a part of the text.
  void Unquote(Symbol* value) {
    if (value->quoted) Break("quotes within quotes are not converted");
    if (value->form == Form::kYaml) {
      Break("toJson, toYaml and indent within a string are not converted");
    }
    for (Symbol& part : value->items) {
      if (part.form == Form::kYaml && part.text == "json") {
        part = CelSymbol(part.cel, Symbol::Type::kString);
      }
      if (part.quoted) Break("quotes within a string are not converted");
      if (part.form == Form::kYaml || part.indent >= 0) {
        Break("toJson, toYaml and indent within a string are not converted");
      }
    }
  }

  // A value without quotes: YAML decides what it is.
  void TakePlain(const Symbol& value, OutlineNode* node) {
    switch (value.form) {
      case Form::kYaml:
        node->value = value.items[0];
        return;
      case Form::kText: {
        if (value.quoted) {
          Symbol text = value;
          text.quoted = false;
          node->value = text.items.size() == 1 && IsString(text.items[0])
                            ? text.items[0]
                            : TextOfParts(text.items);
          return;
        }
        if (value.indent >= 0) {
          return Break("indent of a string that is not a block scalar");
        }
        // toString of a number is a number again without quotes.
        if (value.items.size() == 1) return TakePlain(value.items[0], node);
        return TakePlainText(value.items, node);
      }
      case Form::kLiteral: {
        node->value = value;
        node->yaml = value.text;
        if (value.type == Symbol::Type::kString) {
          node->value = PlainLiteral(value.text);
          if (IsString(node->value) && !StaysPlain({value})) {
            Break(
                "a string without quotes that may not be plain is not "
                "converted");
          }
        }
        if (value.type == Symbol::Type::kNull) {
          return Break("nothing is written here, which Go shows as <no value>");
        }
        return;
      }
      case Form::kCel:
        node->value = value;
        return;
      default:
        return Break("Go would print this value as text");
    }
  }

  void TakeConstant(uint32_t at, OutlineNode* node) {
    const YamlNode& yaml = nodes_[at];
    if (yaml.tag == "?") {
      node->value = PlainLiteral(yaml.text);
      node->yaml = yaml.text.empty() ? "null" : yaml.text;
      return;
    }
    if (yaml.tag != "!") return Break("tags in a template are not converted");
    node->value = TextLiteral(yaml.text);
  }

  const OutlineText& text_;
  const YamlNodes& nodes_;
  std::string broken_;
};

}  // namespace

std::shared_ptr<OutlineNode> ReadOutline(const Pieces& all,
                                         const GoDocument& document,
                                         std::string* broken) {
  const OutlineText text = WriteOutline(all, document);
  *broken = text.broken;
  if (!broken->empty()) return nullptr;
  const Symbol* wrong = FirstBroken(text.values);
  if (wrong != nullptr) {
    *broken = wrong->text;
    return nullptr;
  }
  absl::StatusOr<YamlNodes> nodes = YamlNodes::Parse("", text.text);
  if (!nodes.ok()) {
    *broken = "the text around the actions is not YAML by itself";
    return nullptr;
  }
  if (nodes->roots().size() != 1 ||
      (*nodes)[nodes->roots()[0]].kind != YamlNode::Kind::kMap) {
    *broken = "the text around the actions is not a single map";
    return nullptr;
  }
  return OutlineReader(text, *nodes).Read(broken);
}

}  // namespace loom
