// SPDX-License-Identifier: Apache-2.0
//
// How it works. FieldsV1, the form of managedFields, is a tree of the fields of a manager:
//
//   f:spec: {f:size: {}, f:rules: {"k:{\"port\":80}": {.: {}, f:port: {}}}, f:tags: {"v:\"a\"": {}}}
//
// `f:` is a field, `k:` an item of a list by the values of its keys, `v:` an item by its
// value, and `.` the object or item itself.
#include "tools/simulation/server_side_apply.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

using OwnedFields = std::vector<const Value*>;  // of several managers

// Returns the fields below a name, for those managers that have it.
OwnedFields Below(const OwnedFields& fields, absl::string_view name) {
  OwnedFields below;
  for (const Value* each : fields) {
    const Value* found = each->IsObject() ? Find(*each, name) : nullptr;
    if (found != nullptr) below.push_back(found);
  }
  return below;
}

bool IsLeaf(const Value& fields) {
  return !fields.IsObject() || fields.ObjectEmpty();
}

// Whether a list item has the keys that `k:` names.
bool HasKeys(const Value& item, const Value& keys) {
  return item.IsObject() && keys.IsObject() &&
         std::all_of(keys.MemberBegin(), keys.MemberEnd(),
                     [&item](const Member& key) {
                       const Value* there = Find(item, View(key.name));
                       return there != nullptr && Equal(*there, key.value);
                     });
}

class Apply {
 public:
  Apply(OwnedFields own, OwnedFields others, Pool* pool)
      : own_(std::move(own)), others_(std::move(others)), pool_(pool) {}

  Value Run(const Value& observed, const Value& desired) {
    Value result = Copy(observed, pool_);
    for (const Value* own : own_) Prune(*own, others_, &desired, &result);
    OwnedFields all = own_;
    all.insert(all.end(), others_.begin(), others_.end());
    Merge(desired, all, &result);
    return result;
  }

 private:
  // Removes what `own` has, `desired` has not, and `others` have not.
  void Prune(const Value& own, const OwnedFields& others, const Value* desired,
             Value* value) {
    if (!own.IsObject()) return;
    for (const Member& field : Members(own)) {
      absl::string_view name = View(field.name);
      const OwnedFields theirs = Below(others, name);
      if (absl::ConsumePrefix(&name, "f:")) {
        PruneMember(name, field.value, theirs, desired, value);
      } else if (value->IsArray()) {
        PruneItem(name, field.value, theirs, desired, value);
      }
    }
  }

  void PruneMember(absl::string_view name, const Value& own,
                   const OwnedFields& theirs, const Value* desired,
                   Value* value) {
    Value* there = value->IsObject() ? Find(*value, name, pool_) : nullptr;
    if (there == nullptr) return;
    const Value* wanted = desired != nullptr && desired->IsObject()
                              ? Find(*desired, name)
                              : nullptr;
    if (!IsLeaf(own)) Prune(own, theirs, wanted, there);
    const bool is_empty = (there->IsObject() && there->ObjectEmpty()) ||
                          (there->IsArray() && there->Empty());
    if (wanted == nullptr && theirs.empty() && (IsLeaf(own) || is_empty)) {
      Erase(name, value);
    }
  }

  void PruneItem(absl::string_view name, const Value& own,
                 const OwnedFields& theirs, const Value* desired, Value* list) {
    const bool by_keys = absl::ConsumePrefix(&name, "k:");
    if (!by_keys && !absl::ConsumePrefix(&name, "v:")) return;
    absl::StatusOr<Value> parsed = ParseJson(name, pool_);
    if (!parsed.ok()) return;
    auto is_it = [&](const Value& item) {
      return by_keys ? HasKeys(item, *parsed) : Equal(item, *parsed);
    };
    auto there = std::find_if(list->Begin(), list->End(), is_it);
    if (there == list->End()) return;
    const Value* wanted = nullptr;
    if (desired != nullptr && desired->IsArray()) {
      auto found = std::find_if(desired->Begin(), desired->End(), is_it);
      if (found != desired->End()) wanted = &*found;
    }
    if (wanted == nullptr && theirs.empty()) {
      list->Erase(there);
    } else {
      Prune(own, theirs, wanted, &*there);
    }
  }

