// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/inline_patches.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/path.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/inline_text.h"
#include "sections/shared/patches/patch_types.h"
#include "tools/convert/step_kind.h"
#include "tools/yaml/block_style.h"

namespace loom {
namespace {

using Names = std::vector<std::string>;

struct InlinedPatch {
  size_t index;  // in the list `patches`
  Names to;
  std::string text;  // ${composite.spec.?region}
};

struct InlinedResource {
  NodePath path;                      // spec.pipeline[0].input.resources[1]
  std::vector<InlinedPatch> patches;  // one or more
  bool all;                           // whether no other patch is left
};

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
    // What follows an optional selection is also optional.
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
    const Value* patches = ListMember(&resource_, "patches");
    if (base == nullptr || !base->IsObject() || patches == nullptr ||
        loom::Find(resource_, "template") != nullptr || HasOpening(*base)) {
      return found;
    }
    for (rapidjson::SizeType i = 0; i < patches->Size(); ++i) {
      if (!ItemAt(*patches, i).IsObject() || !AddWritten(ItemAt(*patches, i)))
        return {};
    }
    for (rapidjson::SizeType i = 0; i < patches->Size(); ++i) {
      std::optional<InlinedPatch> patch = Inlined(ItemAt(*patches, i), *base);
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
        set == sets_.end() ? nullptr : ListMember(set->second, "patches");
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

bool HasComment(const YamlLayout& layout, const TextRange& range) {
  return std::any_of(layout.comments().begin(), layout.comments().end(),
                     [&](const TextRange& comment) {
                       return comment.begin >= range.begin &&
                              comment.end <= range.end;
                     });
}

// Omits patches that cannot be removed from the YAML of the resource.
void KeepWhatIsStuck(const YamlEdit& edit, InlinedResource* resource) {
  const YamlLayout& layout = edit.layout();
  const NodePath patches = Below(resource->path, {"patches"});
  const NodePath base = Below(resource->path, {"base"});
  const std::optional<BlockEntry> list = edit.EntryAt(patches);
  if (!list.has_value() || !edit.EntryAt(base).has_value()) {
    return resource->patches.clear();
  }
  const uint32_t base_node = *edit.NodeAt(base);
  const bool stuck =
      edit.nodes()[base_node].kind != YamlNode::Kind::kMap ||
      (layout.IsFlow(base_node) &&
       HasComment(layout, {layout.Content(base_node), layout.End(base_node)}));
  std::erase_if(resource->patches, [&](const InlinedPatch& patch) {
    if (stuck) return true;
    const auto entry =
        edit.EntryAt(Below(patches, {absl::StrCat(patch.index)}));
    return !entry.has_value() || HasComment(layout, entry->lines);
  });
  const size_t count = edit.ValueAt(patches)->Size();
  resource->all = !stuck && resource->patches.size() == count;
  // A comment in front of the whole list would be lost with it.
  if (resource->all && HasComment(layout, list->lines)) {
    resource->patches.clear();
  }
}

// What the patches add to an object.
Value Added(const std::vector<InlinedPatch>& patches, Pool* pool) {
  Value made = Object();
  for (const InlinedPatch& patch : patches) {
    Value* at = &made;
    for (const std::string& name : patch.to) {
      if (at->IsNull()) at->SetObject();
      at = &FindOrAdd(*at, pool->Keep(name), pool);
    }
    *at = Text(patch.text, pool);
  }
  return made;
}

// In flow style.
std::string FlowText(const Value& value) {
  if (value.IsObject()) {
    std::string text;
    for (const Member& member : Members(value)) {
      absl::StrAppend(&text, text.empty() ? "" : ", ",
                      ScalarYaml(std::string(View(member.name))), ": ",
                      FlowText(member.value));
    }
    return absl::StrCat("{", text, "}");
  }
  if (value.IsArray()) {
    std::string text;
    for (const Value& each : Items(value)) {
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
  return ScalarYaml(text);
}

// Makes the patches of a resource values of its template.
class ResourceEdit {
 public:
  explicit ResourceEdit(YamlEdit* edit)
      : edit_(*edit),
        style_(BlockStyleOf(edit->nodes(), edit->layout(), *edit->NodeAt({}))) {
  }

  void Inline(const InlinedResource& resource) {
    const NodePath base = Below(resource.path, {"base"});
    const NodePath patches = Below(resource.path, {"patches"});
    edit_.IfStuck({resource.path, "the base cannot be changed in place"});
    edit_.Rename(base, "template");
    AddFields(base, Added(resource.patches, &pool_));
    if (resource.all) {
      edit_.Drop(patches);
      return;
    }
    for (const InlinedPatch& patch : resource.patches) {
      edit_.Drop(Below(patches, {absl::StrCat(patch.index)}));
    }
  }

 private:
  void AddFields(const NodePath& path, const Value& added) {
    const Value& old = *edit_.ValueAt(path);
    const std::optional<uint32_t> node = edit_.NodeAt(path);
    if (node.has_value() && edit_.layout().IsFlow(*node)) {
      Value made = Copy(old, &pool_);
      Overlay(made, added, &pool_);
      return edit_.Replace(path, FlowText(made));
    }
    const YamlEdit::Place end = edit_.EndOf(path);
    std::string lines;
    for (const Member& field : Members(added)) {
      if (Find(old, View(field.name)) != nullptr) {
        AddFields(Below(path, {std::string(View(field.name))}), field.value);
      } else {
        AppendField(field, end.column, &lines);
      }
    }
    edit_.Write(end, lines);
  }

  void AppendField(const Member& field, size_t column,
                   std::string* lines) const {
    absl::StrAppend(lines, std::string(column, ' '),
                    ScalarYaml(std::string(View(field.name))), ":");
    if (!field.value.IsObject()) {
      absl::StrAppend(lines, " ", ScalarYaml(std::string(View(field.value))),
                      "\n");
      return;
    }
    *lines += '\n';
    for (const Member& below : Members(field.value)) {
      AppendField(below, column + style_.map, lines);
    }
  }

  YamlEdit& edit_;
  const BlockStyle style_;
  Pool pool_;
};

// Returns what can be inlined in an input, regardless of its YAML.
std::vector<InlinedResource> InlinedIn(const Value& input,
                                       const NodePath& path) {
  std::vector<InlinedResource> found;
  std::map<std::string, const Value*> sets;
  if (const Value* list = ListMember(&input, "patchSets")) {
    for (const Value& set : Items(*list)) {
      if (set.IsObject()) sets[ScalarText(Find(set, "name"))] = &set;
    }
  }
  const Value* resources = ListMember(&input, "resources");
  if (resources == nullptr) return found;
  for (rapidjson::SizeType i = 0; i < resources->Size(); ++i) {
    if (!ItemAt(*resources, i).IsObject()) continue;
    InlinedResource resource{
        Below(path, {"resources", absl::StrCat(i)}),
        ResourceInliner(ItemAt(*resources, i), sets).Find(), false};
    if (!resource.patches.empty()) found.push_back(std::move(resource));
  }
  return found;
}

// Returns the resources with patches that can be inlined.
std::vector<InlinedResource> FindInlined(const YamlEdit& edit) {
  std::vector<InlinedResource> found;
  const Value* pipeline = ListMember(edit.ValueAt({"spec"}), "pipeline");
  if (pipeline == nullptr) return found;
  for (rapidjson::SizeType i = 0; i < pipeline->Size(); ++i) {
    const Value* input = InputOf(ItemAt(*pipeline, i));
    if (input == nullptr ||
        GroupOf(ApiVersion(*input)) != "loom.fn.crossplane.io") {
      continue;
    }
    const NodePath path = {"spec", "pipeline", absl::StrCat(i), "input"};
    for (InlinedResource& resource : InlinedIn(*input, path)) {
      KeepWhatIsStuck(edit, &resource);
      if (!resource.patches.empty()) found.push_back(std::move(resource));
    }
  }
  return found;
}

}  // namespace

bool InlinePatches(YamlEdit* edit) {
  const std::vector<InlinedResource> resources = FindInlined(*edit);
  ResourceEdit resource_edit(edit);
  for (const InlinedResource& resource : resources) {
    resource_edit.Inline(resource);
  }
  return !resources.empty();
}

}  // namespace loom
