// SPDX-License-Identifier: Apache-2.0
#include "data/go/url.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// Scheme, host and path with bars between them, and the URL as a string if it differs
// from the original one.
std::string ReadUrl(absl::string_view text) {
  absl::StatusOr<GoUrl> url = ParseGoUrl(text);
  if (!url.ok()) return std::string(url.status().message());
  std::string whole = UrlText(*url);
  return absl::StrCat(url->scheme, "|", url->host, "|", url->escaped_path,
                      whole == text ? "" : absl::StrCat(" ", whole));
}

// The results are those of url.ParseRequestURI, followed by url.Parse.
TEST(GoUrl, IsReadAsGoReadsIt) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"a URL", "https://u:p@example.org:80/a?b=c#d",
       "https|example.org:80|/a"},
      {"a path", "/a/b", "||/a/b"},
      {"a host without a scheme", "//example.org/a", "|example.org|/a"},
      {"a path of three slashes", "///a", "||///a"},
      {"a scheme in upper case", "HTTP://A", "http|A| http://A"},
      {"no host", "mailto:a@example.org", "mailto||"},
      {"a scheme alone", "https:", "https||"},
      {"an empty host", "https://", "https|| https:"},
      {"an empty host with a path", "https:///a", "https||/a"},
      {"one slash", "https:/a", "https||/a"},
      {"an asterisk", "*", "||*"},
      {"an empty query", "/a?", "||/a"},
      {"a question mark as the query", "/a??", "||/a"},
      {"an empty fragment", "/a#", "||/a /a"},

      {"a path with blanks", "/a b", "||/a%20b /a%20b"},
      {"a path that is escaped already", "/a%2Fb", "||/a%2Fb"},
      {"letters that need no escape keep it", "/%41", "||/%41"},
      {"otherwise all are escaped anew", "/%41 ", "||/A%20 /A%20"},
      {"characters with a meaning", "/!$&'()*+,;=:@[]", "||/!$&'()*+,;=:@[]"},
      {"characters without one", "/\"<>^`{|}",
       "||/%22%3C%3E%5E%60%7B%7C%7D /%22%3C%3E%5E%60%7B%7C%7D"},
      {"a fragment with blanks", "/#a b", "||/ /#a%20b"},
      {"a fragment in a fragment", "/#a#b", "||/ /#a%23b"},
      {"a wrong path", "/%zz", R"(invalid URL escape "%zz")"},
      {"half an escape", "/%4", R"(invalid URL escape "%4")"},
      {"a wrong fragment", "a:b#%zz", R"(invalid URL escape "%zz")"},

      {"a host that is not ASCII", "http://a%C3%A9", "http|aé|"},
      {"without escapes", "http://é", "http|é| http://%C3%A9"},
      {"a host with a percent sign", "http://a%25", "http|a%|"},
      {"other escapes in a host", "http://a%20b",
       R"(invalid URL escape "%20")"},
      {"a blank in a host", "http://a b",
       R"(invalid character " " in host name)"},
      {"a port", "http://a:80", "http|a:80|"},
      {"an empty port", "http://a:", "http|a:|"},
      {"a port that is no number", "http://a:b",
       R"(invalid port ":b" after host)"},
      {"two colons", "http://a:1,b:2", R"(invalid port ":1,b:2" after host)"},
      {"of another scheme", "mongodb://a:1,b:2", "mongodb|a:1,b:2|"},

      {"IPv6", "http://[::1]:80/", "http|[::1]:80|/"},
      {"a zone", "http://[fe80::1%25e%20n]", "http|[fe80::1%e n]|"},
      {"a zone without its escape", "http://[fe80::1%en]",
       R"(invalid URL escape "%en")"},
      {"a wrong escape of a zone", "http://[fe80::1%25%0a]",
       R"(invalid URL escape "%0a")"},
      {"IPv4 in brackets", "http://[1.2.3.4]", "invalid IP-literal"},
      {"no address in brackets", "http://[a]",
       R"(invalid host: ParseAddr("a"): unable to parse IP)"},
      {"a bracket that is not first", "http://a[", "invalid IP-literal"},
      {"a bracket that is not closed", "http://[::1", "missing ']' in host"},
      {"no colon before a port", "http://[::1]80",
       R"(invalid port "80" after host)"},

      {"a user", "http://u@a", "http|a|"},
      {"a user with escapes", "http://u%40:p%3A@a", "http|a|"},
      {"at signs", "http://u@v:p@a", "http|a| http://u%40v:p@a"},
      {"an empty user", "http://@a", "http|a|"},
      {"a blank in a user", "http://u v@a", "net/url: invalid userinfo"},
      {"a wrong escape in a user", "http://%zz@a",
       R"(invalid URL escape "%zz")"},
      {"in a password", "http://u:%zz@a", R"(invalid URL escape "%zz")"},

      {"nothing", "", "empty url"},
      {"a relative path", "../a", "invalid URI for request"},
      {"a fragment alone", "#a", "invalid URI for request"},
      {"a scheme that begins with a digit", "1a:b", "invalid URI for request"},
      {"no scheme before the colon", ":a", "missing protocol scheme"},
      {"a line break", "/\n", "net/url: invalid control character in URL"},
      {"a host that only Parse sees", "//a:b/",
       R"(invalid port ":b" after host)"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(ReadUrl(test.text), test.want) << test.reason;
  }
}

