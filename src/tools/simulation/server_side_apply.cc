// SPDX-License-Identifier: Apache-2.0
//
// How it works. FieldsV1, the form of managedFields, is a tree of the fields of a manager:
//
//   f:spec: {f:size: {}, f:rules: {"k:{\"port\":80}": {.: {}, f:port: {}}}, f:tags: {"v:\"a\"": {}}}
//
// `f:` is a field, `k:` an item of a list by the values of its keys, `v:` an item by its
// value, and `.` the object or item itself.
#include "tools/render/applied.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "tools/yaml/scalar.h"

namespace loom {
namespace {

// How Crossplane calls itself where it applies composed resources.
constexpr absl::string_view kManager = "apiextensions.crossplane.io/composed";

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
    for (const Value& item : Items(desired)) {
      auto key = std::find_if(
          keys.begin(), keys.end(),
          [&item](const Key& each) { return HasKeys(item, each.values); });
      auto there =
          std::find_if(list->Begin(), list->End(), [&](const Value& each) {
            return key == keys.end() ? Equal(each, item)
                                     : HasKeys(each, key->values);
          });
      if (there == list->End()) {
        list->PushBack(Copy(item, pool_), pool_->allocator());
      } else if (key != keys.end()) {
        Merge(item, Below(fields, key->name), &*there);
      }
    }
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

}  // namespace

Value Applied(const Value& observed, const Value& desired, Pool* pool) {
  OwnedFields own, others;
  const Value* managers = Dig(observed, {"metadata", "managedFields"});
  if (managers != nullptr && managers->IsArray()) {
    for (const Value& each : Items(*managers)) {
      const Value* fields = each.IsObject() ? Find(each, "fieldsV1") : nullptr;
      if (fields == nullptr) continue;
      const bool is_own =
          absl::StartsWith(ScalarText(Find(each, "manager")), kManager) &&
          ScalarText(Find(each, "operation")) == "Apply";
      (is_own ? own : others).push_back(fields);
    }
  }
  return Apply(std::move(own), std::move(others), pool).Run(observed, desired);
}

}  // namespace loom
