// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/slots.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/convert/go_template/piece_text.h"

namespace loom {
namespace {

using Form = Symbol::Form;
using Item = OutlineItem;

bool IsConstantKey(const Symbol& key) { return key.form == Form::kLiteral; }

// `optional.of(…)`, or what it already is.
std::string AsOptional(const Slot& slot) {
  return slot.optional ? CelOf(slot.cel, CelLevel::kOr)
                       : absl::StrCat("optional.of(", CelOf(slot.cel), ")");
}

class Resolver {
 public:
  Resolver(const Pieces& all, std::string* broken)
      : all_(all), broken_(*broken) {}

  std::vector<Slot> Map(const std::vector<Item>& items) {
    std::vector<Slot> slots;
    for (const Item& item : items) {
      if (item.kind == Item::Kind::kBlock) {
        MergeBlock(item, &slots);
      } else if (item.kind == Item::Kind::kNode) {
        Put({item.key, item.node, {}, false}, &slots);
      }
    }
    return slots;
  }

  std::vector<Slot> List(const std::vector<Item>& items,
                         const Symbol& condition) {
    std::vector<Slot> slots;
    for (const Item& item : items) {
      if (item.kind == Item::Kind::kBlock) {
        const Symbol& asked = all_.blocks[item.block].condition;
        if (IsBroken(asked)) {
          Break(asked.text);
          return slots;
        }
        for (Slot& slot : List(item.body, And(condition, asked))) {
          slots.push_back(std::move(slot));
        }
        for (Slot& slot : List(item.otherwise, And(condition, Not(asked)))) {
          slots.push_back(std::move(slot));
        }
        continue;
      }
      Slot& slot = slots.emplace_back();
      slot.node = item.node;
      if (condition.cel == "true") continue;
      slot.cel = Guarded(condition, item.node);
      slot.node = nullptr;
      slot.optional = true;
    }
    return slots;
  }

  // Returns whether there is a loop or a splice among the items or in a condition there.
  static bool IsComputed(const Pieces& all, const std::vector<Item>& items) {
    return std::any_of(items.begin(), items.end(), [&](const Item& item) {
      if (item.kind == Item::Kind::kSplice) return true;
      if (item.kind == Item::Kind::kBlock) {
        return all.blocks[item.block].is_loop || IsComputed(all, item.body) ||
               IsComputed(all, item.otherwise);
      }
      return item.key.form != Form::kCel && !IsConstantKey(item.key);
    });
  }

  std::string Node(const OutlineNode& node) {
    switch (node.kind) {
      case OutlineNode::Kind::kScalar:
        if (IsBroken(node.value)) Break(node.value.text);
        return CelOf(node.value);
      case OutlineNode::Kind::kMap:
        return IsComputed(all_, node.items) ? WholeMap(node.items)
                                            : MapLiteral(node.items);
      case OutlineNode::Kind::kList:
        return IsComputed(all_, node.items) ? WholeList(node.items)
                                            : ListLiteral(node.items);
    }
    return "";
  }

  // How the parts of a map or a list are written.
  struct Whole {
    std::string (Resolver::*literal)(const std::vector<Item>&);
    std::string (Resolver::*loop)(const Item&);
    std::string (Resolver::*whole)(const std::vector<Item>&);
    CelLevel level;  // of a part
  };

  // Returns the parts of a map or a list that has computed entries: neighbors that are
  // not computed are one literal.
  std::vector<std::string> PartsOf(const std::vector<Item>& items,
                                   const Whole& made) {
    std::vector<std::string> parts;
    std::vector<Item> plain;
    const auto flush = [&] {
      if (!plain.empty()) parts.push_back((this->*made.literal)(plain));
      plain.clear();
    };
    for (const Item& item : items) {
      const bool is_block = item.kind == Item::Kind::kBlock;
      if (item.kind == Item::Kind::kSplice) {
        flush();
        const bool is_yaml = item.splice.form == Form::kYaml;
        parts.push_back(
            CelOf(is_yaml ? item.splice.items[0] : item.splice, made.level));
      } else if (is_block && all_.blocks[item.block].is_loop) {
        flush();
        parts.push_back((this->*made.loop)(item));
      } else if (is_block && (IsComputed(all_, item.body) ||
                              IsComputed(all_, item.otherwise))) {
        flush();
        const Symbol& asked = all_.blocks[item.block].condition;
        if (IsBroken(asked)) Break(asked.text);
        parts.push_back(absl::StrCat("(", CelOf(asked, CelLevel::kOr), " ? ",
                                     (this->*made.whole)(item.body), " : ",
                                     (this->*made.whole)(item.otherwise), ")"));
      } else {
        plain.push_back(item);
      }
    }
    flush();
    return parts;
  }

  std::string MapLiteral(const std::vector<Item>& items) {
    return MapText(Map(items));
  }

  std::string ListLiteral(const std::vector<Item>& items) {
    return ListText(List(items, BoolLiteral(true)));
  }

