// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/random_steps.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/simulation/object_edits.h"

namespace loom {
namespace {

constexpr int kTries = 30;

const Value* PartOfSchema(const Value& schema, absl::string_view name) {
  const Value* part = schema.IsObject() ? Find(schema, name) : nullptr;
  return part != nullptr && part->IsObject() ? part : nullptr;
}

// The merge patch that makes `after` of `before`.
Value PatchBetween(const Value& before, const Value& after, Pool* pool) {
  Value patch = Object();
  for (const Member& each : Members(before)) {
    if (Find(after, View(each.name)) == nullptr) {
      Set(patch, View(each.name), Value(), pool);
    }
  }
  for (const Member& each : Members(after)) {
    const Value* was = Find(before, View(each.name));
    if (was != nullptr && Equal(*was, each.value)) continue;
    const bool both =
        was != nullptr && was->IsObject() && each.value.IsObject();
    Set(patch, View(each.name),
        both ? PatchBetween(*was, each.value, pool) : Copy(each.value, pool),
        pool);
  }
  return patch;
}

// The scalars in the data of an object.
void AddScalars(Value& value, std::vector<Value*>* scalars) {
  if (value.IsArray()) {
    for (Value& each : Items(value)) AddScalars(each, scalars);
  } else if (value.IsObject()) {
    for (Member& each : Members(value)) AddScalars(each.value, scalars);
  } else {
    scalars->push_back(&value);
  }
}

}  // namespace

Value RandomSteps::Composite() {
  composite_ = Copy(stage_->composite(), pool_);
  if (stage_->spec_schema() == nullptr) return Copy(composite_, pool_);
  const uint64_t how = random_->Below(3);
  for (int i = 0; i < kTries && how > 0; ++i) {
    Value candidate;
    if (how == 1) {
      candidate = Edited(composite_);
    } else {
      candidate = Copy(stage_->composite(), pool_);
      Set(candidate, "spec",
          RandomValues(random_, pool_).Make(*stage_->spec_schema()), pool_);
    }
    if (!stage_->IsValid(candidate)) continue;
    composite_ = std::move(candidate);
    break;
  }
  return Copy(composite_, pool_);
}

Value RandomSteps::Edited(const Value& composite) {
  Value edited = Copy(composite, pool_);
  for (uint64_t i = 1 + random_->Below(2); i > 0; --i) {
    Change(*stage_->spec_schema(), &ObjectAt(edited, "spec", pool_), 0);
  }
  return edited;
}

void RandomSteps::Change(const Value& schema, Value* value, int depth) {
  if (value->IsArray() && !value->Empty() && !random_->OneIn(6)) {
    return ChangeList(schema, value, depth);
  }
  if (value->IsObject() && (depth == 0 || !random_->OneIn(6))) {
    return ChangeObject(schema, value, depth);
  }
  *value = RandomValues(random_, pool_).Make(schema);
}

void RandomSteps::ChangeObject(const Value& schema, Value* object, int depth) {
  const Value* properties = PartOfSchema(schema, "properties");
  const Value* more = PartOfSchema(schema, "additionalProperties");
  if (properties != nullptr && !properties->ObjectEmpty()) {
    const Member& chosen = *(properties->MemberBegin() +
                             random_->Below(properties->MemberCount()));
    const absl::string_view name = View(chosen.name);
    // Members of the schema are decoded by the lookup.
    const Value& of = *Find(*properties, name);
    Value* there = Find(*object, name);
    if (there == nullptr) {
      Value made = RandomValues(random_, pool_).Make(of);
      return Set(*object, name, std::move(made), pool_);
    }
    if (random_->OneIn(4)) return Erase(*object, name, pool_);
    return Change(of, there, depth + 1);
  }
  if (more == nullptr) return;
  if (object->ObjectEmpty() || random_->OneIn(3)) {
    const absl::string_view key =
        pool_->Keep(absl::StrCat("key", random_->Below(4)));
    return Set(*object, key, RandomValues(random_, pool_).Make(*more), pool_);
  }
  const auto chosen =
      object->MemberBegin() + random_->Below(object->MemberCount());
  if (random_->OneIn(2)) return Erase(*object, View(chosen->name), pool_);
  Change(*more, &chosen->value, depth + 1);
}

void RandomSteps::ChangeList(const Value& schema, Value* list, int depth) {
  const Value* items = PartOfSchema(schema, "items");
  switch (random_->Below(5)) {
    case 0:
      list->Erase(list->Begin());
      return;
    case 1:
      list->Erase(list->Begin() + random_->Below(list->Size()));
      return;
    case 2: {  // the last one becomes the first
      for (rapidjson::SizeType i = list->Size(); i > 1; --i) {
        ItemAt(*list, i - 1).Swap(ItemAt(*list, i - 2));
      }
      return;
    }
    case 3:
      if (items == nullptr) return;
      list->PushBack(RandomValues(random_, pool_).Make(*items),
                     pool_->allocator());
      return;
    default:
      if (items == nullptr) return;
      Change(*items, &ItemAt(*list, random_->Below(list->Size())), depth + 1);
  }
}

Value RandomSteps::EditStep() {
  if (stage_->spec_schema() == nullptr) return Object();
  for (int i = 0; i < kTries; ++i) {
    Value edited = Edited(composite_);
    if (Equal(edited, composite_) || !stage_->IsValid(edited)) continue;
    Value step = Object();
    Set(step, "edit", PatchBetween(composite_, edited, pool_), pool_);
    composite_ = std::move(edited);
    return step;
  }
  return Object();
}

Value RandomSteps::StatusStep(const ControlPlane& control) {
  const bool vanishes = random_->OneIn(2);
  Value set = Object();
  for (const std::string& name : control.ComposedNames()) {
    if (random_->OneIn(2)) continue;
    const Value& object = *control.Composed(name);
    Value patch = vanishes
                      ? stage_->words().Vanish(object, name, random_, pool_)
                      : stage_->words().Report(object, name, random_, pool_);
    if (!patch.ObjectEmpty()) {
      Set(set, pool_->Keep(name), std::move(patch), pool_);
    }
  }
  Value step = Object();
  if (!set.ObjectEmpty()) Set(step, "set", std::move(set), pool_);
  return step;
}

Value RandomSteps::ReadyStep(const ControlPlane& control) {
  const bool ready = !random_->OneIn(4);
  Value set = Object();
  for (const std::string& name : control.ComposedNames()) {
    if (random_->OneIn(2)) continue;
    Value patch = Object();
    Set(ObjectAt(patch, "status", pool_), "conditions",
        stage_->words().Conditions(*control.Composed(name), name, ready, pool_),
        pool_);
    Set(set, pool_->Keep(name), std::move(patch), pool_);
  }
  Value step = Object();
  if (!set.ObjectEmpty()) Set(step, "set", std::move(set), pool_);
  return step;
}

Value RandomSteps::DetailsStep(const ControlPlane& control) {
  Value details = Object();
  for (const std::string& name : control.ComposedNames()) {
    const Value& object = *control.Composed(name);
    if (Dig(object, {"spec", "writeConnectionSecretToRef", "name"}) ==
            nullptr ||
        random_->OneIn(2)) {
      continue;
    }
    Value keys = Object();
    for (const std::string& key : stage_->words().details()) {
      if (random_->OneIn(3)) continue;
      Set(keys, pool_->Keep(key), Text(absl::StrCat(key, "-", name), pool_),
          pool_);
    }
    if (!keys.ObjectEmpty()) {
      Set(details, pool_->Keep(name), std::move(keys), pool_);
    }
  }
  Value step = Object();
  if (!details.ObjectEmpty()) Set(step, "details", std::move(details), pool_);
  return step;
}

Value RandomSteps::DeleteStep(const ControlPlane& control) {
  const std::vector<std::string> names = control.ComposedNames();
  Value step = Object();
  if (names.empty()) return step;
  Value list = Array();
  list.PushBack(Text(random_->In(names), pool_), pool_->allocator());
  Set(step, "delete", std::move(list), pool_);
  return step;
}

Value RandomSteps::ObjectStep() {
  std::vector<const Value*> configs;
  for (const YamlDocument& each : stage_->objects()) {
    if (Kind(each.root) == "EnvironmentConfig") configs.push_back(&each.root);
  }
  Value step = Object();
  if (configs.empty()) return step;
  Value config = Copy(*random_->In(configs), pool_);
  std::vector<Value*> scalars;
  AddScalars(ObjectAt(config, "data", pool_), &scalars);
  if (scalars.empty()) return step;
  Value& chosen = *random_->In(scalars);
  if (chosen.IsString()) {
    chosen = Text(absl::StrCat(View(chosen), "-2"), pool_);
  } else if (chosen.IsNumber()) {
    chosen = Integer(AsInteger(chosen).value_or(0) + 1);
  } else if (chosen.IsBool()) {
    chosen = Value(!chosen.GetBool());
  }
  Value list = Array();
  list.PushBack(std::move(config), pool_->allocator());
  Set(step, "objects", std::move(list), pool_);
  return step;
}

Value RandomSteps::Next(const ControlPlane& control) {
  const uint64_t dice = random_->Below(16);
  if (dice < 6) return StatusStep(control);
  if (dice < 9) return ReadyStep(control);
  if (dice < 13) return EditStep();
  if (dice < 14) return DeleteStep(control);
  if (dice < 15) return ObjectStep();
  return DetailsStep(control);
}

}  // namespace loom
