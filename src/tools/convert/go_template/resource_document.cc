// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/resource_document.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tools/convert/go_template/loops.h"
#include "tools/convert/go_template/native_text.h"
#include "tools/convert/go_template/outline.h"

namespace loom {
namespace {

using Form = Symbol::Form;
using Item = OutlineItem;
using Items = std::vector<OutlineItem>;

constexpr absl::string_view kReadyKey = "gotemplating.fn.crossplane.io/ready";
constexpr absl::string_view kMeta =
    "meta.gotemplating.fn.crossplane.io/v1alpha1";

Item* Find(Items* items, absl::string_view key) {
  for (Item& item : *items) {
    if (item.kind == Item::Kind::kNode && item.key.form == Form::kLiteral &&
        item.key.text == key) {
      return &item;
    }
  }
  return nullptr;
}

// The constant at a key; "" if there is none.
std::string Constant(Items* items, absl::string_view key) {
  const Item* item = Find(items, key);
  if (item == nullptr || item->node->kind != OutlineNode::Kind::kScalar ||
      item->node->value.form != Form::kLiteral) {
    return "";
  }
  return item->node->value.text;
}

// Whether a field is that of the composite: a constant, or read of the composite.
bool IsOfComposite(Items* items, absl::string_view key,
                   const std::string& value) {
  const Item* item = Find(items, key);
  if (item == nullptr || item->node->kind != OutlineNode::Kind::kScalar) {
    return false;
  }
  const Symbol& symbol = item->node->value;
  return symbol.form == Form::kLiteral
             ? symbol.text == value
             : CelOf(symbol) == absl::StrCat("composite.", key);
}

// An entry that is taken out of a map, and the block in which it was.
struct Taken {
  std::shared_ptr<OutlineNode> node;
  std::optional<size_t> block;
  bool otherwise = false;
};

void TakeOut(Items* items, absl::string_view key, std::optional<size_t> block,
             bool otherwise, std::vector<Taken>* taken) {
  for (Item& item : *items) {
    if (item.kind == Item::Kind::kBlock) {
      TakeOut(&item.body, key, item.block, false, taken);
      TakeOut(&item.otherwise, key, item.block, true, taken);
    } else if (item.kind == Item::Kind::kNode && item.key.text == key) {
      taken->push_back({item.node, block, otherwise});
    }
  }
  std::erase_if(*items, [key](const Item& item) {
    const bool is_key = item.kind == Item::Kind::kNode && item.key.text == key;
    const bool is_empty = item.kind == Item::Kind::kBlock &&
                          item.body.empty() && item.otherwise.empty();
    return is_key || is_empty;
  });
}

// Whether a map or list has only entries that may not be written.
bool MayBeEmpty(const OutlineNode& node) {
  if (node.kind == OutlineNode::Kind::kScalar) return false;
  const auto has = [](const Items& items) {
    return std::any_of(items.begin(), items.end(), [](const Item& item) {
      return item.node != nullptr && MayBeEmpty(*item.node);
    });
  };
  bool all = !node.items.empty();
  for (const Item& item : node.items) {
    all &= item.kind == Item::Kind::kBlock && item.otherwise.empty();
    if (has(item.body) || has(item.otherwise)) return true;
  }
  return all || has(node.items);
}

class DocumentConversion {
 public:
  DocumentConversion(const Pieces& all, const GoDocument& document,
                     const GoComposite& composite)
      : all_(all), document_(document), composite_(composite) {}

  NativePart Convert() && {
    part_.broken = document_.broken;
    if (!part_.broken.empty()) return std::move(part_);
    root_ = ReadOutline(all_, document_, &part_.broken);
    if (root_ == nullptr) return std::move(part_);
    part_.may_be_empty = MayBeEmpty(*root_);
    Items& items = root_->items;
    const std::string api_version = Constant(&items, "apiVersion");
    const std::string kind = Constant(&items, "kind");
    Item* metadata = Find(&items, "metadata");
    Item* annotations = metadata == nullptr
                            ? nullptr
                            : Find(&metadata->node->items, "annotations");
    if (annotations != nullptr) {
      TakeOut(&annotations->node->items, kNameAnnotation, {}, false, &names_);
      TakeOut(&annotations->node->items, kReadyKey, {}, false, &ready_);
      if (annotations->node->items.empty()) {
        TakeOut(&metadata->node->items, "annotations", {}, false, &dropped_);
      }
      if (metadata->node->items.empty()) {
        TakeOut(&items, "metadata", {}, false, &dropped_);
      }
    }
    if (api_version == kMeta) {
      ConvertMeta(kind);
    } else if (names_.empty() &&
               IsOfComposite(&items, "apiVersion", composite_.api_version) &&
               IsOfComposite(&items, "kind", composite_.kind)) {
      ConvertStatus();
    } else {
      ConvertResource();
    }
    return std::move(part_);
  }