  static void Erase(absl::string_view name, Value* object) {
    for (auto it = object->MemberBegin(); it != object->MemberEnd(); ++it) {
      if (View(it->name) != name) continue;
      object->EraseMember(it);
      return;
    }
  }

  void Merge(const Value& desired, const OwnedFields& fields, Value* value) {
    if (desired.IsObject() && value->IsObject()) {
      for (const Member& member : Members(desired)) {
        const absl::string_view name = View(member.name);
        Value* there = Find(*value, name, pool_);
        if (there == nullptr) {
          Set(*value, name, Copy(member.value, pool_), pool_);
          continue;
        }
        Merge(member.value, Below(fields, absl::StrCat("f:", name)), there);
      }
    } else if (desired.IsArray() && value->IsArray()) {
      MergeList(desired, fields, value);
    } else {
      *value = Copy(desired, pool_);
    }
  }

  void MergeList(const Value& desired, const OwnedFields& fields, Value* list) {
    const std::vector<Key> keys = KeysOf(fields);
    if (keys.empty() && !HasValues(fields)) {
      if (!Covers(*list, desired)) *list = Copy(desired, pool_);
      return;
    }
    // For each desired item: its keys, and where it is in the list.
    std::vector<const Key*> key_of;
    std::vector<std::optional<size_t>> there;
    key_of.reserve(desired.Size());
    there.reserve(desired.Size());
    for (const Value& item : Items(desired)) {
      auto key = absl::c_find_if(keys, [&item](const Key& each) {
        return HasKeys(item, each.values);
      });
      key_of.push_back(key == keys.end() ? nullptr : &*key);
      auto found =
          std::find_if(list->Begin(), list->End(), [&](const Value& each) {
            return key == keys.end() ? Equal(each, item)
                                     : HasKeys(each, key->values);
          });
      there.push_back(found == list->End()
                          ? std::nullopt
                          : std::optional<size_t>(found - list->Begin()));
    }
    Value merged = Array();
    for (const Merged& each : OrderOf(list->Size(), there)) {
      Value item = each.live.has_value()
                       ? std::move(list->Begin()[*each.live])
                       : Copy(ItemAt(desired, *each.desired), pool_);
      if (each.live.has_value() && each.desired.has_value() &&
          key_of[*each.desired] != nullptr) {
        Merge(ItemAt(desired, *each.desired),
              Below(fields, key_of[*each.desired]->name), &item);
      }
      merged.PushBack(std::move(item), pool_->allocator());
    }
    *list = std::move(merged);
  }

  // An item of a merged list, by its index in the list that is there and in the desired
  // one.
  struct Merged {
    std::optional<size_t> live = {};
    std::optional<size_t> desired = {};
  };

  // The order of a merged list is that of structured-merge-diff: items of both lists are
  // in the desired order, and other items keep their place before the item that follows
  // them. `there`: where the desired items are among the live ones.
  static std::vector<Merged> OrderOf(
      size_t live, const std::vector<std::optional<size_t>>& there) {
    std::vector<std::optional<size_t>> wanted(live);
    std::vector<size_t> shared;  // desired items that are there, in order
    for (size_t i = 0; i < there.size(); ++i) {
      if (!there[i].has_value()) continue;
      wanted[*there[i]] = i;
      shared.push_back(i);
    }
    std::vector<Merged> order;
    std::vector<bool> is_merged(there.size());
    size_t next = 0;  // in `shared`
    size_t l = 0, d = 0;
    auto take = [&](size_t item) {
      order.push_back({there[item], item});
      is_merged[item] = true;
      if (next < shared.size() && shared[next] == item) ++next;
    };
    while (l < live || d < there.size()) {
      if (l < live && !wanted[l].has_value()) {
        order.push_back({l++, std::nullopt});
        continue;
      }
      if (l < live && d < there.size() && next < shared.size() &&
          shared[next] != *wanted[l]) {
        ++l;  // it comes, or has come, at another place
        continue;
      }
      if (l < live && (is_merged[*wanted[l]] || *wanted[l] == d)) ++l;
      if (d < there.size()) take(d++);
    }
    return order;
  }

  // An item that some manager has written: `k:{"port":80}`, and the values in it.
  struct Key {
    absl::string_view name;
    Value values;
  };

