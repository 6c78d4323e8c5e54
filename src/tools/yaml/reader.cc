// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "command_line/json_writer.h"
#include "data/value/deferred.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/value/utf8.h"
#include "data/yaml/scalar.h"
#include "data/yaml/writer.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

// For ReadYaml.

class Converter {
 public:
  Converter(const YamlNodes& nodes, Pool* pool) : nodes_(nodes), pool_(pool) {}

  absl::StatusOr<Value> Convert(uint32_t at) {
    const YamlNode& node = nodes_[at];
    if (aliases_ > 0 && ++aliased_ > kMaxAliased) {
      return nodes_.Error(
          node.offset,
          absl::StrCat("the aliases of this document expand to more than ",
                       kMaxAliased, " values"));
    }
    if (++depth_ > kMaxDepth) {
      return nodes_.Error(node.offset,
                          absl::StrCat("nested deeper than ", kMaxDepth));
    }
    absl::StatusOr<Value> value = ConvertKind(node);
    --depth_;
    return value;
  }

 private:
  absl::StatusOr<Value> ConvertKind(const YamlNode& node) {
    switch (node.kind) {
      case YamlNode::Kind::kScalar:
        return Scalar(node);
      case YamlNode::Kind::kSequence:
        return Sequence(node);
      case YamlNode::Kind::kMap: {
        Value object = Object();
        LOOM_RETURN_IF_ERROR(AddMembers(node, &object));
        return object;
      }
      case YamlNode::Kind::kAlias:
        break;
    }
    return Alias(node);
  }

  absl::StatusOr<Value> Scalar(const YamlNode& node) {
    absl::StatusOr<Value> value = TaggedScalar(node.tag, node.text, pool_);
    return value.ok() ? std::move(value)
                      : nodes_.Error(node.offset, value.status().message());
  }

  absl::StatusOr<Value> Sequence(const YamlNode& node) {
    Value array = Array();
    array.Reserve(static_cast<rapidjson::SizeType>(node.children.size()),
                  pool_->allocator());
    for (uint32_t child : node.children) {
      LOOM_ASSIGN_OR_RETURN(Value item, Convert(child));
      array.PushBack(item, pool_->allocator());
    }
    return array;
  }

  absl::Status AddMembers(const YamlNode& map, Value* object) {
    for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
      const YamlNode& key = nodes_[map.children[i]];
      if (key.kind == YamlNode::Kind::kScalar &&
          IsMergeKey(key.tag, key.text)) {
        LOOM_RETURN_IF_ERROR(Merge(map.children[i + 1], object));
        continue;
      }
      LOOM_ASSIGN_OR_RETURN(absl::string_view name, Key(map.children[i]));
      LOOM_ASSIGN_OR_RETURN(Value value, Convert(map.children[i + 1]));
      Set(*object, name, std::move(value), pool_);
    }
    return absl::OkStatus();
  }

  absl::StatusOr<absl::string_view> Key(uint32_t node) {
    LOOM_ASSIGN_OR_RETURN(Value key, Convert(node));
    absl::StatusOr<absl::string_view> name = KeyText(key, pool_);
    return name.ok()
               ? std::move(name)
               : nodes_.Error(nodes_[node].offset, name.status().message());
  }

  // `<<: *base` and `<<: [*first, *second]`. Of equal keys, that of the first
  // base is kept, so the first base is merged last.
  absl::Status Merge(uint32_t at, Value* object) {
    const YamlNode& node = nodes_[at];
    if (node.kind != YamlNode::Kind::kSequence) return MergeOne(at, object);
    for (size_t i = node.children.size(); i-- > 0;) {
      LOOM_RETURN_IF_ERROR(MergeOne(node.children[i], object));
    }
    return absl::OkStatus();
  }

  absl::Status MergeOne(uint32_t at, Value* object) {
    LOOM_ASSIGN_OR_RETURN(Value base, Convert(at));
    if (!base.IsObject()) {
      return nodes_.Error(nodes_[at].offset, kOnlyMapsMerge);
    }
    for (Member& member : Members(base)) {
      Set(*object, View(member.name), std::move(member.value), pool_);
    }
    return absl::OkStatus();
  }

  absl::StatusOr<Value> Alias(const YamlNode& node) {
    if (std::find(expanding_.begin(), expanding_.end(), node.target) !=
        expanding_.end()) {
      return nodes_.Error(node.offset, "this alias contains itself");
    }
    expanding_.push_back(node.target);
    ++aliases_;
    absl::StatusOr<Value> value = Convert(node.target);
    --aliases_;
    expanding_.pop_back();
    return value;
  }

  const YamlNodes& nodes_;
  Pool* pool_;
  int depth_ = 0;
  int aliases_ = 0;
  int aliased_ = 0;
  std::vector<uint32_t> expanding_;
};