 private:
  void Break(const std::string& why) {
    if (part_.broken.empty()) part_.broken = why;
  }

  // Reads the loops around, which no other section than `resources` can have.
  bool ReadAround(const std::string& uses, bool may_loop) {
    loops_ = ReadLoops(all_, document_, uses);
    Break(loops_.broken);
    if (!loops_.items.empty() && !may_loop) {
      Break("this document cannot be made in a loop");
    }
    return part_.broken.empty();
  }

  std::string Named(const std::string& text) const {
    return NameLoops(all_, loops_, text);
  }

  void ConvertResource() {
    if (names_.empty()) {
      return Break(
          "a resource without the annotation composition-resource-name, which "
          "function-go-templating refuses");
    }
    if (names_.size() > 1 || names_[0].block.has_value() ||
        names_[0].node->kind != OutlineNode::Kind::kScalar) {
      return Break("the name of the resource depends on a condition");
    }
    const Symbol name = names_[0].node->value;
    NativeLines writer(all_);
    const std::string fields = writer.Map(root_->items, 4);
    Break(writer.broken());
    if (!part_.broken.empty()) return;
    const std::string rule = ReadyRule();
    if (!ReadAround(absl::StrCat(fields, CelOf(name), rule), true)) return;
    std::string lines;
    const std::string key = NameLine(name, &lines);
    if (loops_.condition.cel == "false") {
      return Break("the condition of this resource is never true");
    }
    if (loops_.condition.cel != "true") {
      absl::StrAppend(&lines,
                      "  condition: ", YamlOf(Named(CelOf(loops_.condition))),
                      "\n");
    }
    if (!loops_.items.empty()) {
      absl::StrAppend(&lines, "  forEach:\n    items: ", YamlOf(loops_.items),
                      "\n    key: ", YamlOf(Named(key)), "\n");
    }
    absl::StrAppend(&lines, "  template:\n", Named(fields));
    part_.section = "resources";
    part_.lines = std::move(lines);
    if (!rule.empty()) {
      part_.readiness =
          absl::StrCat("- resource: ", YamlOf(pattern_), "\n", Named(rule));
    }
  }

  // Writes the name, and returns the key of a loop.
  std::string NameLine(const Symbol& name, std::string* lines) {
    const bool is_loop = !loops_.items.empty();
    const bool is_constant = name.form == Form::kLiteral;
    if (is_constant && !is_loop) {
      part_.name = name.text;
      pattern_ = name.text;
      *lines = absl::StrCat("- name: ", YamlOf(name.text), "\n");
      return "";
    }
    if (is_constant) {
      Break("all resources of the loop have the same name");
      return "";
    }
    const bool is_prefixed = is_loop && name.form == Form::kText &&
                             name.items.size() == 2 &&
                             name.items[0].form == Form::kLiteral &&
                             absl::EndsWith(name.items[0].text, "-") &&
                             name.items[0].text.size() > 1;
    if (is_prefixed) {
      const std::string& prefix = name.items[0].text;
      part_.name = prefix.substr(0, prefix.size() - 1);
      pattern_ = part_.name + "-.*";
      *lines = absl::StrCat("- name: ", YamlOf(part_.name), "\n");
      return CelOf(name.items[1]);
    }
    part_.name = Named(InlineOf(name));
    *lines = absl::StrCat("- name: ", YamlOf(part_.name), "\n");
    part_.may_have_id = IdOf(name);
    if (!ready_.empty()) {
      // Rules of readiness name it by its id.
      part_.id = part_.may_have_id;
      absl::StrAppend(lines, "  id: ", part_.id, "\n");
      pattern_ = part_.id;
    }
    return KeyOf(name);
  }

