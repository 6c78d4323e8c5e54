// SPDX-License-Identifier: Apache-2.0
// PlanCache keeps plans by the fingerprint of their input, so that a reconcile
// loop parses its input once. The memory of the plans is bounded: the plan that
// was not used for the longest time is dropped first. A plan that the cache does
// not keep, or that a call still uses when it is dropped, counts among the memory
// of all calls. It may be used by many threads.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <unordered_map>

#include "absl/hash/hash.h"
#include "absl/status/statusor.h"
#include "base/byte_budget.h"
#include "base/mutex.h"
#include "data/wire/fingerprint.h"
#include "function/plan/plan.h"

namespace loom {

class PlanCache {
 public:
  using Told = std::function<void(const Plan&)>;

  // `on_new_plan` is called with each plan before it is kept. `shared` is the
  // memory of all calls; it may be null, and has to outlive the plans.
  explicit PlanCache(size_t max_bytes, Told on_new_plan = nullptr,
                     ByteBudget* shared = nullptr)
      : max_bytes_(max_bytes),
        on_new_plan_(std::move(on_new_plan)),
        shared_(shared) {}

  // The plan of an input. If the cache has it, *hit becomes true; otherwise the
  // input is parsed. InvalidArgument: the bytes are not a Struct. Cancelled:
  // stopped() said that nobody waits. ResourceExhausted: the calls at this time
  // leave no memory for the plan.
  absl::StatusOr<std::shared_ptr<const Plan>> Get(
      absl::string_view input, bool* hit = nullptr,
      const std::function<bool()>& stopped = nullptr);

  size_t bytes() const;

 private:
  struct Entry {
    Fingerprint print;
    std::shared_ptr<const Plan> plan;
    size_t size;
  };

  std::shared_ptr<const Plan> Find(const Fingerprint& print);
  // True: so much was dropped that it is worth giving back to the system. The
  // allocator would keep it for a second, in which many more may be dropped.
  bool Keep(const Fingerprint& print, std::shared_ptr<const Plan> plan);
  void DropLast() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool TakeDropped() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t max_bytes_;
  const Told on_new_plan_;
  ByteBudget* const shared_;
  const FingerprintKey key_ = FingerprintKey::Random();
  mutable Mutex mutex_;
  // The plan that was used last is the first.
  std::list<Entry> entries_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<Fingerprint, std::list<Entry>::iterator,
                     absl::Hash<Fingerprint>>
      by_print_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  // The memory of plans that were dropped since it was given back.
  size_t dropped_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace loom
