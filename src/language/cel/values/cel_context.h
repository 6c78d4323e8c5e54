// SPDX-License-Identifier: Apache-2.0
// CelContext is what the evaluation of an expression works with: the memory and the
// account of the call, and how numbers of objects are seen.
//
//   CelContext context(pool, Numbers::kWhole);
//   if (!context.Takes(list.size())) value = context.ended();
//   value = context.Failed("division by zero");
//
// Every node that is evaluated notes a step. What walks a list or makes a text says so
// before, by Takes or by Text, and stops if the call may not.
#pragma once

#include <algorithm>
#include <new>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/strings.h"
#include "data/value/budget.h"
#include "data/value/value.h"
#include "language/cel/values/cel_value.h"

namespace loom {

// How a number of an object is seen: always as a double, as cel-go sees a Struct, or as
// an int if it is a whole number within ±2^53, as Kubernetes sees an object.
enum class Numbers { kDouble, kWhole };

class CelContext {
 public:
  CelContext(Pool* pool, Numbers numbers) : pool_(pool), numbers_(numbers) {}

  Pool* pool() const { return pool_; }
  Numbers numbers() const { return numbers_; }

  // Notes work that cannot fail.
  void Note(uint64_t steps) { pool_->account().Note(steps); }
  // Spends steps. False: the call ends, and ended() is the value to return.
  bool Takes(uint64_t steps) {
    if (!status_.ok()) return false;
    status_ = Spend(steps, pool_);
    return status_.ok();
  }
  CelValue ended() { return Error(CelError::Kind::kEnded, status_.message()); }
  // Why the call ends; OK if it does not.
  const absl::Status& status() const { return status_; }
  CelValue End(absl::Status status) {
    if (status_.ok()) status_ = std::move(status);
    return ended();
  }

  CelValue Failed(absl::string_view message) {
    return Error(CelError::Kind::kFailed, message);
  }
  // The error of work that spends steps of the call itself, such as a match of a
  // pattern. If the call has none left, it ends: `||` and `&&` must not forgive that.
  CelValue Failed(const absl::Status& status) {
    return Takes(0) ? Failed(status.message()) : ended();
  }
  CelValue Pending(absl::string_view message) {
    return Error(CelError::Kind::kPending, message);
  }

  // A text or bytes that were made, kept with the call. An error if they are too long
  // (data/value/budget.h).
  CelValue Text(absl::string_view text) { return Made(text, false); }
  CelValue BytesOf(absl::string_view bytes) { return Made(bytes, true); }

  // An object of the pool. Nothing destroys it, so it may own nothing.
  template <typename T, typename... Args>
  T* New(Args&&... args) {
    void* memory = pool_->allocator().Malloc(sizeof(T));
    return new (memory) T(std::forward<Args>(args)...);
  }
  CelValue* NewValues(size_t count) {
    return static_cast<CelValue*>(pool_->allocator().Malloc(
        std::max<size_t>(count, 1) * sizeof(CelValue)));
  }

  CelValue Some(CelValue content) {
    return CelValue::Optional(New<CelValue>(content));
  }
  static CelValue None() { return CelValue::Optional(nullptr); }

 private:
  CelValue Error(CelError::Kind kind, absl::string_view message) {
    // Most messages quote something.
    constexpr uint64_t kTelling = 50;
    Note(kTelling);
    auto* error = New<CelError>();
    error->kind = kind;
    error->message = pool_->Keep(Shortened(message, limits::kError));
    return CelValue::Error(error);
  }
  CelValue Made(absl::string_view text, bool bytes) {
    if (absl::Status fits = CheckText(text.size()); !fits.ok()) {
      // It was made all the same.
      Note(Reading(text.size()));
      return Failed(fits.message());
    }
    if (absl::Status status = Charge(text.size(), pool_); !status.ok()) {
      return End(std::move(status));
    }
    absl::string_view kept = pool_->Keep(text);
    return bytes ? CelValue::OfBytes(kept) : CelValue::String(kept);
  }

  Pool* pool_;
  Numbers numbers_;
  absl::Status status_;
};

}  // namespace loom
