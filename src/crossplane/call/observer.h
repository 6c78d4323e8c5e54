// SPDX-License-Identifier: Apache-2.0
// Observer is told what a call does, while it does it, so that `explain` can say
// where each value came from. A call that serves Crossplane has none, and spends one
// comparison for each event on that.
//
//   if (call.observer != nullptr) call.observer->Began({"bucket"}, object);
//
// An observer is told of objects and of what the author wrote, never of values on
// their way. It looks at the objects itself, and nothing of it may change the call.
// What it is given lives as long as the call.
#pragma once

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

struct Call;
struct LoopItem;
struct Outcome;
class Patch;
struct PatchTrace;

// What a template is about to make.
struct TemplateUse {
  absl::string_view resource;      // its logical name; "" is the whole step
  size_t index = 0;                // of the template in the list `resources`
  const LoopItem* item = nullptr;  // of forEach
};

class Observer {
 public:
  virtual ~Observer() = default;

  // A call begins. What an earlier round of it told is void.
  virtual void Begins(Call& call) = 0;

  // The data of a config will be laid over the environment, at the path `to`. Entry is
  // the index of the entry in the input that selected it.
  virtual void Merged(size_t entry, const Value& config,
                      absl::string_view to) = 0;

  // Whether traces have values, which takes as long as the patches themselves.
  virtual bool traces() const { return false; }

  // The member of a template, or of the input, does not say that anything is wanted.
  // `why` is OK if a condition is false or a list has no items, and NotFound if it is
  // pending. `made` says whether the resource is made all the same.
  virtual void Asked(const TemplateUse& use, absl::string_view member,
                     const absl::Status& why, bool made) = 0;
  // A template begins with the object; the next events until Ended are about it.
  virtual void Began(const TemplateUse& use, const Value& object) = 0;
  // It has got the name and the namespace of the observed object.
  virtual void Named(const Value& object) = 0;
  // A patch was applied, or could not be.
  virtual void Patched(const Patch& patch, const PatchTrace& trace,
                       const absl::Status& status) = 0;
  // The field of a patch with a pending expression was given its observed value.
  virtual void Kept(const Patch& patch, const Value& to) = 0;
  // The template is left out, because the source of its last patch is missing.
  virtual void Withheld() = 0;
  // The template is done; the next patches belong to no template. Null: it was left out.
  virtual void Ended(const Value* object) = 0;

  // The section `readiness` calls a resource not ready, and says why in a few words.
  virtual void NotReady(absl::string_view resource, absl::string_view why) = 0;

  // A section has run. `section` is its name in function/plan/sections.h, or `condition`, whose
  // outcome has what the condition of the whole input withholds.
  virtual void Ran(absl::string_view section, Call& call,
                   const Outcome& outcome, const absl::Status& status) = 0;
};

}  // namespace loom
