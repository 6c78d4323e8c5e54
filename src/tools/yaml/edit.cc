// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/edit.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/text.h"

namespace loom {
namespace {

const Value* AtKeys(const Value* value, const NodePath& path) {
  for (const std::string& step : path) {
    size_t index = 0;
    if (value->IsArray() && absl::SimpleAtoi(step, &index) &&
        index < value->Size()) {
      value = &ItemAt(*value, index);
    } else {
      value = value->IsObject() ? Find(*value, step) : nullptr;
    }
    if (value == nullptr) return nullptr;
  }
  return value;
}

// A collection without entries is null in YAML.
void AddEntry(absl::string_view name, Value value, Value* collection,
              Pool* pool) {
  if (collection->IsArray()) {
    collection->PushBack(value, pool->allocator());
    return;
  }
  if (!collection->IsObject()) collection->SetObject();
  Set(*collection, pool->Keep(name), std::move(value), pool);
}

template <typename Visit>
void EachEntry(const Value& collection, Visit visit) {
  if (collection.IsObject()) {
    for (const Member& member : Members(collection)) {
      visit(View(member.name), member.value);
    }
  }
  if (!collection.IsArray()) return;
  for (rapidjson::SizeType i = 0; i < collection.Size(); ++i) {
    visit(absl::StrCat(i), ItemAt(collection, i));
  }
}

// The index of an entry among the children of its collection.
std::optional<size_t> IndexOf(const YamlNodes& nodes, uint32_t collection,
                              const std::string& name) {
  const YamlNode& node = nodes[collection];
  if (node.kind != YamlNode::Kind::kSequence) {
    return KeyIndex(nodes, collection, name);
  }
  size_t index = 0;
  if (!absl::SimpleAtoi(name, &index) || index >= node.children.size()) {
    return std::nullopt;
  }
  return index;
}

// Where the first of these lines begins that is not blank.
size_t BehindBlankLines(absl::string_view text, TextRange lines) {
  const size_t word = text.find_first_not_of(" \r\n", lines.begin);
  return word == 0 ? 0 : text.rfind('\n', word - 1) + 1;
}

std::string Shifted(absl::string_view lines, int shift) {
  std::string result;
  while (!lines.empty()) {
    size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    absl::string_view line = lines.substr(0, end);
    lines.remove_prefix(end);
    size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    bool blank = spaces == line.size() || line[spaces] == '\n';
    if (shift < 0) {
      line.remove_prefix(std::min<size_t>(spaces, -shift));
    } else if (!blank) {
      result.append(shift, ' ');
    }
    absl::StrAppend(&result, line);
  }
  if (!result.empty() && result.back() != '\n') result += '\n';
  return result;
}

bool IsIn(TextRange inner, TextRange outer) {
  return inner.begin >= outer.begin && inner.end <= outer.end;
}

}  // namespace

YamlEdit::YamlEdit(const YamlDocument& document, Pool* pool)
    : document_(document),
      pool_(pool),
      nodes_(document.nodes()),
      layout_(nodes_) {}

std::optional<uint32_t> YamlEdit::NodeAt(const NodePath& path) const {
  uint32_t node = document_.node();
  for (const std::string& step : path) {
    while (nodes_[node].kind == YamlNode::Kind::kAlias) {
      node = nodes_[node].target;
    }
    const uint32_t below = loom::NodeAt(nodes_, node, {step});
    if (below == node) return std::nullopt;
    node = below;
  }
  return node;
}

std::optional<BlockEntry> YamlEdit::EntryAt(const NodePath& path) const {
  const std::optional<uint32_t> collection =
      NodeAt({path.begin(), path.end() - 1});
  if (!collection.has_value()) return std::nullopt;
  const auto index = IndexOf(nodes_, *collection, path.back());
  if (!index.has_value()) return std::nullopt;
  return layout_.Entry(*collection, *index);
}

YamlEdit::ValueChange& YamlEdit::ChangeAt(const NodePath& path) {
  ValueChange* change = &changes_;
  for (const std::string& step : path) change = &change->below[step];
  return *change;
}

const Value* YamlEdit::ValueAt(const NodePath& path) const {
  return AtKeys(&document_.root, path);
}

void YamlEdit::GetStuck() {
  if (!stuck_.has_value()) stuck_ = if_stuck_;
}

void YamlEdit::Replace(const NodePath& path, const std::string& yaml) {
  ChangeAt(path).yaml = yaml;
  const std::optional<uint32_t> node = NodeAt(path);
  if (!node.has_value()) return GetStuck();
  Put({layout_.Content(*node), layout_.End(*node)}, yaml);
}

void YamlEdit::ReplaceScalar(const NodePath& path, const std::string& text) {
  const std::optional<uint32_t> node = NodeAt(path);
  const bool is_text = node.has_value() &&
                       nodes_[*node].kind == YamlNode::Kind::kScalar &&
                       !nodes_[*node].text.empty();
  if (!is_text) GetStuck();
  Replace(path, ScalarYaml(text));
}

void YamlEdit::Rename(const NodePath& path, const std::string& name) {
  ChangeAt(path).name = name;
  const auto map = NodeAt({path.begin(), path.end() - 1});
  if (!map.has_value()) return;
  const auto index = KeyIndex(nodes_, *map, path.back());
  if (!index.has_value()) return;
  const uint32_t key = nodes_[*map].children[*index];
  Put({layout_.Content(key), layout_.End(key)}, name);
}

void YamlEdit::Add(const Fill& fill) {
  ChangeAt(Below(fill.path, {fill.name})).yaml = fill.value;
  if (!fill.replaces.empty()) {
    ChangeAt(Below(fill.path, {fill.replaces})).is_gone = true;
  }
  std::optional<uint32_t> map = NodeAt(fill.path);
  if (!map.has_value()) return;
  while (nodes_[*map].kind == YamlNode::Kind::kAlias) map = nodes_[*map].target;
  if (nodes_[*map].kind != YamlNode::Kind::kMap) return;
  const auto [range, text] = FilledIn(fill, *map);
  // Two aliases may lead to the same node.
  if (filled_.emplace(range.begin, text).second) Put(range, text);
}

std::pair<TextRange, std::string> YamlEdit::FilledIn(const Fill& fill,
                                                     uint32_t map) const {
  const std::string field = absl::StrCat(fill.name, ": ", fill.value);
  const std::vector<uint32_t>& children = nodes_[map].children;
  const size_t end = layout_.End(map);
  const auto old = KeyIndex(nodes_, map, fill.replaces);
  if (old.has_value()) {
    return {{nodes_[children[*old]].offset, layout_.End(children[*old + 1])},
            field};
  }
  if (children.empty()) return {{end - 1, end - 1}, field};
  const absl::string_view text = nodes_.text();
  const size_t first = nodes_[children[0]].offset;
  const size_t line = first == 0 ? 0 : text.rfind('\n', first - 1) + 1;
  const std::string gap =
      layout_.IsFlow(map) ? ", "
                          : absl::StrCat("\n", std::string(first - line, ' '));
  if (!fill.last) return {{first, first}, absl::StrCat(field, gap)};
  const size_t at = layout_.IsFlow(map)
                        ? layout_.End(children.back())
                        : std::min(text.find('\n', end), text.size());
  return {{at, at}, absl::StrCat(gap, field)};
}

void YamlEdit::Put(TextRange range, std::string text) {
  text_changes_.push_back({range, range.begin, false, {{std::move(text)}}});
}

YamlEdit::Place YamlEdit::EndOf(const NodePath& collection) {
  slots_.push_back({.collection = collection});
  Place none = {slots_.size() - 1, 0};
  const std::optional<uint32_t> node = NodeAt(collection);
  if (!node.has_value() || nodes_[*node].children.empty()) return none;
  const YamlNode& old = nodes_[*node];
  const size_t stride = old.kind == YamlNode::Kind::kMap ? 2 : 1;
  const auto last = layout_.Entry(*node, old.children.size() - stride);
  if (!last.has_value()) return none;
  slots_.back() = {collection, true, last->lines.end, old.offset};
  return {none.slot, last->column};
}

YamlEdit::Place YamlEdit::Before(const NodePath& map,
                                 const std::vector<std::string>& fields) {
  Slot slot = {.collection = map};
  size_t column = 0;
  for (const std::string& field : fields) {
    if (!NodeAt(Below(map, {field})).has_value()) continue;
    const std::optional<BlockEntry> entry = EntryAt(Below(map, {field}));
    slot.has_lines = entry.has_value();
    if (!entry.has_value()) break;
    const size_t at = BehindBlankLines(nodes_.text(), entry->lines);
    if (slot.at != 0 && slot.at < at) continue;
    slot.at = at;
    slot.owner = std::max<size_t>(at, 1) - 1;
    column = entry->column;
  }
  slots_.push_back(std::move(slot));
  return {slots_.size() - 1, column};
}

std::vector<YamlEdit::Piece>* YamlEdit::PiecesAt(const Place& place) {
  Need(place);
  return &slots_[place.slot].pieces;
}

void YamlEdit::Need(const Place& place) {
  if (!slots_[place.slot].has_lines) GetStuck();
}

void YamlEdit::Write(const Place& place, const std::string& lines) {
  if (lines.empty()) return;
  PiecesAt(place)->push_back({lines});
  ChangeAt(slots_[place.slot].collection)
      .added.push_back({place.below, lines, {}});
}

void YamlEdit::Move(const NodePath& path, const Place& to) {
  ChangeAt(path).is_gone = true;
  ChangeAt(slots_[to.slot].collection).added.push_back({to.below, "", path});
  std::optional<BlockEntry> entry = EntryAt(path);
  if (!entry.has_value() || !slots_[to.slot].has_lines) return GetStuck();
  entry->lines = LinesFor(to, entry->lines);
  Cut(entry->lines);
  const auto later = std::find_if(
      moves_.begin(), moves_.end(), [&entry](const PendingMove& move) {
        return move.entry.lines.begin > entry->lines.begin;
      });
  moves_.insert(later, {*entry, to});
}

void YamlEdit::Dissolve(const NodePath& path, const Place& otherwise) {
  ChangeAt(path).is_gone = true;
  const std::optional<BlockEntry> entry = EntryAt(path);
  if (!entry.has_value()) return GetStuck();
  const TextRange lines = LinesFor(otherwise, entry->lines);
  Cut(lines);
  MoveOutOf(lines, otherwise);
}

TextRange YamlEdit::Drop(const NodePath& path) {
  ChangeAt(path).is_gone = true;
  const std::optional<BlockEntry> entry = EntryAt(path);
  if (!entry.has_value()) {
    GetStuck();
    return {};
  }
  Cut(entry->lines);
  return entry->lines;
}

void YamlEdit::Cut(TextRange lines) {
  text_changes_.push_back({lines, lines.begin, true});
}

// What moves to where it is leaves the blank lines above it.
TextRange YamlEdit::LinesFor(const Place& place, TextRange lines) const {
  const size_t at = slots_[place.slot].at;
  if (lines.begin < at && at < lines.end) lines.begin = at;
  return lines;
}

void YamlEdit::MoveOutOf(TextRange lines, const Place& otherwise) {
  size_t at = lines.begin;
  Place last = otherwise;
  for (const auto& [entry, to] : moves_) {
    if (!IsIn(entry.lines, lines)) continue;
    InsertComments({at, entry.lines.begin}, to);
    const int shift =
        static_cast<int>(to.column) - static_cast<int>(entry.column);
    PiecesAt(to)->push_back({"", entry.lines, shift});
    at = entry.lines.end;
    last = to;
  }
  InsertComments({at, lines.end}, last);
  std::erase_if(moves_, [lines](const PendingMove& move) {
    return IsIn(move.entry.lines, lines);
  });
}

void YamlEdit::InsertComments(TextRange part, const Place& place) {
  for (const TextRange& comment : layout_.comments()) {
    if (!IsIn(comment, part)) continue;
    PiecesAt(place)->push_back({absl::StrCat(
        std::string(place.column, ' '),
        nodes_.text().substr(comment.begin, comment.end - comment.begin),
        "\n")});
  }
}

std::string YamlEdit::Text() {
  while (!moves_.empty()) {
    const PendingMove next = moves_[0];
    MoveOutOf(next.entry.lines, next.to);
  }
  for (const Slot& slot : slots_) {
    text_changes_.push_back(
        {{slot.at, slot.at}, slot.owner, false, slot.pieces});
  }
  // Of what is inserted at one place, that of the inner collection comes first.
  const auto key = [](const Change& change) {
    const bool is_insertion = change.range.begin == change.range.end;
    return std::tuple(change.range.begin, !is_insertion, ~change.owner);
  };
  std::stable_sort(
      text_changes_.begin(), text_changes_.end(),
      [&](const Change& a, const Change& b) { return key(a) < key(b); });
  return Render({0, nodes_.text().size()});
}

// Returns a part of the old text with the changes in it.
std::string YamlEdit::Render(TextRange range) const {
  const absl::string_view text = nodes_.text();
  std::string result;
  size_t at = range.begin;
  TextRange cut;  // the last one
  for (const Change& change : text_changes_) {
    const TextRange& there = change.range;
    if (there.begin < at || there.end > range.end) continue;
    if (change.owner < range.begin) continue;
    // What grows was cut, and the insertion with it.
    if (change.owner >= cut.begin && change.owner < cut.end) continue;
    // The range itself is cut, and is rendered where it moves.
    if (change.is_cut && IsIn(range, there)) continue;
    absl::StrAppend(&result, text.substr(at, there.begin - at));
    for (const Piece& piece : change.pieces) {
      absl::StrAppend(&result, piece.lines.end > piece.lines.begin
                                   ? Shifted(Render(piece.lines), piece.shift)
                                   : piece.text);
    }
    at = there.end;
    if (change.is_cut) cut = there;
  }
  absl::StrAppend(&result, text.substr(at, range.end - at));
  return result;
}

Value YamlEdit::Read(const std::string& yaml) {
  auto documents = ReadYaml("", yaml, pool_);
  // What is no YAML differs from the text, which is none either.
  if (!documents.ok() || documents->size() != 1) return Value();
  return std::move((*documents)[0].root);
}

Value YamlEdit::Changed(const Value& old, const ValueChange& change) {
  if (change.yaml.has_value()) return Read(*change.yaml);
  if (change.below.empty() && change.added.empty()) return Copy(old, pool_);
  Value made = old.IsArray() ? Array() : Object();
  EachEntry(old, [&](absl::string_view name, const Value& value) {
    const auto found = change.below.find(name);
    if (found == change.below.end()) {
      return AddEntry(name, Copy(value, pool_), &made, pool_);
    }
    const ValueChange& below = found->second;
    if (below.is_gone) return;
    AddEntry(below.name.empty() ? name : below.name, Changed(value, below),
             &made, pool_);
  });
  for (const auto& [name, below] : change.below) {
    const bool is_new = below.yaml.has_value() && !old.IsArray() &&
                        (!old.IsObject() || Find(old, name) == nullptr);
    if (is_new) AddEntry(name, Read(*below.yaml), &made, pool_);
  }
  for (const Added& added : change.added) {
    const Value* place = AtKeys(&made, added.below);
    if (place != nullptr) AddTo(added, const_cast<Value*>(place));
  }
  return made;
}

void YamlEdit::AddTo(const Added& added, Value* collection) {
  if (added.from.empty()) {
    const Value entries = Read(added.yaml);
    if (entries.IsArray() && !collection->IsArray()) collection->SetArray();
    EachEntry(entries, [&](absl::string_view name, const Value& value) {
      AddEntry(name, Copy(value, pool_), collection, pool_);
    });
    return;
  }
  const Value* old = ValueAt(added.from);
  if (old == nullptr) return;
  const ValueChange& change = ChangeAt(added.from);
  AddEntry(change.name.empty() ? added.from.back() : change.name,
           Changed(*old, change), collection, pool_);
}

std::string ScalarYaml(const std::string& text) {
  YamlPage page;
  WriteText(text, /*key=*/true, /*indent=*/0, &page);
  return std::move(page).Finish();
}

std::string WithBreaksOf(absl::string_view before, std::string text) {
  const size_t first = before.find('\n');
  if (first == before.npos || first == 0 || before[first - 1] != '\r') {
    return text;
  }
  return absl::StrReplaceAll(text, {{"\r\n", "\r\n"}, {"\n", "\r\n"}});
}

}  // namespace loom
