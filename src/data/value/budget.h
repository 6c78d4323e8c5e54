// SPDX-License-Identifier: Apache-2.0
// This header defines what work costs, and limits the bytes that the patches and
// transforms of one call may make.
//
// Every loop over data of a request, and every function that walks a string, reports
// its cost. Code that can fail reports it before the work begins:
//
//   LOOM_RETURN_IF_ERROR(Spend(Finding(value.MemberCount()), pool));
//   LOOM_RETURN_IF_ERROR(CheckText(text.size()));   // while a string grows
//   LOOM_RETURN_IF_ERROR(Charge(value, pool));      // before it is written
//
// test/suites/faults/cost checks that no request costs more than it may.
//
// A short input can cause a lot of work: one replacement can double a string, ten of
// them multiply it by a thousand, and a wildcard writes one value to ten thousand
// fields. The Go functions continue until memory is exhausted. These limits, in bytes,
// are ours:
//
//   kMaxText   of each string. Crossplane accepts no response above 4 MiB
//   kMaxMade   of everything that patches and transforms make in one call: eight times
//              as much, because some values are replaced later
//
// Data of the request does not count as made. A string counts each time it is written,
// although the tree shares its characters, because the response repeats them. Beyond
// these limits the functions return FailedPrecondition, and callers add the location.
// Spend and Charge also return the errors of Account::Spend (account.h).
#pragma once

#include "absl/status/status.h"
#include "base/limits.h"
#include "data/value/value.h"

namespace loom {

inline constexpr size_t kMaxText = limits::kText;
inline constexpr size_t kMaxMade = limits::kMade;

absl::Status TextTooLong();
absl::Status MadeTooMuch();

inline absl::Status CheckText(size_t size) {
  return size <= kMaxText ? absl::OkStatus() : TextTooLong();
}

// Returns the steps for comparing, searching or copying that many bytes.
inline uint64_t Reading(size_t bytes) { return 1 + bytes / 64; }
// Returns the steps for formatting, parsing, escaping or hashing that many bytes.
inline uint64_t Writing(size_t bytes) { return 1 + uint64_t{bytes}; }
// Returns the steps for hashing or comparing values of that weight (WeightOf).
inline uint64_t Hashing(size_t weight) { return 1 + weight / 8; }
// Returns the steps for finding that many fields of objects by name.
inline uint64_t Finding(size_t members) { return 1 + 4 * uint64_t{members}; }
// Returns the steps for sorting that many names and visiting the values that they name.
inline uint64_t Sorting(size_t names) { return 1 + 64 * uint64_t{names}; }

// Counts steps against the limit of the call that owns the pool.
inline absl::Status Spend(uint64_t steps, Pool* pool) {
  return pool->account().Spend(steps);
}

// Checks the limit after code that cannot fail has noted its steps (Account::Note).
inline absl::Status SpendNoted(Pool* pool) { return Spend(0, pool); }

// Counts the bytes against kMaxMade, and spends the steps for writing them.
inline absl::Status Charge(size_t bytes, Pool* pool) {
  if (pool->account().AddMade(bytes) > kMaxMade) return MadeTooMuch();
  return Spend(Reading(bytes), pool);
}

size_t WeightOfContainer(const Value& value);

// Returns the bytes that a value takes in memory, including its characters.
inline size_t WeightOf(const Value& value) {
  if (value.IsString()) return sizeof(Value) + value.GetStringLength();
  if (value.IsObject() || value.IsArray()) return WeightOfContainer(value);
  return sizeof(Value);
}

inline absl::Status Charge(const Value& value, Pool* pool) {
  return Charge(WeightOf(value), pool);
}

}  // namespace loom
