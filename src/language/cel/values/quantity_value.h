// SPDX-License-Identifier: Apache-2.0
// CelQuantity is a Kubernetes quantity as a CEL value, exact to one nano. Amounts above
// 10^29 are refused; no object of a cluster has them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace loom {

struct CelQuantity {
  // Two words, because the memory of a call is aligned only for single words.
  uint64_t low = 0;
  int64_t high = 0;
  absl::string_view text;  // the original string, or plain decimals

  __int128 nanos() const { return __int128(high) << 64 | low; }
  void set_nanos(__int128 nanos) {
    low = uint64_t(nanos);
    high = int64_t(nanos >> 64);
  }
};

// Stores `text` unchanged. Its characters must outlive the quantity.
bool ParseQuantityValue(absl::string_view text, CelQuantity* quantity);

// Returns a number below 0, 0, or above 0, as a is less than, equal to, or greater than
// b.
int CompareQuantities(const CelQuantity& a, const CelQuantity& b);

// Returns the quantity in plain decimals: 0.1, 1610612736.
std::string DecimalText(const CelQuantity& quantity);

// Returns nullopt if the quantity has a fraction or does not fit into 64 bits.
std::optional<int64_t> WholeAmount(const CelQuantity& quantity);
double Approximately(const CelQuantity& quantity);

}  // namespace loom