  // A map whose keys are computed: parts that are merged, of which later ones win.
  std::string WholeMap(const std::vector<Item>& items) {
    const std::vector<std::string> parts =
        PartsOf(items, {&Resolver::MapLiteral, &Resolver::MapLoop,
                        &Resolver::WholeMap, CelLevel::kPrimary});
    if (parts.empty()) return "{}";
    if (items.size() == 1 && items[0].kind == Item::Kind::kBlock &&
        !all_.blocks[items[0].block].is_loop && items[0].otherwise.empty()) {
      // The map may be a list, and is null in Go where nothing is written.
      return absl::StrCat(
          "(", CelOf(all_.blocks[items[0].block].condition, CelLevel::kOr),
          " ? dyn(", WholeMap(items[0].body), ") : null)");
    }
    std::string cel = parts[0];
    for (size_t i = 1; i < parts.size(); ++i) {
      absl::StrAppend(&cel, ".merge(", parts[i], ")");
    }
    return cel;
  }

  std::string MapLoop(const Item& item) {
    const PieceBlock& block = all_.blocks[item.block];
    const std::vector<Item>* body = &item.body;
    std::string filter;
    const bool is_filtered = body->size() == 1 &&
                             body->front().kind == Item::Kind::kBlock &&
                             !all_.blocks[body->front().block].is_loop &&
                             body->front().otherwise.empty();
    if (is_filtered) {
      const Symbol& asked = all_.blocks[body->front().block].condition;
      if (IsBroken(asked)) Break(asked.text);
      filter = absl::StrCat(CelOf(asked), ", ");
      body = &body->front().body;
    }
    if (body->size() != 1 || body->front().kind != Item::Kind::kNode) {
      Break("a loop that writes several entries of a map has no expression");
      return "";
    }
    const Item& entry = body->front();
    return absl::StrCat(Items(block), ".transformMapEntry(", block.key_name(),
                        ", ", block.value_name(), ", ", filter, "{",
                        CelText(entry.key), ": ", Node(*entry.node), "})");
  }

  // What a loop runs over; nothing, where Go sees nothing.
  std::string Items(const PieceBlock& block) {
    if (IsBroken(block.list)) {
      Break(block.list.text);
      return "";
    }
    return RangeOf(block);
  }

  std::string WholeList(const std::vector<Item>& items) {
    const std::vector<std::string> parts =
        PartsOf(items, {&Resolver::ListLiteral, &Resolver::ListLoop,
                        &Resolver::WholeList, CelLevel::kProduct});
    return parts.empty() ? "[]" : absl::StrJoin(parts, " + ");
  }

  std::string ListLoop(const Item& item) {
    const PieceBlock& block = all_.blocks[item.block];
    const std::vector<Item>& body = item.body;
    const std::string begin =
        absl::StrCat(Items(block), ".transformList(", block.key_name(), ", ",
                     block.value_name(), ", ");
    const bool is_single =
        body.size() == 1 && body[0].kind == Item::Kind::kNode;
    if (is_single) return absl::StrCat(begin, Node(*body[0].node), ")");
    const bool is_filtered =
        body.size() == 1 && body[0].kind == Item::Kind::kBlock &&
        !all_.blocks[body[0].block].is_loop && body[0].otherwise.empty() &&
        body[0].body.size() == 1 && body[0].body[0].kind == Item::Kind::kNode;
    if (is_filtered) {
      const Symbol& asked = all_.blocks[body[0].block].condition;
      if (IsBroken(asked)) Break(asked.text);
      return absl::StrCat(begin, CelOf(asked), ", ",
                          Node(*body[0].body[0].node), ")");
    }
    return absl::StrCat(
        begin, IsComputed(all_, body) ? WholeList(body) : ListLiteral(body),
        ").flatten()");
  }

  void Break(const std::string& why) {
    if (broken_.empty()) broken_ = why;
  }

 private:
  static Slot* Find(const Symbol& key, std::vector<Slot>* slots) {
    for (Slot& slot : *slots) {
      if (slot.key.text == key.text) return &slot;
    }
    return nullptr;
  }

  static void Put(Slot slot, std::vector<Slot>* slots) {
    Slot* there = Find(slot.key, slots);
    if (there != nullptr) {
      *there = std::move(slot);
    } else {
      slots->push_back(std::move(slot));
    }
  }

  // A slot as an expression.
  Slot Written(const Slot& slot) {
    Slot written = slot;
    if (slot.node == nullptr) return written;
    written.cel = slot.node->kind == OutlineNode::Kind::kScalar
                      ? slot.node->value
                      : CelSymbol(Node(*slot.node), Symbol::Type::kAny,
                                  CelLevel::kChoice);
    if (IsBroken(written.cel)) Break(written.cel.text);
    written.node = nullptr;
    return written;
  }

