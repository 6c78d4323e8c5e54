// SPDX-License-Identifier: Apache-2.0
#include "yaml/nodes.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "value/utf8.h"
#include "yaml/layout_builder.h"

namespace loom {
namespace {

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

// Whether the quote that opens at `at` is closed.
bool IsClosed(absl::string_view text, size_t at) {
  char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      bool doubled =
          quote == '\'' && at + 1 < text.size() && text[at + 1] == quote;
      if (!doubled) return true;
      ++at;
    }
  }
  return false;
}

}  // namespace

// Builds the tree from the events of yaml-cpp. The first error is kept; the
// events after it are ignored, because yaml-cpp cannot be stopped.
class YamlNodeBuilder : public YAML::EventHandler {
 public:
  explicit YamlNodeBuilder(YamlNodes* yaml) : yaml_(yaml) {
    if (absl::StartsWith(yaml->text_, kByteOrderMark)) {
      skipped_ = kByteOrderMark.size();
    }
  }

  const absl::Status& status() const { return status_; }
  size_t Offset(const YAML::Mark& mark) const {
    return mark.pos < 0 ? 0 : static_cast<size_t>(mark.pos) + skipped_;
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
    if (!open_.empty() || anchor != YAML::NullAnchor) {
      Scalar(mark, "?", "", anchor);
    }
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag,
                YAML::anchor_t anchor, const std::string& value) override {
    uint32_t node = Scalar(mark, tag, value, anchor);
    if (tag == "?") return;
    size_t quote = SkipProperties(yaml_->text_, yaml_->nodes_[node].offset);
    if (quote < yaml_->text_.size() &&
        (yaml_->text_[quote] == '"' || yaml_->text_[quote] == '\'') &&
        !IsClosed(yaml_->text_, quote)) {
      Fail(quote, "this quote is never closed");
    }
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
  if (!IsUtf8(yaml.text_)) {
    return absl::InvalidArgumentError(
        absl::StrCat(yaml.name_, ": the text is not UTF-8"));
  }
  if (size_t at = FindControl(yaml.text_); at != std::string::npos) {
    return yaml.Error(at, "control characters are not allowed");
  }
  YamlNodeBuilder builder(&yaml);
  std::istringstream stream(yaml.text_);
  std::optional<absl::Status> fault;
  try {
    YAML::Parser parser(stream);
    size_t begun = std::string::npos;
    while (builder.status().ok() && parser.HandleNextDocument(builder)) {
      // At a stray comma yaml-cpp reports empty documents without end.
      if (builder.begun() == begun) {
        return yaml.Error(begun, "a value cannot begin with this");
      }
      begun = builder.begun();
    }
  } catch (const YAML::DeepRecursion&) {
    return absl::InvalidArgumentError(
        absl::StrCat(yaml.name_, ": nested deeper than 500 levels"));
  } catch (const YAML::Exception& error) {
    fault = yaml.Error(builder.Offset(error.mark), error.msg);
  }
  if (!builder.status().ok()) return builder.status();
  if (fault.has_value()) return *fault;
  return yaml;
}

std::string YamlNodes::Place(size_t offset) const {
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
  return absl::StrCat(name_, ":", line, ":", column);
}

absl::Status YamlNodes::Error(size_t offset, absl::string_view why) const {
  return absl::InvalidArgumentError(absl::StrCat(Place(offset), ": ", why));
}

}  // namespace loom
