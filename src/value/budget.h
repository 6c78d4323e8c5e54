// SPDX-License-Identifier: Apache-2.0
// Budget bounds what an author can blow up. A replacement doubles a text, ten
// of them make a thousand of it; a wildcard writes one value to ten thousand
// places. Go does as it is told until its memory ends. These bounds are ours:
//
//   kMaxText   no text is made that is longer
//   kMaxMade   and all that patches and transforms make in one call
//
// Crossplane takes no response of more than 4 MiB, so a longer text could not
// be delivered. The second is eight times as much, for what is made on the way
// and written over; with it a call stays at some hundred megabytes.
//
//   LOOM_RETURN_IF_ERROR(CheckText(text.size()));   while it grows
//   LOOM_RETURN_IF_ERROR(Charge(value, pool));      before it is written
//   LOOM_RETURN_IF_ERROR(Spend(steps, pool));       before work that makes
//   nothing
//
// What comes with the request costs nothing, however large it is. A text counts
// wherever it is written, though a tree shares its characters: it is going to
// be in the response as often. Errors are FailedPrecondition; callers say
// where.
#pragma once

#include "absl/status/status.h"
#include "base/limits.h"
#include "value/value.h"

namespace loom {

inline constexpr size_t kMaxText = limits::kText;
inline constexpr size_t kMaxMade = limits::kMade;

absl::Status TextTooLong();
absl::Status MadeTooMuch();

inline absl::Status CheckText(size_t size) {
  return size <= kMaxText ? absl::OkStatus() : TextTooLong();
}

// Takes steps (allowance.h) off what this call, whose pool it is, may still do.
inline absl::Status Spend(uint64_t steps, Pool* pool) {
  Allowance& allowance = pool->allowance();
  return allowance.Spend(steps) ? allowance.Look(pool->Size())
                                : absl::OkStatus();
}

// Takes the bytes off what the call may still make, and what it takes to write
// them off what it may do.
inline absl::Status Charge(size_t bytes, Pool* pool) {
  pool->AddMade(bytes);
  if (pool->made() > kMaxMade) return MadeTooMuch();
  return Spend(1 + bytes / limits::kBytesOfAStep, pool);
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
