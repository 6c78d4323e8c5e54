// SPDX-License-Identifier: Apache-2.0
#include "data/go/url.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "data/go/address.h"
#include "data/go/text.h"

namespace loom {
namespace {

constexpr size_t kNowhere = absl::string_view::npos;
constexpr ptrdiff_t kMaxParameters = 10'000;

absl::Status NoUrl(absl::string_view reason) {
  return absl::InvalidArgumentError(reason);
}

// The parts of a URL that escape different characters.
enum class UrlPart { kUser, kHost, kZone, kPath, kQuery, kFragment };

constexpr int BitOf(UrlPart part) { return 1 << int(part); }

// The characters that parts contain without an escape.
constexpr struct {
  int parts;
  absl::string_view characters;
} kUnescaped[] = {
    {0xff, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"},
    {0xff, "-_.~"},
    {BitOf(UrlPart::kUser), "$&+,;="},
    {BitOf(UrlPart::kHost) | BitOf(UrlPart::kZone), "!$&'()*+,;=:[]<>\""},
    {BitOf(UrlPart::kPath), "$&+,/:;=@"},
    {BitOf(UrlPart::kFragment), "$&+,/:;=?@!()*"},
};

// The same by character: a bit for each part.
constexpr std::array<uint8_t, 256> kPartsOf = [] {
  std::array<uint8_t, 256> parts = {};
  for (const auto& row : kUnescaped) {
    for (char c : row.characters) {
      parts[uint8_t(c)] = uint8_t(parts[uint8_t(c)] | row.parts);
    }
  }
  return parts;
}();

// Returns whether the part contains the character as it is.
bool IsPlain(char c, UrlPart part) {
  return (kPartsOf[uint8_t(c)] & BitOf(part)) != 0;
}

bool IsAnyOf(char c, absl::string_view set) { return set.find(c) != kNowhere; }

int DigitOf(char c) {
  return absl::ascii_isdigit(c) ? c - '0' : absl::ascii_tolower(c) - 'a' + 10;
}

uint8_t ByteOf(absl::string_view escape) {
  return uint8_t(DigitOf(escape[1]) << 4 | DigitOf(escape[2]));
}

// Returns whether a part may have that escape. A host escapes only what is not ASCII,
// and the percent sign before a zone. A zone escapes only what it may contain anyway.
bool IsEscape(absl::string_view escape, UrlPart part) {
  if (escape.size() < 3 || !absl::ascii_isxdigit(escape[1]) ||
      !absl::ascii_isxdigit(escape[2])) {
    return false;
  }
  if (escape == "%25") return true;
  uint8_t byte = ByteOf(escape);
  if (part == UrlPart::kHost) return byte >= 0x80;
  return part != UrlPart::kZone || byte == ' ' || IsPlain(char(byte), part);
}

absl::StatusOr<std::string> Decoded(absl::string_view text, UrlPart part) {
  bool is_host = part == UrlPart::kHost || part == UrlPart::kZone;
  std::string decoded;
  decoded.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      absl::string_view escape = text.substr(i, 3);
      if (!IsEscape(escape, part)) {
        return NoUrl(
            absl::StrCat("invalid URL escape ", QuoteText(escape, false)));
      }
      decoded.push_back(char(ByteOf(escape)));
      i += 2;
    } else if (is_host && uint8_t(c) < 0x80 && !IsPlain(c, part)) {
      return NoUrl(absl::StrCat("invalid character ",
                                QuoteText(text.substr(i, 1), false),
                                " in host name"));
    } else {
      decoded.push_back(c == '+' && part == UrlPart::kQuery ? ' ' : c);
    }
  }
  return decoded;
}

std::string Escaped(absl::string_view text, UrlPart part) {
  constexpr absl::string_view kDigits = "0123456789ABCDEF";
  std::string escaped;
  for (char c : text) {
    if (IsPlain(c, part)) {
      escaped.push_back(c);
      continue;
    }
    escaped.push_back('%');
    escaped.push_back(kDigits[uint8_t(c) >> 4]);
    escaped.push_back(kDigits[uint8_t(c) & 0xf]);
  }
  return escaped;
}

// Returns a path or a fragment as it was written if it needs no other escapes.
// Otherwise, escapes all of it again.
absl::StatusOr<std::string> EscapedAgain(absl::string_view text, UrlPart part) {
  LOOM_ASSIGN_OR_RETURN(std::string decoded, Decoded(text, part));
  bool is_escaped = std::all_of(text.begin(), text.end(), [part](char c) {
    return IsPlain(c, part) || IsAnyOf(c, "!$&'()*+,;=:@[]%");
  });
  return is_escaped ? std::string(text) : Escaped(decoded, part);
}

// Returns the size of the scheme; kNowhere if there is none.
absl::StatusOr<size_t> SizeOfScheme(absl::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (absl::ascii_isalpha(c)) continue;
    if (c == ':' && i == 0) return NoUrl("missing protocol scheme");
    if (c == ':') return i;
    if (i == 0 || !(absl::ascii_isdigit(c) || IsAnyOf(c, "+-."))) break;
  }
  return kNowhere;
}

