// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/fill.h"

#include <algorithm>
#include <set>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "data/value/object.h"
#include "tools/yaml/node_path.h"
#include "tools/yaml/reader.h"
#include "tools/yaml/text.h"

namespace loom {
namespace {

Value* AtKey(Value* value, const NodePath& path) {
  for (const std::string& step : path) {
    size_t index = 0;
    if (value->IsArray() && absl::SimpleAtoi(step, &index) &&
        index < value->Size()) {
      value = &(*value)[static_cast<rapidjson::SizeType>(index)];
    } else {
      value = value->IsObject() ? Find(*value, step) : nullptr;
    }
    if (value == nullptr) return nullptr;
  }
  return value;
}

// A range of the text and what it becomes.
struct Change {
  TextRange range;
  std::string text;
};

Change AppendTo(const YamlNodes& nodes, const YamlLayout& layout, uint32_t map,
                const std::string& member) {
  size_t end = layout.End(map);
  if (layout.IsFlow(map)) {
    const YamlNode& node = nodes[map];
    size_t last =
        node.children.empty() ? end - 1 : layout.End(node.children.back());
    return {{last, last},
            absl::StrCat(node.children.empty() ? "" : ", ", member)};
  }
  size_t column = layout.Entry(map, nodes[map].children.size() - 2)
                      .value_or(BlockEntry{{}, 0, 0})
                      .column;
  size_t first = layout.Content(map);
  size_t line = first == 0 ? 0 : nodes.text().rfind('\n', first - 1) + 1;
  if (column == 0) column = first - line;
  size_t at = std::min(nodes.text().find('\n', end), nodes.text().size());
  return {{at, at}, absl::StrCat("\n", std::string(column, ' '), member)};
}

Change ChangeOf(const Fill& fill, const YamlNodes& nodes,
                const YamlLayout& layout, uint32_t map) {
  std::string member = absl::StrCat(fill.name, ": ", fill.value);
  const std::vector<uint32_t>& children = nodes[map].children;
  std::optional<size_t> old = fill.replaces.empty()
                                  ? std::nullopt
                                  : KeyIndex(nodes, map, fill.replaces);
  if (old.has_value()) {
    return {{nodes[children[*old]].offset, layout.End(children[*old + 1])},
            member};
  }
  if (fill.last || children.empty()) {
    return AppendTo(nodes, layout, map, member);
  }
  size_t first = nodes[children[0]].offset;
  if (layout.IsFlow(map)) return {{first, first}, absl::StrCat(member, ", ")};
  size_t line = first == 0 ? 0 : nodes.text().rfind('\n', first - 1) + 1;
  return {{first, first},
          absl::StrCat(member, "\n", std::string(first - line, ' '))};
}

}  // namespace

std::string FillText(const std::string& text) {
  YamlPage page;
  WriteText(text, /*key=*/true, /*indent=*/0, &page);
  return std::move(page).Finish();
}

absl::Status FillTree(const std::vector<Fill>& fills, Value* document,
                      Pool* pool) {
  for (const Fill& fill : fills) {
    Value* map = AtKey(document, fill.path);
    if (map == nullptr || !map->IsObject()) {
      return absl::InternalError("a fill leads nowhere");
    }
    LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> value,
                          ReadYaml(fill.name, fill.value, pool));
    if (!fill.replaces.empty()) Erase(*map, fill.replaces, pool);
    Set(*map, pool->Keep(fill.name),
        value.empty() ? Value() : std::move(value[0].root), pool);
  }
  return absl::OkStatus();
}

void FillInText(const std::vector<Fill>& fills, const YamlNodes& nodes,
                const YamlLayout& layout, uint32_t root, Surgery* surgery) {
  // Two aliases lead to one place.
  std::set<std::pair<size_t, std::string>> done;
  for (const Fill& fill : fills) {
    std::vector<absl::string_view> path(fill.path.begin(), fill.path.end());
    uint32_t map = NodeAt(nodes, root, path);
    while (nodes[map].kind == YamlNode::Kind::kAlias) map = nodes[map].target;
    if (nodes[map].kind != YamlNode::Kind::kMap) continue;
    Change change = ChangeOf(fill, nodes, layout, map);
    if (!done.emplace(change.range.begin, change.text).second) continue;
    surgery->Replace(change.range, change.text);
  }
}

}  // namespace loom
