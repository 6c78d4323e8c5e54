// SPDX-License-Identifier: Apache-2.0
// PlanCache keeps the compiled plan of each input, so that a reconcile loop parses
// its input only once. Plans are found by the fingerprint of their input. The memory
// of the plans is limited: the least recently used plan is dropped first. A plan that
// the cache does not keep, or that is dropped while a call still uses it, counts
// toward the memory of all calls. Safe to use from many threads.
//
// If several calls with the same new input arrive at once, one of them parses the
// input, and the others wait for its plan. If that call fails, one of the others
// parses the input instead. Errors are never cached, because an error may concern
// only one call, such as one whose client has disconnected. No mutex is held while an
// input is parsed or a plan is freed.
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

  // `on_new_plan` is called with each new plan before it is cached. `shared` is the
  // memory of all calls. It may be null, and must outlive the plans.
  explicit PlanCache(size_t max_bytes, OnNewPlan on_new_plan = nullptr,
                     ByteBudget* shared = nullptr)
      : max_bytes_(max_bytes),
        on_new_plan_(std::move(on_new_plan)),
        shared_(shared) {}

  // Returns the plan of an input. Sets *hit to true if the plan is cached or another
  // call is parsing the input. Otherwise parses the input. While another call is
  // parsing it, calls stopped_waiting() instead of stopped(), so that the caller can
  // let the other call continue.
  // InvalidArgument: the bytes are not a Struct.
  // Cancelled: stopped() or stopped_waiting() returned true.
  // ResourceExhausted: the current calls leave no memory for the plan.
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

  // An input that a call is parsing. The mutex protects `ended`. The call writes `plan`
  // before it sets `ended`, and the waiting calls read it afterwards.
  struct Parsing {
    bool ended = false;
    std::shared_ptr<const Plan> plan;  // nullptr: parsing failed
  };
  using ParsingPtr = std::shared_ptr<Parsing>;

  // Returns the plan if it is cached. Otherwise sets *parsing. Sets *is_mine if no
  // other call is parsing the input, so that the caller must parse it.
  std::shared_ptr<const Plan> FindOrBegin(const Fingerprint& print,
                                          ParsingPtr* parsing, bool* is_mine);
  absl::StatusOr<std::shared_ptr<const Plan>> Parse(
      absl::string_view input, const Fingerprint& print,
      const ParsingPtr& parsing, const std::function<bool()>& stopped);
  // Waits until another call has parsed the input. Returns nullptr if parsing failed.
  absl::StatusOr<std::shared_ptr<const Plan>> Await(
      const Parsing& parsing, const std::function<bool()>& stopped);
  // Caches the plan. Returns true if so much memory was dropped that it should be
  // returned to the system. The allocator would keep it for a second, and many more
  // plans may be dropped in that time.
  bool Keep(const Fingerprint& print, std::shared_ptr<const Plan> plan);
  void DropLast(std::list<Entry>* dropped)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool TakeDropped() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t max_bytes_;
  const OnNewPlan on_new_plan_;
  ByteBudget* const shared_;
  const FingerprintKey key_ = FingerprintKey::Random();
  mutable Mutex mutex_;
  // The most recently used plan is first.
  std::list<Entry> entries_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<Fingerprint, std::list<Entry>::iterator,
                     absl::Hash<Fingerprint>>
      by_print_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<Fingerprint, ParsingPtr, absl::Hash<Fingerprint>> parsing_
      ABSL_GUARDED_BY(mutex_);
  std::condition_variable parsed_;
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  // The memory of the plans dropped since memory was last returned to the system.
  size_t dropped_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace loom