// For Locate.

using Kind = YamlNode::Kind;

struct Found {
  uint32_t key;
  uint32_t value;
};

uint32_t Followed(const YamlNodes& nodes, uint32_t at) {
  while (nodes[at].kind == Kind::kAlias) at = nodes[at].target;
  return at;
}

// The name that a key has in the tree: `on` is "true".
std::string NameOfKey(const YamlNode& key) {
  if (key.tag != "?") return key.text;
  Value value = PlainScalar(key.text);
  if (value.IsBool()) return value.GetBool() ? "true" : "false";
  if (value.IsInt64()) return absl::StrCat(value.GetInt64());
  return key.text;
}

// Whether the path goes on, after this name, with another step or ends.
bool EndsStep(absl::string_view path, size_t size) {
  return path.size() == size || path[size] == '.' || path[size] == '[';
}

class Search {
 public:
  Search(const YamlNodes& nodes, absl::string_view path)
      : nodes_(nodes), path_(path) {}

  Found From(uint32_t root) {
    Found at = {root, root};
    while (!path_.empty()) {
      std::optional<Found> below = Step(Followed(nodes_, at.value));
      if (!below.has_value()) break;
      at = *below;
    }
    // What is not found is reported at its parent, which has no key in this
    // sense.
    if (!path_.empty()) at.key = at.value;
    return at;
  }

 private:
  std::optional<Found> Step(uint32_t at) {
    if (nodes_[at].kind == Kind::kSequence) return Element(nodes_[at]);
    absl::string_view rest = path_;
    if (!absl::ConsumePrefix(&rest, "[")) {
      absl::ConsumePrefix(&rest, ".");
      return Take(Named(at, rest, nullptr), rest);
    }
    size_t end = rest.find(']');
    if (end == rest.npos) return std::nullopt;
    absl::string_view name = rest.substr(0, end);
    return Take(Named(at, name, &name), rest.substr(end + 1), 0);
  }

  // Goes on behind the name that was found.
  std::optional<Found> Take(std::optional<Found> found, absl::string_view rest,
                            std::optional<size_t> size = std::nullopt) {
    if (found.has_value()) path_ = rest.substr(size.value_or(taken_));
    return found;
  }

  // The member whose key is `*exact` or, if that is nullptr, the longest one
  // that the path begins with. Of equal keys the last one counts.
  std::optional<Found> Named(uint32_t at, absl::string_view path,
                             const absl::string_view* exact) {
    const YamlNode& map = nodes_[Followed(nodes_, at)];
    if (map.kind == Kind::kSequence) return NamedInAny(map, path, exact);
    if (map.kind != Kind::kMap) return std::nullopt;
    std::optional<Found> found;
    size_t longest = 0;
    for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
      std::string name = NameOfKey(nodes_[map.children[i]]);
      bool fits = exact != nullptr ? *exact == name
                                   : absl::StartsWith(path, name) &&
                                         EndsStep(path, name.size());
      if (!fits || name.size() < longest) continue;
      longest = name.size();
      found = Found{map.children[i], map.children[i + 1]};
    }
    if (found.has_value()) {
      taken_ = longest;
      return found;
    }
    return NamedInMerged(map, path, exact);
  }

  std::optional<Found> NamedInMerged(const YamlNode& map,
                                     absl::string_view path,
                                     const absl::string_view* exact) {
    for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
      const YamlNode& key = nodes_[map.children[i]];
      if (key.tag != "?" || key.text != "<<") continue;
      if (auto found = Named(map.children[i + 1], path, exact)) return found;
    }
    return std::nullopt;
  }

  std::optional<Found> NamedInAny(const YamlNode& list, absl::string_view path,
                                  const absl::string_view* exact) {
    for (uint32_t child : list.children) {
      if (auto found = Named(child, path, exact)) return found;
    }
    return std::nullopt;
  }

  std::optional<Found> Element(const YamlNode& list) {
    size_t end = path_.find(']');
    if (path_[0] != '[' || end == path_.npos) return std::nullopt;
    absl::string_view text = path_.substr(1, end - 1);
    std::optional<Found> found;
    size_t index = 0;
    if (absl::SimpleAtoi(text, &index)) {
      if (index < list.children.size()) {
        found = Found{list.children[index], list.children[index]};
      }
    } else {
      found = ElementOfName(list, text);
    }
    if (found.has_value()) path_.remove_prefix(end + 1);
    return found;
  }

  std::optional<Found> ElementOfName(const YamlNode& list,
                                     absl::string_view text) {
    constexpr absl::string_view kName = "name";
    for (uint32_t child : list.children) {
      uint32_t element = Followed(nodes_, child);
      if (nodes_[element].kind != Kind::kMap) continue;
      std::optional<Found> name = Named(element, kName, &kName);
      if (name.has_value() &&
          nodes_[Followed(nodes_, name->value)].text == text) {
        return Found{child, child};
      }
    }
    return std::nullopt;
  }

  const YamlNodes& nodes_;
  absl::string_view path_;
  size_t taken_ = 0;
};

