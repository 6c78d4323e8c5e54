// SPDX-License-Identifier: Apache-2.0
#include "data/value/number.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "data/go/numbers.h"
#include "data/go/quantity.h"
#include "test/suites/fidelity/rows.h"

namespace loom {
namespace {

bool Same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         (a == b && std::signbit(a) == std::signbit(b));
}

// A row is a text and its amount, or null and the error.
TEST(Fidelity, ReadsQuantitiesAsKubernetes) {
  Replay("quantity", [](const Value& row, Pool*) -> std::string {
    absl::StatusOr<double> amount = ParseQuantity(View(row[0]));
    if (!amount.ok()) {
      if (!row[1].IsNull()) return amount.status().ToString();
      return Want(row[2], amount.status().message());
    }
    bool same = row[1].IsString() && Same(*amount, NumberOf(row[1]));
    return same ? "" : absl::StrCat(PlainDecimal(*amount));
  });
}

// "" if the error is the one that the row wants, or both have none.
std::string WantError(const Value& want, const absl::Status& status) {
  bool same = want.IsNull() ? status.ok()
                            : absl::EndsWith(status.message(),
                                             absl::StrCat(": ", View(want)));
  return same ? "" : status.ToString();
}

// A row is a type, a text, its value and what is wrong with it or null.
TEST(Fidelity, ReadsNumbersAsStrconv) {
  Replay("number", [](const Value& row, Pool*) -> std::string {
    absl::string_view type = View(row[0]);
    absl::string_view text = View(row[1]);
    if (type == "int64") {
      absl::StatusOr<int64_t> number = ParseGoInt(text);
      if (!number.ok()) return WantError(row[3], number.status());
      return Want(row[2], absl::StrCat(*number));
    }
    if (type == "bool") {
      absl::StatusOr<bool> truth = ParseGoBool(text);
      if (!truth.ok()) return WantError(row[3], truth.status());
      return row[3].IsNull() ? Want(row[2], *truth ? "true" : "false")
                             : "no error";
    }
    absl::StatusOr<double> number = ParseGoFloat(text);
    if (!number.ok()) return WantError(row[3], number.status());
    bool same = row[3].IsNull() && Same(*number, NumberOf(row[2]));
    return same ? "" : PlainDecimal(*number);
  });
}

// A row is the bits of a double, its plain decimal, and its JSON or null.
TEST(Fidelity, WritesNumbersAsGo) {
  Replay("double", [](const Value& row, Pool*) -> std::string {
    uint64_t bits = 0;
    EXPECT_TRUE(absl::SimpleHexAtoi(View(row[0]), &bits));
    Value number = Real(std::bit_cast<double>(bits));
    std::string plain = PlainDecimal(number.GetDouble());
    if (View(row[1]) != plain) return plain;
    absl::StatusOr<std::string> json = CompactJson(number);
    if (!json.ok()) return row[2].IsNull() ? "" : json.status().ToString();
    return Want(row[2], *json);
  });
}

}  // namespace
}  // namespace loom
