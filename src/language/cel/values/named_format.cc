// SPDX-License-Identifier: Apache-2.0
// The messages quote regular expressions; the code checks the same by hand, because a
// match of one takes longer.
#include "language/cel/values/named_format.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "data/go/text.h"
#include "data/go/time.h"
#include "data/go/url.h"

namespace loom {
namespace {

using ErrorList = std::vector<std::string>;

// The longest name or label, and the longest subdomain, in bytes.
constexpr size_t kMaxLabel = 63;
constexpr size_t kMaxSubdomain = 253;

constexpr absl::string_view kLabelPattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
constexpr absl::string_view kNamePattern =
    "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

// The length is counted in bytes, but only some formats say so.
constexpr absl::string_view kBytes = " bytes";
constexpr absl::string_view kCharacters = " characters";

std::string TooLong(size_t most, absl::string_view unit) {
  return absl::StrCat("must be no more than ", most, unit);
}

bool IsLowerAlnum(char c) {
  return absl::ascii_islower(c) || absl::ascii_isdigit(c);
}

bool IsLabel(absl::string_view text) {
  return !text.empty() && IsLowerAlnum(text.front()) &&
         IsLowerAlnum(text.back()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return IsLowerAlnum(c) || c == '-'; });
}

bool IsSubdomain(absl::string_view text) {
  for (absl::string_view label : absl::StrSplit(text, '.')) {
    if (!IsLabel(label)) return false;
  }
  return true;
}

// Whether it is the name in a key of a label.
bool IsName(absl::string_view text) {
  return !text.empty() && absl::ascii_isalnum(text.front()) &&
         absl::ascii_isalnum(text.back()) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '.';
         });
}

std::string NotAName() {
  return absl::StrCat(
      "must consist of alphanumeric characters, '-', '_' or '.', and must "
      "start and end with an alphanumeric character (e.g. 'MyName',  or "
      "'my.name',  or '123-abc', regex used for validation is '",
      kNamePattern, "')");
}

ErrorList OnlyIf(bool wrong, absl::string_view message) {
  return wrong ? ErrorList{std::string(message)} : ErrorList{};
}

ErrorList SubdomainErrors(absl::string_view text, absl::string_view unit) {
  ErrorList errors =
      OnlyIf(text.size() > kMaxSubdomain, TooLong(kMaxSubdomain, unit));
  if (IsSubdomain(text)) return errors;
  errors.push_back(absl::StrCat(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric "
      "characters, '-' or '.', and must start and end with an alphanumeric "
      "character (e.g. 'example.com', regex used for validation is '",
      kLabelPattern, "(\\.", kLabelPattern, ")*')"));
  return errors;
}

// Removes that many hexadecimal digits.
bool TakeHex(size_t count, absl::string_view* text) {
  if (text->size() < count) return false;
  bool is_hex =
      std::all_of(text->begin(), text->begin() + count, absl::ascii_isxdigit);
  text->remove_prefix(count);
  return is_hex;
}

// Removes two digits, and returns whether they are at most `most`.
bool TakeTwoDigits(absl::string_view most, absl::string_view* text) {
  absl::string_view digits = text->substr(0, 2);
  text->remove_prefix(digits.size());
  return digits.size() == 2 && absl::ascii_isdigit(digits[0]) &&
         absl::ascii_isdigit(digits[1]) && digits <= most;
}

bool IsDate(absl::string_view text) {
  constexpr size_t kSize = 10;
  return text.size() == kSize && IsGoTime(absl::StrCat(text, "T00:00:00Z"));
}

bool IsOffset(absl::string_view text) {
  if (text == "z" || text == "Z") return true;
  return (absl::ConsumePrefix(&text, "+") || absl::ConsumePrefix(&text, "-")) &&
         TakeTwoDigits("99", &text) && absl::ConsumePrefix(&text, ":") &&
         TakeTwoDigits("99", &text) && text.empty();
}

// Returns whether it is a time of a day with an offset.
bool IsClock(absl::string_view text) {
  bool starts = TakeTwoDigits("23", &text) && absl::ConsumePrefix(&text, ":") &&
                TakeTwoDigits("59", &text) && absl::ConsumePrefix(&text, ":") &&
                TakeTwoDigits("59", &text);
  if (!starts || text.empty()) return false;
  if (IsOffset(text)) return true;
  Rune point = DecodeRune(text);
  text.remove_prefix(point.size);
  size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return point.value != U'\n' && digits > 0 && IsOffset(text.substr(digits));
}

}  // namespace

