// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/inline_patches.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/path.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "language/cel/program/inline_text.h"
#include "sections/shared/patches/patch_types.h"
#include "tools/yaml/block_style.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/reader.h"
#include "tools/yaml/scalar.h"
#include "tools/yaml/writer.h"

namespace loom {
namespace {

using Names = std::vector<std::string>;

const Value* ItemsIn(const Value& object, absl::string_view member) {
  const Value* list = object.IsObject() ? Find(object, member) : nullptr;
  return list != nullptr && list->IsArray() ? list : nullptr;
}

bool HasOnly(const Value& object, std::set<absl::string_view> members) {
  return std::all_of(object.MemberBegin(), object.MemberEnd(),
                     [&](const Member& member) {
                       return members.contains(View(member.name));
                     });
}

// Returns whether a string in a value would be read as an expression.
bool HasOpening(const Value& value) {
  if (value.IsString()) return IsInline(View(value));
  if (value.IsArray()) {
    return std::any_of(value.Begin(), value.End(), HasOpening);
  }
  return value.IsObject() &&
         std::any_of(value.MemberBegin(), value.MemberEnd(),
                     [](const Member& each) { return HasOpening(each.value); });
}

// `.region`, or `['a.b']` of a name that is none in CEL; with the `?` of an optional
// selection.
std::string Selected(const Segment& segment, bool optional) {
  const char* mark = optional ? "?" : "";
  if (segment.is_index) return absl::StrCat("[", mark, segment.index, "]");
  const std::string& name = segment.field;
  const bool is_name = !name.empty() && !absl::ascii_isdigit(name[0]) &&
                       std::all_of(name.begin(), name.end(), [](char c) {
                         return absl::ascii_isalnum(c) || c == '_';
                       });
  if (is_name && name != "in" && name != "true" && name != "false" &&
      name != "null") {
    return absl::StrCat(".", mark, name);
  }
  return absl::StrCat("[", mark, "'", name, "']");
}

// Returns whether a CEL path can contain this name.
bool IsPlain(const std::string& name) {
  return name.find_first_of("'\\\"\n\r{}") == name.npos;
}

// Returns the field that a patch copies, in CEL. The top-level fields of a composite
// always exist, except its status.
std::optional<std::string> ExpressionOf(absl::string_view root,
                                        const Path& from, bool required) {
  std::string text(root);
  bool optional = !required;
  const auto& segments = from.segments();
  for (size_t i = 0; i < segments.size(); ++i) {
    const Segment& segment = segments[i];
    if (segment.IsWildcard() || !IsPlain(segment.field)) return std::nullopt;
    const bool always =
        i == 0 && root == "composite" && segments.size() > 1 &&
        (segment.field == "spec" || segment.field == "metadata");
    text += Selected(segment, optional && !always);
    // What follows an optional selection is optional, too.
    if (!always) optional = false;
  }
  return text;
}

// The target of a patch of a resource.
struct Written {
  std::optional<Path> to;  // nullopt: it is not known
  bool to_resource;
};

Written WrittenBy(const Value& patch) {
  const std::string type = ScalarText(Find(patch, "type"));
  if (absl::StartsWith(type, "To") || absl::StartsWith(type, "CombineTo")) {
    return {std::nullopt, false};
  }
  std::string to = ScalarText(Find(patch, "toFieldPath"));
  if (to.empty()) to = ScalarText(Find(patch, "fromFieldPath"));
  auto path = Path::Parse(to);
  if (!path.ok()) return {std::nullopt, true};
  return {*std::move(path), true};
}

bool Overlap(const Path& a, const Path& b) {
  const auto& first = a.segments();
  const auto& second = b.segments();
  const size_t length = std::min(first.size(), second.size());
  return std::equal(first.begin(), first.begin() + length, second.begin(),
                    [](const Segment& x, const Segment& y) {
                      return x.IsWildcard() || y.IsWildcard() || x == y;
                    });
}

// Finds what can be inlined in one resource.
class ResourceInliner {
 public:
  ResourceInliner(const Value& resource,
                  const std::map<std::string, const Value*>& sets)
      : resource_(resource), sets_(sets) {}