  std::vector<Key> KeysOf(const OwnedFields& fields) {
    std::vector<Key> keys;
    for (const Value* each : fields) {
      if (!each->IsObject()) continue;
      for (const Member& field : Members(*each)) {
        absl::string_view name = View(field.name);
        if (!absl::ConsumePrefix(&name, "k:")) continue;
        absl::StatusOr<Value> parsed = ParseJson(name, pool_);
        if (parsed.ok()) keys.push_back({View(field.name), *std::move(parsed)});
      }
    }
    return keys;
  }

  static bool HasValues(const OwnedFields& fields) {
    return std::any_of(fields.begin(), fields.end(), [](const Value* each) {
      return each->IsObject() &&
             std::any_of(each->MemberBegin(), each->MemberEnd(),
                         [](const Member& field) {
                           return absl::StartsWith(View(field.name), "v:");
                         });
    });
  }

  // Returns whether a value equals another one, apart from additional fields.
  static bool Covers(const Value& more, const Value& less) {
    if (more.IsArray() && less.IsArray()) {
      return more.Size() == less.Size() &&
             std::equal(more.Begin(), more.End(), less.Begin(), Covers);
    }
    if (!more.IsObject() || !less.IsObject()) return Equal(more, less);
    return std::all_of(
        less.MemberBegin(), less.MemberEnd(), [&more](const Member& member) {
          const Value* there = Find(more, View(member.name));
          return there != nullptr && Covers(*there, member.value);
        });
  }

  OwnedFields own_, others_;
  Pool* pool_;
};

// For FieldsOf. The lists of metadata, whose schema says nothing of their items.
constexpr char kMetadataSchema[] = R"({"properties": {
  "finalizers": {"x-kubernetes-list-type": "set"},
  "ownerReferences": {"x-kubernetes-list-type": "map",
                      "x-kubernetes-list-map-keys": ["uid"]}}})";

const Value& MetadataLists() {
  struct Parsed {
    Pool pool;
    Value root = *ParseJson(kMetadataSchema, &pool);
  };
  static const auto& parsed = *new Parsed;
  return parsed.root;
}

constexpr absl::string_view kOwnedMetadata[] = {
    "annotations", "finalizers", "generateName", "labels", "ownerReferences"};

const Value* Sub(const Value* schema, absl::string_view name) {
  return schema == nullptr || !schema->IsObject() ? nullptr
                                                  : Find(*schema, name);
}

const Value* SchemaOfField(const Value* schema, absl::string_view name) {
  if (const Value* known = Sub(Sub(schema, "properties"), name)) return known;
  return Sub(schema, "additionalProperties");
}

// How the items of a list are distinguished.
enum class ListKind { kAtomic, kMap, kSet };

ListKind KindOfList(const Value* schema) {
  const std::string type = ScalarText(Sub(schema, "x-kubernetes-list-type"));
  return type == "map"   ? ListKind::kMap
         : type == "set" ? ListKind::kSet
                         : ListKind::kAtomic;
}

// `k:{"port":80}` or `v:"a"`.
std::string NameOfItem(const Value& item, const Value* schema) {
  Pool pool;
  Value key = Copy(item, &pool);
  const bool by_keys = KindOfList(schema) == ListKind::kMap;
  if (by_keys) {
    key = Object();
    for (const Value& name : ItemsAt(*schema, {"x-kubernetes-list-map-keys"})) {
      const Value* there = item.IsObject() ? Find(item, View(name)) : nullptr;
      if (there == nullptr) {
        // A key may have a default.
        there = Sub(SchemaOfField(Sub(schema, "items"), View(name)), "default");
      }
      if (there != nullptr) Set(key, View(name), Copy(*there, &pool), &pool);
    }
  }
  return absl::StrCat(by_keys ? "k:" : "v:", CompactJson(key).value_or(""));
}

// Whether a value has no parts that are owned separately.
bool IsOwnedWhole(const Value& value, const Value* schema) {
  if (value.IsObject()) {
    return value.ObjectEmpty() ||
           ScalarText(Sub(schema, "x-kubernetes-map-type")) == "atomic";
  }
  return !value.IsArray() || value.Empty() ||
         KindOfList(schema) == ListKind::kAtomic;
}