TEST(RequestUri, KnowsNoFragments) {
  EXPECT_EQ(CheckRequestUri("/a#%zz").message(),
            R"(parse "/a#%zz": invalid URL escape "%zz")");
  EXPECT_EQ(CheckRequestUri("é").message(),
            R"(parse "é": invalid URI for request)");
  EXPECT_TRUE(CheckRequestUri("//a:b/").ok()) << "it is a path";
}

TEST(SplitHost, FindsThePort) {
  const struct {
    const char* host;
    const char* name;
    const char* port;
  } tests[] = {
      {"a:80", "a", "80"},   {"a", "a", ""},
      {"a:", "a", ""},       {"[::1]:80", "::1", "80"},
      {"[::1]", "::1", ""},  {"a:1,b:2", "a:1,b", "2"},
      {"a]:80", "a]", "80"}, {"", "", ""},
  };
  for (const auto& test : tests) {
    HostAndPort parts = SplitHost(test.host);
    EXPECT_EQ(parts.host, test.name) << test.host;
    EXPECT_EQ(parts.port, test.port) << test.host;
  }
}

TEST(ParseQuery, LeavesOutWhatItCannotDecode) {
  using Parameters = std::vector<std::pair<std::string, std::string>>;
  const struct {
    const char* reason;
    const char* query;
    Parameters want;
  } tests[] = {
      {"in their order", "b=1&a=2&b=3", {{"b", "1"}, {"a", "2"}, {"b", "3"}}},
      {"no value", "a&b=", {{"a", ""}, {"b", ""}}},
      {"no key", "=1", {{"", "1"}}},
      {"the first equals sign", "a=b=c", {{"a", "b=c"}}},
      {"blanks", "a+b=c%20d+", {{"a b", "c d "}}},
      {"empty parameters", "&&a=1&", {{"a", "1"}}},
      {"semicolons", "a=1;b=2&c=3", {{"c", "3"}}},
      {"an escaped one", "a=1%3Bb", {{"a", "1;b"}}},
      {"wrong escapes", "%zz=1&a=%&b=2", {{"b", "2"}}},
      {"bytes", "a=%FF", {{"a", "\xff"}}},
      {"nothing", "", {}},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(ParseQuery(test.query), test.want) << test.reason;
  }
  EXPECT_EQ(ParseQuery(std::string(9'999, '&') + "a").size(), 1u);
  EXPECT_EQ(ParseQuery(std::string(10'000, '&') + "a").size(), 0u);
}

}  // namespace
}  // namespace loom