bool IsPort(absl::string_view port) {
  return port.empty() ||
         (port[0] == ':' &&
          std::all_of(port.begin() + 1, port.end(), absl::ascii_isdigit));
}

absl::Status NoPort(absl::string_view port) {
  return NoUrl(
      absl::StrCat("invalid port ", QuoteText(port, false), " after host"));
}

// Parses an IPv6 address in brackets, perhaps with a port.
absl::StatusOr<std::string> ParseBrackets(absl::string_view host) {
  size_t close = host.rfind(']');
  if (close == kNowhere) return NoUrl("missing ']' in host");
  absl::string_view port = host.substr(close + 1);
  if (!IsPort(port)) return NoPort(port);
  absl::string_view address = host.substr(1, close - 1);
  size_t zone_at = std::min(address.find("%25"), address.size());
  LOOM_ASSIGN_OR_RETURN(std::string decoded,
                        Decoded(address.substr(0, zone_at), UrlPart::kHost));
  LOOM_ASSIGN_OR_RETURN(std::string zone,
                        Decoded(address.substr(zone_at), UrlPart::kZone));
  decoded += zone;
  absl::StatusOr<IpVersion> version = CheckGoAddress(decoded);
  if (!version.ok()) {
    return NoUrl(absl::StrCat("invalid host: ", version.status().message()));
  }
  if (*version == IpVersion::k4) return NoUrl("invalid IP-literal");
  return absl::StrCat("[", decoded, "]", port);
}

absl::StatusOr<std::string> ParseHost(absl::string_view scheme,
                                      absl::string_view host) {
  size_t open = host.rfind('[');
  if (open == 0) return ParseBrackets(host);
  if (open != kNowhere) return NoUrl("invalid IP-literal");
  // Databases have lists of hosts with ports: mongodb://a:1,b:2.
  bool one_colon = scheme == "http" || scheme == "https";
  size_t colon = one_colon ? host.find(':') : host.rfind(':');
  if (colon != kNowhere && !IsPort(host.substr(colon))) {
    return NoPort(host.substr(colon));
  }
  return Decoded(host, UrlPart::kHost);
}

absl::StatusOr<std::string> ParseUser(absl::string_view text) {
  bool is_valid = std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(c) || IsAnyOf(c, "-._:~!$&'()*+,;=%@");
  });
  if (!is_valid) return NoUrl("net/url: invalid userinfo");
  size_t colon = text.find(':');
  LOOM_ASSIGN_OR_RETURN(std::string name,
                        Decoded(text.substr(0, colon), UrlPart::kUser));
  name = Escaped(name, UrlPart::kUser);
  if (colon == kNowhere) return name;
  LOOM_ASSIGN_OR_RETURN(std::string password,
                        Decoded(text.substr(colon + 1), UrlPart::kUser));
  return absl::StrCat(name, ":", Escaped(password, UrlPart::kUser));
}

absl::Status ParseAuthority(absl::string_view text, GoUrl* url) {
  size_t at = text.rfind('@');
  absl::string_view host = at == kNowhere ? text : text.substr(at + 1);
  LOOM_ASSIGN_OR_RETURN(url->host, ParseHost(url->scheme, host));
  if (at == kNowhere) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(url->user, ParseUser(text.substr(0, at)));
  return absl::OkStatus();
}

// Removes the query from the end.
void TakeQuery(absl::string_view* rest, GoUrl* url) {
  size_t mark = rest->find('?');
  if (mark == kNowhere) return;
  url->query = std::string(rest->substr(mark + 1));
  url->ends_in_query = url->query.empty();
  *rest = rest->substr(0, mark);
}

