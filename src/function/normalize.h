// SPDX-License-Identifier: Apache-2.0
// Normalize rewrites a RunFunctionRequest that has odd wire, which is legal but
// which no real client sends: singular messages that occur twice are merged,
// and of equal map keys the last one stays. Protobuf's own classes do it, which
// is slow and takes up to thirty times the memory of the bytes. So this memory is
// taken out of a budget, and a Normalizer rewrites one request at a time.
//
//   ByteBudget memory(limits::kMemoryOfAllCalls);
//   Normalizer normalizer(&memory);
//   LOOM_ASSIGN_OR_RETURN(std::string normal, normalizer.Run(request));
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/byte_budget.h"
#include "base/mutex.h"

namespace loom {

// InvalidArgument: the bytes are not a RunFunctionRequest, or they are more than
// limits::kOddRequest. ResourceExhausted: the budget has no room. Without a budget
// there always is.
absl::StatusOr<std::string> Normalize(absl::string_view request,
                                      ByteBudget* memory = nullptr);

class Normalizer {
 public:
  // The budget has to outlive it.
  explicit Normalizer(ByteBudget* memory) : memory_(memory) {}

  // Normalizes, when no other thread does any more. Safe to use from many threads.
  absl::StatusOr<std::string> Run(absl::string_view request) {
    MutexLock lock(mutex_);
    return Normalize(request, memory_);
  }

 private:
  Mutex mutex_;
  // Who rewrites a request takes its memory from here, and is alone.
  ByteBudget* const memory_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace loom
