// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(UrlFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {"url('HTTPS://example.org/a b')", "https://example.org/a%20b"},
      {"url('../a')",
       R"(failed 1:1: "../a" is not a valid URL: invalid URI for request)"},
      {"url(1)", "refused 1:1: no such overload: url of int"},
      {"isURL('https://a:b:c/')", "false"},
      {"isURL('/a')", "true"},
      // What follows the # is read only by url().
      {"isURL('a:b#%zz')", "true"},
      {"url('a:b#%zz')",
       R"(failed 1:1: "a:b#%zz" is not a valid URL: invalid URL escape "%zz")"},
      {"url('HTTPS://a').getScheme()", R"("https")"},
      {"url('/a').getScheme()", R"("")"},
      {"url('https://a:80').getHost()", R"("a:80")"},
      {"url('https://[::1]:80').getHost()", R"("[::1]:80")"},
      {"url('https://a%FFb').getHost()", R"("a�b")"},
      {"url('https://[::1]:80').getHostname()", R"("::1")"},
      {"url('https://[::1]:80').getPort()", R"("80")"},
      {"url('https://a').getPort()", R"("")"},
      {"url('https://a/b c').getEscapedPath()", R"("/b%20c")"},
      {"url('https://a').getEscapedPath()", R"("")"},
      {"url('/?k1=a&k2=b&k2=c').getQuery()",
       R"({"k1": ["a"], "k2": ["b", "c"]})"},
      {"url('/?k v=a+b').getQuery()", R"({"k v": ["a b"]})"},
      {"url('/?').getQuery()", "{}"},
      // Both keys are the same character.
      {"url('/?%FE=1&%FF=2').getQuery()", R"({"�": ["1", "2"]})"},
      {"url('/?a=1').getQuery().b", R"(failed 1:24: no such key: "b")"},
      {"url('HTTP://a') == url('http://a')", "true"},
      {"url('http://a') == url('http://a/')", "false"},
      {"url('/a') in [url('/b'), url('/a')]", "true"},
      {"string(url('/a b'))", R"("/a%20b")"},
      {"type(url('/')) == kubernetes.URL", "true"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
