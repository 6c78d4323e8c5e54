// SPDX-License-Identifier: Apache-2.0
// The budget limits what the patches and transforms of one call may make,
// because a short input can ask for very much: a replacement can double a text,
// ten of them multiply it by a thousand, and a wildcard writes one value to ten
// thousand places. Go goes on until its memory is used up. These limits, in
// bytes, are ours:
//
//   kMaxText   of each text
//   kMaxMade   of everything that patches and transforms make in one call
//
// Crossplane takes no response of more than 4 MiB, so a longer text could not
// be delivered. kMaxMade is eight times as much, because values are also made
// only to be replaced later. It keeps a call at some hundred megabytes.
//
//   LOOM_RETURN_IF_ERROR(CheckText(text.size()));  // while the text grows
//   LOOM_RETURN_IF_ERROR(Charge(value, pool));     // before a value is written
//   LOOM_RETURN_IF_ERROR(Spend(steps, pool));      // before other work
//
// Whatever comes with the request costs nothing. A text counts each time that
// it is written, although the tree shares its characters, because the response
// repeats them. Errors are FailedPrecondition, and callers add where they
// happened.
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

// Takes steps (allowance.h) off what the call that owns the pool may still do.
inline absl::Status Spend(uint64_t steps, Pool* pool) {
  Allowance& allowance = pool->allowance();
  return allowance.Spend(steps) ? allowance.Look(pool->Size())
                                : absl::OkStatus();
}

// Takes the bytes off what the call may still make, and the steps that it takes
// to write them off what it may still do.
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