  // An id made of the constant parts of a name.
  static std::string IdOf(const Symbol& name) {
    std::string id;
    for (const Symbol& part : name.items) {
      if (part.form != Form::kLiteral) continue;
      for (const char c : part.text) {
        if (absl::ascii_isalnum(c)) {
          id += absl::ascii_tolower(c);
        } else if (!id.empty() && id.back() != '-') {
          id += '-';
        }
      }
    }
    while (!id.empty() && id.back() == '-') id.pop_back();
    return id.empty() ? "resource" : id;
  }

  // The key of an item is the part of its name that differs from item to item.
  std::string KeyOf(const Symbol& name) const {
    const Symbol* found = nullptr;
    for (const Symbol& part : name.items) {
      if (part.form == Form::kLiteral || Named(CelOf(part)) == CelOf(part)) {
        continue;
      }
      if (found != nullptr) return CelText(name);
      found = &part;
    }
    return found == nullptr ? CelText(name) : CelOf(*found);
  }

  // What the annotation `ready` says, as a rule without its resource.
  std::string ReadyRule() {
    if (ready_.empty()) return "";
    const Taken& ready = ready_[0];
    if (ready_.size() > 1 || ready.node->kind != OutlineNode::Kind::kScalar) {
      Break("the annotation ready depends on several conditions");
      return "";
    }
    const Symbol& value = ready.node->value;
    const bool is_true = value.text == "True" && value.form == Form::kLiteral;
    if (ready.block.has_value()) {
      const Symbol& asked = all_.blocks[*ready.block].condition;
      if (!is_true || IsBroken(asked)) {
        Break("the annotation ready depends on a condition");
        return "";
      }
      const Symbol when = ready.otherwise ? Not(asked) : asked;
      return absl::StrCat(
          "  readyWhen: ",
          YamlOf(absl::StrCat(
              CelOf(when, CelLevel::kOr),
              " || object.?status.?conditions.orValue([]).exists(c, c.type == "
              "'Ready' && c.status == 'True')")),
          "\n");
    }
    if (is_true) return "  ready: Ignore\n";
    part_.may_be_unready = true;
    return absl::StrCat(
        "  readyWhen: ",
        YamlOf(absl::StrCat(CelText(value, CelLevel::kSum), " == 'True'")),
        "\n");
  }

  void ConvertStatus() {
    Item* status = Find(&root_->items, "status");
    if (!ready_.empty()) {
      return Break("the annotation ready of the composite is not converted");
    }
    if (status == nullptr || status->node->kind != OutlineNode::Kind::kMap) {
      return Break("this document of the composite has no map `status`");
    }
    if (!ReadAround("", false)) return;
    part_.status = status->node->items;
    part_.condition = loops_.condition;
    part_.section = "status";
    const NativePart joined = JoinStatus(all_, {&part_});
    part_.lines = joined.lines;
    part_.keys = joined.keys;
    Break(joined.broken);
  }

  void ConvertMeta(const std::string& kind) {
    if (kind == "CompositeConnectionDetails") return ConvertDetails();
    if (kind == "ClaimConditions") return ConvertConditions();
    if (kind == "ExtraResources") return ConvertRequirements();
    Break(kind == "Context"
              ? "the context is written by environment.patches here, and only "
                "the environment of it"
              : absl::StrCat("the kind ", kind, " is unknown"));
  }

  // Whether a condition only asks for what an expression waits for anyhow.
  static bool IsAskedAnyhow(const Symbol& condition, absl::string_view cel) {
    for (absl::string_view part : absl::StrSplit(condition.cel, " && ")) {
      const bool asks_for_any = part == "size(observed.resources) > 0" ||
                                part == "!(size(observed.resources) == 0)" ||
                                part == "size(observed.resources) != 0";
      if (asks_for_any) part = "observed.resources";
      const bool asks =
          asks_for_any || (absl::StartsWith(part, "observed.resources") &&
                           absl::ConsumeSuffix(&part, ".hasValue()"));
      const std::string way =
          absl::StrReplaceAll(part, {{".?", "."}, {"[?", "["}});
      const size_t at = cel.find(way);
      if (!asks || at == absl::string_view::npos) return false;
      const absl::string_view step = cel.substr(at + way.size(), 2);
      if (step.size() < 2 || (step[0] != '.' && step[0] != '[') ||
          step[1] == '?') {
        return false;
      }
    }
    return true;
  }

