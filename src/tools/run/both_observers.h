// SPDX-License-Identifier: Apache-2.0
// BothObservers passes each event of a call to two observers, to the first one first.
//
//   InputWatch watch;
//   BothObservers both(&watch, observer);
//   function.Run(request.SerializeAsString(), {.observer = &both});
#pragma once

#include "absl/strings/string_view.h"
#include "crossplane/call/observer.h"

namespace loom {

class BothObservers : public Observer {
 public:
  // `second` may be null.
  BothObservers(Observer* first, Observer* second)
      : first_(*first), second_(second) {}

  void Begins(Call& call) override { Tell(&Observer::Begins, call); }
  void Merged(size_t entry, const Value& config,
              absl::string_view to) override {
    Tell(&Observer::Merged, entry, config, to);
  }
  bool traces() const override {
    return first_.traces() || (second_ != nullptr && second_->traces());
  }
  void Asked(const TemplateUse& use, absl::string_view member,
             const absl::Status& why, bool made) override {
    Tell(&Observer::Asked, use, member, why, made);
  }
  void Tested(absl::string_view place, bool holds) override {
    Tell(&Observer::Tested, place, holds);
  }
  void Listed(absl::string_view place, size_t count) override {
    Tell(&Observer::Listed, place, count);
  }
  void Began(const TemplateUse& use, const Value& object) override {
    Tell(&Observer::Began, use, object);
  }
  void Named(const Value& object) override { Tell(&Observer::Named, object); }
  void Patched(const Patch& patch, const PatchTrace& trace,
               const absl::Status& status) override {
    Tell(&Observer::Patched, patch, trace, status);
  }
  void Kept(const Patch& patch, const Value& to) override {
    Tell(&Observer::Kept, patch, to);
  }
  void Dropped(const Value& object) override {
    Tell(&Observer::Dropped, object);
  }
  void Withheld() override { Tell(&Observer::Withheld); }
  void Ended(const Value* object) override { Tell(&Observer::Ended, object); }
  void Selected(absl::string_view resource) override {
    Tell(&Observer::Selected, resource);
  }
  void EntryBegan(absl::string_view place, size_t index) override {
    Tell(&Observer::EntryBegan, place, index);
  }
  void Read(const FieldUse& field) override { Tell(&Observer::Read, field); }
  void Wrote(const FieldUse& field) override { Tell(&Observer::Wrote, field); }
  void NotReady(absl::string_view resource, absl::string_view why) override {
    Tell(&Observer::NotReady, resource, why);
  }
  void Waits(absl::string_view resource, absl::string_view other) override {
    Tell(&Observer::Waits, resource, other);
  }
  void Decided(bool ready, absl::string_view why) override {
    Tell(&Observer::Decided, ready, why);
  }
  void Stays(absl::string_view resource, const Value& object,
             absl::string_view why) override {
    Tell(&Observer::Stays, resource, object, why);
  }
  void Removed(absl::string_view resource, absl::string_view place) override {
    Tell(&Observer::Removed, resource, place);
  }
  void Ran(absl::string_view section, Call& call, const Outcome& outcome,
           const absl::Status& status) override {
    Tell(&Observer::Ran, section, call, outcome, status);
  }
  void Reported(absl::Span<const Result> results) override {
    Tell(&Observer::Reported, results);
  }
  void Failed(const absl::Status& why) override {
    Tell(&Observer::Failed, why);
  }

 private:
  template <typename... Events, typename... Parts>
  void Tell(void (Observer::*event)(Events...), Parts&&... parts) {
    (first_.*event)(parts...);
    if (second_ != nullptr) (second_->*event)(parts...);
  }

  Observer& first_;
  Observer* second_;
};

}  // namespace loom
