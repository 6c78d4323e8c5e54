// SPDX-License-Identifier: Apache-2.0
#include "data/go/address.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "data/go/text.h"

namespace loom {
namespace {

constexpr int kBytesOfV6 = 16;

// Returns the error of an address. `at` is the part that was not read, if Go shows it.
absl::Status NoAddress(absl::string_view whole, absl::string_view reason,
                       absl::string_view at = "") {
  std::string message =
      absl::StrCat("ParseAddr(", QuoteText(whole, false), "): ", reason);
  if (!at.empty()) {
    absl::StrAppend(&message, " (at ", QuoteText(at, false), ")");
  }
  return absl::InvalidArgumentError(message);
}

// Checks four numbers with points between them.
absl::Status CheckFields(absl::string_view whole, absl::string_view fields) {
  int points = 0;
  int digits = 0;
  int value = 0;
  for (size_t i = 0; i < fields.size(); ++i) {
    char c = fields[i];
    if (absl::ascii_isdigit(c)) {
      if (digits == 1 && value == 0) {
        return NoAddress(whole, "IPv4 field has octet with leading zero");
      }
      value = value * 10 + (c - '0');
      ++digits;
      if (value > 255) return NoAddress(whole, "IPv4 field has value >255");
      continue;
    }
    absl::string_view rest = fields.substr(i);
    if (c != '.') return NoAddress(whole, "unexpected character", rest);
    if (digits == 0 || rest.size() == 1) {
      return NoAddress(whole, "IPv4 field must have at least one digit", rest);
    }
    if (points == 3) return NoAddress(whole, "IPv4 address too long");
    ++points;
    digits = 0;
    value = 0;
  }
  return points == 3 ? absl::OkStatus()
                     : NoAddress(whole, "IPv4 address too short");
}

// Returns the number of hexadecimal digits at the front: 1 to 4.
absl::StatusOr<size_t> SizeOfGroup(absl::string_view whole,
                                   absl::string_view rest) {
  size_t size = 0;
  while (size < rest.size() && absl::ascii_isxdigit(rest[size])) {
    if (++size > 4) {
      return NoAddress(whole, "each group must have 4 or less digits", rest);
    }
  }
  if (size > 0) return size;
  return NoAddress(
      whole, "each colon-separated field must have at least one digit", rest);
}

// Checks the IPv4 address that ends an IPv6 address, behind `bytes` of it.
absl::Status CheckEmbedded(absl::string_view whole, absl::string_view rest,
                           int bytes, bool has_gap) {
  if (!has_gap && bytes != kBytesOfV6 - 4) {
    return NoAddress(whole,
                     "embedded IPv4 address must replace the final 2 fields of "
                     "the address",
                     rest);
  }
  if (bytes > kBytesOfV6 - 4) {
    return NoAddress(whole,
                     "too many hex fields to fit an embedded IPv4 at the end "
                     "of the address",
                     rest);
  }
  return CheckFields(whole, rest);
}

// Removes the colon between two groups. Two colons are the gap.
absl::Status TakeColon(absl::string_view whole, absl::string_view* rest,
                       bool* has_gap) {
  if ((*rest)[0] != ':') {
    return NoAddress(whole, "unexpected character, want colon", *rest);
  }
  if (rest->size() == 1) {
    return NoAddress(whole, "colon must be followed by more characters", *rest);
  }
  rest->remove_prefix(1);
  if ((*rest)[0] != ':') return absl::OkStatus();
  if (*has_gap) return NoAddress(whole, "multiple :: in address", *rest);
  *has_gap = true;
  rest->remove_prefix(1);
  return absl::OkStatus();
}

absl::Status CheckV6(absl::string_view whole) {
  absl::string_view rest = whole.substr(0, whole.find('%'));
  if (rest.size() + 1 == whole.size()) {
    return NoAddress(whole, "zone must be a non-empty string");
  }
  bool has_gap = absl::ConsumePrefix(&rest, "::");
  if (has_gap && rest.empty()) return absl::OkStatus();
  int bytes = 0;
  while (bytes < kBytesOfV6) {
    LOOM_ASSIGN_OR_RETURN(size_t digits, SizeOfGroup(whole, rest));
    if (digits < rest.size() && rest[digits] == '.') {
      LOOM_RETURN_IF_ERROR(CheckEmbedded(whole, rest, bytes, has_gap));
      bytes += 4;
      rest = "";
      break;
    }
    bytes += 2;
    rest.remove_prefix(digits);
    if (rest.empty()) break;
    LOOM_RETURN_IF_ERROR(TakeColon(whole, &rest, &has_gap));
    if (rest.empty()) break;
  }
  if (!rest.empty()) {
    return NoAddress(whole, "trailing garbage after address", rest);
  }
  if (bytes < kBytesOfV6 && !has_gap) {
    return NoAddress(whole, "address string too short");
  }
  if (bytes == kBytesOfV6 && has_gap) {
    return NoAddress(whole,
                     "the :: must expand to at least one field of zeros");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<IpVersion> CheckGoAddress(absl::string_view text) {
  size_t first = text.find_first_of(".:%");
  if (first == absl::string_view::npos) {
    return NoAddress(text, "unable to parse IP");
  }
  if (text[first] == '%') return NoAddress(text, "missing IPv6 address");
  if (text[first] == '.') {
    LOOM_RETURN_IF_ERROR(CheckFields(text, text));
    return IpVersion::k4;
  }
  LOOM_RETURN_IF_ERROR(CheckV6(text));
  return IpVersion::k6;
}

}  // namespace loom
