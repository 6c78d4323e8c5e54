// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/nodes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "data/yaml/events.h"
#include "tools/yaml/mistake.h"
#include "tools/yaml/surrogates.h"

namespace loom {
namespace {

constexpr uint32_t kMostNodes = 2'000'000;
constexpr size_t kMostLevels = 500;
constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The first control character that go-yaml refuses: any but tab and line
// breaks.
size_t FindControl(absl::string_view text) {
  for (size_t at = 0; at < text.size(); ++at) {
    uint8_t byte = static_cast<uint8_t>(text[at]);
    if (byte == 0x7F ||
        (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r')) {
      return at;
    }
  }
  return text.npos;
}

// The child of that name or index, or the node itself if there is none.
uint32_t Descend(const YamlNodes& nodes, uint32_t at, absl::string_view step) {
  while (nodes[at].kind == YamlNode::Kind::kAlias) at = nodes[at].target;
  const YamlNode& node = nodes[at];
  if (node.kind == YamlNode::Kind::kSequence) {
    size_t index = 0;
    bool found = absl::SimpleAtoi(step, &index) && index < node.children.size();
    return found ? node.children[index] : at;
  }
  std::optional<size_t> key = KeyIndex(nodes, at, step);
  return key.has_value() ? node.children[*key + 1] : at;
}

}  // namespace

// Builds the tree from events.
class YamlNodeBuilder {
 public:
  // `parsed` is the text of which the events are. It outlives the builder.
  YamlNodeBuilder(YamlNodes* yaml, const JoinedText& parsed)
      : yaml_(yaml), parsed_(parsed) {
    if (absl::StartsWith(yaml->text_, kByteOrderMark)) {
      skipped_ = kByteOrderMark.size();
    }
  }

  size_t Offset(size_t offset) const {
    return parsed_.Original(offset) + skipped_;
  }