std::vector<std::string> Dns1123LabelErrors(absl::string_view text) {
  ErrorList errors =
      OnlyIf(text.size() > kMaxLabel, TooLong(kMaxLabel, kCharacters));
  if (IsLabel(text)) return errors;
  if (IsSubdomain(text)) {
    errors.push_back("must not contain dots");
    return errors;
  }
  errors.push_back(absl::StrCat(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric "
      "characters or '-', and must start and end with an alphanumeric "
      "character (e.g. 'my-name',  or '123-abc', regex used for validation is "
      "'",
      kLabelPattern, "')"));
  return errors;
}

std::vector<std::string> Dns1123SubdomainErrors(absl::string_view text) {
  return SubdomainErrors(text, kCharacters);
}

std::vector<std::string> Dns1035LabelErrors(absl::string_view text) {
  ErrorList errors =
      OnlyIf(text.size() > kMaxLabel, TooLong(kMaxLabel, kCharacters));
  if (IsLabel(text) && absl::ascii_islower(text[0])) return errors;
  errors.push_back(
      "a DNS-1035 label must consist of lower case alphanumeric characters or "
      "'-', start with an alphabetic character, and end with an alphanumeric "
      "character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
      "'[a-z]([-a-z0-9]*[a-z0-9])?')");
  return errors;
}

std::vector<std::string> QualifiedNameErrors(absl::string_view text) {
  std::vector<absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits('/', 2));
  if (parts.size() > 2) {
    return {absl::StrCat("a valid label key ", NotAName(),
                         " with an optional DNS subdomain prefix and '/' (e.g. "
                         "'example.com/MyName')")};
  }
  ErrorList errors;
  if (parts.size() == 2 && parts[0].empty()) {
    errors.push_back("prefix part must be non-empty");
  } else if (parts.size() == 2) {
    for (const std::string& error : SubdomainErrors(parts[0], kBytes)) {
      errors.push_back(absl::StrCat("prefix part ", error));
    }
  }
  absl::string_view name = parts.back();
  if (name.empty()) errors.push_back("name part must be non-empty");
  if (name.size() > kMaxLabel) {
    errors.push_back(absl::StrCat("name part ", TooLong(kMaxLabel, kBytes)));
  }
  if (!IsName(name)) errors.push_back(absl::StrCat("name part ", NotAName()));
  return errors;
}

std::vector<std::string> LabelValueErrors(absl::string_view text) {
  ErrorList errors =
      OnlyIf(text.size() > kMaxLabel, TooLong(kMaxLabel, kBytes));
  if (text.empty() || IsName(text)) return errors;
  errors.push_back(absl::StrCat(
      "a valid label must be an empty string or consist of alphanumeric "
      "characters, '-', '_' or '.', and must start and end with an "
      "alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', "
      "regex used for validation is '(",
      kNamePattern, ")?')"));
  return errors;
}

std::vector<std::string> UriErrors(absl::string_view text) {
  absl::Status status = CheckRequestUri(text);
  return OnlyIf(!status.ok(), status.message());
}

std::vector<std::string> UuidErrors(absl::string_view text) {
  bool is_uuid = true;
  for (size_t digits : {8, 4, 4, 4, 12}) {
    if (digits != 8) absl::ConsumePrefix(&text, "-");
    is_uuid = is_uuid && TakeHex(digits, &text);
  }
  return OnlyIf(!is_uuid || !text.empty(), "does not match the UUID format");
}

std::vector<std::string> Base64Errors(absl::string_view text) {
  absl::string_view digits = text;
  if (absl::ConsumeSuffix(&digits, "=")) absl::ConsumeSuffix(&digits, "=");
  bool is_base64 = !text.empty() && text.size() % 4 == 0 &&
                   std::all_of(digits.begin(), digits.end(), [](char c) {
                     return absl::ascii_isalnum(c) || c == '+' || c == '/';
                   });
  return OnlyIf(!is_base64, "invalid base64");
}

std::vector<std::string> DateErrors(absl::string_view text) {
  return OnlyIf(!IsDate(text), "invalid date");
}

std::vector<std::string> DateTimeErrors(absl::string_view text) {
  std::vector<absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits(absl::ByAnyChar("tT"), 2));
  bool is_time = parts.size() > 1 && IsDate(parts[0]) && IsClock(parts[1]);
  return OnlyIf(!is_time, "invalid datetime");
}

}  // namespace loom
