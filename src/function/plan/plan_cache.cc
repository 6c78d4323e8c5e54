// SPDX-License-Identifier: Apache-2.0
#include "function/plan/plan_cache.h"

#include <algorithm>

#include "base/jemalloc.h"
#include "base/limits.h"
#include "base/status_macros.h"

namespace loom {

absl::StatusOr<std::shared_ptr<const Plan>> PlanCache::Get(
    absl::string_view input, bool* hit, const std::function<bool()>& stopped) {
  const Fingerprint print = FingerprintOfStruct(input, key_);
  if (auto plan = Find(print)) {
    if (hit != nullptr) *hit = true;
    return plan;
  }
  LOOM_ASSIGN_OR_RETURN(std::shared_ptr<const Plan> plan,
                        Plan::Parse(input, stopped, shared_));
  if (on_new_plan_) on_new_plan_(*plan);
  if (Keep(print, plan)) ReturnFreeMemory();
  return plan;
}

size_t PlanCache::bytes() const {
  MutexLock lock(mutex_);
  return bytes_;
}

std::shared_ptr<const Plan> PlanCache::Find(const Fingerprint& print) {
  MutexLock lock(mutex_);
  auto found = by_print_.find(print);
  if (found == by_print_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->plan;
}

bool PlanCache::Keep(const Fingerprint& print,
                     std::shared_ptr<const Plan> plan) {
  MutexLock lock(mutex_);
  size_t size = plan->size;
  if (size > std::min(limits::kPlan, max_bytes_) || by_print_.contains(print)) {
    dropped_ += size;
    return TakeDropped();
  }
  // The first two statements may fail to get memory. In this order, neither
  // leaves an entry in only one of the two containers.
  std::list<Entry> entry{{print, std::move(plan), size}};
  by_print_.emplace(print, entry.begin());
  entries_.splice(entries_.begin(), entry);
  entries_.front().plan->held.GiveAll();
  bytes_ += size;
  while (bytes_ > max_bytes_) DropLast();
  return TakeDropped();
}

void PlanCache::DropLast() {
  const Entry& last = entries_.back();
  bytes_ -= last.size;
  dropped_ += last.size;
  const bool in_use = last.plan.use_count() > 1;
  if (in_use) last.plan->held.Force(shared_, last.size);
  by_print_.erase(last.print);
  entries_.pop_back();
}

bool PlanCache::TakeDropped() {
  // A quarter of what is kept.
  if (dropped_ < limits::kPlans / 4) return false;
  dropped_ = 0;
  return true;
}

}  // namespace loom
