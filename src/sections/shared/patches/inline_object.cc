// SPDX-License-Identifier: Apache-2.0
// The placeholder of a list element that is not computed yet is a string recognized by
// the address of its characters: copies of a tree share them, and no other string has
// them.
#include "sections/shared/patches/inline_object.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "language/cel/program/inline_tree.h"

namespace loom {
namespace {

constexpr char kUnfilled[] = "unfilled";

// The part of an object at a path; nullptr if there is none.
Value* PartAt(Value* object, const std::vector<Segment>& path, Pool* pool) {
  for (const Segment& segment : path) {
    if (segment.is_index) {
      if (!object->IsArray() || segment.index >= object->Size()) return nullptr;
      object = &ItemAt(*object, segment.index);
    } else {
      object =
          object->IsObject() ? Find(*object, segment.field, pool) : nullptr;
    }
    if (object == nullptr) return nullptr;
  }
  return object;
}

}  // namespace

bool IsUnfilled(const Value& value) {
  return value.IsString() && View(value).data() == kUnfilled;
}

class InlineReader {
 public:
  InlineReader(PatchScope scope, InlineObject* object)
      : scope_(scope), object_(*object) {}

  // nullopt: the value is computed in each call.
  std::optional<Value> Read(const Input& at) {
    const Value& value = at.value();
    if (IsDocument(value) ||
        (HasComputedKeys(value) && scope_ == PatchScope::kEnvironment)) {
      AddTree(at, InlineTree::Read(at, Names()));
      return std::nullopt;
    }
    if (value.IsObject()) return ReadMap(at);
    if (value.IsArray()) return ReadList(at);
    if (!value.IsString() || !IsInline(View(value))) {
      return Copy(value, &object_.pool_);
    }
    std::optional<InlineText> text = InlineText::Read(at, Names());
    if (!text.has_value()) return std::nullopt;
    if (std::optional<std::string> constant = text->Constant()) {
      return Text(*constant, &object_.pool_);
    }
    AddPatch(at, *std::move(text));
    return std::nullopt;
  }

 private:
  ExpressionNames Names() const {
    return kNamesOfCall |
           (scope_ == PatchScope::kEnvironment ? ExpressionNames()
                                               : ExpressionName::kObject) |
           (scope_ == PatchScope::kLoop ? kNamesOfItem : ExpressionNames()) |
           (scope_ == PatchScope::kOverlay ? ExpressionName::kName
                                           : ExpressionNames());
  }

  // A field whose object has only computed fields is created with the first of them, so
  // it does not exist if no field has a value. An element of a list stays.
  std::optional<Value> ReadMap(const Input& at) {
    Value made(rapidjson::kObjectType);
    const bool may_be_left_out = !path_.empty() && !path_.back().is_index;
    for (const Member* member : InOrder(at.value())) {
      const absl::string_view name = View(member->name);
      if (IsComputedKey(name)) continue;
      const std::string key = ConstantKey(name, at.value());
      path_.push_back(Segment::Field(key));
      std::optional<Value> value = Read(at.Member(name, member->value));
      path_.pop_back();
      if (value.has_value()) {
        Set(made, object_.pool_.Keep(key), *std::move(value), &object_.pool_);
      }
    }
    if (HasComputedKeys(at.value())) {
      AddTree(at, InlineTree::ReadComputedKeys(at, Names()));
    }
    const bool is_computed = made.ObjectEmpty() && !at.value().ObjectEmpty();
    if (is_computed && may_be_left_out) return std::nullopt;
    return made;
  }

  Value ReadList(const Input& at) {
    Value made(rapidjson::kArrayType);
    bool has_computed = false;
    for (uint32_t i = 0; i < at.value().Size(); ++i) {
      path_.push_back(Segment::Index(i));
      std::optional<Value> value = Read(at.Element(i, ItemAt(at.value(), i)));
      path_.pop_back();
      has_computed = has_computed || !value.has_value();
      made.PushBack(value.has_value() ? *std::move(value) : Borrow(kUnfilled),
                    object_.pool_.allocator());
    }
    if (has_computed) object_.lists_.push_back(path_);
    return made;
  }

  void AddTree(const Input& at, std::optional<InlineTree> tree) {
    if (!tree.has_value()) return;
    if (path_.empty()) {
      return at.Invalid("",
                        "the fields of the object itself cannot be computed");
    }
    AddPatch(at, *std::move(tree));
  }

  void AddPatch(const Input& at, InlineTree text) {
    const bool says_what =
        scope_ != PatchScope::kEnvironment && path_.size() == 1 &&
        (path_[0].field == "apiVersion" || path_[0].field == "kind");
    object_.computes_kind_ |= says_what;
    auto path = Path::Parse(ToString(path_));
    if (!path.ok() || path->segments() != path_ || path->HasWildcard()) {
      return at.Invalid("",
                        "no field path can refer to this location, so it "
                        "cannot be computed here");
    }
    object_.patches_.push_back(
        Patch::OfText(at, std::move(text), *std::move(path), scope_));
  }

  const PatchScope scope_;
  InlineObject& object_;
  std::vector<Segment> path_;
};

std::shared_ptr<const InlineObject> InlineObject::Parse(const Input& at,
                                                        PatchScope scope) {
  auto object = std::make_shared<InlineObject>();
  InlineReader reader(scope, object.get());
  std::optional<Value> base = reader.Read(at);
  if (base.has_value()) object->base_ = *std::move(base);
  return object;
}

void InlineObject::DropUnfilled(Value* object, Pool* pool) const {
  for (const std::vector<Segment>& path : lists_) {
    Value* list = PartAt(object, path, pool);
    if (list == nullptr || !list->IsArray()) continue;
    uint32_t kept = 0;
    for (Value& element : Items(*list)) {
      if (IsUnfilled(element)) continue;
      if (Value& to = ItemAt(*list, kept++); &to != &element)
        to = std::move(element);
    }
    while (list->Size() > kept) list->PopBack();
  }
}

}  // namespace loom