// Parses a URL without a fragment. In a request, a path may begin with two slashes.
absl::StatusOr<GoUrl> ParseAs(bool request, absl::string_view text) {
  bool has_control = std::any_of(text.begin(), text.end(), absl::ascii_iscntrl);
  if (has_control) return NoUrl("net/url: invalid control character in URL");
  if (text.empty()) return NoUrl("empty url");
  GoUrl url;
  if (text == "*") {
    url.escaped_path = "*";
    return url;
  }
  LOOM_ASSIGN_OR_RETURN(size_t size, SizeOfScheme(text));
  absl::string_view rest = text;
  if (size != kNowhere) {
    url.scheme = absl::AsciiStrToLower(text.substr(0, size));
    rest.remove_prefix(size + 1);
  }
  TakeQuery(&rest, &url);
  if (!absl::StartsWith(rest, "/")) {
    if (url.scheme.empty()) return NoUrl("invalid URI for request");
    url.opaque = std::string(rest);
    return url;
  }
  bool may_have_host =
      !url.scheme.empty() || !(request || absl::StartsWith(rest, "///"));
  if (may_have_host && absl::ConsumePrefix(&rest, "//")) {
    size_t path = std::min(rest.find('/'), rest.size());
    LOOM_RETURN_IF_ERROR(ParseAuthority(rest.substr(0, path), &url));
    rest.remove_prefix(path);
  } else {
    url.no_authority = !url.scheme.empty();
  }
  LOOM_ASSIGN_OR_RETURN(url.escaped_path, EscapedAgain(rest, UrlPart::kPath));
  return url;
}

}  // namespace

absl::Status CheckRequestUri(absl::string_view text) {
  absl::StatusOr<GoUrl> url = ParseAs(/*request=*/true, text);
  if (url.ok()) return absl::OkStatus();
  return NoUrl(absl::StrCat("parse ", QuoteText(text, false), ": ",
                            url.status().message()));
}

absl::StatusOr<GoUrl> ParseGoUrl(absl::string_view text) {
  LOOM_RETURN_IF_ERROR(ParseAs(/*request=*/true, text).status());
  size_t mark = text.find('#');
  LOOM_ASSIGN_OR_RETURN(GoUrl url,
                        ParseAs(/*request=*/false, text.substr(0, mark)));
  if (mark == kNowhere) return url;
  LOOM_ASSIGN_OR_RETURN(
      url.fragment, EscapedAgain(text.substr(mark + 1), UrlPart::kFragment));
  return url;
}

std::string UrlText(const GoUrl& url) {
  std::string text;
  if (!url.scheme.empty()) absl::StrAppend(&text, url.scheme, ":");
  bool has_host = !url.host.empty() || url.user.has_value();
  if (!url.opaque.empty()) {
    text += url.opaque;
  } else {
    bool has_slashes = has_host || (!url.scheme.empty() && !url.no_authority &&
                                    !url.escaped_path.empty());
    if (has_slashes) text += "//";
    if (url.user.has_value()) absl::StrAppend(&text, *url.user, "@");
    absl::StrAppend(&text, Escaped(url.host, UrlPart::kHost), url.escaped_path);
  }
  if (url.ends_in_query || !url.query.empty()) {
    absl::StrAppend(&text, "?", url.query);
  }
  if (!url.fragment.empty()) absl::StrAppend(&text, "#", url.fragment);
  return text;
}

HostAndPort SplitHost(absl::string_view host) {
  HostAndPort parts = {host, ""};
  size_t colon = host.rfind(':');
  if (colon != kNowhere && IsPort(host.substr(colon))) {
    parts = {host.substr(0, colon), host.substr(colon + 1)};
  }
  absl::string_view inside = parts.host;
  if (absl::ConsumePrefix(&inside, "[") && absl::ConsumeSuffix(&inside, "]")) {
    parts.host = inside;
  }
  return parts;
}

std::vector<std::pair<std::string, std::string>> ParseQuery(
    absl::string_view query) {
  std::vector<std::pair<std::string, std::string>> parameters;
  if (std::count(query.begin(), query.end(), '&') >= kMaxParameters) return {};
  while (!query.empty()) {
    size_t end = std::min(query.find('&'), query.size());
    absl::string_view parameter = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (parameter.empty() || IsAnyOf(';', parameter)) continue;
    size_t equals = std::min(parameter.find('='), parameter.size());
    absl::StatusOr<std::string> key =
        Decoded(parameter.substr(0, equals), UrlPart::kQuery);
    parameter.remove_prefix(std::min(equals + 1, parameter.size()));
    absl::StatusOr<std::string> value = Decoded(parameter, UrlPart::kQuery);
    if (key.ok() && value.ok()) {
      parameters.emplace_back(*std::move(key), *std::move(value));
    }
  }
  return parameters;
}

}  // namespace loom
