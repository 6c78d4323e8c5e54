// SPDX-License-Identifier: Apache-2.0
// This header defines what work costs, and limits the bytes that one call may make.
//
// Work is counted where it is done, in the functions that every section uses: finding a
// resource or an object, visiting a list of the request, reading a path, matching a
// pattern, evaluating an expression, applying a transform, making a string or a copy, and
// beginning an entry of the input. A section does not count anything itself, so it
// cannot forget to (the suite `structure` checks it), and test/suites/faults/cost checks
// that no request costs more than it may.
//
// Code that can fail counts before the work begins:
//
//   LOOM_RETURN_IF_ERROR(CheckText(text.size()));   // while a string grows
//   LOOM_RETURN_IF_ERROR(Charge(value, pool));      // before it is written
//
// A short input can cause a lot of work: one replacement can double a string, ten of
// them multiply it by a thousand, and a wildcard writes one value to ten thousand
// fields. The Go functions continue until memory is exhausted. These limits, in bytes,
// are ours:
//
//   kMaxText       of each string. Crossplane accepts no response above 4 MiB
//   limits::kMade  of everything that a call makes: eight times as much, because some
//                  values are replaced later
//
// Data of the request does not count as made. A string counts each time it is written,
// although the tree shares its characters, because the response repeats them. Beyond
// these limits the functions return FailedPrecondition, and callers add the location.
// Spend and Charge also return the errors of Account::Spend (account.h).
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/glob.h"
#include "base/limits.h"
#include "data/value/value.h"

namespace loom {

inline constexpr size_t kMaxText = limits::kText;

absl::Status TextTooLong();

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

// The steps of an entry of the input, or of a field that it fills; of looking at a
// composed resource; and of looking up its name. The work on it counts besides.
inline constexpr uint64_t kStepsOfAnEntry = 200;
inline constexpr uint64_t kStepsOfAResource = 50;
inline constexpr uint64_t kStepsOfAName = 10;

// Counts steps against the limit of the call that owns the pool.
inline absl::Status Spend(uint64_t steps, Pool* pool) {
  return pool->account().Spend(steps);
}

// Checks the limits after code that cannot fail has noted its steps (Account::Note).
inline absl::Status SpendNoted(Pool* pool) { return Spend(0, pool); }

// Counts bytes that the call is about to make, and the steps for writing them.
inline absl::Status Charge(size_t bytes, Pool* pool) {
  return pool->account().SpendMade(bytes);
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

// Counts a visit to each element of a list, and returns the list.
template <typename List>
absl::Span<const typename List::value_type> Each(const List& list, Pool* pool) {
  pool->account().Note(Finding(list.size()));
  return absl::MakeConstSpan(list);
}

// Returns whether two strings are the same, and counts the work.
inline bool AreSame(absl::string_view a, absl::string_view b, Pool* pool) {
  if (a.size() != b.size()) return false;
  pool->account().Note(Reading(a.size()));
  return a == b;
}

// Returns GlobMatches (base/glob.h), and counts the work.
inline bool GlobMatches(absl::string_view pattern, absl::string_view text,
                        Pool* pool) {
  pool->account().Note(Hashing(text.size()));
  return GlobMatches(pattern, text);
}

// Returns NearestName (base/strings.h), and counts the work.
std::string NearestName(absl::string_view name,
                        const std::vector<absl::string_view>& candidates,
                        Pool* pool);

// Count what goes into the response as made, and return it.
Value CountMade(Value value, Pool* pool);
std::string CountMade(std::string text, Pool* pool);
// Counts a list that lives as long as the call, by the bytes of its elements and of
// what is derived from them.
template <typename T>
std::vector<T> CountMade(std::vector<T> list, Pool* pool) {
  pool->account().NoteMade(4 * sizeof(T) * list.size());
  return list;
}
// Make a Copy and a Text, and count them as made.
Value MakeCopy(const Value& value, Pool* pool);
Value MakeText(absl::string_view text, Pool* pool);

}  // namespace loom
