// SPDX-License-Identifier: Apache-2.0
// Account counts the steps of work and the bytes of memory that one call uses, and ends
// the call when it uses too much or when its caller no longer waits for the response.
// It belongs to the pool of the call.
//
// Work is counted in steps of about 10 nanoseconds. budget.h defines what work costs.
// Code that can fail spends its steps before the work, and returns the error. Code that
// cannot fail notes its steps; the next code that spends steps then fails. If that is
// not within kNotedAtMost steps, std::bad_alloc ends the call.
//
// Memory is counted by the pool itself when it takes a block, which also counts as
// work, because it will be filled. A call that holds too much memory fails when it next
// spends steps. If it exceeds its memory by more than kSlack bytes before that, or if
// all calls together have no room left, std::bad_alloc ends it.
//
// An error either is about a value (a field is missing, a string does not fit) or ends
// the call. A policy may forgive only the first kind. The first error that ends the
// call is marked and kept, and every later step fails with it:
//
//   absl::StatusOr<const Value*> field = Read(object);
//   if (EndsCall(field.status())) return field.status();
//   if (!field.ok()) return KeepWhatWasThere();
//
// If code forgives that error by mistake, function/run.cc still ends the call: it
// checks ended() after all sections.
//
// Every 16,384 steps, which is a fraction of a millisecond, the account calls `stopped`
// to check whether the caller still waits. It does not read a clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "base/byte_budget.h"
#include "base/limits.h"

namespace loom {

class Account {
 public:
  struct Limits {
    size_t memory = limits::kMostMemory;
    uint64_t steps = limits::kSteps;
    // Returns true when the caller no longer waits for the response. Null: it always
    // waits.
    std::function<bool()> stopped = nullptr;
    // The memory of all calls together. Null: the call shares its memory with no other.
    ByteBudget* shared = nullptr;
  };

  Account() = default;
  Account(const Account&) = delete;
  Account& operator=(const Account&) = delete;
  ~Account();

  // Must be called before the first block is taken.
  void Set(Limits limits);

  // Returns ended() if that is an error. Ends the call with FailedPrecondition if a
  // limit is exceeded, and with Cancelled if the caller no longer waits.
  absl::Status Spend(uint64_t steps) {
    return (steps_ += steps) >= next_look_ ? Look() : absl::OkStatus();
  }
  void Note(uint64_t steps) {
    steps_ += steps;
    if (steps_ >= last_look_ + kNotedAtMost) LookOrThrow();
  }

  // Counts bytes that the call makes (budget.h), and the steps to write them. If it has
  // made too much, it fails when it next spends steps.
  void NoteMade(size_t bytes) {
    AddMade(bytes);
    Note(1 + bytes);
  }
  absl::Status SpendMade(size_t bytes) {
    AddMade(bytes);
    return Spend(1 + bytes);
  }

  // Ends the call with the given error, such as a malformed request. Returns `why` with
  // the mark, so that EndsCall is true for it.
  absl::Status End(absl::Status why);
  // Returns the error that ended the call, or OK if it has not ended.
  const absl::Status& ended() const { return ended_; }

  // Counts a block that the pool takes. If there is no room for it, ends the call and
  // throws std::bad_alloc. ended() is then FailedPrecondition if the call holds too
  // much, and ResourceExhausted if all calls together do.
  void Hold(size_t bytes);

  // Counts one more field that a wildcard matches. Returns false if there are too many.
  bool AddPlace() { return ++places_ <= limits::kWildcardPlacesOfACall; }

  size_t made() const { return made_; }
  size_t held() const { return held_; }
  uint64_t steps() const { return steps_; }

 private:
  static constexpr uint64_t kLookEvery = limits::kStepsBetweenLooks;
  static constexpr uint64_t kNotedAtMost = limits::kStepsNoted;
  static constexpr size_t kSlack = limits::kMemorySlack;

  void AddMade(size_t bytes) {
    made_ += bytes;
    if (made_ > limits::kMade) next_look_ = 0;
  }
  absl::Status Look();
  void LookOrThrow();
  absl::Status WhyToEnd() const;
  absl::Status TooMuchMemory() const;

  Limits limits_;
  uint64_t steps_ = 0;
  uint64_t next_look_ = kLookEvery;
  uint64_t last_look_ = 0;
  size_t held_ = 0;
  size_t made_ = 0;
  size_t places_ = 0;
  absl::Status ended_;
};

// Returns whether an error ends the call and is not about a value. Annotate keeps the
// mark.
bool EndsCall(const absl::Status& status);

}  // namespace loom
