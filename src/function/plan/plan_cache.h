// SPDX-License-Identifier: Apache-2.0
// PlanCache keeps plans by the fingerprint of their input, so that a reconcile
// loop parses its input once. The memory of the plans is bounded: the plan that
// was not used for the longest time is dropped first. A plan that the cache does
// not keep, or that a call still uses when it is dropped, counts among the memory
// of all calls. It may be used by many threads.
//
// If several calls come with the same new input at once, one of them parses it and
// the others wait for its plan. If it fails, one of the others parses the input
// instead: an error is never cached, because it may be that of one call, whose
// client has left. No mutex is held while an input is parsed or a plan is freed.
#pragma once

#include <condition_variable>
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
  using OnNewPlan = std::function<void(const Plan&)>;

  // `on_new_plan` is called with each plan before it is kept. `shared` is the
  // memory of all calls; it may be null, and has to outlive the plans.
  explicit PlanCache(size_t max_bytes, OnNewPlan on_new_plan = nullptr,
                     ByteBudget* shared = nullptr)
      : max_bytes_(max_bytes),
        on_new_plan_(std::move(on_new_plan)),
        shared_(shared) {}

  // The plan of an input. If the cache has it, or another call is parsing it, *hit
  // becomes true; otherwise the input is parsed. InvalidArgument: the bytes are not a
  // Struct. Cancelled: stopped() said that nobody waits. ResourceExhausted: the calls at
  // this time leave no memory for the plan. While another call is parsing it,
  // stopped_waiting() is asked in place of stopped(), so that its caller can let the other
  // call go on.
  absl::StatusOr<std::shared_ptr<const Plan>> Get(
      absl::string_view input, bool* hit = nullptr,
      const std::function<bool()>& stopped = nullptr,
      const std::function<bool()>& stopped_waiting = nullptr);

  size_t bytes() const;

 private:
  struct Entry {
    Fingerprint print;
    std::shared_ptr<const Plan> plan;
    size_t size;
  };

  // An input that a call is parsing. The mutex protects `ended`. The others are
  // written by that call before it has ended, and read by the others after that.
  struct Parsing {
    bool ended = false;
    std::shared_ptr<const Plan> plan;  // nullptr: parsing failed
  };
  using ParsingPtr = std::shared_ptr<Parsing>;

  // Returns the plan if the cache has it. Otherwise sets *parsing, and *is_mine
  // if no other call is parsing the input, so that the caller has to.
  std::shared_ptr<const Plan> FindOrBegin(const Fingerprint& print,
                                          ParsingPtr* parsing, bool* is_mine);
  absl::StatusOr<std::shared_ptr<const Plan>> Parse(
      absl::string_view input, const Fingerprint& print,
      const ParsingPtr& parsing, const std::function<bool()>& stopped);
  // Waits until another call has parsed the input. nullptr: that has failed.
  absl::StatusOr<std::shared_ptr<const Plan>> Await(
      const Parsing& parsing, const std::function<bool()>& stopped);
  // True: so much was dropped that it is worth giving back to the system. The
  // allocator would keep it for a second, in which many more may be dropped.
  bool Keep(const Fingerprint& print, std::shared_ptr<const Plan> plan);
  // Moves the entry that was used last of all to `dropped`.
  void DropLast(std::list<Entry>* dropped)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool TakeDropped() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t max_bytes_;
  const OnNewPlan on_new_plan_;
  ByteBudget* const shared_;
  const FingerprintKey key_ = FingerprintKey::Random();
  mutable Mutex mutex_;
  // The plan that was used last is the first.
  std::list<Entry> entries_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<Fingerprint, std::list<Entry>::iterator,
                     absl::Hash<Fingerprint>>
      by_print_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<Fingerprint, ParsingPtr, absl::Hash<Fingerprint>> parsing_
      ABSL_GUARDED_BY(mutex_);
  // A call has ended parsing.
  std::condition_variable parsed_;
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  // The memory of plans that were dropped since it was given back.
  size_t dropped_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace loom
