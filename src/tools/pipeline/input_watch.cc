// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/input_watch.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crossplane/contract/outcome.h"
#include "data/fieldpath/access.h"
#include "sections/shared/patches/patch.h"

namespace loom {
namespace {

// Why a section withholds a resource: the first condition that does not hold.
std::string ReasonOf(const Outcome& outcome) {
  for (const Condition& condition : outcome.conditions) {
    if (condition.status != ConditionStatus::kTrue) return condition.message;
  }
  return outcome.remarks.empty() ? "" : outcome.remarks[0].text;
}

// Which source of a patch is missing.
std::string MissingSource(const Patch& patch, const Value* from,
                          const absl::Status& status) {
  if (Patch::IsPending(status)) return std::string(status.message());
  Pool pool;
  for (const absl::StatusOr<Path>* source : patch.sources()) {
    if (from == nullptr || !source->ok()) continue;
    if (absl::IsNotFound(Get(*from, **source, &pool).status())) {
      return absl::StrCat((*source)->text(), " is missing");
    }
  }
  return std::string(status.message());
}

}  // namespace

void InputWatch::Begins(Call& call) {
  resource_.clear();
  last_.clear();
  failed_.clear();
  stumbles_.clear();
  if (next_ != nullptr) next_->Begins(call);
}

void InputWatch::Merged(size_t entry, const Value& config,
                        absl::string_view to) {
  if (next_ != nullptr) next_->Merged(entry, config, to);
}

void InputWatch::Asked(const TemplateUse& use, absl::string_view member,
                       const absl::Status& why, bool made) {
  if (!why.ok()) {
    const std::string of =
        use.resource.empty() ? "" : absl::StrCat("resources[", use.index, "].");
    // A list that is pending makes nothing that could be withheld.
    const bool withheld = !made && member == "condition";
    stumbles_.push_back({.resource = std::string(use.resource),
                         .place = absl::StrCat(of, member),
                         .why = std::string(why.message()),
                         .withheld = withheld});
  }
  if (next_ != nullptr) next_->Asked(use, member, why, made);
}

void InputWatch::Began(const TemplateUse& use, const Value& object) {
  resource_ = std::string(use.resource);
  if (next_ != nullptr) next_->Began(use, object);
}

void InputWatch::Named(const Value& object) {
  if (next_ != nullptr) next_->Named(object);
}

void InputWatch::Patched(const Patch& patch, const PatchTrace& trace,
                         const absl::Status& status) {
  const bool missing = absl::IsNotFound(status);
  last_ = status.ok() || missing ? "" : std::string(patch.place());
  if (missing && !patch.PassesOver(status)) {
    stumbles_.push_back({.resource = resource_,
                         .place = patch.place(),
                         .why = MissingSource(patch, trace.from, status)});
  }
  if (next_ != nullptr) next_->Patched(patch, trace, status);
}

void InputWatch::Kept(const Patch& patch, const Value& to) {
  if (next_ != nullptr) next_->Kept(patch, to);
}

void InputWatch::Withheld() {
  if (!stumbles_.empty()) stumbles_.back().withheld = true;
  if (next_ != nullptr) next_->Withheld();
}

void InputWatch::Ended(const Value* object) {
  resource_.clear();
  if (next_ != nullptr) next_->Ended(object);
}

// Of a resource that a template has left out the reason is known already.
void InputWatch::AddWithheld(absl::string_view resource,
                             absl::string_view section,
                             const Outcome& outcome) {
  for (const Stumble& stumble : stumbles_) {
    if (stumble.withheld && stumble.resource == resource) return;
  }
  std::string why = ReasonOf(outcome);
  for (const Stumble& stumble : stumbles_) {
    if (stumble.place == section && why.empty()) why = stumble.why;
  }
  stumbles_.push_back({.resource = std::string(resource),
                       .place = std::string(section),
                       .why = std::move(why),
                       .withheld = true});
}

void InputWatch::NotReady(absl::string_view resource, absl::string_view why) {
  if (next_ != nullptr) next_->NotReady(resource, why);
}

void InputWatch::Ran(absl::string_view section, Call& call,
                     const Outcome& outcome, const absl::Status& status) {
  if (!status.ok() && !absl::IsNotFound(status)) failed_ = last_;
  last_.clear();
  for (absl::string_view name : outcome.withheld) {
    AddWithheld(name, section, outcome);
  }
  if (next_ != nullptr) next_->Ran(section, call, outcome, status);
}

}  // namespace loom
