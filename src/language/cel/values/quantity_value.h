// SPDX-License-Identifier: Apache-2.0
// Quantities of Kubernetes as values of CEL, exact to a nano.
//
//   ParseQuantityValue("1.5Gi", &quantity)      1610612736
//   ParseQuantityValue("100m", &quantity)       0.1
//   ParseQuantityValue("1K", &quantity)         false: no such suffix
//
// Amounts of more than 10^29 are refused, which no object of a cluster has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace loom {

struct CelQuantity {
  // Two words, because the memory of a call is aligned for no more than one.
  uint64_t low = 0;
  int64_t high = 0;
  absl::string_view text;  // as it was written, or in plain decimals

  __int128 nanos() const { return __int128(high) << 64 | low; }
  void set_nanos(__int128 nanos) {
    low = uint64_t(nanos);
    high = int64_t(nanos >> 64);
  }
};

// Leaves `text` as it is given, whose characters outlive the quantity.
bool ParseQuantityValue(absl::string_view text, CelQuantity* quantity);

// Below 0, 0 or above: as a is less than, equal to or greater than b.
int CompareQuantities(const CelQuantity& a, const CelQuantity& b);

// In plain decimals: 0.1, 1610612736.
std::string DecimalText(const CelQuantity& quantity);

// Whether it has no fraction, and fits into 64 bits.
std::optional<int64_t> WholeAmount(const CelQuantity& quantity);
double Approximately(const CelQuantity& quantity);

}  // namespace loom