class Fields {
 public:
  explicit Fields(Pool* pool) : pool_(pool) {}

  // All of a value.
  Value All(const Value& value, const Value* schema) {
    return Changed(nullptr, value, schema);
  }

  // Those of `after` that `before` has not, or has with another value.
  Value Changed(const Value* before, const Value& after, const Value* schema) {
    Value fields = Object();
    if (IsOwnedWhole(after, schema)) return fields;
    if (after.IsObject()) {
      const bool was = before != nullptr && before->IsObject();
      for (const Member& member : Members(after)) {
        const absl::string_view name = View(member.name);
        AddChanged(absl::StrCat("f:", name),
                   was ? Find(*before, name) : nullptr, member.value,
                   SchemaOfField(schema, name), &fields);
      }
      return fields;
    }
    for (const Value& item : Items(after)) {
      const std::string name = NameOfItem(item, schema);
      const Value* there = nullptr;
      if (before != nullptr && before->IsArray()) {
        for (const Value& each : Items(*before)) {
          if (NameOfItem(each, schema) == name) there = &each;
        }
      }
      AddChanged(name, there, item, Sub(schema, "items"), &fields);
    }
    return fields;
  }

 private:
  void AddChanged(const std::string& name, const Value* before,
                  const Value& after, const Value* schema, Value* fields) {
    if (before != nullptr && Equal(*before, after)) return;
    Value below = absl::StartsWith(name, "v:") ? Object()
                                               : Changed(before, after, schema);
    if (absl::StartsWith(name, "k:") && before == nullptr) {
      Set(below, ".", Object(), pool_);
    }
    Set(*fields, pool_->Keep(name), std::move(below), pool_);
  }

  Pool* pool_;
};

// What a request for a part writes of an object.
Value OwnedPart(const Value& object, ObjectPart part, Pool* pool) {
  Value owned = Object();
  for (const Member& member : Members(object)) {
    const absl::string_view name = View(member.name);
    if ((name == "status") != (part == ObjectPart::kStatus)) continue;
    if (name == "apiVersion" || name == "kind") continue;
    if (name != "metadata") {
      Set(owned, name, Copy(member.value, pool), pool);
      continue;
    }
    if (!member.value.IsObject()) continue;
    Value metadata = Object();
    for (const Member& each : Members(member.value)) {
      if (absl::c_linear_search(kOwnedMetadata, View(each.name))) {
        Set(metadata, View(each.name), Copy(each.value, pool), pool);
      }
    }
    if (!metadata.ObjectEmpty()) {
      Set(owned, name, std::move(metadata), pool);
    }
  }
  return owned;
}

// The fields of a part; `before` may be nullptr.
Value FieldsOfPart(const Value* before, const Value& after, const Value* schema,
                   ObjectPart part, Pool* pool) {
  const Value now = OwnedPart(after, part, pool);
  Value was = Object();
  if (before != nullptr) was = OwnedPart(*before, part, pool);
  Fields fields(pool);
  Value result = Object();
  for (const Member& member : Members(now)) {
    const absl::string_view name = View(member.name);
    const Value* there = Find(was, name);
    if (there != nullptr && Equal(*there, member.value)) continue;
    const Value* of =
        name == "metadata" ? &MetadataLists() : SchemaOfField(schema, name);
    Set(result, pool->Keep(absl::StrCat("f:", name)),
        fields.Changed(there, member.value, of), pool);
  }
  return result;
}

// For RecordApply and RecordUpdate.

// Adds the fields of `more`.
void Unite(const Value& more, Value* fields, Pool* pool) {
  for (const Member& member : Members(more)) {
    Value* there = Find(*fields, View(member.name));
    if (there == nullptr) {
      Set(*fields, View(member.name), Copy(member.value, pool), pool);
    } else {
      Unite(member.value, there, pool);
    }
  }
}

// Removes the fields of `less`. What has no parts in either is removed whole.
void Subtract(const Value& less, Value* fields, Pool* pool) {
  for (const Member& member : Members(less)) {
    Value* there = Find(*fields, View(member.name));
    if (there == nullptr) continue;
    if (!IsLeaf(member.value) && !IsLeaf(*there)) {
      Subtract(member.value, there, pool);
      if (!IsLeaf(*there)) continue;
    } else if (!IsLeaf(member.value)) {
      continue;
    }
    Erase(*fields, View(member.name), pool);
  }
}