// The offset behind a scalar that stands on one line; 0 for any other node.
size_t EndOf(const YamlNodes& nodes, const YamlNode& node) {
  if (node.kind != Kind::kScalar) return 0;
  absl::string_view text = nodes.text();
  if (node.offset >= text.size()) return 0;
  text.remove_prefix(node.offset);
  text = text.substr(0, text.find('\n'));
  if (node.tag == "?") {
    return !node.text.empty() && absl::StartsWith(text, node.text)
               ? node.offset + node.text.size()
               : 0;
  }
  char quote = text.empty() ? ' ' : text[0];
  if (quote != '"' && quote != '\'') return 0;
  for (size_t at = 1; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      return node.offset + at + 1;
    }
  }
  return 0;
}

}  // namespace

uint32_t YamlDocument::Node(absl::Span<const absl::string_view> path) const {
  return NodeAt(*nodes_, node_, path);
}

YamlPosition YamlDocument::At(absl::Span<const absl::string_view> path,
                              YamlPart part) const {
  if (part == YamlPart::kValue || path.empty()) {
    return PositionOf(*nodes_, Node(path));
  }
  uint32_t map = Node(path.subspan(0, path.size() - 1));
  while ((*nodes_)[map].kind == YamlNode::Kind::kAlias) {
    map = (*nodes_)[map].target;
  }
  std::optional<size_t> key = KeyIndex(*nodes_, map, path.back());
  return PositionOf(*nodes_,
                    key.has_value() ? (*nodes_)[map].children[*key] : map);
}

std::string YamlDocument::Place(
    absl::Span<const absl::string_view> path) const {
  return PlaceText(At(path));
}

YamlDocument YamlDocument::Part(absl::Span<const absl::string_view> path,
                                Value value) const {
  return YamlDocument(std::move(value), nodes_, Node(path));
}

absl::StatusOr<std::vector<YamlDocument>> ReadYaml(absl::string_view name,
                                                   std::string text,
                                                   Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(YamlNodes parsed,
                        YamlNodes::Parse(std::string(name), std::move(text)));
  auto nodes = std::make_shared<const YamlNodes>(std::move(parsed));
  std::vector<YamlDocument> documents;
  for (uint32_t root : nodes->roots()) {
    Converter converter(*nodes, pool);
    LOOM_ASSIGN_OR_RETURN(Value value, converter.Convert(root));
    documents.emplace_back(std::move(value), nodes, root);
  }
  return documents;
}

std::string TagAdvice(const YamlDocument& document, const YamlPosition& at) {
  absl::string_view text = document.nodes().text();
  if (at.offset >= text.size()) return "";
  text.remove_prefix(at.offset);
  text = text.substr(0, text.find('\n'));
  if (text.size() < 2 || text[0] != '!' || text[1] == '!') return "";
  return absl::StrCat("write it in quotes: '", absl::StripAsciiWhitespace(text),
                      "'");
}

std::string PlaceText(const YamlPosition& at) {
  return absl::StrCat(at.file, ":", at.line, ":", at.column);
}

void WritePosition(const YamlPosition& at, absl::string_view path,
                   JsonWriter* json) {
  json->Object([&] {
    json->Text("file", at.file);
    json->Number("line", at.line);
    json->Number("column", at.column);
    if (at.end_column > 0) json->Number("endColumn", at.end_column);
    json->Number("offset", at.offset);
    json->TextIfAny("path", path);
  });
}

YamlPosition PositionOf(const YamlNodes& nodes, uint32_t node) {
  YamlPosition position;
  position.file = nodes.name();
  position.offset = nodes[node].offset;
  auto [line, column] = nodes.At(position.offset);
  position.line = line;
  position.column = column;
  if (size_t end = EndOf(nodes, nodes[node]); end != 0) {
    position.end_column = nodes.At(end).column;
  }
  return position;
}

YamlPosition Locate(const YamlDocument& document, absl::string_view path,
                    YamlPart part) {
  const YamlNodes& nodes = document.nodes();
  Found found = Search(nodes, path).From(document.node());
  return PositionOf(
      nodes, part == YamlPart::kKey ? found.key : Followed(nodes, found.value));
}

}  // namespace loom
