// SPDX-License-Identifier: Apache-2.0
// CelContext is the environment in which an expression is evaluated: the memory and the
// account of the call, and the type of the numbers in objects.
//
//   CelContext context(pool, Numbers::kWhole);
//   if (!context.Takes(list.size())) value = context.ended();
//   value = context.Failed("division by zero");
//
// Each evaluated node notes a step. Code that iterates over a list or makes a string
// first calls Takes or Text, and stops if the call has no steps left.
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

// The type of a number in an object: always double, as in cel-go for a Struct, or int
// for an integer within ±2^53, as in Kubernetes for an object.
enum class Numbers { kDouble, kWhole };

class CelContext {
 public:
  CelContext(Pool* pool, Numbers numbers) : pool_(pool), numbers_(numbers) {}

  Pool* pool() const { return pool_; }
  Numbers numbers() const { return numbers_; }

  void Note(uint64_t steps) { pool_->account().Note(steps); }
  // Spends steps. Returns false if the call ends; the caller must then return ended().
  bool Takes(uint64_t steps) {
    if (!status_.ok()) return false;
    status_ = Spend(steps, pool_);
    return status_.ok();
  }
  CelValue ended() { return Error(CelError::Kind::kEnded, status_.message()); }
  // Returns the error that ends the call; OK if the call does not end.
  const absl::Status& status() const { return status_; }
  CelValue End(absl::Status status) {
    if (status_.ok()) status_ = std::move(status);
    return ended();
  }

  CelValue Failed(absl::string_view message) {
    return Error(CelError::Kind::kFailed, message);
  }
  // Returns the error of work that itself spends steps of the call, such as a match of
  // a pattern. If no steps are left, the call ends, because `||` and `&&` must not
  // forgive this error.
  CelValue Failed(const absl::Status& status) {
    return Takes(0) ? Failed(status.message()) : ended();
  }
  CelValue Pending(absl::string_view message) {
    return Error(CelError::Kind::kPending, message);
  }
  CelValue Explained(absl::string_view message) {
    return Error(CelError::Kind::kExplained, message);
  }

  // Return a new string or new bytes, which live as long as the call, or an error if
  // they are too long (data/value/budget.h).
  CelValue Text(absl::string_view text) { return Made(text, false); }
  CelValue BytesOf(absl::string_view bytes) { return Made(bytes, true); }

  // Returns a new object in the pool. It is never destroyed, so it must not own
  // anything.
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
    // The cost of a message, because most messages quote a value.
    constexpr uint64_t kTelling = 50;
    Note(kTelling);
    auto* error = New<CelError>();
    error->kind = kind;
    error->message = pool_->Keep(Shortened(message, limits::kError));
    return CelValue::Error(error);
  }
  CelValue Made(absl::string_view text, bool bytes) {
    if (absl::Status fits = CheckText(text.size()); !fits.ok()) {
      // The string was made even though it is too long.
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
