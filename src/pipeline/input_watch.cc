// SPDX-License-Identifier: Apache-2.0
#include "pipeline/input_watch.h"

#include "absl/strings/str_cat.h"
#include "fieldpath/access.h"
#include "patch/patch.h"
#include "resource/outcome.h"

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

void InputWatch::Began(absl::string_view resource, const Value& object) {
  resource_ = std::string(resource);
  if (next_ != nullptr) next_->Began(resource, object);
}

void InputWatch::Named(const Value& object) {
  if (next_ != nullptr) next_->Named(object);
}

void InputWatch::Patched(const Patch& patch, const Value* from, const Value* to,
                         const absl::Status& status) {
  last_ = status.ok() ? "" : std::string(patch.place());
  if (absl::IsNotFound(status) && patch.required()) {
    stumbles_.push_back({.resource = resource_,
                         .place = last_,
                         .why = MissingSource(patch, from, status)});
  }
  if (next_ != nullptr) next_->Patched(patch, from, to, status);
}

void InputWatch::Withheld() {
  if (!stumbles_.empty()) stumbles_.back().withheld = true;
  if (next_ != nullptr) next_->Withheld();
}

void InputWatch::Ended() {
  if (next_ != nullptr) next_->Ended();
}

void InputWatch::NotReady(absl::string_view resource, absl::string_view why) {
  if (next_ != nullptr) next_->NotReady(resource, why);
}

void InputWatch::Ran(absl::string_view section, Call& call,
                     const Outcome& outcome, const absl::Status& status) {
  if (!status.ok() && !absl::IsNotFound(status)) failed_ = last_;
  last_.clear();
  for (absl::string_view name : outcome.withheld) {
    stumbles_.push_back({.resource = std::string(name),
                         .place = std::string(section),
                         .why = ReasonOf(outcome),
                         .withheld = true});
  }
  if (next_ != nullptr) next_->Ran(section, call, outcome, status);
}

}  // namespace loom