  std::vector<InlinedPatch> Find() {
    std::vector<InlinedPatch> found;
    const Value* base = loom::Find(resource_, "base");
    const Value* patches = ItemsIn(resource_, "patches");
    if (base == nullptr || !base->IsObject() || patches == nullptr ||
        loom::Find(resource_, "template") != nullptr || HasOpening(*base)) {
      return found;
    }
    for (rapidjson::SizeType i = 0; i < patches->Size(); ++i) {
      if (!(*patches)[i].IsObject() || !AddWritten((*patches)[i])) return {};
    }
    for (rapidjson::SizeType i = 0; i < patches->Size(); ++i) {
      std::optional<InlinedPatch> patch = Inlined((*patches)[i], *base);
      if (!patch.has_value()) continue;
      patch->index = i;
      found.push_back(*std::move(patch));
    }
    return found;
  }

 private:
  // false: what the resource gets is not known.
  bool AddWritten(const Value& patch) {
    if (ScalarText(loom::Find(patch, "type")) != kPatchSetReference) {
      const Written written = WrittenBy(patch);
      if (!written.to_resource) return true;
      if (!written.to.has_value()) return false;
      written_.push_back(*written.to);
      return true;
    }
    auto set = sets_.find(ScalarText(loom::Find(patch, "patchSetName")));
    const Value* list =
        set == sets_.end() ? nullptr : ItemsIn(*set->second, "patches");
    if (list == nullptr || loom::Find(*set->second, "parameters") != nullptr) {
      return false;
    }
    return std::all_of(list->Begin(), list->End(), [&](const Value& each) {
      return each.IsObject() && AddWritten(each);
    });
  }

  std::optional<InlinedPatch> Inlined(const Value& patch, const Value& base) {
    const Written written = WrittenBy(patch);
    if (!written.to_resource || !written.to.has_value()) return std::nullopt;
    if (!HasOnly(patch, {"type", "fromFieldPath", "toFieldPath", "policy"})) {
      return std::nullopt;
    }
    InlinedPatch inlined{};
    for (const Segment& segment : written.to->segments()) {
      if (segment.is_index || segment.IsWildcard()) return std::nullopt;
      inlined.to.push_back(segment.field);
    }
    if (inlined.to.empty() || !IsFree(inlined.to, base)) return std::nullopt;
    const auto again = std::count_if(
        written_.begin(), written_.end(),
        [&](const Path& other) { return Overlap(other, *written.to); });
    if (again != 1) return std::nullopt;
    std::optional<std::string> text = Text(patch);
    if (!text.has_value()) return std::nullopt;
    inlined.text = absl::StrCat("${", *text, "}");
    return inlined;
  }

  // Returns whether the base has no value there, and only objects above it.
  static bool IsFree(const Names& to, const Value& base) {
    if (to.size() == 1 && (to[0] == "apiVersion" || to[0] == "kind")) {
      return false;
    }
    const Value* at = &base;
    for (const std::string& name : to) {
      if (!at->IsObject()) return false;
      at = loom::Find(*at, name);
      if (at == nullptr) return true;
    }
    return false;
  }

  static std::optional<std::string> Text(const Value& patch) {
    const Value* policy = loom::Find(patch, "policy");
    std::string from_policy;
    if (policy != nullptr) {
      if (!policy->IsObject() ||
          !HasOnly(*policy, {"fromFieldPath", "toFieldPath"})) {
        return std::nullopt;
      }
      from_policy = ScalarText(loom::Find(*policy, "fromFieldPath"));
      const std::string to = ScalarText(loom::Find(*policy, "toFieldPath"));
      if (!to.empty() && to != "Replace") return std::nullopt;
    }
    const std::string type = ScalarText(loom::Find(patch, "type"));
    const bool of_environment = type == "FromEnvironmentFieldPath";
    if (!of_environment && !type.empty() && type != kDefaultPatchType) {
      return std::nullopt;
    }
    auto from = Path::Parse(ScalarText(loom::Find(patch, "fromFieldPath")));
    if (!from.ok() || from->segments().empty() ||
        from->segments()[0].is_index) {
      return std::nullopt;
    }
    const bool required = from_policy == "Required";
    const std::string& first = from->segments()[0].field;
    // A field that another resource writes first is missing for a while, and a patch
    // warns of it.
    const bool comes_later =
        of_environment || (first != "spec" && first != "metadata");
    if (required && comes_later) return std::nullopt;
    return ExpressionOf(of_environment ? "environment" : "composite", *from,
                        required);
  }

