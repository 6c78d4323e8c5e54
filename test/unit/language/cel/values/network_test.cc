// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/network.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(ParseIp, ReadsAddresses) {
  const struct {
    const char* text;
    const char* want;  // "" is none
  } tests[] = {
      {"10.0.0.1", "10.0.0.1"},
      {"2001:DB8::1", "2001:db8::1"},
      {"::ffff:10.0.0.1", ""},
      {"fe80::1%eth0", ""},
      {"010.0.0.1", ""},
      {"10.0.0", ""},
      {"", ""},
  };
  for (const auto& test : tests) {
    std::optional<CelNetwork> ip = ParseIp(test.text);
    EXPECT_EQ(ip ? NetworkText(*ip) : "", test.want) << test.text;
  }
  EXPECT_FALSE(ParseIp(absl::string_view("10.0.0.1\0", 9)).has_value());
}

TEST(ParseCidr, ReadsNetworks) {
  const struct {
    const char* text;
    const char* want;
  } tests[] = {
      {"10.1.2.3/8", "10.0.0.0/8"},
      {"2001:db8::1/33", "2001:db8::/33"},
      {"0.0.0.0/0", "0.0.0.0/0"},
      {"10.0.0.0/33", ""},
      {"10.0.0.0/08", ""},
      {"10.0.0.0/", ""},
      {"10.0.0.0", ""},
      {"10.0.0.0/-1", ""},
  };
  for (const auto& test : tests) {
    std::optional<CelNetwork> cidr = ParseCidr(test.text);
    EXPECT_EQ(cidr ? NetworkText(Masked(*cidr)) : "", test.want) << test.text;
  }
}

TEST(ContainsNetwork, ComparesPrefixes) {
  auto contains = [](const char* outer, const char* inner) {
    bool network = std::string(inner).find('/') != std::string::npos;
    return ContainsNetwork(*ParseCidr(outer),
                           network ? *ParseCidr(inner) : *ParseIp(inner));
  };
  EXPECT_TRUE(contains("10.0.0.0/9", "10.127.0.1"));
  EXPECT_FALSE(contains("10.0.0.0/9", "10.128.0.1"));
  EXPECT_TRUE(contains("10.0.0.0/9", "10.0.0.0/9"));
  EXPECT_FALSE(contains("10.0.0.0/9", "10.0.0.0/8"));
  EXPECT_FALSE(contains("10.0.0.0/9", "::1"));
}

}  // namespace
}  // namespace loom