  absl::Status Take(const YamlEvent& event) {
    switch (event.kind) {
      case YamlEvent::Kind::kDocument:
        anchors_.clear();
        return absl::OkStatus();
      case YamlEvent::Kind::kEnd:
        open_.pop_back();
        return absl::OkStatus();
      case YamlEvent::Kind::kScalar:
        return Scalar(event);
      case YamlEvent::Kind::kAlias:
        return Alias(event);
      case YamlEvent::Kind::kSequence:
        return Collection(YamlNode::Kind::kSequence, event);
      case YamlEvent::Kind::kMap:
        return Collection(YamlNode::Kind::kMap, event);
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Scalar(const YamlEvent& event) {
    const bool is_empty = event.text.empty() && event.tag == "?";
    if (open_.empty() && is_empty && event.anchor.empty()) {
      return absl::OkStatus();  // an empty document
    }
    LOOM_ASSIGN_OR_RETURN(const uint32_t node,
                          Add(YamlNode::Kind::kScalar, event));
    yaml_->nodes_[node].tag = std::string(event.tag);
    yaml_->nodes_[node].text = std::string(event.text);
    return absl::OkStatus();
  }

  absl::Status Alias(const YamlEvent& event) {
    LOOM_ASSIGN_OR_RETURN(const uint32_t node,
                          Add(YamlNode::Kind::kAlias, event));
    auto target = anchors_.find(event.anchor);
    if (target == anchors_.end()) {
      return yaml_->Error(Offset(event.offset),
                          "no anchor of this name is before this alias; quote "
                          "it if it is a string");
    }
    yaml_->nodes_[node].target = target->second;
    return absl::OkStatus();
  }

  absl::Status Collection(YamlNode::Kind kind, const YamlEvent& event) {
    LOOM_ASSIGN_OR_RETURN(const uint32_t node, Add(kind, event));
    open_.push_back(node);
    if (open_.size() > kMostLevels) {
      return absl::InvalidArgumentError(absl::StrCat(
          yaml_->name_, ": nested deeper than ", kMostLevels, " levels"));
    }
    return absl::OkStatus();
  }

  absl::StatusOr<uint32_t> Add(YamlNode::Kind kind, const YamlEvent& event) {
    const uint32_t node = static_cast<uint32_t>(yaml_->nodes_.size());
    const size_t offset = Offset(event.offset);
    if (node == kMostNodes) {
      return yaml_->Error(offset,
                          absl::StrCat("more than ", kMostNodes,
                                       " values are in this file; split it"));
    }
    yaml_->nodes_.emplace_back();
    yaml_->nodes_[node].kind = kind;
    yaml_->nodes_[node].offset = offset;
    if (event.kind != YamlEvent::Kind::kAlias && !event.anchor.empty()) {
      anchors_[event.anchor] = node;
    }
    if (open_.empty()) {
      yaml_->roots_.push_back(node);
    } else {
      yaml_->nodes_[open_.back()].children.push_back(node);
    }
    return node;
  }

  YamlNodes* yaml_;
  const JoinedText& parsed_;
  size_t skipped_ = 0;
  std::vector<uint32_t> open_;
  absl::flat_hash_map<std::string, uint32_t> anchors_;
};

absl::StatusOr<YamlNodes> YamlNodes::Parse(std::string name, std::string text) {
  YamlNodes yaml;
  yaml.name_ = std::move(name);
  yaml.text_ = std::move(text);
  yaml.lines_.push_back(0);
  for (size_t at = 0; at < yaml.text_.size(); ++at) {
    if (yaml.text_[at] == '\n') yaml.lines_.push_back(at + 1);
  }
  if (std::optional<YamlMistake> foreign = FindForeignEncoding(yaml.text_)) {
    return yaml.Error(foreign->offset, foreign->words);
  }
  if (size_t at = FindControl(yaml.text_); at != std::string::npos) {
    return yaml.Error(at,
                      "this control character cannot be in YAML; remove it, or "
                      "write it as an escape between double quotes");
  }
  absl::Status fault = yaml.ReadNodes();
  if (fault.ok()) return yaml;
  if (yaml.nodes_.size() == kMostNodes) return fault;
  std::optional<YamlMistake> mistake = FindMistake(yaml.text_);
  if (!mistake.has_value()) return fault;
  if (mistake->refers_to.has_value()) {
    absl::StrAppend(&mistake->words, " ", yaml.LineColumn(*mistake->refers_to));
  }
  return yaml.Error(mistake->offset, mistake->words);
}

absl::Status YamlNodes::ReadNodes() {
  const JoinedText parsed =
      JoinSurrogates(absl::StripPrefix(text_, kByteOrderMark));
  YamlNodeBuilder builder(this, parsed);
  YamlEvents events(parsed.text);
  while (const YamlEvent* event = events.Next()) {
    LOOM_RETURN_IF_ERROR(builder.Take(*event));
  }
  if (!events.fault().has_value()) return absl::OkStatus();
  return Error(builder.Offset(events.fault()->offset), events.fault()->words);
}

absl::string_view YamlNodes::Line(size_t line) const {
  if (line == 0 || line > lines_.size()) return "";
  size_t begin = lines_[line - 1];
  size_t end = std::min(text_.find('\n', begin), text_.size());
  return absl::StripSuffix(absl::string_view(text_).substr(begin, end - begin),
                           "\r");
}

YamlNodes::LineAndColumn YamlNodes::At(size_t offset) const {
  size_t line =
      std::upper_bound(lines_.begin(), lines_.end(), offset) - lines_.begin();
  size_t begin = lines_[line - 1];
  if (begin == 0 && absl::StartsWith(text_, kByteOrderMark)) {
    begin = kByteOrderMark.size();
  }
  size_t column = 1;
  for (size_t at = begin; at < std::min(offset, text_.size()); ++at) {
    if ((text_[at] & 0xC0) != 0x80) ++column;
  }
  return {line, column};
}

std::string YamlNodes::LineColumn(size_t offset) const {
  auto [line, column] = At(offset);
  return absl::StrCat(line, ":", column);
}

std::string YamlNodes::Place(size_t offset) const {
  return absl::StrCat(name_, ":", LineColumn(offset));
}

absl::Status YamlNodes::Error(size_t offset, absl::string_view why) const {
  return absl::InvalidArgumentError(absl::StrCat(Place(offset), ": ", why));
}

std::optional<size_t> KeyIndex(const YamlNodes& nodes, uint32_t map,
                               absl::string_view name) {
  const YamlNode& node = nodes[map];
  std::optional<size_t> found;
  if (node.kind != YamlNode::Kind::kMap) return found;
  for (size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const YamlNode& key = nodes[node.children[i]];
    if (key.kind == YamlNode::Kind::kScalar && key.text == name) found = i;
  }
  return found;
}

uint32_t NodeAt(const YamlNodes& nodes, uint32_t root,
                absl::Span<const absl::string_view> path) {
  for (absl::string_view step : path) {
    const uint32_t below = Descend(nodes, root, step);
    if (below == root) break;  // it is not there, nor is what would be below it
    root = below;
  }
  return root;
}

bool IsWithin(absl::string_view path, absl::string_view outer) {
  if (!absl::StartsWith(path, outer)) return false;
  return outer.empty() || path.size() == outer.size() ||
         path[outer.size()] == '.' || path[outer.size()] == '[';
}

std::string PathText(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& step : path) {
    const bool index =
        !step.empty() && absl::c_all_of(step, absl::ascii_isdigit);
    if (index) {
      absl::StrAppend(&text, "[", step, "]");
    } else {
      absl::StrAppend(&text, text.empty() ? "" : ".", step);
    }
  }
  return text;
}

}  // namespace loom