  const Value& resource_;
  const std::map<std::string, const Value*>& sets_;
  std::vector<Path> written_;
};

uint32_t Resolved(const YamlNodes& nodes, const NodePath& path) {
  const std::vector<absl::string_view> names(path.begin(), path.end());
  return NodeAt(nodes, nodes.roots()[0], names);
}

bool HasComment(const YamlLayout& layout, const TextRange& range) {
  return std::any_of(layout.comments().begin(), layout.comments().end(),
                     [&](const TextRange& comment) {
                       return comment.begin >= range.begin &&
                              comment.end <= range.end;
                     });
}

// Omits patches that cannot be removed from the YAML of the resource.
void KeepWhatIsStuck(const YamlNodes& nodes, const YamlLayout& layout,
                     InlinedResource* resource) {
  const uint32_t map = Resolved(nodes, resource->path);
  const uint32_t list = Resolved(nodes, Below(resource->path, {"patches"}));
  const uint32_t base = Resolved(nodes, Below(resource->path, {"base"}));
  auto entry_of = [&](absl::string_view key) -> std::optional<BlockEntry> {
    const std::optional<size_t> index = KeyIndex(nodes, map, key);
    if (!index.has_value()) return std::nullopt;
    return layout.Entry(map, *index);
  };
  const bool is_block = nodes[map].kind == YamlNode::Kind::kMap &&
                        nodes[base].kind == YamlNode::Kind::kMap &&
                        nodes[list].kind == YamlNode::Kind::kSequence &&
                        entry_of("base").has_value() &&
                        entry_of("patches").has_value();
  const bool stuck =
      !is_block || layout.IsFlow(list) ||
      (layout.IsFlow(base) &&
       HasComment(layout, {layout.Content(base), layout.End(base)}));
  std::erase_if(resource->patches, [&](const InlinedPatch& patch) {
    if (stuck) return true;
    const std::optional<BlockEntry> entry = layout.Entry(list, patch.index);
    return !entry.has_value() || HasComment(layout, entry->lines);
  });
  resource->all =
      !stuck && resource->patches.size() == nodes[list].children.size();
  if (!resource->all) return;
  // A comment in front of the whole list would be lost with it.
  const std::optional<BlockEntry> whole = entry_of("patches");
  if (HasComment(layout, whole->lines)) resource->patches.clear();
}

// What the patches add to an object.
Value Added(const std::vector<InlinedPatch>& patches, const Value& base,
            Pool* pool) {
  Value made = Copy(base, pool);
  for (const InlinedPatch& patch : patches) {
    Value* at = &made;
    for (size_t i = 0; i + 1 < patch.to.size(); ++i) {
      Value& below = FindOrAdd(*at, pool->Keep(patch.to[i]), pool);
      if (below.IsNull()) below.SetObject();
      at = &below;
    }
    Set(*at, pool->Keep(patch.to.back()), Text(patch.text, pool), pool);
  }
  return made;
}

// In flow style.
std::string FlowText(const Value& value) {
  if (value.IsObject()) {
    std::string text;
    for (const Member& member : value.GetObject()) {
      absl::StrAppend(&text, text.empty() ? "" : ", ",
                      FillText(std::string(View(member.name))), ": ",
                      FlowText(member.value));
    }
    return absl::StrCat("{", text, "}");
  }
  if (value.IsArray()) {
    std::string text;
    for (const Value& each : value.GetArray()) {
      absl::StrAppend(&text, text.empty() ? "" : ", ", FlowText(each));
    }
    return absl::StrCat("[", text, "]");
  }
  if (!value.IsString()) return CompactJson(value).value_or("null");
  const std::string text(View(value));
  if (text.find_first_of(",[]{}\n") != text.npos) {
    std::string quoted;
    AppendJsonString(text, &quoted);
    return quoted;
  }
  return FillText(text);
}

// Writes the new fields of an object at its end in the YAML.
class TextInliner {
 public:
  explicit TextInliner(const DocumentText& document)
      : document_(document),
        nodes_(document.nodes),
        mover_(document.nodes, document.layout, &document.surgery),
        style_(BlockStyleOf(nodes_, document.layout, document.root)) {}

