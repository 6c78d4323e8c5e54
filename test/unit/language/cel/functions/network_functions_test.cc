// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(NetworkFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x(ip('10.0.0.1'))x", R"x(10.0.0.1)x"},
      {R"x(ip('::ffff:10.0.0.1'))x",
       R"x(failed 1:1: "::ffff:10.0.0.1" is not a valid IP address)x"},
      {R"x(isIP('10.0.0.256'))x", R"x(false)x"},
      {R"x(ip.isCanonical('2001:DB8::1'))x", R"x(false)x"},
      {R"x(ip('::1').family())x", R"x(6)x"},
      {R"x(ip('0.0.0.0').isUnspecified())x", R"x(true)x"},
      {R"x(ip('127.0.0.2').isLoopback())x", R"x(true)x"},
      {R"x(ip('224.0.0.1').isLinkLocalMulticast())x", R"x(true)x"},
      {R"x(ip('fe80::1').isLinkLocalUnicast())x", R"x(true)x"},
      {R"x(ip('10.0.0.1').isGlobalUnicast())x", R"x(true)x"},
      {R"x(ip('127.0.0.1').isGlobalUnicast())x", R"x(false)x"},
      {R"x(string(ip('::1')))x", R"x("::1")x"},
      {R"x(cidr('10.1.2.3/8').masked())x", R"x(10.0.0.0/8)x"},
      {R"x(cidr('10.0.0.0/33'))x",
       R"x(failed 1:1: "10.0.0.0/33" is not a valid network)x"},
      {R"x(isCIDR('::/0'))x", R"x(true)x"},
      {R"x(cidr('10.0.0.0/8').containsIP('10.1.1.1'))x", R"x(true)x"},
      {R"x(cidr('10.0.0.0/8').containsIP(ip('11.0.0.0')))x", R"x(false)x"},
      {R"x(cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16'))x", R"x(true)x"},
      {R"x(cidr('10.0.0.0/16').containsCIDR(cidr('10.0.0.0/8')))x",
       R"x(false)x"},
      {R"x(cidr('10.0.0.0/8').containsIP('x'))x",
       R"x(failed 1:20: "x" is not a valid IP address)x"},
      {R"x(cidr('10.0.0.0/8').ip())x", R"x(10.0.0.0)x"},
      {R"x(cidr('10.0.0.0/8').prefixLength())x", R"x(8)x"},
      {R"x(string(cidr('10.0.0.0/8')))x", R"x("10.0.0.0/8")x"},
      {"cidr('10.1.2.3/16').subnet(8, 5)", "10.1.5.0/24"},
      {"cidr('10.0.0.0/8').subnet(0, 0)", "10.0.0.0/8"},
      {"cidr('172.16.0.0/12').subnet(4, 2)", "172.18.0.0/16"},
      {"cidr('10.0.0.0/24').subnet(8, 255)", "10.0.0.255/32"},
      {"cidr('fd00:fd12:3456:7890::/56').subnet(16, 162)",
       "fd00:fd12:3456:7800:a200::/72"},
      {"cidr('::/0').subnet(128, 9223372036854775807)",
       "::7fff:ffff:ffff:ffff/128"},
      {"cidr('10.0.0.0/24').subnet(9, 0)",
       "failed 1:21: subnet expects from 0 to 8 more bits for 10.0.0.0/24, got "
       "9"},
      {"cidr('10.0.0.0/24').subnet(2, 4)",
       "failed 1:21: 4 is not a subnet of 10.0.0.0/24 with 2 more bits; they "
       "count from 0"},
      {"cidr('10.0.0.0/24').subnet(2, -1)",
       "failed 1:21: -1 is not a subnet of 10.0.0.0/24 with 2 more bits; they "
       "count from 0"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