  // The text of a value that is base64.
  static std::string Decoded(const Symbol& value) {
    const std::string cel = CelText(value);
    std::string whole = absl::StrCat("string(base64.decode(", cel, "))");
    absl::string_view text = cel;
    if (!absl::ConsumePrefix(&text, "base64.encode(") ||
        !absl::ConsumeSuffix(&text, ")")) {
      return whole;
    }
    int level = 0;
    for (const char c : text) {
      level += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (level < 0) return whole;
    }
    if (absl::ConsumePrefix(&text, "bytes(") &&
        absl::ConsumeSuffix(&text, ")")) {
      return std::string(text);
    }
    return absl::StrCat("string(", text, ")");
  }

  void ConvertDetails() {
    if (!ReadAround("", false)) return;
    Symbol condition = loops_.condition;
    Item* data = Find(&root_->items, "data");
    Items items;
    for (const Item& item : root_->items) {
      // `data: {}` while nothing is observed, and the data otherwise.
      if (item.kind != Item::Kind::kBlock) continue;
      const PieceBlock& block = all_.blocks[item.block];
      const Items& wanted = item.otherwise.empty() ? item.body : item.otherwise;
      condition = And(condition, item.otherwise.empty() ? block.condition
                                                        : Not(block.condition));
      items = wanted;
      data = Find(&items, "data");
    }
    if (data == nullptr || data->node->kind != OutlineNode::Kind::kMap) {
      return Break("connection details that are computed as a whole");
    }
    AddDetails(data->node->items, condition);
    part_.lines = Named(part_.lines);
    part_.section = "connectionDetails";
  }

  // A detail whose condition is false has no value.
  void AddDetails(const Items& items, const Symbol& condition) {
    if (IsBroken(condition)) return Break(condition.text);
    for (const Item& item : items) {
      if (item.kind == Item::Kind::kBlock) {
        const PieceBlock& block = all_.blocks[item.block];
        if (block.is_loop) return Break("connection details in a loop");
        AddDetails(item.body, And(condition, block.condition));
        AddDetails(item.otherwise, And(condition, Not(block.condition)));
        continue;
      }
      if (item.kind != Item::Kind::kNode || item.key.form != Form::kLiteral ||
          item.node->kind != OutlineNode::Kind::kScalar) {
        return Break("connection details that are computed as a whole");
      }
      std::string text = Decoded(item.node->value);
      if (condition.cel != "true" && !IsAskedAnyhow(condition, text)) {
        text = absl::StrCat(CelOf(condition, CelLevel::kOr), " ? optional.of(",
                            text, ") : optional.none()");
      }
      absl::StrAppend(&part_.lines, "- name: ", YamlOf(item.key.text),
                      "\n  fromExpression: ", YamlOf(text), "\n");
    }
  }

  void ConvertConditions() {
    if (!ReadAround("", false)) return;
    Item* list = Find(&root_->items, "conditions");
    if (list == nullptr || list->node->kind != OutlineNode::Kind::kList) {
      return Break("conditions that are computed as a whole");
    }
    for (Item& item : list->node->items) {
      Symbol when = loops_.condition;
      Item* entry = &item;
      if (item.kind == Item::Kind::kBlock && item.otherwise.empty() &&
          item.body.size() == 1 && !all_.blocks[item.block].is_loop) {
        when = And(when, all_.blocks[item.block].condition);
        entry = &item.body[0];
      }
      if (entry->kind != Item::Kind::kNode ||
          entry->node->kind != OutlineNode::Kind::kMap) {
        return Break("conditions in a loop");
      }
      if (IsBroken(when)) return Break(when.text);
      NativeLines writer(all_);
      std::string fields = writer.Map(entry->node->items, 2);
      Break(writer.broken());
      if (when.cel != "true") {
        absl::StrAppend(&fields, "  when: ", YamlOf(CelOf(when)), "\n");
      }
      // Where nothing is said, only the composite gets it.
      if (Find(&entry->node->items, "target") == nullptr) {
        fields += "  target: Composite\n";
      }
      if (fields.size() > 2) fields[0] = '-';
      part_.lines += Named(fields);
    }
    part_.section = "conditions";
  }