  std::optional<NodeRemark> Inline(const InlinedResource& resource) {
    const uint32_t map = loom::NodeAt(document_, resource.path);
    const uint32_t base =
        loom::NodeAt(document_, Below(resource.path, {"base"}));
    const uint32_t list =
        loom::NodeAt(document_, Below(resource.path, {"patches"}));
    RenameKey(document_, map, "base", "template");
    std::vector<const InlinedPatch*> patches;
    patches.reserve(resource.patches.size());
    for (const InlinedPatch& each : resource.patches) patches.push_back(&each);
    if (!Add(base, patches, 0)) {
      return NodeRemark{resource.path, "the base cannot be changed in place"};
    }
    if (resource.all) {
      document_.surgery.Cut(
          document_.layout.Entry(map, *KeyIndex(nodes_, map, "patches"))
              ->lines);
      return std::nullopt;
    }
    for (const InlinedPatch& patch : resource.patches) {
      document_.surgery.Cut(document_.layout.Entry(list, patch.index)->lines);
    }
    return std::nullopt;
  }

 private:
  // Adds the patches, whose first `depth` names lead to the map.
  bool Add(uint32_t map, const std::vector<const InlinedPatch*>& patches,
           size_t depth) {
    if (nodes_[map].kind != YamlNode::Kind::kMap) return false;
    if (document_.layout.IsFlow(map)) return ReplaceFlow(map, patches, depth);
    const std::optional<Mover::End> end = mover_.EndOf(map);
    if (!end.has_value()) return false;
    std::map<std::string, std::vector<const InlinedPatch*>> by_name;
    Names order;
    for (const InlinedPatch* patch : patches) {
      const std::string& name = patch->to[depth];
      if (by_name[name].empty()) order.push_back(name);
      by_name[name].push_back(patch);
    }
    std::string lines;
    for (const std::string& name : order) {
      const std::optional<size_t> key = KeyIndex(nodes_, map, name);
      if (key.has_value()) {
        const uint32_t below = nodes_[map].children[*key + 1];
        if (!Add(below, by_name[name], depth + 1)) return false;
        continue;
      }
      AppendMember(name, by_name[name], depth + 1, end->column, &lines);
    }
    if (lines.empty()) return true;
    document_.surgery.Insert(end->at, end->owner, {Surgery::Text(lines)});
    return true;
  }

  void AppendMember(const std::string& name,
                    const std::vector<const InlinedPatch*>& patches,
                    size_t depth, size_t column, std::string* lines) {
    absl::StrAppend(lines, std::string(column, ' '), FillText(name), ":");
    if (patches[0]->to.size() == depth) {
      absl::StrAppend(lines, " ", FillText(patches[0]->text), "\n");
      return;
    }
    *lines += '\n';
    std::map<std::string, std::vector<const InlinedPatch*>> by_name;
    Names order;
    for (const InlinedPatch* patch : patches) {
      const std::string& below = patch->to[depth];
      if (by_name[below].empty()) order.push_back(below);
      by_name[below].push_back(patch);
    }
    for (const std::string& below : order) {
      AppendMember(below, by_name[below], depth + 1, column + style_.map,
                   lines);
    }
  }