  void MergeBlock(const Item& item, std::vector<Slot>* slots) {
    const PieceBlock& block = all_.blocks[item.block];
    if (IsBroken(block.condition)) return Break(block.condition.text);
    std::vector<Slot> yes = *slots;
    std::vector<Slot> no = *slots;
    for (Slot& slot : Map(item.body)) Put(std::move(slot), &yes);
    for (Slot& slot : Map(item.otherwise)) Put(std::move(slot), &no);
    if (block.condition.cel == "true") {
      *slots = std::move(yes);
      return;
    }
    if (block.condition.cel == "false") {
      *slots = std::move(no);
      return;
    }
    std::vector<Slot> merged;
    for (const std::vector<Slot>* side : {&yes, &no}) {
      for (const Slot& slot : *side) {
        if (Find(slot.key, &merged) != nullptr) continue;
        merged.push_back(
            Either(block, Find(slot.key, &yes), Find(slot.key, &no)));
      }
    }
    *slots = std::move(merged);
  }

  Slot Either(const PieceBlock& block, const Slot* yes, const Slot* no) {
    if (yes != nullptr && no != nullptr && yes->node == no->node &&
        yes->node != nullptr) {
      return *yes;
    }
    Slot slot;
    slot.key = (yes != nullptr ? yes : no)->key;
    const Symbol& condition = block.condition;
    if (yes != nullptr && no != nullptr) {
      const Slot one = Written(*yes);
      const Slot other = Written(*no);
      slot.optional = one.optional || other.optional;
      if (CelOf(one.cel) == CelOf(other.cel) &&
          one.optional == other.optional) {
        slot.cel = one.cel;
        slot.node = yes->node;
        return slot;
      }
      slot.cel = slot.optional
                     ? CelSymbol(absl::StrCat(CelOf(condition, CelLevel::kOr),
                                              " ? ", AsOptional(one), " : ",
                                              AsOptional(other)),
                                 Symbol::Type::kAny, CelLevel::kChoice)
                     : Choose(condition, one.cel, other.cel);
      slot.cel.maybe.clear();
      return slot;
    }
    slot.optional = true;
    if (no == nullptr && yes->node != nullptr) {
      slot.cel = Asked(block, yes->node);
      return slot;
    }
    const Slot there = Written(*(yes != nullptr ? yes : no));
    const Symbol asked = yes != nullptr ? condition : Not(condition);
    slot.cel = CelSymbol(absl::StrCat(CelOf(asked, CelLevel::kOr), " ? ",
                                      AsOptional(there), " : optional.none()"),
                         Symbol::Type::kAny, CelLevel::kChoice);
    return slot;
  }

  // The optional of a value that is asked for first, as in
  // `{{ if .x }}x: {{ .x }}{{ end }}`.
  Symbol Asked(const PieceBlock& block,
               const std::shared_ptr<OutlineNode>& node) {
    const Symbol& subject = block.subject;
    if (node->kind == OutlineNode::Kind::kScalar &&
        !node->value.maybe.empty() && (node->value.form == Form::kCel) &&
        node->yaml.empty()) {
      if (node->value.maybe == subject.maybe &&
          subject.type == Symbol::Type::kAny) {
        return CelSymbol(
            absl::StrCat("optional.ofNonZeroValue(", CelOrNull(subject), ")"));
      }
      // hasKey
      if (block.condition.cel == node->value.maybe + ".hasValue()") {
        return CelSymbol(node->value.maybe);
      }
    }
    return Guarded(block.condition, node);
  }

  Symbol Guarded(const Symbol& condition,
                 const std::shared_ptr<OutlineNode>& node) {
    return CelSymbol(
        absl::StrCat(CelOf(condition, CelLevel::kOr), " ? optional.of(",
                     Node(*node), ") : optional.none()"),
        Symbol::Type::kAny, CelLevel::kChoice);
  }

  std::string MapText(const std::vector<Slot>& slots) {
    std::vector<std::string> entries;
    for (const Slot& slot : slots) {
      const Slot written = Written(slot);
      entries.push_back(absl::StrCat(slot.optional ? "?" : "",
                                     CelText(slot.key), ": ",
                                     CelOf(written.cel)));
    }
    return absl::StrCat("{", absl::StrJoin(entries, ", "), "}");
  }

  std::string ListText(const std::vector<Slot>& slots) {
    std::vector<std::string> items;
    for (const Slot& slot : slots) {
      const Slot written = Written(slot);
      items.push_back(
          absl::StrCat(slot.optional ? "?" : "", CelOf(written.cel)));
    }
    return absl::StrCat("[", absl::StrJoin(items, ", "), "]");
  }

  const Pieces& all_;
  std::string& broken_;
};

}  // namespace

Slots ResolveMap(const Pieces& all, const std::vector<OutlineItem>& items) {
  Slots slots;
  Resolver resolver(all, &slots.broken);
  if (Resolver::IsComputed(all, items)) {
    slots.whole = resolver.WholeMap(items);
  } else {
    slots.slots = resolver.Map(items);
  }
  return slots;
}

Slots ResolveList(const Pieces& all, const std::vector<OutlineItem>& items) {
  Slots slots;
  Resolver resolver(all, &slots.broken);
  if (Resolver::IsComputed(all, items)) {
    slots.whole = resolver.WholeList(items);
  } else {
    slots.slots = resolver.List(items, BoolLiteral(true));
  }
  return slots;
}

std::string CelOfNode(const Pieces& all, const OutlineNode& node,
                      std::string* broken) {
  return Resolver(all, broken).Node(node);
}

}  // namespace loom
