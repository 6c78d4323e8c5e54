// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/value/utf8.h"
#include "tools/yaml/node_path.h"
#include "tools/yaml/number.h"
#include "tools/yaml/scalar.h"

namespace loom {
namespace {

constexpr absl::string_view kTagPrefix = "tag:yaml.org,2002:";

bool IsMerge(const YamlNode& key) {
  return key.kind == YamlNode::Kind::kScalar && key.text == "<<" &&
         (key.tag == "?" || key.tag == absl::StrCat(kTagPrefix, "merge"));
}

// Whether a value is what its tag says: `!!int` is for integers. Tags that are
// not known, such as `!custom`, fit every value.
bool Fits(absl::string_view type, const Value& value) {
  if (type == "int") return value.IsInt64();
  if (type == "float") return value.IsNumber();
  if (type == "bool") return value.IsBool();
  if (type == "null") return value.IsNull();
  return true;
}

class Converter {
 public:
  Converter(const YamlNodes& nodes, Pool* pool) : nodes_(nodes), pool_(pool) {}

  absl::StatusOr<Value> Convert(uint32_t at) {
    const YamlNode& node = nodes_[at];
    if (aliases_ > 0 && ++aliased_ > kMaxAliased) {
      return nodes_.Error(node.offset,
                          absl::StrCat("the aliases of this document stand for "
                                       "more than ",
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
    absl::string_view type = node.tag;
    bool known = absl::ConsumePrefix(&type, kTagPrefix);
    if (known && type == "binary") return Binary(node);
    if (node.tag != "?" && (!known || type == "str")) {
      return Text(node.text, pool_);
    }
    Value value = PlainScalar(pool_->Keep(node.text));
    if (known && !Fits(type, value)) {
      return nodes_.Error(node.offset,
                          absl::StrCat("\"", node.text, "\" is no !!", type));
    }
    if (value.IsDouble() && !std::isfinite(value.GetDouble())) {
      return nodes_.Error(node.offset,
                          absl::StrCat(node.text,
                                       " is a number that no JSON can "
                                       "hold; quote it"));
    }
    return value;
  }

  absl::StatusOr<Value> Binary(const YamlNode& node) {
    std::string bytes;
    if (!absl::Base64Unescape(node.text, &bytes) || !IsUtf8(bytes)) {
      return nodes_.Error(node.offset, "this !!binary is no base64 of UTF-8");
    }
    return Text(bytes, pool_);
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
      if (IsMerge(key)) {
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
    if (key.IsString()) return View(key);
    if (key.IsBool()) return key.GetBool() ? "true" : "false";
    if (key.IsInt64()) return pool_->Keep(absl::StrCat(key.GetInt64()));
    if (key.IsDouble()) return pool_->Keep(YamlNumberKey(key.GetDouble()));
    return nodes_.Error(
        nodes_[node].offset,
        absl::StrCat("a key cannot be ", key.IsNull() ? "null"
                                         : key.IsArray()
                                             ? "a list"
                                             : "a map; quote the value if it "
                                               "is a template"));
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
      return nodes_.Error(nodes_[at].offset, "only a map can be merged by <<");
    }
    for (Member& member : base.GetObject()) {
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

}  // namespace

uint32_t YamlDocument::Node(absl::Span<const absl::string_view> path) const {
  return NodeAt(*nodes_, node_, path);
}

std::string YamlDocument::Place(
    absl::Span<const absl::string_view> path) const {
  return nodes_->Place((*nodes_)[Node(path)].offset);
}

std::string YamlDocument::KeyPlace(
    absl::Span<const absl::string_view> path) const {
  if (path.empty()) return Place(path);
  uint32_t map = Node(path.subspan(0, path.size() - 1));
  while ((*nodes_)[map].kind == YamlNode::Kind::kAlias) {
    map = (*nodes_)[map].target;
  }
  std::optional<size_t> key = KeyIndex(*nodes_, map, path.back());
  uint32_t found = key.has_value() ? (*nodes_)[map].children[*key] : map;
  return nodes_->Place((*nodes_)[found].offset);
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

}  // namespace loom
