// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/nodes.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/mistake.h"
#include "tools/yaml/mistake_scan.h"
#include "tools/yaml/yaml_cpp.h"

namespace loom {
namespace {

constexpr uint32_t kMostNodes = 2'000'000;
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

// Builds the tree from the events of yaml-cpp. Only the first error is kept. Where
// there are too many nodes, an exception stops the parser.
class YamlNodeBuilder : public YAML::EventHandler {
 public:
  // `parsed` is the text that the parser gets. It outlives the builder.
  YamlNodeBuilder(YamlNodes* yaml, const JoinedText& parsed)
      : yaml_(yaml), parsed_(parsed) {
    if (absl::StartsWith(yaml->text_, kByteOrderMark)) {
      skipped_ = kByteOrderMark.size();
    }
  }

  const absl::Status& status() const { return status_; }
  size_t Offset(const YAML::Mark& mark) const {
    if (mark.pos < 0) return 0;
    return parsed_.Original(static_cast<size_t>(mark.pos)) + skipped_;
  }

  // The offset of the last document.
  size_t begun() const { return begun_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    anchors_.clear();
    begun_ = Offset(mark);
    absl::string_view text = absl::string_view(yaml_->text_).substr(begun_);
    if (!yaml_->nodes_.empty() && !absl::StartsWith(text, "---")) {
      Fail(begun_, "this does not belong to the value before it");
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (open_.empty() && anchor == YAML::NullAnchor) return;
    CheckNull(Offset(mark));
    Scalar(mark, "?", "", anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag,
                YAML::anchor_t anchor, const std::string& value) override {
    uint32_t node = Scalar(mark, tag, value, anchor);
    if (tag == "?") return;
    const std::string& text = yaml_->text_;
    size_t quote = SkipProperties(text, yaml_->nodes_[node].offset);
    if (quote >= text.size() || (text[quote] != '"' && text[quote] != '\'')) {
      return;
    }
    if (QuoteEnd(text, quote) == std::string::npos) {
      Fail(quote, Unclosed(text, quote).words);
    }
    if (text[quote] == '"') yaml_->nodes_[node].text = FixEscapes(value);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    uint32_t node = Add(YamlNode::Kind::kAlias, mark, YAML::NullAnchor);
    yaml_->nodes_[node].target = anchors_[anchor];
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&,
                       YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    Open(Add(YamlNode::Kind::kSequence, mark, anchor), style);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&,
                  YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    Open(Add(YamlNode::Kind::kMap, mark, anchor), style);
  }
  void OnSequenceEnd() override { Close(); }
  void OnMapEnd() override { Close(); }

 private:
  struct Collection {
    uint32_t node;
    bool flow;
  };

  // yaml-cpp gives a null to a key without a colon, and where a comma follows
  // another one.
  void CheckNull(size_t offset) {
    if (open_.empty()) return;
    const std::string& text = yaml_->text_;
    const YamlNode& parent = yaml_->nodes_[open_.back().node];
    if (parent.kind == YamlNode::Kind::kMap) {
      if (open_.back().flow || parent.children.size() % 2 == 0) return;
      const YamlNode& key = yaml_->nodes_[parent.children.back()];
      if (LacksColon(key, parent)) Fail(key.offset, "this key has no colon");
      return;
    }
    size_t before = offset == 0 || offset > text.size()
                        ? text.npos
                        : text.find_last_not_of(" \t\r\n", offset - 1);
    if (open_.back().flow && before != text.npos && text[offset] == ',' &&
        (text[before] == ',' || text[before] == '[')) {
      Fail(offset, "there is no value before this comma; remove it");
    }
  }

  // A key behind `? ` needs no colon. It stands further right than its map.
  bool LacksColon(const YamlNode& key, const YamlNode& map) const {
    absl::string_view text = yaml_->text_;
    if (key.kind != YamlNode::Kind::kScalar || key.text.empty() ||
        Column(key.offset) != Column(map.offset)) {
      return false;
    }
    size_t at = SkipProperties(text, key.offset);
    if (at >= text.size()) return false;
    bool quoted = text[at] == '"' || text[at] == '\'';
    at = quoted ? QuoteEnd(text, at) : PlainEnd(text, at);
    at = std::min(text.find_first_not_of(" \t", at), text.size());
    return at == text.size() || text[at] != ':';
  }
  size_t Column(size_t offset) const {
    return offset == 0 ? 0 : offset - yaml_->text_.rfind('\n', offset - 1) - 1;
  }

  uint32_t Scalar(const YAML::Mark& mark, const std::string& tag,
                  const std::string& text, YAML::anchor_t anchor) {
    uint32_t node = Add(YamlNode::Kind::kScalar, mark, anchor);
    yaml_->nodes_[node].tag = tag;
    yaml_->nodes_[node].text = text;
    return node;
  }

  uint32_t Add(YamlNode::Kind kind, const YAML::Mark& mark,
               YAML::anchor_t anchor) {
    uint32_t node = static_cast<uint32_t>(yaml_->nodes_.size());
    if (node == kMostNodes) {
      Fail(Offset(mark), absl::StrCat("more than ", kMostNodes,
                                      " values are in this file; split it"));
      throw YAML::Exception(mark, "");
    }
    yaml_->nodes_.emplace_back();
    yaml_->nodes_[node].kind = kind;
    yaml_->nodes_[node].offset = Offset(mark);
    if (anchor != YAML::NullAnchor) anchors_[anchor] = node;
    if (open_.empty()) {
      yaml_->roots_.push_back(node);
    } else {
      yaml_->nodes_[open_.back().node].children.push_back(node);
    }
    CheckIndentation(yaml_->nodes_[node].offset);
    return node;
  }

  void Open(uint32_t node, YAML::EmitterStyle::value style) {
    bool flow = style == YAML::EmitterStyle::Flow ||
                (!open_.empty() && open_.back().flow);
    open_.push_back({node, flow});
  }
  void Close() { open_.pop_back(); }

  // Between brackets, a tab is allowed wherever a space is.
  void CheckIndentation(size_t offset) {
    if (!open_.empty() && open_.back().flow) return;
    const std::string& text = yaml_->text_;
    size_t line = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
    size_t tab = text.find_first_not_of(' ', line);
    if (tab < offset && text[tab] == '\t') {
      Fail(tab, "a tab cannot indent; use spaces");
    }
  }

  void Fail(size_t offset, absl::string_view why) {
    if (status_.ok()) status_ = yaml_->Error(offset, why);
  }

  YamlNodes* yaml_;
  const JoinedText& parsed_;
  size_t skipped_ = 0;
  size_t begun_ = 0;
  std::vector<Collection> open_;
  absl::flat_hash_map<YAML::anchor_t, uint32_t> anchors_;
  absl::Status status_;
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
  const JoinedText parsed = JoinSurrogates(text_);
  YamlNodeBuilder builder(this, parsed);
  std::istringstream stream(parsed.text);
  absl::Status fault;
  try {
    YAML::Parser parser(stream);
    size_t begun = std::string::npos;
    while (builder.status().ok() && parser.HandleNextDocument(builder)) {
      // At a stray comma yaml-cpp reports empty documents without end.
      if (builder.begun() == begun) {
        return Error(begun, "no value can begin with this; quote it");
      }
      begun = builder.begun();
    }
  } catch (const YAML::DeepRecursion&) {
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": nested deeper than 500 levels"));
  } catch (const YAML::Exception& error) {
    fault = Error(builder.Offset(error.mark), ParserWords(error.msg));
  }
  return builder.status().ok() ? fault : builder.status();
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
