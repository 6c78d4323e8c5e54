// SPDX-License-Identifier: Apache-2.0
// Budget bounds how much the patches and transforms of a call may make. A
// replacement can double a text, so ten of them make it a thousand times as
// long, and a wildcard writes one value to ten thousand places. Go has no such
// bounds; these are ours:
//
//   kMaxText   the bytes of any text that is made
//   kMaxMade   the bytes of all that patches and transforms make in one call
//
// Crossplane accepts no response of more than 4 MiB, so a longer text could not
// be delivered. kMaxMade is eight times as much, because values may be
// overwritten before the response is made.
//
//   LOOM_RETURN_IF_ERROR(CheckText(text.size()));  // while a text grows
//   LOOM_RETURN_IF_ERROR(Charge(value, &pool));    // before it is written
//   LOOM_RETURN_IF_ERROR(Spend(100, &pool));       // before other work
//
// What comes with the request costs nothing, even if it is large. A text counts
// each time it is written, though a tree shares its characters, because the
// response contains it as often. Errors are FailedPrecondition, or Cancelled if
// nobody waits for the response any more. The caller adds to an error where it
// happened.
#pragma once

#include "absl/status/status.h"
#include "base/limits.h"
#include "value/value.h"

namespace loom {

inline constexpr size_t kMaxText = limits::kText;
inline constexpr size_t kMaxMade = limits::kMade;

// The errors of the two bounds.
absl::Status TextTooLong();
absl::Status MadeTooMuch();

inline absl::Status CheckText(size_t size) {
  return size <= kMaxText ? absl::OkStatus() : TextTooLong();
}

// Takes steps off the allowance (allowance.h) of the call that has this pool.
inline absl::Status Spend(uint64_t steps, Pool* pool) {
  Allowance& allowance = pool->allowance();
  return allowance.Spend(steps) ? allowance.Look(pool->Size())
                                : absl::OkStatus();
}

// Adds the bytes to what the call has made, and takes the steps that it costs
// to write them off its allowance.
inline absl::Status Charge(size_t bytes, Pool* pool) {
  pool->AddMade(bytes);
  if (pool->made() > kMaxMade) return MadeTooMuch();
  return Spend(1 + bytes / limits::kBytesOfAStep, pool);
}

size_t WeightOfContainer(const Value& value);

// The bytes of memory that a value takes, including its characters.
inline size_t WeightOf(const Value& value) {
  if (value.IsString()) return sizeof(Value) + value.GetStringLength();
  if (value.IsObject() || value.IsArray()) return WeightOfContainer(value);
  return sizeof(Value);
}

inline absl::Status Charge(const Value& value, Pool* pool) {
  return Charge(WeightOf(value), pool);
}

}  // namespace loom
