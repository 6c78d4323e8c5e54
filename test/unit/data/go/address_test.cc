// SPDX-License-Identifier: Apache-2.0
#include "data/go/address.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

std::string CheckedAddress(absl::string_view text) {
  absl::StatusOr<IpVersion> version = CheckGoAddress(text);
  if (!version.ok()) return std::string(version.status().message());
  return *version == IpVersion::k4 ? "4" : "6";
}

// The results are those of netip.ParseAddr.
TEST(GoAddress, IsCheckedAsGoChecksIt) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"IPv4", "127.0.0.1", "4"},
      {"IPv6", "2001:DB8::1", "6"},
      {"all of it", "1:2:3:4:5:6:7:8", "6"},
      {"nothing but the gap", "::", "6"},
      {"the gap in front", "::1", "6"},
      {"the gap behind", "1::", "6"},
      {"an IPv4 address inside", "::ffff:1.2.3.4", "6"},
      {"behind six groups", "1:2:3:4:5:6:1.2.3.4", "6"},
      {"a zone", "fe80::1%eth0", "6"},
      {"a zone of an IPv4 address inside", "::1.2.3.4%e", "6"},

      {"nothing", "", R"(ParseAddr(""): unable to parse IP)"},
      {"a name", "host", R"(ParseAddr("host"): unable to parse IP)"},
      {"only a zone", "%eth0", R"(ParseAddr("%eth0"): missing IPv6 address)"},
      {"zeros in front", "01.2.3.4",
       R"(ParseAddr("01.2.3.4"): IPv4 field has octet with leading zero)"},
      {"a number that is too large", "1.2.3.256",
       R"(ParseAddr("1.2.3.256"): IPv4 field has value >255)"},
      {"no number before a point", "1..2.3",
       R"(ParseAddr("1..2.3"): IPv4 field must have at least one digit (at ".2.3"))"},
      {"none behind the last", "1.2.3.",
       R"(ParseAddr("1.2.3."): IPv4 field must have at least one digit (at "."))"},
      {"five numbers", "1.2.3.4.5",
       R"(ParseAddr("1.2.3.4.5"): IPv4 address too long)"},
      {"three numbers", "1.2.3",
       R"(ParseAddr("1.2.3"): IPv4 address too short)"},
      {"another character", "1.2.3.x",
       R"(ParseAddr("1.2.3.x"): unexpected character (at "x"))"},
      {"an empty zone", "::1%",
       R"(ParseAddr("::1%"): zone must be a non-empty string)"},
      {"five digits", "::12345",
       R"(ParseAddr("::12345"): each group must have 4 or less digits (at "12345"))"},
      {"no digits", ":1",
       R"(ParseAddr(":1"): each colon-separated field must have at least one digit (at ":1"))"},
      {"no colon", "1:2x",
       R"(ParseAddr("1:2x"): unexpected character, want colon (at "x"))"},
      {"a colon at the end", "1:2:",
       R"(ParseAddr("1:2:"): colon must be followed by more characters (at ":"))"},
      {"two gaps", "1::2::3",
       R"(ParseAddr("1::2::3"): multiple :: in address (at ":3"))"},
      {"nine groups", "1:2:3:4:5:6:7:8:9",
       R"(ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9"))"},
      {"seven groups", "1:2:3:4:5:6:7",
       R"(ParseAddr("1:2:3:4:5:6:7"): address string too short)"},
      {"a gap of nothing", "1:2:3:4::5:6:7:8",
       R"(ParseAddr("1:2:3:4::5:6:7:8"): the :: must expand to at least one field of zeros)"},
      {"an IPv4 address too early", "1:1.2.3.4",
       R"(ParseAddr("1:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4"))"},
      {"an IPv4 address too late", "::1:2:3:4:5:6:7:1.2.3.4",
       R"(ParseAddr("::1:2:3:4:5:6:7:1.2.3.4"): too many hex fields to fit an embedded IPv4 at the end of the address (at "1.2.3.4"))"},
      {"a wrong IPv4 address inside", "::1.2.3",
       R"(ParseAddr("::1.2.3"): IPv4 address too short)"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(CheckedAddress(test.text), test.want) << test.reason;
  }
}

}  // namespace
}  // namespace loom
