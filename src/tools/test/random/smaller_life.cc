// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/smaller_life.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "data/value/deferred.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "tools/simulation/object_edits.h"

namespace loom {
namespace {

using Steps = std::vector<uint32_t>;  // positions of fields and items

Value* ChildAt(Value& value, uint32_t position) {
  if (value.IsArray()) return &ItemAt(value, position);
  return &(value.MemberBegin() + position)->value;
}

uint32_t ChildCount(const Value& value) {
  if (value.IsArray()) return value.Size();
  return value.IsObject() ? value.MemberCount() : 0;
}

class Shrinking {
 public:
  Shrinking(const Value& life, const std::function<bool(const Value&)>& fails,
            Pool* pool)
      : life_(Copy(life, pool)), fails_(fails), pool_(pool) {}

  Value Run() {
    for (bool progress = true; progress && tries_ < kMostTries;) {
      progress = RemoveSteps();
      progress |= BeginEdited();
      progress |= Shrink(*Find(life_, "steps"), {PositionOf("steps")});
      Value& composite = *Find(life_, "composite");
      if (Find(composite, "spec") != nullptr) {
        progress |= Shrink(*Find(composite, "spec"),
                           {PositionOf("composite"), PositionOfSpec()});
      }
      progress |= RenameAll();
    }
    return std::move(life_);
  }

 private:
  uint32_t PositionOf(absl::string_view name) const {
    return static_cast<uint32_t>(life_.FindMember(Borrow(name)) -
                                 life_.MemberBegin());
  }
  uint32_t PositionOfSpec() const {
    const Value& composite = *Find(life_, "composite");
    return static_cast<uint32_t>(composite.FindMember(Borrow("spec")) -
                                 composite.MemberBegin());
  }

  bool Keep(Value candidate) {
    if (tries_ >= kMostTries) return false;
    ++tries_;
    if (!fails_(candidate)) return false;
    life_ = std::move(candidate);
    return true;
  }

  // Half of the steps at once, then a quarter, … then one.
  bool RemoveSteps() {
    bool any = false;
    for (uint32_t size = ChildCount(*Find(life_, "steps")); size > 0;
         size /= 2) {
      for (uint32_t at = 0; at < ChildCount(*Find(life_, "steps"));) {
        Value candidate = Copy(life_, pool_);
        Value& steps = *Find(candidate, "steps");
        const uint32_t end = std::min(at + size, ChildCount(steps));
        steps.Erase(steps.Begin() + at, steps.Begin() + end);
        if (Keep(std::move(candidate))) {
          any = true;
        } else {
          at += size;
        }
      }
    }
    return any;
  }

  // Begins with an edited composite instead of editing it.
  bool BeginEdited() {
    bool any = false;
    for (uint32_t at = 0; at < ChildCount(*Find(life_, "steps"));) {
      Value candidate = Copy(life_, pool_);
      Value& steps = *Find(candidate, "steps");
      const Value* edit = Find(ItemAt(steps, at), "edit");
      if (edit != nullptr) {
        MergePatch(*edit, Find(candidate, "composite"), pool_);
        steps.Erase(steps.Begin() + at);
        if (Keep(std::move(candidate))) {
          any = true;
          continue;
        }
      }
      ++at;
    }
    return any;
  }

  // Replaces strings by short ones, wherever they are.
  bool RenameAll() {
    std::set<std::string> texts;
    AddTexts(*Find(life_, "steps"), &texts);
    if (const Value* spec = Find(*Find(life_, "composite"), "spec")) {
      AddTexts(*spec, &texts);
    }
    bool any = false;
    for (const std::string& text : texts) {
      for (absl::string_view name : {"a", "b", "c"}) {
        if (text.size() == 1 && text <= name) break;
        if (texts.contains(std::string(name))) continue;
        Value candidate = Copy(life_, pool_);
        Replace(text, name, Find(candidate, "steps"));
        if (Value* spec = Find(*Find(candidate, "composite"), "spec")) {
          Replace(text, name, spec);
        }
        if (Keep(std::move(candidate))) {
          texts.emplace(name);
          any = true;
          break;
        }
      }
    }
    return any;
  }

  static void AddTexts(const Value& value, std::set<std::string>* texts) {
    if (value.IsString()) texts->emplace(View(value));
    for (uint32_t i = 0; i < ChildCount(value); ++i) {
      AddTexts(*ChildAt(const_cast<Value&>(value), i), texts);
    }
  }

  static void Replace(absl::string_view text, absl::string_view by,
                      Value* value) {
    if (value->IsString() && View(*value) == text) *value = Borrow(by);
    for (uint32_t i = 0; i < ChildCount(*value); ++i) {
      Replace(text, by, ChildAt(*value, i));
    }
  }

  // Makes what is at a path of the life smaller, from the outside to the inside. `value`
  // is that value of the life as it is now.
  bool Shrink(const Value& value, const Steps& path) {
    bool any = false;
    if (!value.IsObject() && !value.IsArray()) return Simplify(path);
    // From the end, so that the positions of the others stay.
    for (uint32_t i = ChildCount(value); i > 0; --i) {
      Steps below = path;
      below.push_back(i - 1);
      if (Remove(below)) {
        any = true;
        continue;
      }
      any |= Shrink(*At(&life_, below), below);
    }
    return any;
  }

  static Value* At(Value* root, absl::Span<const uint32_t> path) {
    for (uint32_t each : path) root = ChildAt(*root, each);
    return root;
  }

  bool Remove(const Steps& path) {
    Value candidate = Copy(life_, pool_);
    Value* parent =
        At(&candidate, absl::MakeConstSpan(path).first(path.size() - 1));
    if (parent->IsArray()) {
      parent->Erase(parent->Begin() + path.back());
    } else {
      const auto member = parent->MemberBegin() + path.back();
      Erase(*parent, View(member->name), pool_);
    }
    return Keep(std::move(candidate));
  }

  bool Simplify(const Steps& path) {
    for (Value& simpler : SimplerThan(*At(&life_, path))) {
      Value candidate = Copy(life_, pool_);
      *At(&candidate, path) = std::move(simpler);
      if (Keep(std::move(candidate))) return true;
    }
    return false;
  }

  static std::vector<Value> SimplerThan(const Value& value) {
    std::vector<Value> simpler;
    simpler.reserve(3);
    if (value.IsString() && View(value) != "a") {
      simpler.push_back(Borrow("a"));
      if (!View(value).empty() && View(value) != "b") {
        simpler.push_back(Borrow("b"));
      }
    } else if (value.IsNumber()) {
      const auto number = AsInteger(value);
      for (int64_t each : {0, 1, 2}) {
        if (number.has_value() && (*number == each || *number == 0)) break;
        simpler.push_back(Integer(each));
      }
    } else if (value.IsTrue()) {
      simpler.push_back(Value(false));
    }
    return simpler;
  }

  Value life_;
  const std::function<bool(const Value&)>& fails_;
  Pool* pool_;
  int tries_ = 0;
};

}  // namespace

Value SmallerLife(const Value& life,
                  const std::function<bool(const Value& candidate)>& fails,
                  Pool* pool) {
  return Shrinking(life, fails, pool).Run();
}

}  // namespace loom