  void ConvertRequirements() {
    if (composite_.reads_context) {
      return Break(
          "a template reads extra resources from the context, into which only "
          "this function writes them");
    }
    if (!ReadAround("", false)) return;
    Item* map = Find(&root_->items, "requirements");
    if (loops_.condition.cel != "true" || map == nullptr ||
        map->node->kind != OutlineNode::Kind::kMap) {
      return Break("extra resources that depend on a condition");
    }
    for (Item& item : map->node->items) {
      if (item.kind != Item::Kind::kNode || item.key.form != Form::kLiteral ||
          item.node->kind != OutlineNode::Kind::kMap) {
        return Break("extra resources that are computed as a whole");
      }
      AddRequirement(item.key.text, &item.node->items);
    }
    part_.section = "extraResources";
  }

  void AddRequirement(const std::string& name, Items* items) {
    NativeLines writer(all_);
    std::string& lines = part_.lines;
    absl::StrAppend(&lines, "- into: ", YamlOf(name), "\n");
    Item* match_name = Find(items, "matchName");
    for (absl::string_view key : {"apiVersion", "kind", "namespace"}) {
      Item* item = Find(items, key);
      // With labels, the function looks in all namespaces.
      if (item == nullptr || (key == "namespace" && match_name == nullptr)) {
        continue;
      }
      lines += writer.Entry(std::string(key), *item->node, 2);
    }
    if (match_name != nullptr) {
      absl::StrAppend(&lines, "  type: Reference\n  ref:\n",
                      writer.Entry("name", *match_name->node, 4));
    } else {
      AddLabels(Find(items, "matchLabels"));
    }
    absl::StrAppend(&lines, "  policy:\n    resolution: Optional\n");
    Break(writer.broken());
  }

  void AddLabels(const Item* labels) {
    absl::StrAppend(&part_.lines, "  type: Selector\n  selector:\n");
    if (labels == nullptr || labels->node->kind != OutlineNode::Kind::kMap) {
      return Break("extra resources without matchName and matchLabels");
    }
    absl::StrAppend(&part_.lines, "    matchLabels:\n");
    for (const Item& label : labels->node->items) {
      if (label.kind != Item::Kind::kNode || label.key.form != Form::kLiteral ||
          label.node->kind != OutlineNode::Kind::kScalar) {
        return Break("labels of extra resources that are computed as a whole");
      }
      const Symbol& value = label.node->value;
      absl::StrAppend(
          &part_.lines, "    - key: ", YamlOf(label.key.text),
          "\n      type: Value\n      value: ", YamlOf(InlineOf(value)), "\n");
    }
    part_.lines = Named(part_.lines);
  }

  const Pieces& all_;
  const GoDocument& document_;
  const GoComposite& composite_;
  NativePart part_;
  std::shared_ptr<OutlineNode> root_;
  std::vector<Taken> names_;
  std::vector<Taken> ready_;
  std::vector<Taken> dropped_;
  LoopsAround loops_;
  std::string pattern_;
};

}  // namespace

NativePart JoinStatus(const Pieces& all,
                      const std::vector<const NativePart*>& parts) {
  Pieces guarded = all;
  std::vector<OutlineItem> items;
  for (const NativePart* part : parts) {
    if (part->condition.cel == "true") {
      items.insert(items.end(), part->status.begin(), part->status.end());
      continue;
    }
    PieceBlock& block = guarded.blocks.emplace_back();
    block.number = guarded.blocks.size() - 1;
    block.condition = part->condition;
    OutlineItem& item = items.emplace_back();
    item.kind = OutlineItem::Kind::kBlock;
    item.block = block.number;
    item.body = part->status;
  }
  NativePart joined;
  joined.section = "status";
  for (const Slot& slot : ResolveMap(guarded, items).slots) {
    joined.keys.push_back(slot.key.text);
  }
  NativeLines writer(guarded);
  writer.set_lists_are_whole(true);
  joined.lines = NameLoops(all, {}, writer.Map(items, 0));
  joined.broken = writer.broken();
  return joined;
}

NativePart ConvertGoDocument(const Pieces& all, const GoDocument& document,
                             const GoComposite& composite) {
  return DocumentConversion(all, document, composite).Convert();
}

}  // namespace loom
