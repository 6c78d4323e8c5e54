// SPDX-License-Identifier: Apache-2.0
// URLs as Go's package net/url reads them (Go 1.26).
//
//   absl::StatusOr<GoUrl> url = ParseGoUrl("HTTPS://a%C3%A9:80/x y?k=1#top");
//
//   url->scheme         https
//   url->host           aé:80
//   url->escaped_path   /x%20y
//   url->query          k=1
//   UrlText(*url)       https://a%C3%A9:80/x%20y?k=1#top
//
// A URL is an absolute URI or an absolute path:
//
//   /path                   a path alone
//   //host/path             a host without a scheme
//   mailto:a@example.org    a scheme without a host; it has no path
//   ../path                 invalid URI for request
//   https://a:b/            invalid port ":b" after host
//
// In http and https, a host contains at most one colon, unless it is in brackets. A
// host in brackets is an IPv6 address.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

struct GoUrl {
  std::string scheme;               // in lower case
  std::string opaque;               // what follows a scheme without a slash
  std::optional<std::string> user;  // name:password, escaped
  std::string host;                 // with the port, decoded; perhaps not UTF-8
  std::string escaped_path;
  std::string query;     // without the question mark, as it was written
  std::string fragment;  // without the #, escaped

  bool no_authority = false;   // the scheme is followed by one slash
  bool ends_in_query = false;  // the query is an empty one
};

// Checks a string as url.ParseRequestURI does, which does not know fragments: a # is
// part of the path or of the query. The message is Go's: parse "a": invalid URI for
// request. It quotes the whole string.
absl::Status CheckRequestUri(absl::string_view text);

// Parses a string that CheckRequestUri accepts as url.Parse does. The messages of both
// errors are Go's, without the string.
absl::StatusOr<GoUrl> ParseGoUrl(absl::string_view text);

// Returns the URL as a string, with the scheme in lower case and escaped where it must
// be.
std::string UrlText(const GoUrl& url);

// The parts of a host: "::1" and "80" of "[::1]:80". Without a port, `port` is "".
struct HostAndPort {
  absl::string_view host;
  absl::string_view port;
};
HostAndPort SplitHost(absl::string_view host);

// Returns the keys and the values of a query in their order, decoded; perhaps they are
// not UTF-8. What Go cannot decode is left out, and a query of more than 10,000
// parameters has none.
std::vector<std::pair<std::string, std::string>> ParseQuery(
    absl::string_view query);

}  // namespace loom