Value* ManagersOf(Value* object, Pool* pool) {
  Value& metadata = FindOrAdd(*object, "metadata", pool);
  if (!metadata.IsObject()) metadata = Object();
  Value& managers = FindOrAdd(metadata, "managedFields", pool);
  if (!managers.IsArray()) managers = Array();
  return &managers;
}

absl::string_view SubresourceOf(ObjectPart part) {
  return part == ObjectPart::kStatus ? "status" : "";
}

// The fields of a manager, which is added if it is new.
Value* FieldsOfManager(absl::string_view manager, absl::string_view operation,
                       ObjectPart part, Value* managers, Pool* pool) {
  const absl::string_view subresource = SubresourceOf(part);
  for (Value& each : Items(*managers)) {
    if (TextAt(each, {"manager"}) == manager &&
        TextAt(each, {"operation"}) == operation &&
        TextAt(each, {"subresource"}) == subresource) {
      return Find(each, "fieldsV1");
    }
  }
  Value added = Object();
  Set(added, "manager", Text(manager, pool), pool);
  Set(added, "operation", Text(operation, pool), pool);
  if (!subresource.empty()) {
    Set(added, "subresource", Text(subresource, pool), pool);
  }
  Set(added, "fieldsType", Borrow("FieldsV1"), pool);
  Set(added, "fieldsV1", Object(), pool);
  managers->PushBack(std::move(added), pool->allocator());
  return Find(*(managers->End() - 1), "fieldsV1");
}

void TakeFromOthers(const Value* own, const Value& changed, Value* managers,
                    Pool* pool) {
  for (Value& each : Items(*managers)) {
    Value* fields = Find(each, "fieldsV1");
    if (fields != nullptr && fields != own) Subtract(changed, fields, pool);
  }
}

// Forgets managers that own nothing any more.
void ForgetIdle(Value* managers) {
  for (auto it = managers->Begin(); it != managers->End();) {
    const Value* fields = Find(*it, "fieldsV1");
    it = fields == nullptr || fields->ObjectEmpty() ? managers->Erase(it)
                                                    : it + 1;
  }
}

}  // namespace

Value Applied(const Value& observed, const Value& desired,
              absl::string_view manager, ObjectPart part, Pool* pool) {
  OwnedFields own, others;
  const Value* managers = Dig(observed, {"metadata", "managedFields"});
  if (managers != nullptr && managers->IsArray()) {
    for (const Value& each : Items(*managers)) {
      const Value* fields = each.IsObject() ? Find(each, "fieldsV1") : nullptr;
      if (fields == nullptr) continue;
      const bool is_own =
          absl::StartsWith(ScalarText(Find(each, "manager")), manager) &&
          ScalarText(Find(each, "operation")) == "Apply" &&
          TextAt(each, {"subresource"}) == SubresourceOf(part);
      (is_own ? own : others).push_back(fields);
    }
  }
  return Apply(std::move(own), std::move(others), pool).Run(observed, desired);
}

Value FieldsOf(const Value& object, const Value* schema, ObjectPart part,
               Pool* pool) {
  return FieldsOfPart(nullptr, object, schema, part, pool);
}

Value ChangedFields(const Value& before, const Value& after,
                    const Value* schema, ObjectPart part, Pool* pool) {
  return FieldsOfPart(&before, after, schema, part, pool);
}

void RecordApply(absl::string_view manager, ObjectPart part, Value fields,
                 const Value& changed, Value* object, Pool* pool) {
  Value* managers = ManagersOf(object, pool);
  Value* own = FieldsOfManager(manager, "Apply", part, managers, pool);
  TakeFromOthers(own, changed, managers, pool);
  *own = std::move(fields);
  ForgetIdle(managers);
}

void RecordUpdate(absl::string_view manager, ObjectPart part,
                  const Value& changed, Value* object, Pool* pool) {
  Value* managers = ManagersOf(object, pool);
  Value* own = FieldsOfManager(manager, "Update", part, managers, pool);
  TakeFromOthers(own, changed, managers, pool);
  Unite(changed, own, pool);
  ForgetIdle(managers);
}

}  // namespace loom
