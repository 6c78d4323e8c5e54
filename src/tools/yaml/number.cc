// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/number.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "absl/strings/numbers.h"
#include "data/value/number.h"

namespace loom {
namespace {

// Go's %g with as few digits as identify the number: with an exponent (of at
// least two digits) from 1e6 on and below 1e-4, otherwise without.
template <typename Float>
std::string FormatG(Float value) {
  char buffer[64];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, value,
                            std::chars_format::scientific)
                  .ptr;
  int exponent = 0;
  const char* e = std::find(buffer, end, 'e');
  std::from_chars(e + (e[1] == '+' ? 2 : 1), end, exponent);
  if (exponent >= -4 && exponent < 6) {
    end = std::to_chars(buffer, buffer + sizeof buffer, value,
                        std::chars_format::fixed)
              .ptr;
  }
  return {buffer, end};
}

}  // namespace

std::string YamlNumber(const Value& number) {
  std::string json;
  AppendJsonNumber(number, &json);
  if (json == "-0") return "0";
  int64_t whole = 0;
  uint64_t large = 0;
  if (absl::SimpleAtoi(json, &whole) || absl::SimpleAtoi(json, &large)) {
    return json;
  }
  return FormatG(number.GetDouble());
}

std::string YamlNumberKey(double number) {
  return FormatG(static_cast<float>(number));
}

}  // namespace loom