  // A map with braces is written anew as a whole.
  bool ReplaceFlow(uint32_t map,
                   const std::vector<const InlinedPatch*>& patches,
                   size_t depth) {
    const TextRange range{document_.layout.Content(map),
                          document_.layout.End(map)};
    Pool pool;
    auto read = ReadYaml(
        "", nodes_.text().substr(range.begin, range.end - range.begin), &pool);
    if (!read.ok() || read->size() != 1 || !(*read)[0].root.IsObject()) {
      return false;
    }
    std::vector<InlinedPatch> below;
    for (const InlinedPatch* patch : patches) {
      below.push_back(*patch);
      below.back().to.erase(below.back().to.begin(),
                            below.back().to.begin() + depth);
    }
    document_.surgery.Replace(range,
                              FlowText(Added(below, (*read)[0].root, &pool)));
    return true;
  }

  const DocumentText& document_;
  const YamlNodes& nodes_;
  Mover mover_;
  const BlockStyle style_;
};

// Returns what can be inlined in an input, regardless of its YAML.
std::vector<InlinedResource> InlinedIn(const Value& input,
                                       const NodePath& path) {
  std::vector<InlinedResource> found;
  std::map<std::string, const Value*> sets;
  if (const Value* list = ItemsIn(input, "patchSets")) {
    for (const Value& set : list->GetArray()) {
      if (set.IsObject()) sets[ScalarText(Find(set, "name"))] = &set;
    }
  }
  const Value* resources = ItemsIn(input, "resources");
  if (resources == nullptr) return found;
  for (rapidjson::SizeType i = 0; i < resources->Size(); ++i) {
    if (!(*resources)[i].IsObject()) continue;
    InlinedResource resource{Below(path, {"resources", absl::StrCat(i)}),
                             ResourceInliner((*resources)[i], sets).Find(),
                             false};
    if (!resource.patches.empty()) found.push_back(std::move(resource));
  }
  return found;
}

Value* AtPath(Value* value, const NodePath& path) {
  for (const std::string& name : path) {
    if (value->IsArray()) {
      value = &(*value)[static_cast<rapidjson::SizeType>(std::stoul(name))];
    } else {
      value = Find(*value, name);
    }
  }
  return value;
}

}  // namespace

std::vector<InlinedResource> FindInlined(const Value& root,
                                         const YamlNodes& nodes,
                                         const YamlLayout& layout) {
  std::vector<InlinedResource> found;
  const Value* spec = Find(root, "spec");
  const Value* pipeline =
      spec == nullptr ? nullptr : ItemsIn(*spec, "pipeline");
  if (pipeline == nullptr) return found;
  for (rapidjson::SizeType i = 0; i < pipeline->Size(); ++i) {
    const Value& step = (*pipeline)[i];
    const Value* input = step.IsObject() ? Find(step, "input") : nullptr;
    if (input == nullptr || !input->IsObject() ||
        GroupOf(ApiVersion(*input)) != "loom.fn.crossplane.io") {
      continue;
    }
    const NodePath path = {"spec", "pipeline", absl::StrCat(i), "input"};
    for (InlinedResource& resource : InlinedIn(*input, path)) {
      KeepWhatIsStuck(nodes, layout, &resource);
      if (!resource.patches.empty()) found.push_back(std::move(resource));
    }
  }
  return found;
}

void InlineInTree(const std::vector<InlinedResource>& resources,
                  Value* document, Pool* pool) {
  for (const InlinedResource& resource : resources) {
    Value* map = AtPath(document, resource.path);
    Value made = Added(resource.patches, *Find(*map, "base"), pool);
    Erase(*map, "base", pool);
    Set(*map, "template", std::move(made), pool);
    if (resource.all) {
      Erase(*map, "patches", pool);
      continue;
    }
    Value* list = Find(*map, "patches");
    Value rest = Array();
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      const bool gone = std::any_of(
          resource.patches.begin(), resource.patches.end(),
          [&](const InlinedPatch& patch) { return patch.index == i; });
      if (!gone) rest.PushBack(std::move((*list)[i]), pool->allocator());
    }
    *list = std::move(rest);
  }
}

std::optional<NodeRemark> InlineInText(
    const std::vector<InlinedResource>& resources,
    const DocumentText& document) {
  TextInliner inliner(document);
  for (const InlinedResource& resource : resources) {
    std::optional<NodeRemark> stuck = inliner.Inline(resource);
    if (stuck.has_value()) return stuck;
  }
  return std::nullopt;
}

}  // namespace loom
