// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/loops.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tools/convert/go_template/piece_text.h"

namespace loom {
namespace {

// Reads the only loop around a document, whose items stay as they are unless a map may
// be read by its keys.
void ReadLoop(const PieceBlock& block, const std::string& all_uses,
              LoopsAround* loops) {
  const bool reads_key = absl::StrContains(all_uses, block.key_name());
  const bool is_list = block.list.type == Symbol::Type::kList;
  if (!reads_key || is_list) {
    loops->items = RangeOf(block);
    loops->names = {{block.value_name(), "item"},
                    {block.key_name(), "index"},
                    {block.index_name(), "index"}};
    return;
  }
  loops->items = absl::StrCat(RangeOf(block),
                              ".transformList(k, v, {'key': k, 'value': v})");
  loops->names = {{block.value_name(), "item.value"},
                  {block.key_name(), "item.key"},
                  {block.index_name(), "index"}};
}

// Makes one list of the rounds of several loops.
void JoinLoops(const Pieces& all, const std::vector<const PieceBlock*>& around,
               const std::string& all_uses, LoopsAround* loops) {
  std::string fields;
  for (size_t i = 0; i < around.size(); ++i) {
    const std::pair<std::string, absl::string_view> names[] = {
        {around[i]->value_name(), "value"}, {around[i]->key_name(), "key"}};
    const bool counts = absl::StrContains(all_uses, around[i]->index_name());
    if (counts) {
      loops->names.push_back(
          {around[i]->index_name(), absl::StrCat("(0 + item.key", i + 1, ")")});
    }
    for (const auto& name : names) {
      const bool is_counted = counts && name.second == "key";
      if (!absl::StrContains(all_uses, name.first) && !is_counted) continue;
      const std::string field = absl::StrCat(name.second, i + 1);
      absl::StrAppend(&fields, fields.empty() ? "" : ", ", "'", field,
                      "': ", name.first);
      loops->names.push_back({name.first, absl::StrCat("item.", field)});
    }
  }
  loops->items = absl::StrCat("{", fields, "}");
  for (size_t i = around.size(); i > 0; --i) {
    const PieceBlock& block = *around[i - 1];
    loops->items =
        absl::StrCat(RangeOf(block), ".transformList(", block.key_name(), ", ",
                     block.value_name(), ", ", loops->items, ")",
                     i < around.size() ? ".flatten()" : "");
  }
  // Inside of this expression the loops have names of their own.
  loops->items = NameLoops(all, {}, loops->items);
}

}  // namespace

LoopsAround ReadLoops(const Pieces& all, const GoDocument& document,
                      const std::string& uses) {
  LoopsAround loops;
  loops.condition = BoolLiteral(true);
  std::vector<const PieceBlock*> around;
  for (const BlockAround& at : document.around) {
    const PieceBlock& block = all.blocks[at.block];
    const Symbol& checked = block.is_loop ? block.list : block.condition;
    if (IsBroken(checked)) {
      loops.broken = checked.text;
      return loops;
    }
    if (block.is_loop) {
      around.push_back(&block);
    } else {
      loops.condition = And(loops.condition, at.otherwise ? Not(block.condition)
                                                          : block.condition);
    }
  }
  if (around.empty()) return loops;
  const std::string all_uses = absl::StrCat(uses, " ", CelOf(loops.condition));
  if (around.size() == 1) {
    ReadLoop(*around[0], all_uses, &loops);
  } else {
    JoinLoops(all, around, all_uses, &loops);
  }
  return loops;
}

std::string NameLoops(const Pieces& all, const LoopsAround& loops,
                      std::string text) {
  for (const auto& name : loops.names) {
    text = absl::StrReplaceAll(text, {{name.first, name.second}});
  }
  size_t count = 0;
  for (const PieceBlock& block : all.blocks) {
    if (!block.is_loop) continue;
    // The key of a list is its index, and that of a map an error here.
    text = absl::StrReplaceAll(
        text,
        {{block.index_name(), absl::StrCat("(0 + ", block.key_name(), ")")}});
    const bool is_used = absl::StrContains(text, block.value_name()) ||
                         absl::StrContains(text, block.key_name());
    if (!is_used) continue;
    const std::string number = ++count > 1 ? absl::StrCat(count) : "";
    text = absl::StrReplaceAll(text,
                               {{block.value_name(), absl::StrCat("v", number)},
                                {block.key_name(), absl::StrCat("k", number)}});
  }
  return text;
}

}  // namespace loom
