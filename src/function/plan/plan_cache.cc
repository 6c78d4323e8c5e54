// SPDX-License-Identifier: Apache-2.0
#include "function/plan/plan_cache.h"

#include <algorithm>
#include <iterator>

#include "absl/cleanup/cleanup.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/memory.h"

namespace loom {

absl::StatusOr<std::shared_ptr<const Plan>> PlanCache::Get(
    absl::string_view input, bool* hit, const std::function<bool()>& stopped,
    const std::function<bool()>& stopped_waiting) {
  const Fingerprint print = FingerprintOfStruct(input, key_);
  for (;;) {
    ParsingPtr parsing;
    bool is_mine = false;
    std::shared_ptr<const Plan> plan = FindOrBegin(print, &parsing, &is_mine);
    if (is_mine) return Parse(input, print, parsing, stopped);
    if (plan == nullptr) {
      LOOM_ASSIGN_OR_RETURN(
          plan, Await(*parsing, stopped_waiting ? stopped_waiting : stopped));
      // The call no longer waits for another call, so `stopped` applies again.
      if (stopped && stopped()) return NobodyWaits();
    }
    if (plan == nullptr) continue;
    if (hit != nullptr) *hit = true;
    return plan;
  }
}

size_t PlanCache::bytes() const {
  MutexLock lock(mutex_);
  return bytes_;
}

std::shared_ptr<const Plan> PlanCache::FindOrBegin(const Fingerprint& print,
                                                   ParsingPtr* parsing,
                                                   bool* is_mine) {
  MutexLock lock(mutex_);
  if (auto found = by_print_.find(print); found != by_print_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->plan;
  }
  ParsingPtr& known = parsing_[print];
  *is_mine = known == nullptr;
  if (*is_mine) known = std::make_shared<Parsing>();
  *parsing = known;
  return nullptr;
}

absl::StatusOr<std::shared_ptr<const Plan>> PlanCache::Parse(
    absl::string_view input, const Fingerprint& print,
    const ParsingPtr& parsing, const std::function<bool()>& stopped) {
  // Runs even if there is no memory for the plan, which ends the call by an exception.
  const absl::Cleanup end = [&] {
    MutexLock lock(mutex_);
    parsing->ended = true;
    parsing_.erase(print);
    parsed_.notify_all();
  };
  LOOM_ASSIGN_OR_RETURN(
      std::shared_ptr<const Plan> plan,
      Plan::Parse(input, {.stopped = stopped, .shared = shared_}));
  if (on_new_plan_) on_new_plan_(*plan);
  if (Keep(print, plan)) ReturnFreeMemory();
  parsing->plan = plan;
  return plan;
}

absl::StatusOr<std::shared_ptr<const Plan>> PlanCache::Await(
    const Parsing& parsing, const std::function<bool()>& stopped) {
  constexpr int kLookEveryMilliseconds = 10;
  for (;;) {
    {
      MutexLock lock(mutex_);
      if (!parsing.ended) lock.WaitFor(parsed_, kLookEveryMilliseconds);
      if (parsing.ended) return parsing.plan;
    }
    if (stopped && stopped()) {
      return NobodyWaits();
    }
  }
}

bool PlanCache::Keep(const Fingerprint& print,
                     std::shared_ptr<const Plan> plan) {
  // Declared before the lock, so that the plans are freed after the mutex is released.
  // Freeing many megabytes takes milliseconds, and every call needs the mutex.
  std::list<Entry> dropped;
  MutexLock lock(mutex_);
  const size_t size = plan->size;
  if (size > std::min(limits::kPlan, max_bytes_)) {
    dropped_ += size;
    return TakeDropped();
  }
  // The first two statements may fail to allocate memory. In this order, neither
  // failure leaves an entry in only one of the two containers.
  std::list<Entry> entry{{print, std::move(plan), size}};
  by_print_.emplace(print, entry.begin());
  entries_.splice(entries_.begin(), entry);
  entries_.front().plan->held.GiveAll();
  bytes_ += size;
  while (bytes_ > max_bytes_) DropLast(&dropped);
  return TakeDropped();
}

void PlanCache::DropLast(std::list<Entry>* dropped) {
  const auto last = std::prev(entries_.end());
  bytes_ -= last->size;
  dropped_ += last->size;
  const bool in_use = last->plan.use_count() > 1;
  if (in_use) last->plan->held.Force(shared_, last->size);
  by_print_.erase(last->print);
  dropped->splice(dropped->begin(), entries_, last);
}

bool PlanCache::TakeDropped() {
  // A quarter of the memory that the cache keeps by default.
  if (dropped_ < limits::kPlans / 4) return false;
  dropped_ = 0;
  return true;
}

}  // namespace loom
