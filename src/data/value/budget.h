// SPDX-License-Identifier: Apache-2.0
// What work costs, and how much patches and transforms of one call may make.
//
// Every loop over what came with a request, and every function that walks a
// text, says what it costs, before it begins if it can fail:
//
//   LOOM_RETURN_IF_ERROR(Spend(Finding(value.MemberCount()), pool));
//   LOOM_RETURN_IF_ERROR(Spend(Reading(text.size()), pool));
//   LOOM_RETURN_IF_ERROR(Spend(Writing(text.size()), pool));
//   LOOM_RETURN_IF_ERROR(CheckText(text.size()));   // while a text grows
//   LOOM_RETURN_IF_ERROR(Charge(value, pool));      // before it is written
//
// test/suites/faults/cost proves that no request costs more than it may.
//
// A short input can ask for very much: a replacement can double a text, ten of
// them multiply it by a thousand, and a wildcard writes one value to ten
// thousand places. Go goes on until its memory is used up. These limits, in
// bytes, are ours:
//
//   kMaxText   of each text
//   kMaxMade   of everything that patches and transforms make in one call
//
// Crossplane takes no response of more than 4 MiB, so a longer text could not
// be delivered. kMaxMade is eight times as much, because values are also made
// only to be replaced later.
//
// What comes with the request is not charged as made. A text counts each time
// that it is written, although the tree shares its characters, because the
// response repeats them. Errors are FailedPrecondition, and callers add where
// they happened.
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

// The steps that it takes to compare, search or copy so many bytes.
inline uint64_t Reading(size_t bytes) { return 1 + bytes / 64; }
// The steps that it takes to format, parse, escape or digest so many bytes.
inline uint64_t Writing(size_t bytes) { return 1 + uint64_t{bytes}; }
// The steps that it takes to hash values of that weight (WeightOf), or to
// compare them.
inline uint64_t Hashing(size_t weight) { return 1 + weight / 8; }
// The steps that it takes to find so many members of objects by name.
inline uint64_t Finding(size_t members) { return 1 + 4 * uint64_t{members}; }
// The steps that it takes to sort so many names, and to visit what they name.
inline uint64_t Sorting(size_t names) { return 1 + 64 * uint64_t{names}; }

// Takes steps off what the call that owns the pool may still do.
inline absl::Status Spend(uint64_t steps, Pool* pool) {
  return pool->account().Spend(steps);
}

// Takes what was noted before (Account::Note) off it, for code that cannot fail.
inline absl::Status SpendNoted(Pool* pool) { return Spend(0, pool); }

// Takes the bytes off what the call may still make, and the steps that it takes
// to write them off what it may still do.
inline absl::Status Charge(size_t bytes, Pool* pool) {
  if (pool->account().AddMade(bytes) > kMaxMade) return MadeTooMuch();
  return Spend(Reading(bytes), pool);
}

size_t WeightOfContainer(const Value& value);

// What a value takes in memory, its characters included.
inline size_t WeightOf(const Value& value) {
  if (value.IsString()) return sizeof(Value) + value.GetStringLength();
  if (value.IsObject() || value.IsArray()) return WeightOfContainer(value);
  return sizeof(Value);
}

inline absl::Status Charge(const Value& value, Pool* pool) {
  return Charge(WeightOf(value), pool);
}

}  // namespace loom
